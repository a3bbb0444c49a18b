//! Locations of the parts of JSON documents.

use super::Extent;
use super::search::Search;
use crate::calls::Budget;
use crate::codec::json::{Items, Peek, Reader};
use crate::codec::too_deep;
use crate::source::{Result, Span};
use crate::types::MAX_DEPTH;

/// The bytes of a text that are charged as one step.
const STEP_BYTES: u64 = 16;

/// A container that is being read.
enum Open {
    Array(Items),
    Object(Items),
}

/// Reports the nodes of a text.
pub(super) fn read(
    text: &str,
    search: &mut Search<'_>,
    extent: Extent,
    budget: &Budget,
) -> Result<()> {
    budget.charge(text.len() as u64 / STEP_BYTES)?;
    let mut reader = Reader::new(text);
    let mut open: Vec<Open> = Vec::new();
    loop {
        // A value, unless it is the end of a container.
        let kind = reader.peek()?;
        let start = reader.offset();
        match kind {
            Peek::Array | Peek::Object if search.is_wanted() => {
                if open.len() >= MAX_DEPTH as usize {
                    return Err(too_deep().with_offset(start));
                }
                search.begin(start);
                open.push(match kind {
                    Peek::Array => Open::Array(reader.begin_array()?),
                    _ => Open::Object(reader.begin_object()?),
                });
            }
            _ => {
                reader.skip_value()?;
                search.leaf(Span::new(start, reader.offset()));
            }
        }
        loop {
            let has_more = match open.last_mut() {
                // cty accepts a closing bracket as the end.
                None => {
                    return match reader.peek_byte() {
                        None | Some(b']' | b'}') => Ok(()),
                        Some(_) if extent == Extent::First => Ok(()),
                        Some(_) => Err(reader.failure("extraneous data after JSON object")),
                    };
                }
                Some(Open::Array(items)) => {
                    let has_more = reader.next_element(items)?;
                    if has_more {
                        search.element()?;
                    }
                    has_more
                }
                Some(Open::Object(items)) => match reader.next_spanned_key(items)? {
                    Some((name, span)) => {
                        search.name(&name, span)?;
                        true
                    }
                    None => false,
                },
            };
            if has_more {
                break;
            }
            open.pop();
            search.end(reader.offset());
        }
    }
}
