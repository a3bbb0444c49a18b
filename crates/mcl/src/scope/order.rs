//! The order in which the statements of a block are resolved.
//!
//! A statement follows those that define a name that it uses. Among several candidates, the first
//! in the text is next. If statements depend on each other in a cycle, the error lists the uses of
//! the names on the cycle.

use super::reference::{Entries, Key, made, needed, short};
use crate::area::Area;
use crate::compile_error::{CompileError, Location, Stage};
use crate::syntax::interpolate::Interpolated;
use crate::syntax::tree::Tree;
use polycty_core::sort::sort_by_key;
use polycty_core::source::Code;
use polycty_core::types::KeyedMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Returns the positions of the statements of a block in resolution order.
///
/// # Errors
/// Two statements define the same name, or statements depend on each other in a cycle.
pub(super) fn order(
    tree: &Tree,
    interpolated: &Interpolated,
    entries: &Entries,
) -> Result<Vec<usize>, Box<CompileError>> {
    let mut makers: KeyedMap<Key, usize> = KeyedMap::default();
    for (at, entry) in entries.iter().enumerate() {
        let Some(key) = made(tree, entry) else {
            continue;
        };
        if let Some(earlier) = makers.insert(key.clone(), at) {
            let earlier = short(tree, entries[earlier].0);
            let message = format!(
                "could not generate ordering: duplicate assignment to `{key}`, have: {earlier}"
            );
            let failure = CompileError::new(Stage::SetScope, Code::Syntax, message);
            return Err(failure.at(&Location::new(&tree.source, tree[entry.0].area)));
        }
    }
    let mut needs: Vec<Vec<(usize, Area)>> = Vec::with_capacity(entries.len());
    let mut needed_by: Vec<Vec<usize>> = vec![Vec::new(); entries.len()];
    for (at, (id, _)) in entries.iter().enumerate() {
        let mut own = Vec::new();
        if !makers.is_empty() {
            for (key, area) in needed(tree, interpolated, *id) {
                if let Some(&maker) = makers.get(&key) {
                    own.push((maker, area));
                    needed_by[maker].push(at);
                }
            }
        }
        needs.push(own);
    }
    let mut waits: Vec<usize> = needs.iter().map(Vec::len).collect();
    let ready = waits.iter().enumerate().filter(|(_, waits)| **waits == 0);
    let mut ready: BinaryHeap<Reverse<usize>> = ready.map(|(at, _)| Reverse(at)).collect();
    let mut order = Vec::with_capacity(entries.len());
    while let Some(Reverse(at)) = ready.pop() {
        order.push(at);
        for &by in &needed_by[at] {
            waits[by] -= 1;
            if waits[by] == 0 {
                ready.push(Reverse(by));
            }
        }
    }
    if order.len() == entries.len() {
        return Ok(order);
    }
    Err(cycle_error(tree, &needs, &needed_by, &mut waits))
}

/// Returns the error with the uses of the names on a cycle.
#[cold]
fn cycle_error(
    tree: &Tree,
    needs: &[Vec<(usize, Area)>],
    needed_by: &[Vec<usize>],
    waits: &mut [usize],
) -> Box<CompileError> {
    // The remaining statements are on a cycle or depend on one. The latter are not used by a cycle,
    // so they are removed first.
    let mut left: Vec<bool> = waits.iter().map(|waits| *waits > 0).collect();
    let mut users: Vec<usize> = Vec::with_capacity(left.len());
    for by in needed_by {
        users.push(by.iter().filter(|by| left[**by]).count());
    }
    let mut free: Vec<usize> = (0..left.len())
        .filter(|at| left[*at] && users[*at] == 0)
        .collect();
    while let Some(at) = free.pop() {
        left[at] = false;
        for &(maker, _) in &needs[at] {
            users[maker] -= 1;
            if left[maker] && users[maker] == 0 {
                free.push(maker);
            }
        }
    }
    let mut areas: Vec<Area> = Vec::new();
    for (at, needs) in needs.iter().enumerate().filter(|(at, _)| left[*at]) {
        let within = needs.iter().filter(|(maker, _)| left[*maker] && left[at]);
        areas.extend(within.map(|(_, area)| *area));
    }
    sort_by_key(&mut areas, |area| (area.row, area.col));
    areas.dedup();
    let locations: Vec<String> = areas
        .iter()
        .map(|area| Location::new(&tree.source, *area).to_string())
        .collect();
    let message = format!(
        "recursive reference while setting scope: not a dag: {}",
        locations.join(", ")
    );
    CompileError::new(Stage::SetScope, Code::Syntax, message)
}
