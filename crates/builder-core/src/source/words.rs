//! Names that browsers know, and words by which people call keys.

/// Names every page has without declaring them. Longer than it needs to be: a name missing here would accuse.
const NAMES: &str = "undefined NaN Infinity globalThis window self document navigator location history screen top parent \
frames opener length name status closed origin event arguments console alert confirm prompt print open close stop focus blur \
postMessage requestAnimationFrame cancelAnimationFrame requestIdleCallback cancelIdleCallback setTimeout clearTimeout \
setInterval clearInterval queueMicrotask structuredClone fetch atob btoa matchMedia getComputedStyle getSelection \
scroll scrollTo scrollBy moveTo moveBy resizeTo resizeBy find reportError createImageBitmap performance crypto caches \
indexedDB localStorage sessionStorage cookieStore customElements visualViewport speechSynthesis external chrome \
innerWidth innerHeight outerWidth outerHeight devicePixelRatio pageXOffset pageYOffset scrollX scrollY screenX screenY \
screenLeft screenTop isSecureContext crossOriginIsolated trustedTypes navigation launchQueue scheduler locationbar menubar \
personalbar scrollbars statusbar toolbar frameElement clientInformation styleMedia defaultStatus \
addEventListener removeEventListener dispatchEvent eval isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent \
encodeURI encodeURIComponent escape unescape Object Function Boolean Symbol Error AggregateError EvalError RangeError \
ReferenceError SyntaxError TypeError URIError SuppressedError Number BigInt Math Date String RegExp Array Int8Array Uint8Array \
Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array \
Float64Array Map Set WeakMap WeakSet WeakRef FinalizationRegistry ArrayBuffer SharedArrayBuffer DataView Atomics JSON \
Iterator Promise Reflect Proxy Intl WebAssembly Temporal DisposableStack AsyncDisposableStack require module exports define \
process global AudioContext webkitAudioContext OfflineAudioContext Audio Image Option Path2D OffscreenCanvas ImageData \
ImageBitmap CanvasRenderingContext2D CanvasGradient CanvasPattern WebGLRenderingContext WebGL2RenderingContext DOMMatrix \
DOMPoint DOMRect DOMQuad DOMParser XMLSerializer XMLHttpRequest FormData Headers Request Response URL URLSearchParams Blob \
File FileReader FileList WebSocket EventSource Worker SharedWorker MessageChannel MessagePort BroadcastChannel \
RTCPeerConnection AbortController AbortSignal TextEncoder TextDecoder ReadableStream WritableStream TransformStream \
CompressionStream DecompressionStream Event CustomEvent KeyboardEvent MouseEvent PointerEvent TouchEvent Touch TouchList \
WheelEvent FocusEvent InputEvent UIEvent DragEvent ClipboardEvent CompositionEvent ErrorEvent MessageEvent ProgressEvent \
PromiseRejectionEvent PopStateEvent HashChangeEvent StorageEvent PageTransitionEvent AnimationEvent TransitionEvent \
GamepadEvent DeviceMotionEvent DeviceOrientationEvent SubmitEvent ToggleEvent EventTarget Node NodeList Element Document \
DocumentFragment ShadowRoot Text Comment Attr Range Selection TreeWalker NodeFilter NodeIterator HTMLElement HTMLDivElement \
HTMLCanvasElement HTMLImageElement HTMLVideoElement HTMLAudioElement HTMLMediaElement HTMLButtonElement HTMLInputElement \
HTMLFormElement HTMLAnchorElement HTMLSpanElement HTMLParagraphElement HTMLSelectElement HTMLTextAreaElement \
HTMLTemplateElement HTMLCollection HTMLDocument HTMLBodyElement HTMLScriptElement HTMLStyleElement HTMLLinkElement \
SVGElement SVGSVGElement Window Screen History Location Navigator Storage CSS CSSStyleSheet StyleSheet MutationObserver \
IntersectionObserver ResizeObserver PerformanceObserver Animation KeyframeEffect DocumentTimeline FontFace FontFaceSet \
MediaQueryList MediaStream MediaRecorder MediaSource AudioBuffer AudioNode AudioParam AudioWorkletNode AudioBufferSourceNode \
GainNode OscillatorNode BiquadFilterNode AnalyserNode PannerNode StereoPannerNode DelayNode ConvolverNode WaveShaperNode \
DynamicsCompressorNode ChannelMergerNode ChannelSplitterNode ConstantSourceNode PeriodicWave BaseAudioContext \
SpeechSynthesisUtterance SpeechRecognition webkitSpeechRecognition Notification ServiceWorker Gamepad GamepadButton Crypto \
CryptoKey SubtleCrypto DOMException DOMTokenList DOMStringMap NamedNodeMap Lock LockManager VideoFrame VideoEncoder \
webkitRequestAnimationFrame mozRequestAnimationFrame oRequestAnimationFrame msRequestAnimationFrame webkitURL \
webkitCancelAnimationFrame mozCancelAnimationFrame ActiveXObject InstallTrigger opera orientation onload onerror onresize \
onkeydown onkeyup onkeypress onclick onmousedown onmouseup onmousemove onblur onfocus onmessage onunload onbeforeunload \
ontouchstart ontouchmove ontouchend onpointerdown onpointerup onpointermove onscroll onhashchange onpopstate ongamepadconnected";

