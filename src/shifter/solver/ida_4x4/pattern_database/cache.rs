//! The pattern database in the user's cache folder.
//!
//! A file with another magic number, version, length or checksum is ignored, and replaced after the table
//! has been built again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::disk::files::write_parts_beside;
use crate::disk::folders;

/// The magic number, with the version of the contents.
const MAGIC: &[u8; 24] = b"lurd 4x4 two rows, v1 \r\n";
/// The length of magic number, length and checksum.
const HEADER: usize = 24 + 8 + 8;

fn path() -> Option<PathBuf> {
    Some(folders::cache()?.join("shifter-4x4-two-rows.table"))
}

/// Reads the table of `bytes` bytes, if the cache has it intact.
pub(super) fn read(bytes: usize) -> Option<Vec<u8>> {
    read_from(&path()?, bytes)
}

/// Writes the table to the cache; failures are ignored.
pub(super) fn write(table: &[u8]) {
    if let Some(path) = path() {
        let _ = write_to(&path, table);
    }
}

fn read_from(path: &Path, bytes: usize) -> Option<Vec<u8>> {
    // The length first, so that a foreign file of any size is not read.
    if fs::metadata(path).ok()?.len() != (HEADER + bytes) as u64 {
        return None;
    }
    let mut table = fs::read(path).ok()?;
    if table.len() != HEADER + bytes || table[..HEADER] != header(&table[HEADER..]) {
        return None;
    }
    table.drain(..HEADER);
    Some(table)
}

/// Writes the file atomically.
fn write_to(path: &Path, table: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    write_parts_beside(path, &[&header(table), table]).map_err(io::Error::other)
}

fn header(table: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..24].copy_from_slice(MAGIC);
    header[24..32].copy_from_slice(&(table.len() as u64).to_le_bytes());
    header[32..].copy_from_slice(&checksum(table).to_le_bytes());
    header
}

/// A checksum against accidental damage; it depends on every byte and its position.
fn checksum(bytes: &[u8]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    bytes.chunks(8).fold(ODD, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (sum.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(ODD)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_file_is_trusted() {
        let folder = std::env::temp_dir().join(format!("lurd-cache-{}", std::process::id()));
        let path = folder.join("table");
        let table: Vec<u8> = (0..=255).cycle().take(1003).collect();
        assert_eq!(read_from(&path, table.len()), None, "there is none");
        write_to(&path, &table).expect("a folder for tests");
        assert_eq!(read_from(&path, table.len()).as_deref(), Some(table.as_slice()));
        assert_eq!(read_from(&path, table.len() - 1), None, "another length");
        let whole = fs::read(&path).expect("it is there");
        for at in [0, 22, 30, 35, HEADER, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&path, &damaged).expect("writable");
            assert_eq!(read_from(&path, table.len()), None, "byte {at}");
        }
        fs::write(&path, &whole[..whole.len() - 1]).expect("writable");
        assert_eq!(read_from(&path, table.len()), None, "cut off");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "nothing is left beside it");
        fs::remove_dir_all(&folder).expect("removable");
    }
}
