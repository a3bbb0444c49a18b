//! Locations of the parts of YAML documents.
//!
//! A path into a mapping leads through the last key with its name. An alias, and a mapping that a
//! merge key adds, are parts without inner parts.

use super::Extent;
use super::search::Search;
use crate::calls::Budget;
use crate::codec::too_deep;
use crate::codec::yaml::{Events, is_merge_key};
use crate::source::{Result, Span};
use crate::syntax::yaml::{Event, EventKind};
use crate::types::MAX_DEPTH;

/// A container that is being read.
enum Open {
    Sequence,
    Mapping {
        /// Whether the next node is a key.
        is_at_key: bool,
    },
    /// A collection that is a key.
    Key,
}

/// Reports the nodes of the first document of a text.
pub(super) fn read(
    text: &str,
    search: &mut Search<'_>,
    extent: Extent,
    budget: &Budget,
) -> Result<()> {
    let mut events = Events::new(text, budget)?;
    let Some(mut event) = events.begin()? else {
        return Ok(());
    };
    let mut open: Vec<Open> = Vec::new();
    // The end of the last scalar or bracket, where blocks end.
    let mut last = event.start.index;
    loop {
        let is_end = matches!(event.kind, EventKind::SequenceEnd | EventKind::MappingEnd);
        let is_begin = matches!(
            event.kind,
            EventKind::SequenceStart | EventKind::MappingStart
        );
        let is_in_key = matches!(open.last(), Some(Open::Key));
        let mut is_key = false;
        if !is_end {
            match open.last_mut() {
                Some(Open::Sequence) => search.element()?,
                Some(Open::Mapping { is_at_key }) => {
                    is_key = *is_at_key;
                    *is_at_key = !is_key;
                }
                Some(Open::Key) | None => {}
            }
        }
        let span = span_of(text, &event);
        if event.end.index > event.start.index {
            last = span.end as usize;
        }
        if is_begin {
            if open.len() >= MAX_DEPTH as usize {
                return Err(too_deep().with_offset(event.start.index));
            }
            open.push(match event.kind {
                _ if is_key || is_in_key => Open::Key,
                EventKind::SequenceStart => Open::Sequence,
                _ => Open::Mapping { is_at_key: true },
            });
            if !matches!(open.last(), Some(Open::Key)) {
                search.begin(event.start.index);
            }
        } else if is_end {
            match open.pop() {
                Some(Open::Key) => search.nameless(),
                _ => search.end(last),
            }
        } else if is_key {
            match &event.kind {
                EventKind::Scalar { text, .. } if !is_merge_key(&event) => {
                    search.name(text, span)?;
                }
                _ => search.nameless(),
            }
        } else if !is_in_key {
            search.leaf(span);
        }
        if open.is_empty() {
            return match extent {
                Extent::Whole => events.end(),
                Extent::First => Ok(()),
            };
        }
        event = events.next()?;
    }
}

/// The span of a scalar, without the blank lines after a block.
fn span_of(text: &str, event: &Event) -> Span {
    let span = Span::new(event.start.index, event.end.index.max(event.start.index));
    let length = span.slice(text).trim_end().len();
    Span::new(event.start.index, event.start.index + length)
}
