use std::collections::BTreeSet;

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
    /// Number of the tag around it.
    #[serde(default)]
    pub parent: Option<usize>,
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
    /// Comments.
    pub comments: Vec<(String, Place)>,
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
    /// Whether it is sure to be reached when the game is loaded or in its first frame.
    pub certain: bool,
    /// The function it is in, by its number in the script; 0 is the top.
    pub within: usize,
    /// Where.
    pub place: Place,
    /// Whether a `try` is around it, or a test whether it is there.
    pub guarded: bool,
}

/// Use of a property by a name that can be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberUse {
    /// What it is a property of, as far as that can be told: `window`, `document`, `navigator`, …,
    /// `<a>` for an element the script makes, `this`, `function`, `constructor`, `prototype`; else empty.
    pub object: String,
    /// The property.
    pub property: String,
    /// How.
    pub how: Use,
    /// Whether the name was put together instead of written.
    pub assembled: bool,
    /// Whether a value that is not constant is assigned or passed.
    pub varies: bool,
    /// Whether it is an object that the script makes itself.
    pub own: bool,
    /// The first argument or the assigned value, if it is a constant text.
    pub text: Option<String>,
    /// How that begins, if only its beginning is constant.
    pub begins: Option<String>,
    /// Whether that is a text, whatever it says.
    pub textual: bool,
    /// What is known of a name that only the run knows: its parts, `None` for what is not.
    pub pieces: Vec<Option<String>>,
    /// Whether it is sure to be reached when the game is loaded or in its first frame.
    pub certain: bool,
    /// The function it is in, by its number in the script; 0 is the top.
    pub within: usize,
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
    /// Whether each time another function is attached, which the browser cannot tell from the first.
    pub fresh: bool,
    /// Whether options or a library take care of it.
    pub once: bool,
    /// The function it is in, by its number in the script; 0 is the top.
    pub within: usize,
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
    /// Whether what is compared is sure to come from a key event.
    pub sure: bool,
    /// Comparisons that lead to the same have the same number; 0 for one by itself.
    pub group: u32,
    /// The function it is in, by its number in the script; 0 is the top.
    pub within: usize,
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
    /// The function it is in, by its number in the script; 0 is the top.
    pub within: usize,
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
    /// Function and place where what was found is used without a look whether it is there.
    pub used: Option<(usize, Place)>,
    /// Whether no `try` is around it.
    pub certain: bool,
    /// The function it is in, by its number in the script; 0 is the top.
    pub within: usize,
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
    /// The function it is in, by its number in the script; 0 is the top.
    pub within: usize,
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
    /// The function it is in, by its number in the script; 0 is the top.
    pub within: usize,
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

/// What makes a function run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trigger {
    /// Code that runs.
    Call,
    /// The next picture.
    Frame,
    /// A timer or a promise.
    Timer,
    /// An event; empty when it cannot be told which.
    Event(String),
}

/// What may be run.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// A function of this script, by its number.
    Function(usize),
    /// Whatever has that name, in any script.
    Name(String),
    /// It cannot be told.
    Any,
}

/// One function may run another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The function that does so.
    pub from: usize,
    /// What it runs.
    pub to: Target,
    /// When.
    pub trigger: Trigger,
}

/// From where a function may be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Runs {
    /// When the page is loaded.
    pub load: bool,
    /// In a frame.
    pub frame: bool,
    /// From a timer or a promise.
    pub timer: bool,
    /// From something the player does.
    pub input: bool,
    /// From another event.
    pub event: bool,
}

impl Runs {
    /// Whether it may run at all.
    pub fn ever(self) -> bool {
        self.load || self.frame || self.timer || self.input || self.event
    }

    /// What either of two may run from.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            load: self.load || other.load,
            frame: self.frame || other.frame,
            timer: self.timer || other.timer,
            input: self.input || other.input,
            event: self.event || other.event,
        }
    }
}

