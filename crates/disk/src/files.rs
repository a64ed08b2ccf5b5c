//! Files that are written completely or not at all.

use std::{
    error::Error,
    ffi::OsString,
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::text;

/// The extension of a file that is being written.
const PART: &str = ".part";

/// Why a file cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError(String);

impl WriteError {
    pub(super) fn new(path: &Path, reason: impl fmt::Display) -> Self {
        Self::during("write", path, reason)
    }

    /// `action`: what failed, as a verb.
    pub fn during(action: &str, path: &Path, reason: impl fmt::Display) -> Self {
        Self(format!("cannot {action} '{}': {reason}", path.display()))
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for WriteError {}

impl From<WriteError> for String {
    fn from(error: WriteError) -> Self {
        error.0
    }
}

/// Creates a folder, with those it is in, unless it exists.
///
/// # Errors
/// There is no permission or no space, or a file has its name.
pub fn create_folder(folder: &Path) -> Result<(), WriteError> {
    fs::create_dir_all(folder).map_err(|error| WriteError::during("create the folder", folder, error))
}

/// Writes a temporary file in the same folder and renames it, so other processes never see a partial file,
/// and an error leaves the old file unchanged. Of a link, the target is replaced.
///
/// # Errors
/// There is no permission, no space or no such folder.
pub fn write_beside(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    write_beside_with(path, |file| write_all(file, bytes))
}

fn write_all(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    // A full disk may be reported only here. A device cannot be synchronized, and need not be.
    if file.metadata()?.is_file() { file.sync_all() } else { Ok(()) }
}

/// [`write_beside`] for a regular file that `held` has open and may have locked. On Windows, which does not replace an open
/// file, the handle is closed just before the rename; elsewhere the lock is held until the end.
///
/// # Errors
/// As for [`write_beside`].
pub fn replace_held(path: &Path, held: File, bytes: &[u8]) -> Result<(), WriteError> {
    let mut held = Some(held);
    replace(path, |file| {
        write_all(file, bytes)?;
        if cfg!(windows) {
            held = None;
        }
        Ok(())
    })
}

/// [`write_beside`] for contents that `write` writes. Devices and pipes are written to, never replaced.
///
/// # Errors
/// As [`write_beside`], and those of `write`.
pub fn write_beside_with(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), WriteError> {
    if is_special(path) {
        let failed = |error: io::Error| WriteError::new(path, error);
        return open_special(path).and_then(|mut file| write(&mut file)).map_err(failed);
    }
    replace(path, write)
}

fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), WriteError> {
    let failed = |error: io::Error| WriteError::new(path, error);
    let place = target(path);
    let beside = beside(&place);
    let mut file = new_file(&beside).map_err(failed)?;
    let written = (|| {
        write(&mut file)?;
        if let Ok(old) = fs::metadata(&place) {
            file.set_permissions(old.permissions())?;
        }
        rename_over(&beside, &place)
    })();
    if let Ok(folder) = File::open(folder_of(&place)) {
        // This makes the new name durable, where the file system supports it.
        let _ = folder.sync_all();
    }
    written.map_err(|error: io::Error| {
        let _ = fs::remove_file(&beside);
        failed(error)
    })
}

/// Renames a file over another one. On Windows that is refused as long as another process has the old one open, for
/// example to read it, so this tries again for a second.
///
/// # Errors
/// Those of [`fs::rename`].
pub fn rename_over(from: &Path, to: &Path) -> io::Result<()> {
    const PATIENCE: Duration = Duration::from_secs(1);
    const PAUSE: Duration = Duration::from_millis(5);
    let begun = Instant::now();
    loop {
        match fs::rename(from, to) {
            Err(error)
                if cfg!(windows)
                    && error.kind() == io::ErrorKind::PermissionDenied
                    && begun.elapsed() < PATIENCE
                    && to.is_file() =>
            {
                thread::sleep(PAUSE);
            }
            other => return other,
        }
    }
}

/// Whether writing to a pipe failed because its reader has closed it.
#[must_use]
pub fn is_closed_pipe(error: &io::Error) -> bool {
    /// `ERROR_PIPE_NOT_CONNECTED`, which has no [`io::ErrorKind`] of its own.
    const NOT_CONNECTED: i32 = 233;
    error.kind() == io::ErrorKind::BrokenPipe || (cfg!(windows) && error.raw_os_error() == Some(NOT_CONNECTED))
}

/// Reads a file of at most `most` bytes, of any kind: a device may have no end.
///
/// # Errors
/// Those of opening and reading, and [`io::ErrorKind::FileTooLarge`].
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let reason = format!("it is larger than {} KiB", most >> 10);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
    }
    Ok(bytes)
}

/// [`read_at_most`] for text in UTF-8 or UTF-16.
///
/// # Errors
/// As [`read_at_most`], and [`io::ErrorKind::InvalidData`].
pub fn read_text_at_most(path: &Path, most: u64) -> io::Result<String> {
    let decoded = text::decode(read_at_most(path, most)?).ok().filter(|decoded| decoded.encoding.is_unicode());
    let decoded = decoded.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))?;
    Ok(decoded.text)
}

/// Whether a path names a device, a pipe, a socket or an open file of this process, such as `/dev/stdout`. These must not
/// be replaced by a file.
#[must_use]
pub fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) || open_file_of(path).is_some()
}

