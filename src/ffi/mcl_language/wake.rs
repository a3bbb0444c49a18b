//! How is a host woken that waits for a descriptor?
//!
//! By a pipe that holds a byte from the first event on until the runtime steps. Neither end ever
//! blocks: a byte that does not fit says nothing more, and one that somebody else has read is not
//! waited for.

#[cfg(unix)]
mod unix {
    use crate::source::{Code, Error, Result};
    use std::io::{self, PipeReader, PipeWriter, Read, Write};
    use std::os::fd::{AsRawFd, RawFd};

    /// A pipe to ring with.
    pub(in super::super) struct Bell {
        reader: PipeReader,
        writer: PipeWriter,
    }

    impl Bell {
        pub(in super::super) fn new() -> Result<Bell> {
            let opened = io::pipe().and_then(|(reader, writer)| {
                never_blocking(reader.as_raw_fd())?;
                never_blocking(writer.as_raw_fd())?;
                Ok(Bell { reader, writer })
            });
            opened.map_err(|fault| {
                Error::new(Code::Unsupported, format!("there is no pipe: {fault}"))
            })
        }

        /// What becomes readable.
        pub(in super::super) fn descriptor(&self) -> RawFd {
            self.reader.as_raw_fd()
        }

        pub(in super::super) fn ring(&self) {
            // A pipe that is full has rung.
            let _ = (&self.writer).write(&[1]);
        }

        pub(in super::super) fn hush(&self) {
            let mut bytes = [0; 64];
            while matches!((&self.reader).read(&mut bytes), Ok(read) if read == bytes.len()) {}
        }
    }

    fn never_blocking(descriptor: RawFd) -> io::Result<()> {
        // SAFETY: the descriptor is open, and these commands take and give numbers alone.
        let set = unsafe {
            let flags = libc::fcntl(descriptor, libc::F_GETFL);
            flags >= 0 && libc::fcntl(descriptor, libc::F_SETFL, flags | libc::O_NONBLOCK) >= 0
        };
        match set {
            true => Ok(()),
            false => Err(io::Error::last_os_error()),
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use crate::source::{Code, Error, Result};

    /// There are no descriptors here.
    pub(in super::super) enum Bell {}

    impl Bell {
        pub(in super::super) fn new() -> Result<Bell> {
            let message = "there are no descriptors on this system";
            Err(Error::new(Code::Unsupported, message))
        }

        pub(in super::super) fn descriptor(&self) -> i32 {
            match *self {}
        }

        pub(in super::super) fn ring(&self) {
            match *self {}
        }

        pub(in super::super) fn hush(&self) {
            match *self {}
        }
    }
}

#[cfg(not(unix))]
pub(super) use elsewhere::Bell;
#[cfg(unix)]
pub(super) use unix::Bell;