/// A function.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FunctionFacts {
    /// What it is called; empty for one without a name.
    pub name: String,
    /// Where it begins.
    pub place: Place,
    /// Where it ends.
    pub end: Place,
    /// The function around it.
    pub parent: usize,
    /// From where it may be reached.
    pub runs: Runs,
}

/// An assignment to a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConstWrite {
    /// The constant.
    pub name: String,
    /// Whether it is sure to be reached when the game is loaded or in its first frame.
    pub certain: bool,
    /// The function it is in.
    pub within: usize,
    /// Where.
    pub place: Place,
}

/// A loop that cannot end once it is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndlessLoop {
    /// The function it is in.
    pub within: usize,
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
    /// What a library says of itself in its first comment, in small letters, if it is one that is known.
    pub library: Option<String>,
    /// The event whose attribute it stands in, if it does.
    pub attribute: Option<String>,
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
    pub const_writes: Vec<ConstWrite>,
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
    /// Numbers written in it and lengths of arrays written in it, as their bits.
    pub numbers: BTreeSet<u64>,
    /// Assignments.
    pub assignments: Vec<Assignment>,
    /// Values shown.
    pub shown: Vec<Shown>,
    /// HTML sinks.
    pub sinks: Vec<Sink>,
    /// Calls of `import()` and import declarations.
    pub imports: Vec<(String, bool, Place)>,
    /// Its functions; the first is what runs when it is loaded.
    pub functions: Vec<FunctionFacts>,
    /// Which may run which.
    pub edges: Vec<Edge>,
    /// Names that are sure to be used before their declaration ran.
    pub early_uses: Vec<(String, Place)>,
    /// Elements that are sure to be used and are not there: the id or selector, whether the page has it further
    /// down, where.
    pub missing_elements: Vec<(String, bool, Place)>,
    /// Loops without end that are sure to be reached when the game is loaded.
    pub hangs: Vec<Place>,
    /// Loops without end.
    pub endless: Vec<EndlessLoop>,
    /// Ids of elements of which only parts are known.
    pub made_patterns: Vec<Vec<Option<String>>>,
    /// Elements (by id, else by name) that the script lets have the focus.
    pub made_focusable: Vec<String>,
    /// Attributes that the script sets, with what or how it begins.
    pub attributes_set: Vec<(String, Option<String>, Place)>,
    /// Comments.
    pub comments: Vec<(String, Place)>,
    /// Marks that show the text in another order than it is read.
    pub reorders: Vec<Place>,
    /// Names joined by dots, from a variable or `this` on.
    pub paths: Vec<(String, Place)>,
    /// Texts that are drawn or written into elements.
    pub texts: Vec<(String, Place)>,
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

    /// From where a function may be reached.
    pub fn runs(script: &ScriptFacts, within: usize) -> Runs {
        script.functions.get(within).map(|function| function.runs).unwrap_or_default()
    }

    /// Whether a script may give an element that id.
    pub fn may_make_id(&self, id: &str) -> bool {
        self.scripts.iter().any(|script| {
            script.made_ids.iter().any(|made| made == id)
                || script.made_patterns.iter().any(|pattern| may_be(pattern, id))
                || script.strings.iter().any(|(text, _)| {
                    text.contains("id=")
                        && (text.contains(id) || text.trim_end_matches(['"', '\'', ' ']).ends_with("id="))
                })
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

/// Whether a text of which only parts are known may be that one.
pub(crate) fn may_be(pattern: &[Option<String>], text: &str) -> bool {
    let mut rest = text;
    let last = pattern.len().saturating_sub(1);
    let mut open = false;
    for (at, piece) in pattern.iter().enumerate() {
        match piece {
            None => open = true,
            Some(piece) if at == last && open => return rest.ends_with(piece.as_str()),
            Some(piece) => match rest.find(piece.as_str()) {
                Some(found) if open || found == 0 => {
                    rest = rest.get(found + piece.len()..).unwrap_or_default();
                    open = false;
                }
                _ => return false,
            },
        }
    }
    open || rest.is_empty()
}
