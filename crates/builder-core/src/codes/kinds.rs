use crate::game::Severity;

/// The part of a game that a kind of defect is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    /// The page and its scripts.
    Loading,
    /// Keys, pointer, touch.
    Control,
    /// Score, end, restart and what happens between.
    Rules,
    /// Clock, frames, growth.
    Time,
    /// What could hurt the person who opens it.
    Safety,
    /// What it looks like.
    Presentation,
    /// What the plan promises.
    Plan,
}

impl Group {
    /// Its heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Loading => "Loading",
            Self::Control => "Control",
            Self::Rules => "Rules",
            Self::Time => "Time and resources",
            Self::Safety => "Safety",
            Self::Presentation => "Presentation",
            Self::Plan => "The plan",
        }
    }
}

/// Where a kind can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seen {
    /// From the source.
    Source,
    /// By running the game.
    Run,
    /// The source raises a suspicion that a run confirms.
    SourceAndRun,
}

impl Seen {
    /// In words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Source => "from the source",
            Self::Run => "by playing",
            Self::SourceAndRun => "from the source, confirmed by playing",
        }
    }
}

/// A kind of defect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Its code.
    pub id: &'static str,
    /// The part of a game it is about.
    pub group: Group,
    /// What it usually weighs; a finding may weigh less.
    pub severity: Severity,
    /// Where it can be decided.
    pub seen: Seen,
    /// What the player meets.
    pub meaning: &'static str,
}

/// The kind of that code.
pub fn kind(id: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.id == id)
}

const fn row(group: Group, id: &'static str, severity: Severity, seen: Seen, meaning: &'static str) -> Kind {
    Kind { id, group, severity, seen, meaning }
}

