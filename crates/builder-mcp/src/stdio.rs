//! Standard output for the protocol and nothing else.

use std::{fs::File, io};

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
