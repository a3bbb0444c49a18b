//! A stable sort that is compiled once for all types of elements.
//!
//! The standard library's stable sort takes six kilobytes of machine code for every pair of an
//! element type and an order. Where sorting does not dominate the time, one instance that sorts
//! indices serves all of them.

use std::cmp::Ordering;

/// Sorts. As [`sort_by`].
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, Ord::cmp);
}

/// Sorts stably by an order. The number of items must be limited by a text or a value that was
/// charged; otherwise, [`Budget::sort_by`](crate::calls::Budget::sort_by) charges the comparisons.
/// Needs eight bytes per element, and no memory if the items are sorted.
pub fn sort_by<T>(items: &mut [T], mut order: impl FnMut(&T, &T) -> Ordering) {
    if items.is_sorted_by(|a, b| order(a, b) != Ordering::Greater) {
        return;
    }
    let mut places = sorted_places(items.len(), &mut |a, b| order(&items[a], &items[b]));
    // Each cycle of the permutation is visited once; its indices are marked as done.
    for start in 0..places.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut places[at], at);
            if from == start {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

/// Sorts stably by a key.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// For each index of the sorted items, the current index of the item.
#[inline(never)]
fn sorted_places(len: usize, order: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..len).collect();
    places.sort_by(|&a, &b| order(a, b));
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorting_agrees_with_the_standard_library(items: Vec<(u8, u32)>) {
            let (mut ours, mut theirs) = (items.clone(), items);
            sort_by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            prop_assert_eq!(ours, theirs);
        }
    }
}
