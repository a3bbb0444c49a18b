//! Places: on which line and in which column does a byte stand, as Puppet counts?
//!
//! Puppet counts characters, where the rest of the library counts what people see as one.

use super::tree::Place;

/// The bytes of a line that are counted at once, at most: a place is found in no more time
/// however long its line is.
const STRIDE: usize = 256;

/// Known places of a text, in order.
#[derive(Debug)]
pub(super) struct Places(Box<[(u32, Place)]>);

impl Places {
    pub(super) fn count(text: &str) -> Places {
        let mut place = Place { line: 1, column: 1 };
        let mut known = vec![(0, place)];
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let end = at + line.len();
            while end - at > STRIDE {
                let next = text.floor_char_boundary(at + STRIDE);
                place.column += characters(&text[at..next]);
                at = next;
                known.push((at as u32, place));
            }
            if line.ends_with('\n') {
                at = end;
                place = Place {
                    line: place.line + 1,
                    column: 1,
                };
                known.push((at as u32, place));
            }
        }
        Places(known.into())
    }

    /// The place of a byte; past the end, the end.
    pub(super) fn of(&self, text: &str, byte: u32) -> Place {
        let byte = text.floor_char_boundary(byte as usize);
        let known = self.0.partition_point(|(at, _)| *at as usize <= byte);
        // The first one is at byte 0.
        let (at, place) = self.0[known.saturating_sub(1)];
        Place {
            line: place.line,
            column: place.column + characters(&text[at as usize..byte]),
        }
    }

    pub(super) fn memory(&self) -> usize {
        size_of_val(&*self.0)
    }
}

fn characters(text: &str) -> u32 {
    text.chars().count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters() {
        let text = format!("é\r\n{}x\n", "é".repeat(1000));
        let places = Places::count(&text);
        let of = |byte| {
            let Place { line, column } = places.of(&text, byte);
            (line, column)
        };
        assert_eq!((of(0), of(2), of(4)), ((1, 1), (1, 2), (2, 1)));
        assert_eq!(
            (of(2004), of(2006), of(u32::MAX)),
            ((2, 1001), (3, 1), (3, 1))
        );
    }
}