/// The open file of this process that a path such as `/dev/stdout` or `/dev/fd/3` names.
fn open_file_of(path: &Path) -> Option<u32> {
    if cfg!(windows) {
        return None;
    }
    match path.to_str()? {
        "/dev/stdout" => Some(1),
        "/dev/stderr" => Some(2),
        path => {
            let number = ["/dev/fd/", "/proc/self/fd/"].into_iter().find_map(|folder| path.strip_prefix(folder));
            number?.parse().ok()
        }
    }
}

/// Opens a special file for writing. What is written to a file that is open already follows what was written there before.
fn open_special(path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    if let Some(open @ (1 | 2)) = open_file_of(path) {
        use std::os::fd::AsFd as _;

        // Opened once more it would be written from its beginning.
        io::stdout().flush()?;
        let (out, error) = (io::stdout(), io::stderr());
        let open = if open == 1 { out.as_fd() } else { error.as_fd() };
        return Ok(open.try_clone_to_owned()?.into());
    }
    OpenOptions::new().append(true).open(path)
}

/// The file that a path names: where a link leads, even if nothing is there yet.
fn target(path: &Path) -> PathBuf {
    const MAX_LINKS: usize = 40;
    if let Ok(found) = fs::canonicalize(path) {
        return found;
    }
    let mut place = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&place) else { break };
        place = folder_of(&place).join(next);
    }
    place
}

/// Creates a file that does not exist. One that a killed process with the same number has left is replaced;
/// a link is not followed.
///
/// # Errors
/// The file cannot be created.
pub fn new_file(path: &Path) -> io::Result<File> {
    let create = || OpenOptions::new().write(true).create_new(true).open(path);
    match create() {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            create()
        }
        file => file,
    }
}

/// Checks whether a file can be written, before its contents are computed.
///
/// # Errors
/// It cannot.
pub fn can_be_written(path: &Path) -> Result<(), WriteError> {
    if path.is_dir() {
        return Err(WriteError::new(path, "it is a folder"));
    }
    if is_special(path) {
        // Opening a pipe would wait for its reader.
        return Ok(());
    }
    let beside = beside(&target(path));
    new_file(&beside).map_err(|error| WriteError::new(path, error))?;
    let _ = fs::remove_file(&beside);
    Ok(())
}

/// A path in the folder of `path` that no other process or thread uses. Its name begins with a dot, so that a program that
/// reads all files of the folder does not read a part of this one.
fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}-{number}{PART}", std::process::id()));
    path.with_file_name(name)
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// The text at the beginning of a longer file, up to a blank line; `None` of a file of at most `size` bytes, and if it has no
/// such text in UTF-8.
#[must_use]
pub fn beginning(path: &Path, size: u64) -> Option<String> {
    let file = File::open(path).ok()?;
    let is_longer = file.metadata().is_ok_and(|found| found.is_file() && found.len() > size);
    let mut bytes = Vec::new();
    file.take(if is_longer { size } else { 0 }).read_to_end(&mut bytes).ok()?;
    let is_blank = |ends: &[u8]| ends.starts_with(b"\n\n") || ends == b"\n\r\n";
    bytes.truncate(bytes.windows(3).rposition(is_blank)? + 3);
    text::decode(bytes).ok().filter(|decoded| decoded.encoding.is_utf8()).map(|decoded| decoded.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_as_it_was() {
        let folder = std::env::temp_dir().join(format!("lurd-files-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("t.md");
        assert_eq!(can_be_written(&path), Ok(()));
        assert!(!path.exists());
        write_beside(&path, b"one").expect("written");
        write_beside(&path, b"two").expect("written again");
        assert_eq!(fs::read(&path).expect("there"), b"two");
        assert_eq!(fs::read_dir(&folder).expect("there").count(), 1, "nothing is left beside it");
        assert!(
            write_beside(&folder.join("no/t.md"), b"")
                .is_err_and(|error| error.to_string().starts_with("cannot write"))
        );
        assert!(can_be_written(&folder).is_err());
        let _ = fs::remove_dir_all(&folder);
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_are_written_to_and_links_beside_are_not_followed() {
        use std::os::unix::fs::FileTypeExt;

        let null = Path::new("/dev/null");
        assert_eq!((can_be_written(null), write_beside(null, b"one")), (Ok(()), Ok(())));
        assert!(fs::metadata(null).expect("a device").file_type().is_char_device(), "still a device");
        let folder = std::env::temp_dir().join(format!("lurd-special-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let pipe = folder.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
        assert!(made.success());
        assert_eq!(can_be_written(&pipe), Ok(()), "which does not wait for a reader");
        let (reader, place) = (pipe.clone(), pipe.clone());
        let read = std::thread::spawn(move || fs::read(reader));
        write_beside(&place, b"through the pipe").expect("written");
        assert_eq!(read.join().expect("a reader").expect("read"), b"through the pipe");
        assert!(fs::metadata(&pipe).expect("there").file_type().is_fifo(), "still a pipe");
        // A link at the name of the temporary file must not lead the contents elsewhere.
        let (victim, link) = (folder.join("victim"), folder.join("link"));
        let dangling = folder.join("dangling");
        std::os::unix::fs::symlink("new", &dangling).expect("a link");
        write_beside(&dangling, b"behind the link").expect("written");
        assert_eq!(fs::read(folder.join("new")).expect("there"), b"behind the link");
        assert!(fs::symlink_metadata(&dangling).expect("there").is_symlink(), "still a link");
        fs::write(&victim, "whole").expect("written");
        std::os::unix::fs::symlink(&victim, &link).expect("a link");
        new_file(&link).expect("a new file").write_all(b"other").expect("written");
        assert_eq!(fs::read_to_string(&victim).expect("there"), "whole");
        let _ = fs::remove_dir_all(&folder);
    }
}
