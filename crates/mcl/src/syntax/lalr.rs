//! LALR(1) tables from a grammar.
//!
//! The grammar is a text with these lines:
//!
//! - `%token A B` declares terminals, in the order in which messages list them.
//! - `%left A B`, `%right` and `%nonassoc` declare precedence, lowest first, and any terminals that
//!   are not declared yet. A name that no rule uses serves only for `%prec`.
//! - `%error "words" : A B C` names the error of a text whose first unexpected terminal is C.
//! - `lhs : A b C {Action} | … %prec A {Action}` is a rule, one alternative per line.
//!
//! The lookahead sets are those of the LR(0) items of each state, extended until nothing changes.
//! Conflicts are resolved by precedence, otherwise in favor of shift over reduce and of the earlier
//! rule. The most frequent reduction of a state becomes its default, which needs no lookahead. The
//! terminals that a message lists as expected depend on these defaults.

use std::collections::HashMap;
use std::fmt::Write;

/// The number of a symbol. Terminals precede nonterminals; terminal 0 is the end of the text.
type Symbol = usize;

/// Sets of terminals.
type Set = u128;

/// The maximum number of terminals, so that a set fits in one integer and actions are small.
const MAX_TERMINALS: usize = 128;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Associativity {
    Left,
    Right,
    None,
}

struct Rule {
    lhs: Symbol,
    rhs: Vec<Symbol>,
    action: String,
    level: Option<usize>,
}

/// The precedence of a terminal, if declared: its level and associativity.
type Precedence = Option<(usize, Associativity)>;

/// A parsed grammar.
pub struct Grammar {
    terminals: Vec<String>,
    precedence: Vec<Precedence>,
    nonterminals: Vec<String>,
    /// The rules. The first one is `$accept : START $end`.
    rules: Vec<Rule>,
    errors: Vec<(String, Vec<Symbol>)>,
}

/// The action of a state for a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The default of the state.
    Default,
    /// An error, independent of the default of the state.
    Refuse,
    /// A shift to a state.
    Shift(usize),
    /// A reduction of a rule.
    Reduce(usize),
    /// The text is complete.
    Accept,
}

/// The automaton of a grammar.
pub struct Automaton {
    /// The actions by state and terminal.
    pub actions: Vec<Vec<Action>>,
    /// The default reductions by state.
    pub defaults: Vec<Option<usize>>,
    /// The target states by state and nonterminal.
    pub gotos: Vec<Vec<Option<usize>>>,
    /// The state, the terminal and the name of each named error.
    pub errors: Vec<(usize, Symbol, String)>,
}

