//! Wake-ups: how is a host woken that waits for a descriptor?
//!
//! By a pipe that holds a byte from the first event on until the runtime steps. Neither end ever
//! blocks: a byte that does not fit says nothing more, and one that somebody else has read is not
//! waited for. The host is lent a descriptor of its own: if it closes that against the contract, no
//! write finds a pipe that nobody reads, which would end the process, and what has the number then
//! is not closed.

#[cfg(unix)]
mod unix {
    use crate::source::{Code, Error, Result};
    use std::io::{self, PipeReader, PipeWriter, Read, Write};
    use std::mem::MaybeUninit;
    use std::os::fd::{AsRawFd, IntoRawFd, RawFd};

    /// A pipe to ring with.
    pub(in super::super) struct Bell {
        reader: PipeReader,
        writer: PipeWriter,
        /// What the host is lent: another number of the end that is read.
        lent: RawFd,
    }

    impl Bell {
        pub(in super::super) fn new() -> Result<Bell> {
            let opened = io::pipe().and_then(|(reader, writer)| {
                never_blocking(reader.as_raw_fd())?;
                never_blocking(writer.as_raw_fd())?;
                let lent = reader.try_clone()?.into_raw_fd();
                Ok(Bell {
                    reader,
                    writer,
                    lent,
                })
            });
            opened.map_err(|fault| {
                Error::new(Code::Unsupported, format!("there is no pipe: {fault}"))
            })
        }

        /// What becomes readable.
        pub(in super::super) fn descriptor(&self) -> RawFd {
            self.lent
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

    impl Drop for Bell {
        fn drop(&mut self) {
            let own = identity(self.reader.as_raw_fd());
            if own.is_some() && identity(self.lent) == own {
                // SAFETY: the number is still that of the pipe, and nobody else is to close it.
                unsafe { libc::close(self.lent) };
            }
        }
    }

    /// What a descriptor is one of; none where it is of nothing.
    fn identity(descriptor: RawFd) -> Option<(libc::dev_t, libc::ino_t)> {
        let mut found = MaybeUninit::<libc::stat>::uninit();
        // SAFETY: this takes any number, and fills the struct where it answers 0.
        unsafe {
            (libc::fstat(descriptor, found.as_mut_ptr()) == 0).then(|| {
                let found = found.assume_init();
                (found.st_dev, found.st_ino)
            })
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
