//! Small cases of the protocol.