impl Grammar {
    /// Parses a grammar.
    ///
    /// # Errors
    /// A message with the first invalid line.
    pub fn read(text: &str) -> Result<Grammar, String> {
        let mut grammar = Grammar {
            terminals: vec!["$end".to_owned()],
            precedence: vec![None],
            nonterminals: vec!["$accept".to_owned()],
            rules: Vec::new(),
            errors: Vec::new(),
        };
        let mut level = 0;
        let mut alternatives: Vec<(String, String)> = Vec::new();
        let mut errors: Vec<(String, String)> = Vec::new();
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default().trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match word {
                "" => {}
                "%token" => {
                    for name in rest.split_whitespace() {
                        grammar.terminal(name);
                    }
                }
                "%left" | "%right" | "%nonassoc" => {
                    let side = match word {
                        "%left" => Associativity::Left,
                        "%right" => Associativity::Right,
                        _ => Associativity::None,
                    };
                    level += 1;
                    for name in rest.split_whitespace() {
                        let at = grammar.terminal(name);
                        grammar.precedence[at] = Some((level, side));
                    }
                }
                "%error" => {
                    let (name, example) = rest.split_once(':').ok_or(line)?;
                    let name = name.trim().trim_matches('"');
                    errors.push((name.to_owned(), example.to_owned()));
                }
                "|" => {
                    let (lhs, _) = alternatives.last().cloned().ok_or(line)?;
                    alternatives.push((lhs, rest.to_owned()));
                }
                lhs => {
                    let rest = rest.trim().strip_prefix(':').ok_or(line)?;
                    grammar.nonterminals.push(lhs.to_owned());
                    alternatives.push((lhs.to_owned(), rest.to_owned()));
                }
            }
        }
        if grammar.terminals.len() > MAX_TERMINALS {
            return Err(format!("more than {MAX_TERMINALS} terminals"));
        }
        grammar.rules.push(Rule {
            lhs: grammar.terminals.len(),
            rhs: vec![grammar.terminals.len() + 1, 0],
            action: "Accept".to_owned(),
            level: None,
        });
        for (lhs, alternative) in alternatives {
            let rule = grammar.rule(&lhs, &alternative)?;
            grammar.rules.push(rule);
        }
        for (name, example) in errors {
            let symbols = example.split_whitespace().map(|word| grammar.symbol(word));
            let symbols = symbols.collect::<Result<_, _>>()?;
            grammar.errors.push((name, symbols));
        }
        Ok(grammar)
    }

    /// Returns the number of a terminal and declares it if necessary.
    fn terminal(&mut self, name: &str) -> Symbol {
        let known = self.terminals.iter().position(|other| other == name);
        known.unwrap_or_else(|| {
            self.terminals.push(name.to_owned());
            self.precedence.push(None);
            self.terminals.len() - 1
        })
    }

    fn symbol(&self, name: &str) -> Result<Symbol, String> {
        let all = self.terminals.iter().chain(&self.nonterminals);
        let at = all.into_iter().position(|other| other == name);
        at.ok_or_else(|| format!("no symbol {name}"))
    }

    fn rule(&self, lhs: &str, text: &str) -> Result<Rule, String> {
        let (text, action) = text
            .trim()
            .strip_suffix('}')
            .and_then(|text| text.rsplit_once('{'))
            .ok_or_else(|| format!("no action: {text}"))?;
        let (symbols, lent) = text.split_once("%prec").unwrap_or((text, ""));
        let rhs: Vec<Symbol> = symbols
            .split_whitespace()
            .map(|word| self.symbol(word))
            .collect::<Result<_, _>>()?;
        let terminal = match lent.trim() {
            "" => rhs
                .iter()
                .rev()
                .find(|symbol| self.level(**symbol).is_some())
                .copied(),
            name => Some(self.symbol(name)?),
        };
        Ok(Rule {
            lhs: self.symbol(lhs)?,
            rhs,
            action: action.trim().to_owned(),
            level: terminal.and_then(|terminal| self.level(terminal)),
        })
    }

    fn level(&self, symbol: Symbol) -> Option<usize> {
        Some((*self.precedence.get(symbol)?)?.0)
    }

    fn is_terminal(&self, symbol: Symbol) -> bool {
        symbol < self.terminals.len()
    }

    /// Returns the terminals that each nonterminal may start with, and whether it may be empty.
    fn first(&self) -> Vec<(Set, bool)> {
        let mut first = vec![(0, false); self.nonterminals.len()];
        loop {
            let mut changed = false;
            for rule in &self.rules {
                let (mut set, empty) = self.first_of(&first, &rule.rhs);
                let of = &mut first[rule.lhs - self.terminals.len()];
                set |= of.0;
                changed |= *of != (set, of.1 | empty);
                *of = (set, of.1 | empty);
            }
            if !changed {
                return first;
            }
        }
    }

    fn first_of(&self, first: &[(Set, bool)], symbols: &[Symbol]) -> (Set, bool) {
        let mut set = 0;
        for &symbol in symbols {
            if self.is_terminal(symbol) {
                return (set | 1 << symbol, false);
            }
            let (more, empty) = first[symbol - self.terminals.len()];
            set |= more;
            if !empty {
                return (set, false);
            }
        }
        (set, true)
    }
}

/// A rule and the number of its symbols that have been read.
type Item = (usize, usize);

/// The items of a state with their lookahead, and the target state of each symbol.
struct State {
    items: Vec<(Item, Set)>,
    leads: Vec<(Symbol, usize)>,
}

