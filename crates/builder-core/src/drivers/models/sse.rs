//! Server-sent events, as far as model servers use them.

/// The data of each event in a stream, in order. Comments and other fields are passed over; several lines of
/// data in one event are one text.
pub(super) fn events(stream: &str) -> Vec<String> {
    let mut events = Vec::new();
    let mut data: Option<String> = None;
    for line in stream.trim_start_matches('\u{feff}').split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.is_empty() {
            events.extend(data.take());
        } else if let Some(text) = line.strip_prefix("data:") {
            let text = text.strip_prefix(' ').unwrap_or(text);
            match &mut data {
                // Servers that leave out the empty line between events begin a new one with each brace.
                Some(known) if !text.starts_with('{') && text != DONE => {
                    known.push('\n');
                    known.push_str(text);
                }
                known => events.extend(known.replace(text.to_owned())),
            }
        }
    }
    events.extend(data);
    events
}

/// The data of the event that ends a stream.
pub(super) const DONE: &str = "[DONE]";

/// Whether a body is a stream of events, whatever its headers say.
pub(super) fn is_stream(body: &str) -> bool {
    let first = body.trim_start_matches(['\u{feff}', '\r', '\n', ' ']);
    ["data:", "event:", "id:", "retry:", ":"].iter().any(|start| first.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_told_apart_in_every_spelling() {
        let stream = ": PROCESSING\r\n\r\ndata: {\"a\":1}\r\n\r\nevent: x\ndata:{\"b\":\ndata: 2}\n\ndata: [DONE]\n\n";
        assert_eq!(events(stream), ["{\"a\":1}", "{\"b\":\n2}", "[DONE]"]);
        assert_eq!(events("data: {\"a\":1}\ndata: {\"b\":2}\ndata: [DONE]"), ["{\"a\":1}", "{\"b\":2}", "[DONE]"]);
        assert!(is_stream(": OPENROUTER PROCESSING\n\n") && is_stream("\ndata: {}") && !is_stream("{\"data:\": 1}"));
        assert_eq!(events(""), Vec::<String>::new());
    }
}
