use crate::{game::GameFolder, source};

/// What the page and the game in it may do: run their own scripts and styles, show pictures and play sounds
/// they bring along, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; \
                      media-src data: blob:; font-src data:; frame-src 'none'; form-action 'none'; base-uri 'none'";

/// Runs in the frame before the game: WebRTC is the one channel that no policy closes.
const GUARD: &str = "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport']) \
                     { try { Object.defineProperty(window, name, { value: undefined }); } catch (_) { /* already gone */ } }";

/// Keeps the focus in the frame, where the game listens for keys.
const FOCUS: &str = "const frame = document.querySelector('iframe');\n\
    const give = () => { frame.focus(); if (frame.contentWindow) frame.contentWindow.focus(); };\n\
    frame.addEventListener('load', give);\n\
    addEventListener('focus', give);\n\
    addEventListener('pageshow', give);\n\
    addEventListener('pointerdown', give);\n\
    document.addEventListener('visibilitychange', () => { if (!document.hidden) give(); });\n\
    give();";

/// The game in one file to open and share: the three files in a sandboxed frame of a page with a strict
/// policy. None when the folder has no index.html.
///
/// The policy of the page also holds in the frame, whose document is part of the page. A scenario test opens it
/// from disk and hears no request; that no WebRTC packet leaves is up to the guard and not tested.
pub fn play_html(folder: &GameFolder) -> Option<String> {
    let (document, title) = source::single_file(folder)?;
    let document = without_doctype(&document);
    let inner = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\
         <script>{GUARD}</script>\n{document}"
    );
    let title = if title.is_empty() { "Game" } else { &title };
    Some(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n<title>{title}</title>\n\
         <style>html, body {{ margin: 0; height: 100%; overflow: hidden; background: #000; }}\n\
         iframe {{ display: block; width: 100%; height: 100%; border: 0; }}</style>\n</head>\n<body>\n\
         <iframe sandbox=\"allow-scripts\" allow=\"fullscreen; gamepad; autoplay\" title=\"{title}\" srcdoc=\"{inner}\"></iframe>\n\
         <script>{FOCUS}</script>\n</body>\n</html>\n",
        title = escape(title),
        inner = escape(&inner),
    ))
}

/// Text as an HTML attribute or as the text of an element.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + text.len() / 8);
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

fn without_doctype(page: &str) -> &str {
    let page = page.trim_start();
    let declared = page.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype"));
    if declared { page.find('>').map_or(page, |end| &page[end + 1..]) } else { page }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_cannot_break_out_of_its_attribute_and_keeps_its_bytes() {
        let page = "<!DOCTYPE html><html lang=\"de\"><title>\"Käse\" & 'Brot'</title><script src=game.js></script>";
        let folder = GameFolder {
            files: [
                ("index.html".to_owned(), page.as_bytes().to_vec()),
                ("game.js".to_owned(), b"const a = \"\\\"></iframe>\" && '&amp;';".to_vec()),
            ]
            .into(),
        };
        let whole = play_html(&folder).unwrap();
        assert!(whole.contains("<title>&quot;Käse&quot; &amp; &#39;Brot&#39;</title>"), "{whole}");
        assert_eq!(whole.matches("</iframe>").count(), 1);
        let start = whole.find("srcdoc=\"").unwrap() + 8;
        let inner = &whole[start..start + whole[start..].find('"').unwrap()];
        let inner = inner
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#39;", "'")
            .replace("&amp;", "&");
        assert!(inner.contains("const a = \"\\\"></iframe>\" && '&amp;';"), "{inner}");
        assert!(inner.contains("<html lang=\"de\">"));
        assert_eq!(inner.matches("DOCTYPE").count(), 1);
        assert_eq!(play_html(&GameFolder::default()), None);
    }
}