/// Returns the closure of a kernel of items.
fn closure(grammar: &Grammar, kernel: &[Item]) -> Vec<(Item, Set)> {
    let mut items: Vec<(Item, Set)> = kernel.iter().map(|item| (*item, 0)).collect();
    let mut expanded = vec![false; grammar.nonterminals.len()];
    let mut at = 0;
    while let Some(&((rule, dot), _)) = items.get(at) {
        at += 1;
        let next = grammar.rules[rule].rhs.get(dot).copied();
        let Some(next) = next.filter(|next| !grammar.is_terminal(*next)) else {
            continue;
        };
        if std::mem::replace(&mut expanded[next - grammar.terminals.len()], true) {
            continue;
        }
        let rules = grammar.rules.iter().enumerate();
        items.extend(
            rules
                .filter(|(_, rule)| rule.lhs == next)
                .map(|(rule, _)| ((rule, 0), 0)),
        );
    }
    items
}

/// Returns the states of the LR(0) automaton.
fn states(grammar: &Grammar) -> Vec<State> {
    let mut numbers: HashMap<Vec<Item>, usize> = HashMap::from([(vec![(0, 0)], 0)]);
    let mut kernels = vec![vec![(0, 0)]];
    let mut states = Vec::new();
    while let Some(kernel) = kernels.get(states.len()).cloned() {
        let items = closure(grammar, &kernel);
        let mut leads: Vec<(Symbol, Vec<Item>)> = Vec::new();
        for &((rule, dot), _) in &items {
            let Some(&symbol) = grammar.rules[rule].rhs.get(dot) else {
                continue;
            };
            match leads.iter_mut().find(|(other, _)| *other == symbol) {
                Some((_, kernel)) => kernel.push((rule, dot + 1)),
                None => leads.push((symbol, vec![(rule, dot + 1)])),
            }
        }
        let leads = leads.into_iter().map(|(symbol, mut kernel)| {
            kernel.sort_unstable();
            let number = *numbers.entry(kernel).or_insert_with_key(|kernel| {
                kernels.push(kernel.clone());
                kernels.len() - 1
            });
            (symbol, number)
        });
        let leads = leads.collect();
        states.push(State { items, leads });
    }
    states
}

/// Extends the lookahead sets until nothing changes.
fn look_ahead(grammar: &Grammar, states: &mut [State]) {
    let first = grammar.first();
    let mut changed = true;
    while changed {
        changed = false;
        for at in 0..states.len() {
            let State { items, leads } = &mut states[at];
            let mut moved: Vec<(usize, Item, Set)> = Vec::new();
            let mut grown = true;
            while grown {
                grown = false;
                for index in 0..items.len() {
                    let ((rule, dot), ahead) = items[index];
                    let rhs = &grammar.rules[rule].rhs;
                    let Some(&next) = rhs.get(dot).filter(|next| !grammar.is_terminal(**next))
                    else {
                        continue;
                    };
                    let (mut set, empty) = grammar.first_of(&first, &rhs[dot + 1..]);
                    set |= if empty { ahead } else { 0 };
                    for ((rule, dot), ahead) in items.iter_mut() {
                        if *dot == 0 && grammar.rules[*rule].lhs == next && set & !*ahead != 0 {
                            *ahead |= set;
                            grown = true;
                        }
                    }
                }
            }
            for &((rule, dot), ahead) in items.iter() {
                let Some(symbol) = grammar.rules[rule].rhs.get(dot) else {
                    continue;
                };
                let lead = leads.iter().find(|(other, _)| other == symbol);
                if let Some(&(_, to)) = lead {
                    moved.push((to, (rule, dot + 1), ahead));
                }
            }
            for (to, item, ahead) in moved {
                let target = states[to]
                    .items
                    .iter_mut()
                    .find(|(other, _)| *other == item);
                if let Some((_, known)) = target.filter(|(_, known)| ahead & !*known != 0) {
                    *known |= ahead;
                    changed = true;
                }
            }
        }
    }
}

