//! The kinds of attack that a game may try, as far as they are known: which layer stops each, by which code it is
//! reported, and under what condition something that looks like it is allowed. A table to read, to print and to test.

/// What stops an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// The reading of page and styles.
    Page,
    /// The reading of scripts.
    Script,
    /// The sandbox of the frame that a game is shown in.
    Sandbox,
    /// The page around that frame.
    Parent,
    /// The walls of the browser that plays it: interception, flags, dialogs answered.
    Walls,
    /// Limits of time and memory.
    Watchdog,
}

/// A kind of attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attack {
    /// Its number.
    pub number: u16,
    /// What it is.
    pub name: &'static str,
    /// The layer that stops it first.
    pub layer: Layer,
    /// The code it is reported by; empty where nothing is reported because it cannot do anything.
    pub code: &'static str,
    /// What is allowed though it looks like it; empty where nothing is.
    pub allowed: &'static str,
}

const fn row(number: u16, name: &'static str, layer: Layer, code: &'static str, allowed: &'static str) -> Attack {
    Attack { number, name, layer, code, allowed }
}

use Layer::{Page, Parent, Sandbox, Script, Walls, Watchdog};

const NET: &str = "network-access";
const CODE: &str = "code-injection";
const NAV: &str = "navigation";
const EXT: &str = "external-dependency";
const BACK: &str = "background-code";
const HIDE: &str = "obfuscated-access";
const ASK: &str = "permission-request";

