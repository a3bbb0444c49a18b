//! Events: the nodes of a document.
//!
//! The grammar of documents over tokens, as an automaton. The states to return to after the current
//! node are in a list, so nesting does not use the stack.

use super::error::{Mark, SyntaxError};
use super::scan::Scanner;
use super::token::{Style, Token, TokenKind};
use std::collections::HashMap;

/// The kind of an event.
#[derive(Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The end of the text.
    StreamEnd,
    /// The beginning of a document.
    DocumentStart,
    /// The end of a document.
    DocumentEnd,
    /// A reference to an anchor.
    Alias(String),
    /// A scalar.
    Scalar {
        /// The text without quotes and escapes.
        text: String,
        /// The style.
        style: Style,
    },
    /// The beginning of a sequence.
    SequenceStart,
    /// The end of a sequence.
    SequenceEnd,
    /// The beginning of a mapping. Keys and values alternate.
    MappingStart,
    /// The end of a mapping.
    MappingEnd,
}

/// An event: a node, or the beginning or end of a collection or document.
#[derive(Debug, PartialEq, Eq)]
pub struct Event {
    /// The kind.
    pub kind: EventKind,
    /// The properties of a scalar or of the beginning of a collection.
    pub properties: Properties,
    /// The position of its first character. For the end of a block, it is that of the next token.
    pub start: Mark,
    /// The position after the last character of a scalar, an alias, or the bracket that ends a
    /// collection; otherwise `start`. A block scalar may end with blank lines.
    pub end: Mark,
}

/// The anchor and the tag of a node.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Properties {
    /// The name of the anchor.
    pub anchor: Option<String>,
    /// The tag, with the prefix of its handle.
    pub tag: Option<String>,
}

/// The state of the automaton: the construct to be parsed next.
#[derive(Clone, Copy, Debug)]
enum State {
    FirstDocument,
    Document,
    /// The content of a document without an explicit beginning.
    Node,
    /// The content of a document with an explicit beginning, which may be empty.
    Content,
    DocumentEnd,
    SequenceEntry,
    /// An entry of a sequence with the same indentation as the mapping that contains it.
    UnindentedEntry,
    MappingKey,
    MappingValue,
    FlowSequence(Turn),
    /// The parts of a mapping of one pair in a sequence.
    PairKey,
    PairValue,
    PairEnd,
    FlowMapping(Turn),
    FlowMappingValue,
    /// The value of a key without a value.
    NoValue,
    End,
}

/// The position in a flow collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    First,
    Later,
}

/// The context of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// A block that may contain blocks.
    Block,
    /// A block mapping, whose value may be a sequence without additional indentation.
    Mapping,
    /// A flow collection.
    Flow,
}

/// The events of a text, in order.
pub struct Parser<'t> {
    scanner: Scanner<'t>,
    state: State,
    /// The states to return to after the open nodes.
    states: Vec<State>,
    /// The beginnings of the open collections.
    begun: Vec<Mark>,
    /// The prefixes of tag handles.
    handles: HashMap<String, String>,
    /// Whether a directive may name any version 1.x.
    is_lenient: bool,
}

const STANDARD: [(&str, &str); 2] = [("!", "!"), ("!!", "tag:yaml.org,2002:")];

impl<'t> Parser<'t> {
    /// Creates a parser at the beginning of a text.
    #[must_use]
    pub fn new(text: &'t str) -> Parser<'t> {
        Parser {
            scanner: Scanner::new(text),
            state: State::FirstDocument,
            states: Vec::new(),
            begun: Vec::new(),
            handles: HashMap::new(),
            is_lenient: false,
        }
    }

    /// Accepts directives of any version 1.x. Otherwise only version 1.1 is accepted, as in
    /// go-cty-yaml.
    #[must_use]
    pub fn accepting_versions(mut self) -> Parser<'t> {
        self.is_lenient = true;
        self
    }

