//! The pattern database in the user's cache folder.
//!
//! A file with another magic number, version, length or checksum is ignored, and replaced after the table
//! has been built again.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use lurd_disk::files::write_beside_with;
use lurd_disk::folders;
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;

/// The magic number, with the version of the contents.
const MAGIC: &[u8; 24] = b"lurd 4x4 two rows, v1 \r\n";
/// The length of magic number, length and checksum.
const HEADER: usize = 24 + 8 + 8;

fn path() -> Option<PathBuf> {
    Some(folders::cache()?.join("shifter-4x4-two-rows.table"))
}

/// The bytes that are read, checked or written between two looks at the clock.
const PIECE: usize = 1 << 18;

/// Reads the table of `bytes` bytes, if the cache has it intact. The caller has reserved its memory.
///
/// # Errors
/// When time is over or the search was cancelled.
pub(super) fn read(bytes: usize, budget: &mut Budget<'_>) -> Result<Option<Vec<u8>>, Stop> {
    match path() {
        Some(path) => read_from(&path, bytes, budget),
        None => Ok(None),
    }
}

/// Writes the table to the cache. Failures are ignored, and a stop of the search leaves the cache as it is.
pub(super) fn write(table: &[u8], budget: &mut Budget<'_>) {
    if let Some(path) = path() {
        let _ = write_to(&path, table, budget);
    }
}

fn read_from(path: &Path, bytes: usize, budget: &mut Budget<'_>) -> Result<Option<Vec<u8>>, Stop> {
    let Ok(mut file) = File::open(path) else { return Ok(None) };
    // The length first, so that a foreign file of any size is not read.
    let is_right = |found: fs::Metadata| found.is_file() && found.len() == (HEADER + bytes) as u64;
    if !file.metadata().is_ok_and(is_right) {
        return Ok(None);
    }
    let mut head = [0; HEADER];
    if file.read_exact(&mut head).is_err() {
        return Ok(None);
    }
    let mut table = vec![0; bytes];
    let mut sum = Checksum::default();
    for piece in table.chunks_mut(PIECE) {
        budget.check_now()?;
        if file.read_exact(piece).is_err() {
            return Ok(None);
        }
        sum.add(piece);
    }
    Ok((head == header(bytes, &sum)).then_some(table))
}

/// Writes the file atomically. It need not be durable: a damaged one is not used.
fn write_to(path: &Path, table: &[u8], budget: &mut Budget<'_>) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let written = write_beside_with(path, |file| {
        let mut sum = Checksum::default();
        let mut pieces = table.chunks(PIECE);
        let in_time = |budget: &mut Budget<'_>| budget.check_now().map_err(|_| io::Error::other("stopped"));
        pieces.clone().try_for_each(|piece| {
            sum.add(piece);
            in_time(budget)
        })?;
        file.write_all(&header(table.len(), &sum))?;
        pieces.try_for_each(|piece| {
            in_time(budget)?;
            file.write_all(piece)
        })
    });
    written.map_err(io::Error::other)
}

fn header(bytes: usize, sum: &Checksum) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..24].copy_from_slice(MAGIC);
    header[24..32].copy_from_slice(&(bytes as u64).to_le_bytes());
    header[32..].copy_from_slice(&sum.0.to_le_bytes());
    header
}

/// A checksum against accidental damage; it depends on every byte and its position.
struct Checksum(u64);

impl Checksum {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

    /// Continues with more bytes: a multiple of eight, except at the end.
    fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.chunks(8).fold(self.0, |sum, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            (sum.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(Self::ODD)
        });
    }
}

impl Default for Checksum {
    fn default() -> Self {
        Self(Self::ODD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lurd_engine::budget::{Cancel, Limits};

    #[test]
    fn only_a_whole_file_is_trusted() {
        let folder = std::env::temp_dir().join(format!("lurd-cache-{}", std::process::id()));
        let path = folder.join("table");
        // More than one piece, and no multiple of eight bytes.
        let table: Vec<u8> = (0..=255).cycle().take(2 * PIECE + 1003).collect();
        let budget = &mut Budget::unlimited();
        assert_eq!(read_from(&path, table.len(), budget), Ok(None), "there is none");
        write_to(&path, &table, budget).expect("a folder for tests");
        assert_eq!(read_from(&path, table.len(), budget), Ok(Some(table.clone())));
        assert_eq!(read_from(&path, table.len() - 1, budget), Ok(None), "another length");
        let whole = fs::read(&path).expect("it is there");
        for at in [0, 22, 30, 35, HEADER, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&path, &damaged).expect("writable");
            assert_eq!(read_from(&path, table.len(), budget), Ok(None), "byte {at}");
        }
        fs::write(&path, &whole[..whole.len() - 1]).expect("writable");
        assert_eq!(read_from(&path, table.len(), budget), Ok(None), "cut off");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "nothing is left beside it");
        fs::remove_dir_all(&folder).expect("removable");
    }

    /// A search that was cancelled neither waits for the table nor writes it.
    #[test]
    fn a_stop_ends_reading_and_writing() {
        let folder = std::env::temp_dir().join(format!("lurd-cache-stop-{}", std::process::id()));
        let path = folder.join("table");
        let table = vec![7; 3 * PIECE];
        let (cancel, mut no_observer) = (Cancel::default(), ());
        let mut stopped = Budget::new(Limits::NONE, cancel.clone(), &mut no_observer);
        cancel.cancel();
        assert!(write_to(&path, &table, &mut stopped).is_err());
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0, "nothing is left");
        write_to(&path, &table, &mut Budget::unlimited()).expect("written");
        assert_eq!(read_from(&path, table.len(), &mut stopped), Err(Stop::Cancelled));
        fs::remove_dir_all(&folder).expect("removable");
    }
}
