//! Watching an answer while it arrives, to know when nothing more is worth waiting for.

use super::sse;

/// Characters that are looked at for a repetition.
const TAIL: usize = 2_400;
/// The shortest piece whose repetition counts, and the longest, in bytes.
const PIECE: std::ops::RangeInclusive<usize> = 8..=400;
/// How much is read between two looks, in bytes.
const LOOK_EVERY: usize = 600;

/// Why reading ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The server said that this is all.
    Done,
    /// The same piece comes again and again.
    Repetition,
}

/// Reads a body along with the wire.
#[derive(Debug, Default)]
pub(super) struct Watch {
    line: Vec<u8>,
    content: String,
    unlooked: usize,
}

impl Watch {
    /// Takes the next bytes of the body.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Option<Stop> {
        for byte in bytes {
            if *byte == b'\n' {
                let line = std::mem::take(&mut self.line);
                if let Some(stop) = self.read_line(&String::from_utf8_lossy(&line)) {
                    return Some(stop);
                }
            } else {
                self.line.push(*byte);
            }
        }
        None
    }

    fn read_line(&mut self, line: &str) -> Option<Stop> {
        let data = line.trim_end().strip_prefix("data:")?.trim_start();
        if data == sse::DONE {
            return Some(Stop::Done);
        }
        let chunk: serde_json::Value = serde_json::from_str(data).ok()?;
        let delta = chunk.get("choices")?.get(0)?.get("delta")?;
        let said = ["content", "reasoning_content", "reasoning"].iter().find_map(|name| delta.get(*name)?.as_str())?;
        self.content.push_str(said);
        self.unlooked += said.len();
        if self.unlooked < LOOK_EVERY {
            return None;
        }
        self.unlooked = 0;
        let from = self.content.len().saturating_sub(4 * TAIL);
        let from = (from..=self.content.len()).find(|at| self.content.is_char_boundary(*at))?;
        self.content.drain(..from);
        goes_in_circles(&self.content).then_some(Stop::Repetition)
    }
}

/// Whether the end of a text is one piece over and over: 2,400 bytes of nothing else.
pub(super) fn goes_in_circles(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(tail) = bytes.len().checked_sub(TAIL).map(|from| &bytes[from..]) else { return false };
    let period = PIECE.into_iter().find(|period| tail.iter().zip(&tail[*period..]).all(|(one, two)| one == two));
    // A line of dashes or spaces is a drawing, not a circle.
    period.is_some_and(|period| {
        let piece = &tail[TAIL - period..];
        piece.iter().collect::<std::collections::BTreeSet<_>>().len() >= 4
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_mark_stops_even_in_pieces() {
        let mut watch = Watch::default();
        assert_eq!(watch.feed(b"data: {\"choices\":[]}\n\nda"), None);
        assert_eq!(watch.feed(b"ta: [DO"), None);
        assert_eq!(watch.feed(b"NE]\n\n"), Some(Stop::Done));
    }

    #[test]
    fn circles_are_seen_and_code_is_not_one() {
        assert!(goes_in_circles(&"and then again, ".repeat(300)));
        assert!(!goes_in_circles(&"-".repeat(4_000)));
        let code: String = (0..400).map(|at| format!("draw({at});\n")).collect();
        assert!(!goes_in_circles(&code));
        assert!(!goes_in_circles("short"));
        let mut watch = Watch::default();
        let chunk = "data: {\"choices\":[{\"delta\":{\"content\":\"over and over and over. \"}}]}\n\n";
        let stops: Vec<_> = (0..300).filter_map(|_| watch.feed(chunk.as_bytes())).collect();
        assert_eq!(stops.first(), Some(&Stop::Repetition));
    }
}
