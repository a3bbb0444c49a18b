//! What does it cost to read what someone wrote to do harm, in time and in stack?
//!
//! A program of its own, since its tests keep time: others at their side would cost some.

mod read;
mod stack;
