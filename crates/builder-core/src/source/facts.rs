use serde::{Deserialize, Serialize};

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The file, relative to the game's folder.
    pub file: String,
    /// Line from 1.
    pub line: Option<u32>,
    /// Column from 1, in characters.
    pub column: Option<u32>,
}

impl Place {
    /// A whole file.
    pub fn file(file: &str) -> Self {
        Self { file: file.to_owned(), line: None, column: None }
    }
}

/// Why a file was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The kind of defect.
    pub code: &'static str,
    /// Where.
    pub place: Place,
    /// What exactly.
    pub detail: String,
}

/// Everything the source says about a game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Facts {
    /// Why files were not read.
    pub problems: Vec<Problem>,
    /// The page, if there is one.
    pub page: Option<PageFacts>,
    /// Every script, in the order in which the page runs them; scripts it never loads come last.
    pub scripts: Vec<ScriptFacts>,
    /// Style sheets: path, whether the page uses it, text.
    pub styles: Vec<(String, bool, String)>,
    /// All paths in the folder.
    pub files: Vec<String>,
}

/// A tag of the page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PageTag {
    /// Its name, in small letters.
    pub name: String,
    /// Its attributes.
    pub attributes: Vec<(String, String)>,
    /// Where it is.
    pub place: Place,
    /// Whether it is in the head.
    pub in_head: bool,
    /// Number of this tag in the page.
    pub index: usize,
}

impl PageTag {
    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// What the page says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageFacts {
    /// Whether it begins with a doctype.
    pub doctype: bool,
    /// All tags.
    pub tags: Vec<PageTag>,
    /// Visible text, with where it begins.
    pub texts: Vec<(String, Place)>,
    /// Scripts written into the page: the tag's index, the text, where it begins.
    pub inline_scripts: Vec<(usize, String, Place, usize)>,
    /// Styles written into the page.
    pub inline_styles: Vec<(String, Place)>,
}

impl PageFacts {
    /// The ids that elements have.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.tags.iter().filter_map(|tag| tag.attribute("id"))
    }

    /// Whether there is a tag of that name.
    pub fn has(&self, name: &str) -> bool {
        self.tags.iter().any(|tag| tag.name == name)
    }
}

/// Why a script does not parse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The parser's words.
    pub message: String,
    /// Where.
    pub place: Place,
    /// Whether the text ends too early.
    pub cut_off: bool,
}

/// How a name is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Its value is read.
    Read,
    /// It is called.
    Call,
    /// It is called with `new`.
    New,
    /// It is assigned.
    Write,
    /// Only its type is asked for.
    Typeof,
}

/// Use of a name that no script declares around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlobalUse {
    /// The name.
    pub name: String,
    /// How.
    pub how: Use,
    /// Where.
    pub place: Place,
    /// Whether a `try` is around it, or a test of its type.
    pub guarded: bool,
}

/// Use of a property by a name that can be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberUse {
    /// What it is a property of, as far as that can be told: `window`, `document`, `navigator`, …; else empty.
    pub object: String,
    /// The property.
    pub property: String,
    /// How.
    pub how: Use,
    /// Whether the name was put together instead of written.
    pub assembled: bool,
    /// Whether a value that is not constant is assigned or passed.
    pub varies: bool,
    /// The first argument or the assigned value, if it is a constant text.
    pub text: Option<String>,
    /// Where.
    pub place: Place,
}

/// A listener.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listener {
    /// The event, such as `keydown`; empty when it cannot be told.
    pub event: String,
    /// What it is attached to, as written: `window`, `document`, a variable.
    pub target: String,
    /// The id that target was looked up by, if that can be told.
    pub target_id: Option<String>,
    /// Where.
    pub place: Place,
}

/// A comparison of a key event with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// `key`, `code`, `keyCode` or `which`.
    pub via: String,
    /// The value.
    pub value: String,
    /// Where.
    pub place: Place,
}

