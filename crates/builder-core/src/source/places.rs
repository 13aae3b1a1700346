/// Where lines begin in a text, so that an offset becomes a line and a column.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1));
        Self { starts }
    }

    /// Line and column from 1, the column in characters.
    pub(super) fn place(&self, text: &str, offset: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= offset).max(1) - 1;
        let start = self.starts.get(line).copied().unwrap_or(0);
        let column = text.get(start..offset.min(text.len())).map_or(0, |before| before.chars().count());
        (to_u32(line + 1), to_u32(column + 1))
    }
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
