//! The parser tables that `lalr.rs` generates from `mcl.grammar`.

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// The next step of the automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParserStep {
    /// A shift to a state.
    Shift(u16),
    /// A reduction of a rule.
    Reduce(u16),
    /// The text is complete.
    Accept,
    /// An error: the terminal is not expected.
    Refuse,
}

/// Returns the rule that a state reduces without lookahead, if it shifts nothing.
#[inline]
pub(super) fn blind(state: u16) -> Option<u16> {
    let default = DEFAULTS[state as usize];
    (default != 0 && BLIND[state as usize]).then_some(default)
}

/// Returns the step of a state for a terminal.
#[inline]
pub(super) fn step(state: u16, terminal: u8) -> ParserStep {
    match ACTIONS[state as usize][terminal as usize] {
        0 => match DEFAULTS[state as usize] {
            0 => ParserStep::Refuse,
            rule => ParserStep::Reduce(rule),
        },
        -1 => ParserStep::Accept,
        -2 => ParserStep::Refuse,
        to if to > 0 => ParserStep::Shift(to as u16),
        rule => ParserStep::Reduce((-3 - rule) as u16),
    }
}

/// Returns the target state of a nonterminal.
#[inline]
pub(super) fn goto(state: u16, nonterminal: u8) -> u16 {
    GOTOS[state as usize][nonterminal as usize]
}

/// The maximum number of terminals that a message lists.
const MOST_EXPECTED: usize = 4;

/// Returns the name of the error of a terminal in a state, if it has one.
#[cold]
pub(super) fn named(state: u16, terminal: u8) -> Option<&'static str> {
    let named = |error: &&(u16, u8, &str)| (error.0, error.1) == (state, terminal);
    ERRORS.iter().find(named).map(|(_, _, name)| *name)
}

/// Returns the message about an unexpected terminal in a state.
#[cold]
pub(super) fn message(state: u16, terminal: u8) -> String {
    if let Some(name) = named(state, terminal) {
        return format!("syntax error: {name}");
    }
    let mut text = format!("syntax error: unexpected {}", TERMINALS[terminal as usize]);
    let row = &ACTIONS[state as usize];
    // A state with explicit reductions or errors and a default reduction has no known set of
    // expected terminals.
    let particular = row.iter().any(|action| *action < 0);
    if particular && DEFAULTS[state as usize] != 0 {
        return text;
    }
    let fits = |terminal: &usize| row[*terminal] > 0 || row[*terminal] < -2;
    let expected: Vec<usize> = (1..TERMINALS.len()).filter(fits).collect();
    if expected.len() <= MOST_EXPECTED {
        for (at, terminal) in expected.into_iter().enumerate() {
            text.push_str(if at == 0 { ", expecting " } else { " or " });
            text.push_str(TERMINALS[terminal]);
        }
    }
    text
}
