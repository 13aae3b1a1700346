use std::{borrow::Cow, collections::BTreeMap, sync::LazyLock};

use minijinja::{AutoEscape, Environment, ErrorKind, UndefinedBehavior, syntax::SyntaxConfig};
use serde::Serialize;

use super::ComposeError;
use crate::game::GameFiles;

/// Templates handed in by the caller, by name such as `dodge/game.js.j2`; they go before those of the program.
pub type Overrides = BTreeMap<String, String>;

/// How much work a template may make.
const FUEL: u64 = 5_000_000;
/// The most a rendered file may have, in bytes.
const FILE_BYTES_MAX: usize = 1 << 20;

macro_rules! templates {
    ($($name:literal),+ $(,)?) => {
        /// Every template of the program, by name.
        pub const TEMPLATES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../fallback-templates/", $name)))),+];
    };
}

templates![
    "aim/game.js.j2",
    "asteroids/game.js.j2",
    "blocks/game.js.j2",
    "breakout/game.js.j2",
    "clicker/game.js.j2",
    "collect/game.js.j2",
    "crossing/game.js.j2",
    "dodge/game.js.j2",
    "fishing/game.js.j2",
    "flappy/game.js.j2",
    "match3/game.js.j2",
    "maze/game.js.j2",
    "memory/game.js.j2",
    "minesweeper/game.js.j2",
    "platformer/game.js.j2",
    "pong/game.js.j2",
    "quiz/game.js.j2",
    "racing/game.js.j2",
    "rhythm/game.js.j2",
    "runner/game.js.j2",
    "shared/game.js.j2",
    "shared/index.html.j2",
    "shared/parts/actors.js.j2",
    "shared/parts/block.js.j2",
    "shared/parts/board.js.j2",
    "shared/parts/head.js.j2",
    "shared/parts/hud.js.j2",
    "shared/parts/input.js.j2",
    "shared/parts/loop.js.j2",
    "shared/parts/particles.js.j2",
    "shared/parts/powers.js.j2",
    "shared/parts/rng.js.j2",
    "shared/parts/scene.js.j2",
    "shared/parts/screens.js.j2",
    "shared/parts/sound.js.j2",
    "shared/parts/state.js.j2",
    "shared/parts/theme.js.j2",
    "shared/parts/tiles.js.j2",
    "shared/style.css.j2",
    "shooter/game.js.j2",
    "sliding/game.js.j2",
    "snake/game.js.j2",
    "stack/game.js.j2",
    "survivor/game.js.j2",
    "tower_defence/game.js.j2",
    "typing/game.js.j2",
    "whack/game.js.j2",
];

static BUILT_IN: LazyLock<Result<Environment<'static>, ComposeError>> = LazyLock::new(|| {
    let mut environment = Environment::new();
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.map_err(|error| ComposeError::template("syntax", &error))?);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_fuel(Some(FUEL));
    environment.set_auto_escape_callback(|name| {
        if name.trim_end_matches(".j2").ends_with(".html") { AutoEscape::Html } else { AutoEscape::None }
    });
    for (name, text) in TEMPLATES {
        environment.add_template(name, text).map_err(|error| ComposeError::template(name, &error))?;
    }
    Ok(environment)
});

/// Renders the three files of a genre.
pub(super) fn render<C: Serialize>(genre: &str, context: &C, overrides: &Overrides) -> Result<GameFiles, ComposeError> {
    let mut environment = match &*BUILT_IN {
        Ok(environment) => Cow::Borrowed(environment),
        Err(error) => return Err(error.clone()),
    };
    for (name, text) in overrides {
        let own = environment.to_mut();
        own.add_template_owned(name.clone(), text.clone()).map_err(|error| ComposeError::template(name, &error))?;
    }
    let file = |name: &str| -> Result<String, ComposeError> {
        let own = format!("{genre}/{name}.j2");
        let template = match environment.get_template(&own) {
            Err(error) if error.kind() == ErrorKind::TemplateNotFound => {
                let shared = format!("shared/{name}.j2");
                environment.get_template(&shared).map_err(|error| ComposeError::template(&shared, &error))?
            }
            found => found.map_err(|error| ComposeError::template(&own, &error))?,
        };
        let text = template
            .render(minijinja::value::Serde(context))
            .map_err(|error| ComposeError::template(template.name(), &error))?;
        if text.len() > FILE_BYTES_MAX {
            return Err(ComposeError::TooLarge { file: name.to_owned(), bytes: text.len(), bytes_max: FILE_BYTES_MAX });
        }
        Ok(text)
    };
    Ok(GameFiles { index_html: file("index.html")?, style_css: file("style.css")?, game_js: file("game.js")? })
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "a test compares the list with the folder")]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;

    fn files_in(folder: &Path, root: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files_in(&path, root, found);
            } else if path.extension().is_some_and(|extension| extension == "j2") {
                found.insert(path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/"));
            }
        }
    }

    #[test]
    fn the_list_and_the_folder_agree() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fallback-templates");
        let mut found = BTreeSet::new();
        files_in(&root, &root, &mut found);
        let listed: BTreeSet<String> = TEMPLATES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(listed, found);
        assert!(TEMPLATES.is_sorted_by(|a, b| a.0 < b.0));
    }
}
