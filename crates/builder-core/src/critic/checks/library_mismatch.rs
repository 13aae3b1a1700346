use super::{Decision, StaticCheck};
use crate::{critic::defect, source::Facts};

/// A library by the words that tell its version, and calls that this version does not have: the beginning of the
/// dotted name, and what to write instead.
struct Version {
    library: &'static str,
    /// What its file or its address has in it.
    marks: &'static [&'static str],
    gone: &'static [(&'static str, &'static str)],
}

const VERSIONS: &[Version] = &[
    Version {
        library: "Phaser 3",
        marks: &["phaser@3", "phaser/3", "phaser-3", "phaser v3", "phaser.js v3", "@version 3.", "version:\"3."],
        gone: &[
            ("Phaser.State", "a Phaser.Scene"),
            ("Phaser.Keyboard", "Phaser.Input.Keyboard.KeyCodes"),
            ("Phaser.Physics.ARCADE", "physics: { default: 'arcade' } in the config"),
            ("Phaser.Physics.P2JS", "matter physics"),
            ("Phaser.Timer", "this.time.addEvent"),
            ("Phaser.ScaleManager", "Phaser.Scale"),
            ("Phaser.Signal", "Phaser.Events.EventEmitter"),
            ("game.state", "game.scene"),
            ("game.add", "this.add in a scene"),
            ("game.load", "this.load in a scene"),
            ("game.physics", "this.physics in a scene"),
            ("game.time.events", "this.time.addEvent"),
            ("game.world", "this.physics.world"),
            ("game.camera", "this.cameras.main"),
            ("game.stage", "this.cameras.main"),
            ("game.rnd", "Phaser.Math.Between"),
            ("game.input.keyboard.createCursorKeys", "this.input.keyboard.createCursorKeys()"),
            ("this.game.add", "this.add"),
            ("this.game.load", "this.load"),
            ("this.game.physics", "this.physics"),
            ("this.game.state", "this.scene"),
            ("this.physics.startSystem", "physics: { default: 'arcade' } in the config"),
            ("this.physics.arcade", "this.physics"),
            ("this.load.spritesheetAtlas", "this.load.atlas"),
        ],
    },
    Version {
        library: "Phaser 2",
        marks: &["phaser@2", "phaser/2", "phaser-2", "phaser-ce", "phaser v2", "version:\"2."],
        gone: &[
            ("Phaser.Scene", "a Phaser.State"),
            ("Phaser.Scale", "game.scale"),
            ("Phaser.Math.Between", "game.rnd.between"),
            ("Phaser.Input.Keyboard", "Phaser.Keyboard"),
            ("this.physics.add", "game.physics.arcade"),
            ("this.cameras", "game.camera"),
        ],
    },
    Version {
        library: "PixiJS 8",
        marks: &["pixi.js@8", "pixi.js/8", "pixi.js - v8"],
        gone: &[
            ("PIXI.Loader", "PIXI.Assets"),
            ("PIXI.loader", "PIXI.Assets"),
            ("PIXI.settings", "options of the application"),
            ("PIXI.interaction", "eventMode"),
        ],
    },
];

pub(super) const CHECK: StaticCheck = StaticCheck {
    id: "library-mismatch",
    run: |subject| {
        let facts = subject.facts;
        let loaded: Vec<&Version> = VERSIONS.iter().filter(|version| loads(facts, version)).collect();
        // Two versions at once are a matter of order, which nobody here can tell.
        let [version] = loaded.as_slice() else { return Decision::Passed };
        let mut found = Vec::new();
        for script in facts.running().filter(|script| !is_library(script)) {
            for (path, place) in &script.paths {
                let gone = version.gone.iter().find(|(name, _)| {
                    path == name || path.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
                });
                // A game that keeps things of its own in `game` has no instance of the library there.
                let own = path.starts_with("game.") && !holds_game(facts);
                if let Some((name, instead)) = gone.filter(|_| !own) {
                    let what = format!("{} has no {name}.", version.library);
                    found.push(defect(CHECK.id, place, what, format!("Use {instead}.")));
                }
            }
        }
        found.truncate(5);
        Decision::of(found)
    },
};

fn loads(facts: &Facts, version: &Version) -> bool {
    let addresses = facts
        .page
        .iter()
        .flat_map(|page| &page.tags)
        .filter(|tag| tag.name == "script")
        .filter_map(|tag| tag.attribute("src"))
        .map(str::to_ascii_lowercase);
    let name = version.library.split(' ').next().unwrap_or_default().to_ascii_lowercase();
    let named = addresses.into_iter().any(|address| version.marks.iter().any(|mark| address.contains(mark)));
    named
        || facts.running().any(|script| {
            script
                .library
                .as_ref()
                .is_some_and(|said| said.contains(&name) && version.marks.iter().any(|mark| said.contains(mark)))
        })
}

fn is_library(script: &crate::source::ScriptFacts) -> bool {
    script.library.is_some()
}

/// Whether `game` is what `new Phaser.Game(…)` makes.
fn holds_game(facts: &Facts) -> bool {
    facts.running().any(|script| {
        script.names.iter().any(|name| name == "game")
            && script.members.iter().any(|used| used.property == "Game" && used.how == crate::source::Use::New)
    })
}
