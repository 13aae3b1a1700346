/// Where lines begin in a text, so that an offset becomes a line and a column.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    starts: Vec<usize>,
    /// Characters before every 1024th byte, so that a long line costs no more than a short one.
    marks: Vec<usize>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1));
        let mut marks = Vec::with_capacity(text.len() / 1024 + 1);
        let mut characters = 0;
        for chunk in text.as_bytes().chunks(1024) {
            marks.push(characters);
            characters += begun(chunk);
        }
        Self { starts, marks }
    }

    fn characters(&self, text: &str, offset: usize) -> usize {
        let at = offset.min(text.len());
        let block = (at / 1024).min(self.marks.len().saturating_sub(1));
        let rest = text.as_bytes().get(block * 1024..at).map_or(0, begun);
        self.marks.get(block).copied().unwrap_or(0) + rest
    }

    /// Line and column from 1, the column in characters.
    pub(super) fn place(&self, text: &str, offset: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= offset).max(1) - 1;
        let start = self.starts.get(line).copied().unwrap_or(0);
        let column = self.characters(text, offset).saturating_sub(self.characters(text, start));
        (to_u32(line + 1), to_u32(column + 1))
    }
}

/// How many characters begin in these bytes.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

pub(super) fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "eins\nzwölf x\n";
        let lines = Lines::of(text);
        assert_eq!(lines.place(text, 0), (1, 1));
        assert_eq!(lines.place(text, text.find('x').unwrap()), (2, 7));
    }
}