/// All kinds, in the order reports list them.
pub const KINDS: &[Kind] = &[
    row(
        Group::Loading,
        "entry-missing",
        Severity::Blocker,
        Seen::Source,
        "there is no index.html, or a game file is empty",
    ),
    row(Group::Loading, "encoding-invalid", Severity::Blocker, Seen::Source, "a file is not valid UTF-8 text"),
    row(
        Group::Loading,
        "input-too-large",
        Severity::Blocker,
        Seen::Source,
        "a file beyond the size limit; it was not read",
    ),
    row(
        Group::Loading,
        "input-too-deep",
        Severity::Blocker,
        Seen::Source,
        "nesting beyond the limit; it was not parsed",
    ),
    row(
        Group::Loading,
        "html-structure",
        Severity::Warning,
        Seen::Source,
        "no doctype, or neither canvas nor any element to play on",
    ),
    row(
        Group::Loading,
        "css-broken",
        Severity::Warning,
        Seen::Source,
        "style.css does not parse as meant (unmatched braces, cut off)",
    ),
    row(Group::Loading, "syntax-error", Severity::Blocker, Seen::Source, "the script does not parse; nothing happens"),
    row(
        Group::Loading,
        "script-not-linked",
        Severity::Blocker,
        Seen::Source,
        "index.html never loads the game's script, or names a script that was not delivered (also when only the letter case differs)",
    ),
    row(
        Group::Loading,
        "stylesheet-not-linked",
        Severity::Warning,
        Seen::Source,
        "style.css exists but is neither linked nor imported, or the link names another file",
    ),
    row(
        Group::Loading,
        "script-before-dom",
        Severity::Blocker,
        Seen::SourceAndRun,
        "script in the head without defer touches elements that do not exist yet",
    ),
    row(
        Group::Loading,
        "dom-id-mismatch",
        Severity::Blocker,
        Seen::SourceAndRun,
        "the script looks up an id or selector that the page does not have, and then uses it",
    ),
    row(
        Group::Loading,
        "undefined-reference",
        Severity::Blocker,
        Seen::SourceAndRun,
        "a name that exists nowhere is used, at load or later on a path play reaches (element ids are names in a page; so are globals of earlier scripts)",
    ),
    row(
        Group::Loading,
        "redeclared-name",
        Severity::Blocker,
        Seen::SourceAndRun,
        "two classic scripts declare one name and let/const/class is among them: the second script dies whole (var or function twice is legal); warning when play does not need it",
    ),
    row(
        Group::Loading,
        "library-mismatch",
        Severity::Blocker,
        Seen::SourceAndRun,
        "calls that the loaded version of a library does not have (Phaser 2 calls on Phaser 3, a misspelt method)",
    ),
    row(
        Group::Loading,
        "elided-code",
        Severity::Blocker,
        Seen::Source,
        "parts of the script were left out though it still parses (`// rest unchanged`, empty bodies where the plan wants a rule); if it no longer parses it is `syntax-error`; methods left empty as hooks are fine",
    ),
    row(
        Group::Loading,
        "const-reassigned",
        Severity::Blocker,
        Seen::SourceAndRun,
        "assignment to a const throws when play reaches it",
    ),
    row(
        Group::Loading,
        "temporal-dead-zone",
        Severity::Blocker,
        Seen::SourceAndRun,
        "a let/const/class is used before its declaration ran",
    ),
    row(Group::Loading, "infinite-loop-at-load", Severity::Blocker, Seen::SourceAndRun, "the page hangs while loading"),
    row(
        Group::Loading,
        "infinite-loop-in-play",
        Severity::Blocker,
        Seen::SourceAndRun,
        "the page hangs later (rejection sampling that cannot succeed, `while` without progress)",
    ),
    row(
        Group::Loading,
        "uncaught-error-in-loop",
        Severity::Blocker,
        Seen::Run,
        "an exception in a frame ends the loop: the picture freezes",
    ),
    row(
        Group::Loading,
        "uncaught-error",
        Severity::Warning,
        Seen::Run,
        "an exception is thrown and frames or timers keep running; if the loop stops it is `uncaught-error-in-loop`",
    ),
    row(Group::Loading, "unhandled-rejection", Severity::Warning, Seen::Run, "a promise rejects and nobody handles it"),
    row(
        Group::Loading,
        "audio-before-gesture",
        Severity::Warning,
        Seen::SourceAndRun,
        "sound starts before a user gesture and is refused; blocker when play waits for it",
    ),
    row(
        Group::Loading,
        "asset-missing",
        Severity::Blocker,
        Seen::SourceAndRun,
        "a file other than script or stylesheet is referenced and was not delivered; warning when play does not suffer (a favicon is nothing)",
    ),
    row(
        Group::Loading,
        "module-script-on-file-url",
        Severity::Blocker,
        Seen::Source,
        "`type=module` (or import) so the page does not run when opened from disk",
    ),
    row(
        Group::Loading,
        "external-dependency",
        Severity::Blocker,
        Seen::Source,
        "a script, style, font or picture from another host (profile play: a warning, except a script whose globals the game uses)",
    ),
    row(Group::Loading, "blank-canvas", Severity::Blocker, Seen::Run, "nothing is ever drawn"),
    row(
        Group::Loading,
        "canvas-hidden",
        Severity::Blocker,
        Seen::SourceAndRun,
        "the canvas that play draws on has no size, or CSS hides it or moves it out of view",
    ),
    row(
        Group::Loading,
        "overlay-blocks-input",
        Severity::Blocker,
        Seen::Run,
        "an element lies over the game and takes the clicks that the game needs",
    ),
    row(
        Group::Control,
        "no-game-loop",
        Severity::Blocker,
        Seen::Source,
        "a game that must go on by itself has nothing that repeats: frame loop, timer, CSS animation or a library's loop; booked once and never again counts as none (turn-based games that redraw on input are fine)",
    ),
    row(
        Group::Control,
        "no-input-handler",
        Severity::Blocker,
        Seen::Source,
        "no listener for keys, pointer or touch is ever attached: `on…` properties and attributes, links, forms, library input and gamepad polling count as input; code that would attach one but is never called does not; with a library we do not know it is only a suspicion",
    ),
    row(
        Group::Control,
        "input-has-no-effect",
        Severity::Blocker,
        Seen::Run,
        "a promised control changes nothing in any state reached (sound, storage and pause count as effects)",
    ),
    row(
        Group::Control,
        "wrong-key-name",
        Severity::Blocker,
        Seen::Source,
        "compares `key`/`code`/`keyCode` with a value no browser sends (`'Left'` for `code`, `'left'`, `'Spacebar'` only), for start, move, act or restart, and nothing else is bound to it; else warning",
    ),
    row(
        Group::Control,
        "key-listener-unfocusable",
        Severity::Blocker,
        Seen::SourceAndRun,
        "key listener on an element that cannot have focus",
    ),
    row(
        Group::Control,
        "start-unreachable",
        Severity::Blocker,
        Seen::Run,
        "the start screen cannot be left with what it tells the player to press; if it tells nothing and some key or click starts it, that is `no-instructions` only",
    ),
    row(
        Group::Control,
        "pointer-offset",
        Severity::Blocker,
        Seen::SourceAndRun,
        "clicks land elsewhere: page coordinates used as canvas coordinates, or CSS scale ignored",
    ),
    row(
        Group::Control,
        "touch-unsupported",
        Severity::Warning,
        Seen::SourceAndRun,
        "the brief or the page promises touch and there is none (plain clicks serve touch); blocker when the brief asks for it",
    ),
    row(
        Group::Control,
        "page-scrolls-on-keys",
        Severity::Warning,
        Seen::Run,
        "arrows or space scroll the page while playing (only where the page can scroll at 1280x720 or in a smaller frame)",
    ),
    row(
        Group::Control,
        "keys-stuck-after-blur",
        Severity::Warning,
        Seen::Run,
        "a key held while the window loses focus stays held (nearly every hobby game has it: never a blocker)",
    ),
    row(
        Group::Control,
        "case-sensitive-keys",
        Severity::Warning,
        Seen::SourceAndRun,
        "controls die with Caps Lock or Shift, and no other key does the same",
    ),
    row(
        Group::Control,
        "focused-button-retrigger",
        Severity::Warning,
        Seen::Run,
        "after a click on a button, space or enter presses it again during play",
    ),
    row(
        Group::Control,
        "key-repeat",
        Severity::Warning,
        Seen::SourceAndRun,
        "holding a key toggles or fires by keyboard repeat where one press is meant",
    ),
    row(
        Group::Control,
        "duplicate-listeners",
        Severity::Blocker,
        Seen::SourceAndRun,
        "listeners are added again on every frame or restart, so one press acts several times (adding the same function again is harmless)",
    ),
    row(Group::Rules, "score-never-changes", Severity::Blocker, Seen::Run, "a shown score cannot change"),
    row(
        Group::Rules,
        "hud-stale",
        Severity::Blocker,
        Seen::SourceAndRun,
        "the score or lives change but the display does not",
    ),
    row(
        Group::Rules,
        "collision-never",
        Severity::Blocker,
        Seen::SourceAndRun,
        "things that must touch pass through each other for ever",
    ),
    row(
        Group::Rules,
        "instant-game-over",
        Severity::Blocker,
        Seen::Run,
        "the game ends within a second of the start, whatever is pressed",
    ),
    row(
        Group::Rules,
        "game-over-unreachable",
        Severity::Blocker,
        Seen::SourceAndRun,
        "a losing condition is promised and cannot happen",
    ),
    row(
        Group::Rules,
        "play-continues-after-game-over",
        Severity::Blocker,
        Seen::Run,
        "after the end score, lives or timer still change, or a second end comes (scenery may move on)",
    ),
    row(
        Group::Rules,
        "restart-missing",
        Severity::Blocker,
        Seen::SourceAndRun,
        "after the end there is no way to play again (reloading by the game's own button or key counts as a way)",
    ),
    row(
        Group::Rules,
        "restart-incomplete",
        Severity::Blocker,
        Seen::Run,
        "score, lives, enemies or speed are carried into the next game (best score, settings, bought upgrades and another random level are fine)",
    ),
    row(
        Group::Rules,
        "restart-double-loop",
        Severity::Blocker,
        Seen::SourceAndRun,
        "after an end and a restart the game runs faster (a second loop or timer); decided by effect: two loops that share one delta time are harmless",
    ),
    row(Group::Rules, "win-unreachable", Severity::Blocker, Seen::SourceAndRun, "a win is promised and cannot happen"),
    row(
        Group::Rules,
        "level-never-advances",
        Severity::Blocker,
        Seen::Run,
        "levels are promised and the first never ends",
    ),
    row(
        Group::Rules,
        "timer-never-ends",
        Severity::Blocker,
        Seen::SourceAndRun,
        "a countdown passes zero or never runs",
    ),
    row(
        Group::Rules,
        "player-leaves-world",
        Severity::Blocker,
        Seen::Run,
        "the player can get fully out of view and stays there: no death, wrap or return within 2 s and the opposite key does not bring it back; info when it does",
    ),
    row(
        Group::Rules,
        "player-starts-offscreen",
        Severity::Blocker,
        Seen::Run,
        "the player cannot be seen at the start",
    ),
    row(
        Group::Rules,
        "player-invisible",
        Severity::Blocker,
        Seen::Run,
        "the player is drawn in the colour of what is behind it, or with zero size",
    ),
    row(
        Group::Rules,
        "nan-state",
        Severity::Blocker,
        Seen::SourceAndRun,
        "a position, speed or score becomes NaN or Infinity",
    ),
    row(
        Group::Rules,
        "pause-ineffective",
        Severity::Blocker,
        Seen::Run,
        "pause is offered and the game goes on, or it cannot be resumed",
    ),
    row(
        Group::Rules,
        "player-trapped",
        Severity::Blocker,
        Seen::Run,
        "the player is enclosed from the start and cannot get anywhere",
    ),
    row(Group::Rules, "ball-stuck", Severity::Blocker, Seen::Run, "the moving object is trapped and play cannot go on"),
    row(
        Group::Rules,
        "unreachable-pickup",
        Severity::Blocker,
        Seen::SourceAndRun,
        "what must be collected appears where it cannot be reached (off grid, outside, inside a wall)",
    ),
    row(
        Group::Rules,
        "infinite-jump",
        Severity::Warning,
        Seen::SourceAndRun,
        "the player can jump again and again in the air though the plan does not say so",
    ),
    row(Group::Rules, "double-hit", Severity::Warning, Seen::Run, "one contact counts on several frames"),
    row(
        Group::Rules,
        "unsolvable-level",
        Severity::Warning,
        Seen::Run,
        "a generated board or level that cannot be solved",
    ),
    row(
        Group::Rules,
        "self-reversal",
        Severity::Warning,
        Seen::SourceAndRun,
        "two quick turns in one step kill a snake-like player",
    ),
    row(Group::Time, "frame-rate-dependent", Severity::Warning, Seen::SourceAndRun, "twice as fast on a 120 Hz screen"),
    row(
        Group::Time,
        "time-jump-after-hidden",
        Severity::Warning,
        Seen::Run,
        "after the tab was hidden for 10 s (visibilitychange fired, frames stopped, timers at most once a second, clock gone on) everything jumps; not for games that promise to go on",
    ),
    row(
        Group::Time,
        "tunnelling",
        Severity::Warning,
        Seen::Run,
        "fast objects pass through thin ones at an ordinary frame rate",
    ),
    row(
        Group::Time,
        "timer-stacking",
        Severity::Blocker,
        Seen::SourceAndRun,
        "pressing start again while play runs makes it faster (decided by effect)",
    ),
    row(
        Group::Time,
        "low-frame-rate",
        Severity::Warning,
        Seen::Run,
        "below 15 frames a second at real speed on a machine that draws an empty page at 60",
    ),
    row(
        Group::Time,
        "entity-leak",
        Severity::Warning,
        Seen::SourceAndRun,
        "objects that left the world, or whose life is over, are kept for ever",
    ),
    row(
        Group::Time,
        "spawn-flood",
        Severity::Blocker,
        Seen::Run,
        "within 60 s of play more than 2,000 live objects, or a frame costs eight times what it did in the first second",
    ),
    row(
        Group::Time,
        "unfair-spawn",
        Severity::Warning,
        Seen::Run,
        "danger appears within 0.5 s of contact with the player: at least 3 times and in at least 1 % of at least 100 spawns",
    ),
    row(
        Group::Time,
        "difficulty-runaway",
        Severity::Warning,
        Seen::Run,
        "within 30 s of play something dangerous crosses the view in under 0.4 s",
    ),
    row(
        Group::Safety,
        "network-access",
        Severity::Blocker,
        Seen::SourceAndRun,
        "fetch, XHR, WebSocket, EventSource, beacon, WebRTC, image/CSS/font/prefetch pings, in any disguise",
    ),
    row(
        Group::Safety,
        "code-injection",
        Severity::Blocker,
        Seen::SourceAndRun,
        "eval, Function in any disguise, string timers, `javascript:` URLs, dynamic import",
    ),
    row(
        Group::Safety,
        "storage-access",
        Severity::Warning,
        Seen::SourceAndRun,
        "cookies, local/session storage, IndexedDB, caches; blocker for cookies, or when the game dies where storage is refused",
    ),
    row(
        Group::Safety,
        "dom-injection",
        Severity::Warning,
        Seen::Source,
        "an HTML sink gets a string that is not constant (emptying with '' or a constant is nothing); blocker for document.write, and for data from outside (typed text, address, messages, storage)",
    ),
    row(
        Group::Safety,
        "blocking-dialog",
        Severity::Blocker,
        Seen::SourceAndRun,
        "alert, confirm, prompt (in a sandbox they are silent: the call counts)",
    ),
    row(
        Group::Safety,
        "navigation",
        Severity::Blocker,
        Seen::SourceAndRun,
        "leaves the page, opens windows, submits forms (also to the same page), touches parent/top/opener; `#fragment` links and reloading the same page are allowed",
    ),
    row(
        Group::Safety,
        "background-code",
        Severity::Blocker,
        Seen::Source,
        "service, shared or dedicated workers, WebAssembly from bytes in the source",
    ),
    row(
        Group::Safety,
        "permission-request",
        Severity::Blocker,
        Seen::SourceAndRun,
        "asks for camera, place, clipboard, devices, notifications (full screen, pointer lock and gamepad after a gesture are fine)",
    ),
    row(Group::Safety, "resource-bomb", Severity::Blocker, Seen::Run, "takes memory or processor without bound"),
    row(
        Group::Safety,
        "harness-tampering",
        Severity::Blocker,
        Seen::SourceAndRun,
        "looks for the judge, behaves otherwise under it, or writes to its parts",
    ),
    row(
        Group::Safety,
        "deceptive-content",
        Severity::Blocker,
        Seen::Source,
        "asks for keys or passwords, or addresses the tools that read the code",
    ),
    row(Group::Safety, "embedded-secret", Severity::Blocker, Seen::Source, "something shaped like an API key"),
    row(
        Group::Safety,
        "obfuscated-access",
        Severity::Blocker,
        Seen::Source,
        "a forbidden name assembled at run time (`window['fe'+'tch']`, decoded strings used as names, code or addresses, `constructor.constructor`, …); reported beside the hidden kind where that can be resolved; computed names on the game's own objects are fine",
    ),
    row(
        Group::Presentation,
        "text-unreadable",
        Severity::Warning,
        Seen::Run,
        "text with contrast under 3:1 or smaller than 10 CSS px after scaling",
    ),
    row(
        Group::Presentation,
        "does-not-fit-viewport",
        Severity::Warning,
        Seen::Run,
        "at 1280x720 or on a phone part of the game lies outside",
    ),
    row(
        Group::Presentation,
        "blurry-on-hidpi",
        Severity::Info,
        Seen::Run,
        "the canvas is scaled up on a dense screen (not for `image-rendering: pixelated`)",
    ),
    row(
        Group::Presentation,
        "no-instructions",
        Severity::Warning,
        Seen::SourceAndRun,
        "neither page nor canvas tells how to move or act (telling only how to start is not enough)",
    ),
    row(
        Group::Plan,
        "plan-control-missing",
        Severity::Blocker,
        Seen::SourceAndRun,
        "a control in the plan is not there",
    ),
    row(
        Group::Plan,
        "plan-entity-missing",
        Severity::Warning,
        Seen::SourceAndRun,
        "an entity in the plan does not appear",
    ),
    row(
        Group::Plan,
        "plan-rule-missing",
        Severity::Warning,
        Seen::SourceAndRun,
        "a mechanic, win or lose rule in the plan is not there",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_kebab_case() {
        let ids: HashSet<_> = KINDS.iter().map(|kind| kind.id).collect();
        assert_eq!(ids.len(), KINDS.len());
        assert!(ids.iter().all(|id| id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')));
        assert_eq!(kind("blank-canvas").map(|kind| kind.severity), Some(Severity::Blocker));
        assert_eq!(kind("nothing-of-the-sort"), None);
    }
}