    /// Returns the next event. After the last event, it returns the end again.
    ///
    /// # Errors
    /// [`SyntaxError`] for a text that does not follow the grammar.
    #[expect(
        clippy::should_implement_trait,
        reason = "events after the last one repeat it, so there is no end"
    )]
    pub fn next(&mut self) -> Result<Event, SyntaxError> {
        match self.state {
            State::FirstDocument | State::Document => self.document(),
            State::Node => self.node(Within::Block),
            State::Content => self.content(),
            State::DocumentEnd => self.document_end(),
            State::SequenceEntry => self.sequence_entry(),
            State::UnindentedEntry => self.unindented_entry(),
            State::MappingKey => self.mapping_key(),
            State::MappingValue => self.mapping_value(),
            State::FlowSequence(turn) => self.flow_sequence(turn),
            State::PairKey => self.pair_key(),
            State::PairValue => self.pair_value(),
            State::PairEnd => {
                let start = self.start()?;
                self.state = State::FlowSequence(Turn::Later);
                Ok(plain_event(EventKind::MappingEnd, start))
            }
            State::FlowMapping(turn) => self.flow_mapping(turn),
            State::FlowMappingValue => self.flow_mapping_value(),
            State::NoValue => {
                let start = self.start()?;
                Ok(self.empty(start, State::FlowMapping(Turn::Later)))
            }
            State::End => {
                let start = self.start()?;
                Ok(plain_event(EventKind::StreamEnd, start))
            }
        }
    }

    fn peek(&mut self) -> Result<&mut Token, SyntaxError> {
        self.scanner.peek()
    }

    /// The beginning of the next token.
    fn start(&mut self) -> Result<Mark, SyntaxError> {
        Ok(self.peek()?.start)
    }

    /// Takes the next token if it is of a kind, and returns its end.
    fn take_if(&mut self, kind: &TokenKind) -> Result<Option<Mark>, SyntaxError> {
        let token = self.peek()?;
        let (fits, end) = (token.kind == *kind, token.end);
        if fits {
            self.scanner.take();
        }
        Ok(fits.then_some(end))
    }

    /// Returns whether the next token is one of some kinds.
    fn is_one_of(&mut self, kinds: &[TokenKind]) -> Result<bool, SyntaxError> {
        Ok(kinds.contains(&self.peek()?.kind))
    }

    /// An empty node, followed by state `next`.
    fn empty(&mut self, at: Mark, next: State) -> Event {
        self.state = next;
        empty_scalar(Properties::default(), at)
    }

    /// Parses a node, or an empty node if the next token is one of `kinds`, followed by state
    /// `next`.
    fn node_unless(
        &mut self,
        kinds: &[TokenKind],
        at: Mark,
        within: Within,
        next: State,
    ) -> Result<Event, SyntaxError> {
        if self.is_one_of(kinds)? {
            Ok(self.empty(at, next))
        } else {
            self.states.push(next);
            self.node(within)
        }
    }

    /// Returns to the state after the node that ends.
    fn pop(&mut self) {
        self.state = self.states.pop().unwrap_or(State::End);
    }

    /// Ends the collection whose last token is next.
    fn closed(&mut self, kind: EventKind) -> Result<Event, SyntaxError> {
        let token = self.peek()?;
        let (start, end) = (token.start, token.end);
        self.scanner.take();
        self.begun.pop();
        self.pop();
        Ok(Event {
            end,
            ..plain_event(kind, start)
        })
    }

    /// An error in the open collection.
    #[cold]
    fn expected(&mut self, problem: &'static str) -> SyntaxError {
        let begun = self.begun.pop().unwrap_or_default();
        match self.start() {
            Ok(start) => SyntaxError::at(problem, start, begun),
            Err(error) => error,
        }
    }

    fn document(&mut self) -> Result<Event, SyntaxError> {
        let is_first = matches!(self.state, State::FirstDocument);
        if !is_first {
            while self.take_if(&TokenKind::DocumentEnd)?.is_some() {}
        }
        let token = self.peek()?;
        let start = token.start;
        let is_bare = match token.kind {
            TokenKind::StreamEnd => {
                self.state = State::End;
                return Ok(plain_event(EventKind::StreamEnd, start));
            }
            TokenKind::Version { .. }
            | TokenKind::TagDirective { .. }
            | TokenKind::DocumentStart => false,
            _ => is_first,
        };
        self.directives()?;
        self.states.push(State::DocumentEnd);
        if is_bare {
            self.state = State::Node;
            return Ok(plain_event(EventKind::DocumentStart, start));
        }
        if self.take_if(&TokenKind::DocumentStart)?.is_none() {
            let at = self.start()?;
            let problem = "did not find expected <document start>";
            return Err(SyntaxError::at(problem, at, Mark::default()));
        }
        self.state = State::Content;
        Ok(plain_event(EventKind::DocumentStart, start))
    }

    fn directives(&mut self) -> Result<(), SyntaxError> {
        self.handles.clear();
        let mut has_version = false;
        loop {
            let token = self.scanner.peek()?;
            let problem = match &mut token.kind {
                TokenKind::Version { .. } if has_version => "found duplicate %YAML directive",
                TokenKind::Version { major: 1, minor } if self.is_lenient || *minor == 1 => {
                    has_version = true;
                    ""
                }
                TokenKind::Version { .. } => "found incompatible YAML document",
                TokenKind::TagDirective { handle, prefix } => {
                    let (handle, prefix) = (std::mem::take(handle), std::mem::take(prefix));
                    match self.handles.insert(handle, prefix) {
                        Some(_) => "found duplicate %TAG directive",
                        None => "",
                    }
                }
                _ => return Ok(()),
            };
            if !problem.is_empty() {
                return Err(SyntaxError::at(problem, token.start, Mark::default()));
            }
            self.scanner.take();
        }
    }

    fn content(&mut self) -> Result<Event, SyntaxError> {
        let token = self.peek()?;
        match token.kind {
            TokenKind::Version { .. }
            | TokenKind::TagDirective { .. }
            | TokenKind::DocumentStart
            | TokenKind::DocumentEnd
            | TokenKind::StreamEnd => {
                let start = token.start;
                self.pop();
                Ok(empty_scalar(Properties::default(), start))
            }
            _ => self.node(Within::Block),
        }
    }

    fn document_end(&mut self) -> Result<Event, SyntaxError> {
        let start = self.start()?;
        self.take_if(&TokenKind::DocumentEnd)?;
        self.state = State::Document;
        Ok(plain_event(EventKind::DocumentEnd, start))
    }

    /// Parses a node with its properties.
    fn node(&mut self, within: Within) -> Result<Event, SyntaxError> {
        let start = self.start()?;
        let token = self.peek()?;
        let end = token.end;
        if let TokenKind::Alias(name) = &mut token.kind {
            let kind = EventKind::Alias(std::mem::take(name));
            self.scanner.take();
            self.pop();
            return Ok(Event {
                end,
                ..plain_event(kind, start)
            });
        }
        let properties = self.properties(start)?;
        let has_any = properties != Properties::default();
        let token = self.peek()?;
        let (at, end) = (token.start, token.end);
        let (kind, next) = match &mut token.kind {
            TokenKind::Scalar { text, style } => {
                let (text, style) = (std::mem::take(text), *style);
                self.scanner.take();
                self.pop();
                return Ok(Event {
                    kind: EventKind::Scalar { text, style },
                    properties,
                    start,
                    end,
                });
            }
            TokenKind::BlockEntry if within == Within::Mapping => {
                self.state = State::UnindentedEntry;
                return Ok(Event {
                    kind: EventKind::SequenceStart,
                    properties,
                    start,
                    end: start,
                });
            }
            TokenKind::FlowSequenceStart => {
                (EventKind::SequenceStart, State::FlowSequence(Turn::First))
            }
            TokenKind::FlowMappingStart => {
                (EventKind::MappingStart, State::FlowMapping(Turn::First))
            }
            TokenKind::BlockSequenceStart if within != Within::Flow => {
                (EventKind::SequenceStart, State::SequenceEntry)
            }
            TokenKind::BlockMappingStart if within != Within::Flow => {
                (EventKind::MappingStart, State::MappingKey)
            }
            _ if has_any => {
                self.pop();
                return Ok(empty_scalar(properties, start));
            }
            _ => {
                return Err(SyntaxError::at(
                    "did not find expected node content",
                    at,
                    start,
                ));
            }
        };
        self.scanner.take();
        self.begun.push(at);
        self.state = next;
        Ok(Event {
            kind,
            properties,
            start,
            end: start,
        })
    }

    /// Parses an anchor and a tag, in any order.
    fn properties(&mut self, start: Mark) -> Result<Properties, SyntaxError> {
        let mut properties = Properties::default();
        loop {
            let token = self.peek()?;
            let at = token.start;
            match &mut token.kind {
                TokenKind::Anchor(name) if properties.anchor.is_none() => {
                    properties.anchor = Some(std::mem::take(name));
                }
                TokenKind::Tag { handle, suffix } if properties.tag.is_none() => {
                    let (handle, suffix) = (std::mem::take(handle), std::mem::take(suffix));
                    properties.tag = Some(match &*handle {
                        "" => suffix,
                        handle => {
                            let prefix = self.prefix(handle);
                            let prefix = prefix.ok_or_else(|| {
                                SyntaxError::at("found undefined tag handle", at, start)
                            })?;
                            format!("{prefix}{suffix}")
                        }
                    });
                }
                _ => return Ok(properties),
            }
            self.scanner.take();
        }
    }

    fn prefix(&self, handle: &str) -> Option<&str> {
        let given = self.handles.get(handle).map(|prefix| &**prefix);
        let standard = STANDARD.iter().find(|(known, _)| *known == handle);
        given.or(standard.map(|(_, prefix)| *prefix))
    }

    fn sequence_entry(&mut self) -> Result<Event, SyntaxError> {
        if let Some(end) = self.take_if(&TokenKind::BlockEntry)? {
            let none = [TokenKind::BlockEntry, TokenKind::BlockEnd];
            return self.node_unless(&none, end, Within::Block, State::SequenceEntry);
        }
        if self.is_one_of(&[TokenKind::BlockEnd])? {
            self.closed(EventKind::SequenceEnd)
        } else {
            Err(self.expected("did not find expected '-' indicator"))
        }
    }

    fn unindented_entry(&mut self) -> Result<Event, SyntaxError> {
        if let Some(end) = self.take_if(&TokenKind::BlockEntry)? {
            let none = [
                TokenKind::BlockEntry,
                TokenKind::Key,
                TokenKind::Value,
                TokenKind::BlockEnd,
            ];
            return self.node_unless(&none, end, Within::Block, State::UnindentedEntry);
        }
        let start = self.start()?;
        self.pop();
        Ok(plain_event(EventKind::SequenceEnd, start))
    }

    fn mapping_key(&mut self) -> Result<Event, SyntaxError> {
        if let Some(end) = self.take_if(&TokenKind::Key)? {
            return self.node_unless(&NO_PART, end, Within::Mapping, State::MappingValue);
        }
        if self.is_one_of(&[TokenKind::BlockEnd])? {
            self.closed(EventKind::MappingEnd)
        } else {
            Err(self.expected("did not find expected key"))
        }
    }

    fn mapping_value(&mut self) -> Result<Event, SyntaxError> {
        match self.take_if(&TokenKind::Value)? {
            Some(end) => self.node_unless(&NO_PART, end, Within::Mapping, State::MappingKey),
            None => {
                let start = self.start()?;
                Ok(self.empty(start, State::MappingKey))
            }
        }
    }

    fn flow_sequence(&mut self, turn: Turn) -> Result<Event, SyntaxError> {
        if self.is_one_of(&[TokenKind::FlowSequenceEnd])? {
            return self.closed(EventKind::SequenceEnd);
        }
        if turn == Turn::Later {
            if self.take_if(&TokenKind::FlowEntry)?.is_none() {
                return Err(self.expected("did not find expected ',' or ']'"));
            }
            if self.is_one_of(&[TokenKind::FlowSequenceEnd])? {
                return self.closed(EventKind::SequenceEnd);
            }
        }
        let start = self.start()?;
        if self.take_if(&TokenKind::Key)?.is_some() {
            self.state = State::PairKey;
            return Ok(plain_event(EventKind::MappingStart, start));
        }
        self.states.push(State::FlowSequence(Turn::Later));
        self.node(Within::Flow)
    }

    fn pair_key(&mut self) -> Result<Event, SyntaxError> {
        let none = [
            TokenKind::Value,
            TokenKind::FlowEntry,
            TokenKind::FlowSequenceEnd,
        ];
        if self.is_one_of(&none)? {
            // The token is taken here, as go-cty-yaml does, so the key has no value.
            let end = self.peek()?.end;
            self.scanner.take();
            return Ok(self.empty(end, State::PairValue));
        }
        self.states.push(State::PairValue);
        self.node(Within::Flow)
    }

    fn pair_value(&mut self) -> Result<Event, SyntaxError> {
        if self.take_if(&TokenKind::Value)?.is_some() {
            let at = self.start()?;
            let none = [TokenKind::FlowEntry, TokenKind::FlowSequenceEnd];
            return self.node_unless(&none, at, Within::Flow, State::PairEnd);
        }
        let start = self.start()?;
        Ok(self.empty(start, State::PairEnd))
    }

    fn flow_mapping(&mut self, turn: Turn) -> Result<Event, SyntaxError> {
        if self.is_one_of(&[TokenKind::FlowMappingEnd])? {
            return self.closed(EventKind::MappingEnd);
        }
        if turn == Turn::Later {
            if self.take_if(&TokenKind::FlowEntry)?.is_none() {
                return Err(self.expected("did not find expected ',' or '}'"));
            }
            if self.is_one_of(&[TokenKind::FlowMappingEnd])? {
                return self.closed(EventKind::MappingEnd);
            }
        }
        if self.take_if(&TokenKind::Key)?.is_some() {
            let at = self.start()?;
            let none = [
                TokenKind::Value,
                TokenKind::FlowEntry,
                TokenKind::FlowMappingEnd,
            ];
            return self.node_unless(&none, at, Within::Flow, State::FlowMappingValue);
        }
        self.states.push(State::NoValue);
        self.node(Within::Flow)
    }

    fn flow_mapping_value(&mut self) -> Result<Event, SyntaxError> {
        let next = State::FlowMapping(Turn::Later);
        if self.take_if(&TokenKind::Value)?.is_some() {
            let at = self.start()?;
            let none = [TokenKind::FlowEntry, TokenKind::FlowMappingEnd];
            return self.node_unless(&none, at, Within::Flow, next);
        }
        let start = self.start()?;
        Ok(self.empty(start, next))
    }
}

/// The tokens that show that a key or a value of a block mapping is empty.
const NO_PART: [TokenKind; 3] = [TokenKind::Key, TokenKind::Value, TokenKind::BlockEnd];

fn plain_event(kind: EventKind, start: Mark) -> Event {
    Event {
        kind,
        properties: Properties::default(),
        start,
        end: start,
    }
}

fn empty_scalar(properties: Properties, start: Mark) -> Event {
    let (text, style) = (String::new(), Style::Plain);
    Event {
        kind: EventKind::Scalar { text, style },
        properties,
        start,
        end: start,
    }
}