impl Automaton {
    /// Builds the automaton of a grammar.
    ///
    /// # Errors
    /// An `%error` example that is valid.
    pub fn of(grammar: &Grammar) -> Result<Automaton, String> {
        let mut states = states(grammar);
        look_ahead(grammar, &mut states);
        let mut automaton = Automaton {
            actions: Vec::new(),
            defaults: Vec::new(),
            gotos: Vec::new(),
            errors: Vec::new(),
        };
        for state in &states {
            let mut actions = actions(grammar, state);
            automaton.defaults.push(take_default(&mut actions));
            automaton.actions.push(actions);
            let mut gotos = vec![None; grammar.nonterminals.len()];
            for &(symbol, to) in &state.leads {
                if !grammar.is_terminal(symbol) {
                    gotos[symbol - grammar.terminals.len()] = Some(to);
                }
            }
            automaton.gotos.push(gotos);
        }
        for (name, example) in &grammar.errors {
            let found = automaton.first_error(grammar, example);
            let (state, terminal) = found.ok_or_else(|| format!("{name} is not an error"))?;
            automaton.errors.push((state, terminal, name.clone()));
        }
        Ok(automaton)
    }

    /// Returns the action of a state for a terminal, with the default applied.
    fn action(&self, state: usize, terminal: Symbol) -> Action {
        match (self.actions[state][terminal], self.defaults[state]) {
            (Action::Default, Some(rule)) => Action::Reduce(rule),
            (action, _) => action,
        }
    }

    /// Returns the state and the terminal of the first error in a sequence of terminals.
    pub fn first_error(&self, grammar: &Grammar, text: &[Symbol]) -> Option<(usize, Symbol)> {
        let mut stack = vec![0];
        for &terminal in text.iter().chain([&0]) {
            loop {
                let state = *stack.last()?;
                match self.action(state, terminal) {
                    Action::Shift(to) => {
                        stack.push(to);
                        break;
                    }
                    Action::Reduce(rule) => {
                        let rule = &grammar.rules[rule];
                        stack.truncate(stack.len() - rule.rhs.len());
                        let lhs = rule.lhs - grammar.terminals.len();
                        stack.push(self.gotos[*stack.last()?][lhs]?);
                    }
                    Action::Accept => return None,
                    Action::Default | Action::Refuse => return Some((state, terminal)),
                }
            }
        }
        None
    }
}

/// Returns the action of a state for each terminal, with conflicts resolved.
fn actions(grammar: &Grammar, state: &State) -> Vec<Action> {
    let mut actions = vec![Action::Default; grammar.terminals.len()];
    for &(symbol, to) in &state.leads {
        if symbol == 0 {
            actions[0] = Action::Accept;
        } else if grammar.is_terminal(symbol) {
            actions[symbol] = Action::Shift(to);
        }
    }
    let mut complete: Vec<(usize, Set)> = (state.items.iter())
        .filter(|((rule, dot), _)| *dot == grammar.rules[*rule].rhs.len() && *rule != 0)
        .map(|((rule, _), ahead)| (*rule, *ahead))
        .collect();
    complete.sort_unstable();
    for (rule, ahead) in complete {
        for terminal in (0..grammar.terminals.len()).filter(|at| ahead >> at & 1 == 1) {
            let action = &mut actions[terminal];
            *action = match (
                *action,
                grammar.rules[rule].level,
                grammar.precedence[terminal],
            ) {
                (Action::Default, ..) => Action::Reduce(rule),
                (Action::Shift(to), Some(own), Some((level, side))) => match (own, side) {
                    _ if level > own => Action::Shift(to),
                    _ if level < own => Action::Reduce(rule),
                    (_, Associativity::Left) => Action::Reduce(rule),
                    (_, Associativity::Right) => Action::Shift(to),
                    (_, Associativity::None) => Action::Refuse,
                },
                (decided, ..) => decided,
            };
        }
    }
    actions
}

