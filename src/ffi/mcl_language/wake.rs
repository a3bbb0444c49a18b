//! Wake-ups of a host that waits for a descriptor.
//!
//! A pipe contains a byte from the first event until the runtime steps. Neither end blocks: a byte
//! that does not fit adds no information, and a byte that was already read elsewhere is not
//! awaited. The host receives a duplicate of the descriptor. If the host closes the duplicate in
//! violation of the contract, the pipe still has a reader, so a write does not raise the signal
//! that would end the process; and a descriptor that later has the same number is not closed.

#[cfg(unix)]
mod unix {
    use crate::source::{Code, Error, Result};
    use std::io::{self, PipeReader, PipeWriter, Read, Write};
    use std::mem::MaybeUninit;
    use std::os::fd::{AsRawFd, IntoRawFd, RawFd};

    /// A pipe that signals events.
    pub(in super::super) struct Bell {
        reader: PipeReader,
        writer: PipeWriter,
        /// The duplicate of the read end that the host borrows.
        borrowed: RawFd,
    }

    impl Bell {
        pub(in super::super) fn new() -> Result<Bell> {
            let opened = io::pipe().and_then(|(reader, writer)| {
                never_blocking(reader.as_raw_fd())?;
                never_blocking(writer.as_raw_fd())?;
                let borrowed = reader.try_clone()?.into_raw_fd();
                Ok(Bell {
                    reader,
                    writer,
                    borrowed,
                })
            });
            opened.map_err(|failure| {
                Error::new(
                    Code::Unsupported,
                    format!("cannot create a pipe: {failure}"),
                )
            })
        }

        /// Returns the descriptor that becomes readable.
        pub(in super::super) fn descriptor(&self) -> RawFd {
            self.borrowed
        }

        pub(in super::super) fn ring(&self) {
            // A full pipe is already readable.
            let _ = (&self.writer).write(&[1]);
        }

        pub(in super::super) fn hush(&self) {
            let mut bytes = [0; 64];
            while matches!((&self.reader).read(&mut bytes), Ok(read) if read == bytes.len()) {}
        }
    }

    impl Drop for Bell {
        fn drop(&mut self) {
            let own = identity(self.reader.as_raw_fd());
            if own.is_some() && identity(self.borrowed) == own {
                // SAFETY: the number still refers to the pipe, and no other code may close it.
                unsafe { libc::close(self.borrowed) };
            }
        }
    }

    /// Returns the identity of the file that a descriptor refers to, or `None` if it is not open.
    fn identity(descriptor: RawFd) -> Option<(libc::dev_t, libc::ino_t)> {
        let mut found = MaybeUninit::<libc::stat>::uninit();
        // SAFETY: this call accepts any number, and fills the struct if it returns 0.
        unsafe {
            (libc::fstat(descriptor, found.as_mut_ptr()) == 0).then(|| {
                let found = found.assume_init();
                (found.st_dev, found.st_ino)
            })
        }
    }

    fn never_blocking(descriptor: RawFd) -> io::Result<()> {
        // SAFETY: the descriptor is open, and these commands take and return only numbers.
        let set = unsafe {
            let flags = libc::fcntl(descriptor, libc::F_GETFL);
            flags >= 0 && libc::fcntl(descriptor, libc::F_SETFL, flags | libc::O_NONBLOCK) >= 0
        };
        if set {
            Ok(())
        } else {
            Err(io::Error::last_os_error())
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use crate::source::{Code, Error, Result};

    /// The wake-up of a system without descriptors.
    pub(in super::super) enum Bell {}

    impl Bell {
        pub(in super::super) fn new() -> Result<Bell> {
            let message = "this system has no file descriptors";
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