/// All of them.
pub const ATTACKS: &[Attack] = &[
    row(1, "fetch", Script, NET, "a function of the game with that name"),
    row(2, "fetch with keepalive", Script, NET, "a function of the game with that name"),
    row(3, "XMLHttpRequest", Script, NET, ""),
    row(4, "WebSocket", Script, NET, ""),
    row(5, "WebSocketStream", Script, NET, ""),
    row(6, "EventSource", Script, NET, ""),
    row(7, "sendBeacon", Script, NET, ""),
    row(8, "WebTransport", Script, NET, ""),
    row(9, "RTCPeerConnection over UDP", Script, NET, ""),
    row(10, "RTCPeerConnection over TURN", Script, NET, ""),
    row(11, "a STUN host name that carries data", Script, NET, ""),
    row(12, "fetchLater", Script, NET, ""),
    row(13, "background fetch, sync and push", Script, BACK, ""),
    row(14, "federated credentials", Script, ASK, ""),
    row(15, "payment and other interfaces that fetch", Script, ASK, ""),
    row(16, "Cache.add", Script, "storage-access", ""),
    row(17, "reports to an address", Page, EXT, ""),
    row(
        18,
        "the address of an image made by script",
        Script,
        NET,
        "pictures of the game's own folder and data: addresses",
    ),
    row(19, "srcset and picture", Page, EXT, "addresses inside the folder"),
    row(20, "audio, video, source, track, poster", Page, EXT, "addresses inside the folder"),
    row(21, "a script of another host", Page, EXT, "addresses inside the folder"),
    row(22, "import of a module by address", Script, EXT, "modules of the folder"),
    row(23, "an import map that points out", Page, EXT, "a map to the folder"),
    row(24, "dynamic import()", Script, CODE, ""),
    row(25, "link to a style, preload, icon, manifest", Page, EXT, "addresses inside the folder"),
    row(26, "dns-prefetch and preconnect", Page, EXT, ""),
    row(27, "speculation rules", Page, EXT, ""),
    row(28, "object and embed", Page, EXT, "addresses inside the folder"),
    row(29, "an iframe of another host", Page, EXT, ""),
    row(30, "an iframe with a page of its own", Page, EXT, ""),
    row(31, "an empty frame for its fresh window", Script, NET, ""),
    row(32, "fencedframe and portal", Script, NET, ""),
    row(33, "image, use and filters of SVG", Page, EXT, "references by #fragment"),
    row(34, "attributes of old HTML that load", Page, EXT, "addresses inside the folder"),
    row(35, "base", Page, EXT, ""),
    row(36, "XSLT", Script, NET, ""),
    row(37, "worklets", Script, BACK, ""),
    row(38, "FontFace", Script, NET, "a font of the folder"),
    row(39, "url() in a style", Page, EXT, "addresses inside the folder, data: and #fragment"),
    row(40, "@import and @font-face", Page, EXT, "addresses inside the folder"),
    row(41, "image-set and its like", Page, EXT, "addresses inside the folder"),
    row(42, "url() in custom properties and behind escapes", Page, EXT, ""),
    row(43, "selectors by value that ping", Page, EXT, ""),
    row(44, "unicode-range that pings", Page, EXT, ""),
    row(45, "code in styles of old browsers", Page, "", "it does nothing in any browser of today"),
    row(46, "a style set by script that loads", Script, NET, "colours, gradients, sizes"),
    row(47, "location", Script, NAV, "reload(), #fragment, reading it"),
    row(48, "navigation.navigate", Script, NAV, ""),
    row(49, "window.open into itself", Script, NAV, "a method of the game called open"),
    row(50, "window.open as a popup", Script, NAV, "a method of the game called open"),
    row(51, "a link that the script clicks", Script, NAV, "links that the player clicks"),
    row(52, "a link with download that the script clicks", Script, NAV, ""),
    row(53, "ping of a link", Page, EXT, ""),
    row(54, "refresh of the page", Page, NAV, ""),
    row(55, "forms that send", Page, NAV, "a form without an address, handled by the game"),
    row(56, "top and parent", Script, NAV, "comparing window with them"),
    row(57, "frame and frameset", Page, NAV, ""),
    row(58, "javascript: as an address", Script, CODE, "javascript:void(0)"),
    row(59, "addresses of other programs", Script, NAV, ""),
    row(60, "history and #fragment as a channel", Parent, "", "the page around it does not listen"),
    row(61, "opener", Script, NAV, ""),
    row(62, "the referrer", Parent, "", "the game's page sends none"),
    row(63, "eval", Script, CODE, "a method of the game called evaluate"),
    row(64, "Function", Script, CODE, "instanceof Function, Function.prototype"),
    row(65, "constructors of async and generator functions", Script, CODE, ""),
    row(66, "constructor.constructor", Script, CODE, "obj.constructor.name, this.constructor"),
    row(67, "a text for a timer", Script, CODE, "a function for a timer"),
    row(68, "event attributes set to text", Script, CODE, "attributes written in the page, whose code is read"),
    row(69, "HTML from text", Script, "dom-injection", "constant text, emptying"),
    row(70, "a script element with text", Script, CODE, ""),
    row(71, "javascript: links", Page, CODE, "javascript:void(0)"),
    row(72, "a script from a Blob", Script, CODE, ""),
    row(73, "a worker from a data: address", Script, BACK, ""),
    row(74, "WebAssembly", Script, BACK, ""),
    row(75, "importScripts", Script, NET, ""),
    row(76, "workers of every kind", Script, BACK, ""),
    row(77, "another realm", Script, CODE, ""),
    row(78, "a computed name on the window", Script, HIDE, "names of which a known part rules every power out"),
    row(79, "other names of the window", Script, NET, ""),
    row(80, "taking members out of the window", Script, NET, "taking them out of objects of the game"),
    row(81, "reflection on the window", Script, HIDE, "reflection on objects of the game"),
    row(82, "with (window)", Script, HIDE, ""),
    row(83, "decoded names", Script, HIDE, "decoded texts that are not used as names"),
    row(84, "escapes in names and texts", Script, NET, ""),
    row(85, "templates and tagged templates", Script, HIDE, "templates as texts"),
    row(86, "comments and line ends inside code", Script, NET, "the words in comments"),
    row(87, "names that getters and proxies yield late", Script, HIDE, ""),
    row(88, "names made of what happens in play", Script, HIDE, ""),
    row(89, "names taken from the page", Script, HIDE, ""),
    row(90, "code made of brackets and signs", Script, CODE, ""),
    row(91, "code that confuses patterns", Script, NET, "the words in texts and regular expressions"),
    row(92, "call, apply, bind and optional calls", Script, NET, ""),
    row(93, "changed prototypes of the language", Walls, "harness-tampering", "the judge runs in a world of its own"),
    row(94, "code in other files and places", Script, NET, ""),
    row(95, "endless work", Watchdog, "infinite-loop-in-play", ""),
    row(96, "endless memory", Watchdog, "resource-bomb", ""),
    row(97, "dialogs and requests", Script, "blocking-dialog", "a method of the game called alert"),
    row(98, "a success that is only claimed", Script, "harness-tampering", ""),
    row(99, "messages to the page around", Script, NAV, ""),
    row(100, "other addresses of this machine", Walls, NET, ""),
    row(101, "storage shared between games", Script, "storage-access", "an object of the game called storage"),
    row(102, "keys, passwords, words for the tools that read", Script, "deceptive-content", "names of keyboard keys"),
];

/// Layers for which nothing is read: they live with the page that shows a game and the browser that plays it.
pub const fn is_read(layer: Layer) -> bool {
    !matches!(layer, Sandbox | Parent | Walls | Watchdog)
}

#[cfg(test)]
mod tests;
