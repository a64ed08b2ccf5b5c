//! Where lurd stores files, and how it writes them. It knows nothing of puzzles and searches.
//!
//! | module | contents |
//! |---|---|
//! | [`line_file`] | files of lines that grow while a program runs, and survive its end at any time |
//! | [`files`] | files that are written beside the old one and renamed |
//! | [`folders`] | the user's folders, by the conventions of the system |
//! | [`hash`] | checksums |
//! | [`lock`] | exclusive access to a file among processes |
//! | [`names`] | names of files as text, whatever their bytes |
//! | [`text`] | from bytes to text, and back |
//!
//! ```
//! let folder = std::env::temp_dir().join(format!("lurd-disk-{}", std::process::id()));
//! let file = folder.join("answer.txt");
//! lurd_disk::files::create_folder(&folder)?;
//! lurd_disk::files::write_beside(&file, b"rRR")?;
//! assert_eq!(std::fs::read(&file)?, b"rRR");
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod files;
pub mod folders;
pub mod hash;
pub mod line_file;
pub mod lock;
pub mod names;
pub mod text;