/// Something that is booked to run later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scheduler {
    /// `requestAnimationFrame`, `setInterval`, `setTimeout`, `animate`.
    pub kind: String,
    /// Whether it is inside a function, which may run again.
    pub in_function: bool,
    /// Where.
    pub place: Place,
}

/// A look-up of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lookup {
    /// The id, or the selector.
    pub selector: String,
    /// Whether it is an id.
    pub by_id: bool,
    /// Where.
    pub place: Place,
}

/// A name declared at the top of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The name.
    pub name: String,
    /// Whether it is `let`, `const` or `class`, which no other script may declare again.
    pub lexical: bool,
    /// Where.
    pub place: Place,
}

/// An assignment to something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The variable or property name.
    pub name: String,
    /// Whether it is a property.
    pub property: bool,
    /// The constant it is set to, if it is one and the assignment is plain.
    pub constant: Option<String>,
    /// Where.
    pub place: Place,
}

/// A value that the player is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The variable or property.
    pub name: String,
    /// The element's id if that can be told; none for a canvas.
    pub element: Option<String>,
    /// The words before it.
    pub label: String,
    /// Where.
    pub place: Place,
}

/// A place where text becomes HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sink {
    /// `innerHTML`, `insertAdjacentHTML`, …
    pub name: String,
    /// Whether what it gets is constant.
    pub constant: bool,
    /// Where.
    pub place: Place,
}

/// What one script says.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ScriptFacts {
    /// The file it is in.
    pub file: String,
    /// Whether the page runs it.
    pub linked: bool,
    /// Whether it is a module.
    pub module: bool,
    /// Whether it runs before the body exists.
    pub before_body: bool,
    /// Whether it is written into the page.
    pub inline: bool,
    /// Why it does not parse.
    pub error: Option<ParseError>,
    /// Whether it waits for promises.
    pub asynchronous: bool,
    /// Names used that it does not declare.
    pub globals: Vec<GlobalUse>,
    /// Names declared at its top.
    pub declared: Vec<Declared>,
    /// All names declared anywhere in it.
    pub names: Vec<String>,
    /// Assignments to constants.
    pub const_writes: Vec<(String, Place)>,
    /// Properties used.
    pub members: Vec<MemberUse>,
    /// Listeners attached.
    pub listeners: Vec<Listener>,
    /// `on…` properties assigned.
    pub on_properties: Vec<(String, Place)>,
    /// Key comparisons.
    pub keys: Vec<Compared>,
    /// What is booked.
    pub schedulers: Vec<Scheduler>,
    /// Elements looked up.
    pub lookups: Vec<Lookup>,
    /// Ids given to elements by the script.
    pub made_ids: Vec<String>,
    /// Constant texts.
    pub strings: Vec<(String, Place)>,
    /// Assignments.
    pub assignments: Vec<Assignment>,
    /// Values shown.
    pub shown: Vec<Shown>,
    /// HTML sinks.
    pub sinks: Vec<Sink>,
    /// Calls of `import()` and import declarations.
    pub imports: Vec<(String, bool, Place)>,
    /// Comments that stand for code left out.
    pub elisions: Vec<(String, Place)>,
}

impl Facts {
    /// Scripts that the page runs.
    pub fn running(&self) -> impl Iterator<Item = &ScriptFacts> {
        self.scripts.iter().filter(|script| script.linked)
    }

    /// Whether a script of another host is loaded, whose names nobody here knows.
    pub fn has_foreign_script(&self) -> bool {
        self.page.as_ref().is_some_and(|page| {
            page.tags.iter().any(|tag| tag.name == "script" && tag.attribute("src").is_some_and(is_foreign))
        })
    }

    /// Whether anything in the game is waited for by promises.
    pub fn asynchronous(&self) -> bool {
        self.scripts.iter().any(|script| script.asynchronous)
    }
}

/// Whether an address names another host.
pub(crate) fn is_foreign(address: &str) -> bool {
    let address = address.trim().to_ascii_lowercase();
    address.starts_with("http:")
        || address.starts_with("https:")
        || address.starts_with("//")
        || address.starts_with("ws") && address.contains("://")
}