/// Removes the most frequent reduction from the actions of a state and returns it; on a tie, the
/// first one.
fn take_default(actions: &mut [Action]) -> Option<usize> {
    let mut most = (0, None);
    for action in &*actions {
        if let Action::Reduce(rule) = action {
            let count = actions.iter().filter(|other| *other == action).count();
            if count > most.0 {
                most = (count, Some(*rule));
            }
        }
    }
    let rule = most.1?;
    for action in actions {
        if *action == Action::Reduce(rule) {
            *action = Action::Default;
        }
    }
    Some(rule)
}

/// Returns the tables of a grammar as Rust source: `TERMINALS`, `Terminal`, `Action`, `RULES`,
/// `ACTIONS`, `DEFAULTS`, `BLIND`, `GOTOS`, `ERRORS`.
///
/// # Errors
/// A message if the grammar is not valid.
pub fn rust(text: &str) -> Result<String, String> {
    let grammar = Grammar::read(text)?;
    let automaton = Automaton::of(&grammar)?;
    let (terminals, states) = (grammar.terminals.len(), automaton.actions.len());
    let nonterminals = grammar.nonterminals.len();
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!(
        "pub(super) const TERMINALS: [&str; {terminals}] = {:?};",
        grammar.terminals
    ));
    for (number, name) in grammar.terminals.iter().enumerate().skip(1) {
        if grammar.rules.iter().any(|rule| rule.rhs.contains(&number)) {
            line(format!("pub(super) const {name}: u8 = {number};"));
        }
    }
    let mut names: Vec<&str> = Vec::new();
    for rule in &grammar.rules {
        if !names.contains(&&*rule.action) {
            names.push(&rule.action);
        }
    }
    line("#[derive(Clone, Copy, Debug, PartialEq, Eq)]".to_owned());
    line(format!(
        "pub(super) enum Reduction {{ {} }}",
        names.join(", ")
    ));
    line("/// The nonterminal, the number of symbols, and the action of each rule.".to_owned());
    let mut rules = String::new();
    for rule in &grammar.rules {
        let (lhs, len) = (rule.lhs - terminals, rule.rhs.len());
        // Writing to a string cannot fail.
        let _ = write!(rules, "({lhs}, {len}, Reduction::{}), ", rule.action);
    }
    let count = grammar.rules.len();
    line(format!(
        "pub(super) static RULES: [(u8, u8, Reduction); {count}] = [{rules}];"
    ));
    line(
        "/// 0 for the default, -1 to accept, -2 for an error, a state to shift to, or -3 and below"
            .to_owned(),
    );
    line("/// for the reduction of a rule.".to_owned());
    let number = |action: &Action| match *action {
        Action::Default => 0,
        Action::Accept => -1,
        Action::Refuse => -2,
        Action::Shift(to) => to as i64,
        Action::Reduce(rule) => -3 - rule as i64,
    };
    let rows: Vec<Vec<i64>> = (automaton.actions.iter())
        .map(|row| row.iter().map(number).collect())
        .collect();
    line(format!(
        "pub(super) static ACTIONS: [[i16; {terminals}]; {states}] = {rows:?};"
    ));
    line("/// The rule that a state reduces by default, or 0.".to_owned());
    let defaults: Vec<usize> = automaton
        .defaults
        .iter()
        .map(|rule| rule.unwrap_or(0))
        .collect();
    line(format!(
        "pub(super) static DEFAULTS: [u16; {states}] = {defaults:?};"
    ));
    line("/// Whether a state needs no lookahead.".to_owned());
    let blind = |row: &Vec<Action>| row.iter().all(|action| *action == Action::Default);
    let blind: Vec<bool> = automaton.actions.iter().map(blind).collect();
    line(format!(
        "pub(super) static BLIND: [bool; {states}] = {blind:?};"
    ));
    let rows: Vec<Vec<usize>> = (automaton.gotos.iter())
        .map(|row| row.iter().map(|to| to.unwrap_or(0)).collect())
        .collect();
    line(format!(
        "pub(super) static GOTOS: [[u16; {nonterminals}]; {states}] = {rows:?};"
    ));
    let count = automaton.errors.len();
    line(format!(
        "pub(super) static ERRORS: [(u16, u8, &str); {count}] = {:?};",
        automaton.errors
    ));
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUMS: &str = "
        %token NUMBER OPEN CLOSE
        %nonassoc LESS
        %left PLUS
        %left TIMES
        %error \"a lone number\" : NUMBER NUMBER
        top : sum {Top}
        sum : sum PLUS sum {Add}
        | sum TIMES sum {Multiply}
        | sum LESS sum {Less}
        | OPEN sum CLOSE {Group}
        | NUMBER {Number}
    ";

    fn automaton(text: &str) -> (Grammar, Automaton) {
        let grammar = Grammar::read(text).unwrap();
        let automaton = Automaton::of(&grammar).unwrap();
        (grammar, automaton)
    }

    /// Returns the position of the first unexpected terminal.
    fn first_error(grammar: &Grammar, automaton: &Automaton, text: &str) -> Option<usize> {
        let text: Vec<Symbol> = text
            .split_whitespace()
            .map(|name| grammar.symbol(name).unwrap())
            .collect();
        let prefix = |len: usize| automaton.first_error(grammar, &text[..len]);
        let fits = |len: &usize| prefix(*len).is_none_or(|(_, terminal)| terminal == 0);
        automaton.first_error(grammar, &text)?;
        Some((1..=text.len()).take_while(fits).count())
    }

    #[test]
    fn a_text_is_accepted_or_has_a_first_error() {
        let (grammar, automaton) = automaton(SUMS);
        for (text, wanted) in [
            ("NUMBER PLUS NUMBER TIMES OPEN NUMBER CLOSE", None),
            ("NUMBER LESS NUMBER PLUS NUMBER", None),
            ("NUMBER LESS NUMBER LESS NUMBER", Some(3)),
            ("NUMBER PLUS PLUS", Some(2)),
            ("OPEN NUMBER", Some(2)),
        ] {
            assert_eq!(first_error(&grammar, &automaton, text), wanted, "{text}");
        }
    }

    #[test]
    fn precedence_resolves_shift_reduce_conflicts() {
        let (grammar, automaton) = automaton(SUMS);
        // The state after `sum PLUS sum` shifts operators of higher precedence and reduces
        // otherwise.
        let symbol = |name| grammar.symbol(name).unwrap();
        let state_after = |state: usize, symbol: Symbol| match automaton.actions[state].get(symbol)
        {
            Some(Action::Shift(to)) => *to,
            _ => automaton.gotos[state][symbol - grammar.terminals.len()].unwrap(),
        };
        let mut state = 0;
        for name in ["sum", "PLUS", "sum"] {
            state = state_after(state, symbol(name));
        }
        let action = |name| automaton.action(state, symbol(name));
        assert!(matches!(action("TIMES"), Action::Shift(_)));
        assert_eq!(action("PLUS"), action("CLOSE"));
        assert!(matches!(action("PLUS"), Action::Reduce(_)));
    }

    #[test]
    fn lookahead_depends_on_the_state() {
        // This grammar is LALR(1) but not SLR(1): the lookahead of `place` depends on its context.
        let (grammar, automaton) = automaton(
            "%token STAR EQUALS NAME
            top : place EQUALS value {Set}
            | value {Value}
            place : STAR value {At}
            | NAME {Name}
            value : place {Get}",
        );
        assert_eq!(
            first_error(&grammar, &automaton, "STAR NAME EQUALS NAME"),
            None
        );
        assert_eq!(
            first_error(&grammar, &automaton, "NAME EQUALS NAME EQUALS"),
            Some(3)
        );
    }

    #[test]
    fn an_error_may_have_a_name() {
        let (grammar, automaton) = automaton(SUMS);
        let (state, terminal, name) = &automaton.errors[0];
        assert_eq!(
            (grammar.terminals[*terminal].as_str(), name.as_str()),
            ("NUMBER", "a lone number")
        );
        assert_eq!(automaton.action(*state, *terminal), Action::Default);
        assert!(rust(&SUMS.replace("NUMBER NUMBER", "NUMBER PLUS NUMBER")).is_err());
        assert!(rust("top : MISSING {Top}").is_err());
    }
}
