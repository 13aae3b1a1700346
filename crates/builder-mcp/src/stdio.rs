//! Standard input for the protocol, and standard output for it and nothing else.

use std::{
    fs::File,
    io::{self, Read},
};

use tokio::io::{AsyncWriteExt, DuplexStream};

/// How much of the input is read at once, in bytes.
const READ_BYTES: usize = 64 * 1024;

/// Standard input. It is read on a thread of its own: a read cannot be broken off, so a runtime that ends would
/// wait for one of its own threads until the client says something more. Must be called inside a runtime.
pub fn stdin() -> DuplexStream {
    let (near, mut far) = tokio::io::duplex(READ_BYTES);
    let runtime = tokio::runtime::Handle::current();
    std::thread::spawn(move || {
        let mut bytes = vec![0; READ_BYTES];
        loop {
            match io::stdin().lock().read(&mut bytes) {
                Ok(0) => return,
                Ok(read) if runtime.block_on(far.write_all(&bytes[..read])).is_err() => return,
                Err(error) if error.kind() != io::ErrorKind::Interrupted => return,
                _ => {}
            }
        }
    });
    near
}

/// Takes standard output for the protocol. Whatever else in this process, or a child that inherits from it,
/// writes there afterwards goes to standard error instead: one stray byte would end the client's connection.
///
/// # Errors
/// When the process has no standard output.
#[cfg(unix)]
pub fn take_stdout() -> io::Result<File> {
    use std::os::fd::AsFd;

    let kept = rustix::io::fcntl_dupfd_cloexec(io::stdout().as_fd(), 3)?;
    rustix::stdio::dup2_stdout(io::stderr().as_fd())?;
    Ok(File::from(kept))
}

/// Standard output; on this system it cannot be taken away from others.
///
/// # Errors
/// When the process has no standard output.
#[cfg(windows)]
pub fn take_stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle;

    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}