/// Whether every page has that name without declaring it.
pub fn is_browser_name(name: &str) -> bool {
    NAMES.split_ascii_whitespace().any(|known| known == name)
}

/// The codes of the keys that a sentence such as "arrow keys or WASD, Space jumps" names, and pointer words as
/// `Click` and `Touch`.
pub fn key_codes_in(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let mut found: Vec<String> = Vec::new();
    let mut add = |code: &str| {
        if !found.iter().any(|known| known == code) {
            found.push(code.to_owned());
        }
    };
    for (sign, code) in [("←", "ArrowLeft"), ("→", "ArrowRight"), ("↑", "ArrowUp"), ("↓", "ArrowDown")] {
        if lower.contains(sign) {
            add(code);
        }
    }
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let original: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let near_arrow = |at: usize| {
        words
            .iter()
            .skip(at.saturating_sub(4))
            .take(9)
            .any(|word| matches!(*word, "arrow" | "arrows" | "pfeil" | "pfeiltasten"))
    };
    for (at, word) in words.iter().enumerate() {
        match *word {
            "space" | "spacebar" | "leertaste" => add("Space"),
            "enter" | "return" | "eingabe" => add("Enter"),
            "esc" | "escape" => add("Escape"),
            "tab" if words.get(at + 1) == Some(&"key") => add("Tab"),
            "shift" => add("ShiftLeft"),
            "arrowleft" => add("ArrowLeft"),
            "arrowright" => add("ArrowRight"),
            "arrowup" => add("ArrowUp"),
            "arrowdown" => add("ArrowDown"),
            "left" if near_arrow(at) => add("ArrowLeft"),
            "right" if near_arrow(at) => add("ArrowRight"),
            "up" if near_arrow(at) => add("ArrowUp"),
            "down" if near_arrow(at) => add("ArrowDown"),
            "arrows"
                if ["left", "right", "up", "down"]
                    .iter()
                    .any(|side| words.iter().skip(at.saturating_sub(4)).take(5).any(|word| word == side)) => {}
            "arrows" | "pfeiltasten" | "cursor" => {
                ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].into_iter().for_each(&mut add);
            }
            "arrow" if matches!(words.get(at + 1), Some(&"keys" | &"key")) => {
                let sides = ["left", "right", "up", "down"];
                if !words.iter().skip(at.saturating_sub(4)).take(9).any(|near| sides.contains(near)) {
                    ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].into_iter().for_each(&mut add);
                }
            }
            "wasd" => ["KeyW", "KeyA", "KeyS", "KeyD"].into_iter().for_each(&mut add),
            "click" | "clicks" | "clicking" | "mouse" | "klick" | "button" => add("Click"),
            "tap" | "taps" | "touch" | "tippen" | "finger" | "swipe" => add("Touch"),
            other => {
                if let Some(letter) = other.strip_prefix("key").filter(|letter| letter.len() == 1) {
                    add(&format!("Key{}", letter.to_uppercase()));
                } else if let Some(code) = single_key(&original, at) {
                    add(&code);
                }
            }
        }
    }
    found
}

/// A capital letter or digit standing alone where a key is meant: "P: pause", "press R", "W A S D", "A/D".
fn single_key(words: &[&str], at: usize) -> Option<String> {
    let word = words.get(at)?;
    let mut characters = word.chars();
    let (Some(letter), None) = (characters.next(), characters.next()) else { return None };
    if !letter.is_ascii_uppercase() || matches!(letter, 'I') {
        return None;
    }
    // "A" begins many a sentence; beside another single letter or a key word it is a key.
    let single =
        |word: Option<&&str>| word.is_some_and(|word| word.len() == 1 && word.chars().all(|c| c.is_ascii_uppercase()));
    let before = at.checked_sub(1).and_then(|at| words.get(at));
    let after = words.get(at + 1);
    let cue = |word: Option<&&str>| {
        word.is_some_and(|word| {
            matches!(
                word.to_lowercase().as_str(),
                "press" | "key" | "keys" | "or" | "and" | "with" | "pause" | "mute" | "restart" | "hit"
            )
        })
    };
    if letter == 'A' && !(single(before) || single(after)) {
        return (cue(before) && cue(after)).then(|| "KeyA".to_owned());
    }
    (single(before) || single(after) || cue(before) || cue(after)).then(|| format!("Key{letter}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_name_keys() {
        assert_eq!(key_codes_in("Space or tap"), ["Space", "Touch"]);
        assert_eq!(key_codes_in("Left / Right arrows: walk"), ["ArrowLeft", "ArrowRight"]);
        assert_eq!(key_codes_in("W A S D, pause with P"), ["KeyW", "KeyA", "KeyS", "KeyD", "KeyP"]);
        assert_eq!(key_codes_in("Press Enter to start"), ["Enter"]);
        assert_eq!(key_codes_in("A decoy (red) costs two"), Vec::<String>::new());
        assert_eq!(key_codes_in("Start button"), ["Click"]);
        assert_eq!(key_codes_in("ArrowLeft"), ["ArrowLeft"]);
        assert_eq!(key_codes_in("KeyP"), ["KeyP"]);
        assert_eq!(key_codes_in("← → or A/D"), ["ArrowLeft", "ArrowRight", "KeyA", "KeyD"]);
    }
}
