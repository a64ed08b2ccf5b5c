//! Plug-ins and collections by name.

use std::cell::RefCell;

use crate::puzzle::{Plugin, ReadOptions};

/// A file of puzzles that is known by name.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The file name without its extension.
    pub name: String,
    /// The file name.
    pub file: String,
    /// The contents of the file.
    pub text: String,
}

/// Plug-ins and collections.
#[derive(Default)]
pub struct Catalog {
    plugins: Vec<Box<dyn Plugin>>,
    collections: Vec<Collection>,
    options: RefCell<ReadOptions>,
}

impl Catalog {
    /// Adds a kind of puzzle.
    #[must_use]
    pub fn with(mut self, plugin: impl Plugin + 'static) -> Self {
        self.plugins.push(Box::new(plugin));
        self
    }

    /// Adds a collection: the name of its file, whose extension may decide which plug-in reads it, and its
    /// text.
    #[must_use]
    pub fn with_collection(mut self, file: &str, text: &str) -> Self {
        let name = file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
        self.collections.push(Collection { name, file: file.to_owned(), text: text.to_owned() });
        self
    }

    /// Sets the options for reading texts from now on. The file extension and whether a file is binary are
    /// determined for each file.
    pub fn set_read_options(&self, options: ReadOptions) {
        self.options.replace(options);
    }

    /// The options for reading a text with this file extension.
    pub(super) fn read_options(&self, ending: Option<&str>, is_binary: bool) -> ReadOptions {
        let ending = ending.map(str::to_ascii_lowercase);
        ReadOptions { ending, is_binary, ..self.options.borrow().clone() }
    }

    /// The kinds of puzzles, in the order in which they were added.
    pub fn plugins(&self) -> impl Iterator<Item = &dyn Plugin> {
        self.plugins.iter().map(AsRef::as_ref)
    }

    /// The collections, in the order in which they were added.
    #[must_use]
    pub fn collections(&self) -> &[Collection] {
        &self.collections
    }

    /// The collection of that name.
    #[must_use]
    pub fn collection(&self, name: &str) -> Option<&Collection> {
        self.collections.iter().find(|collection| collection.name == name)
    }
}
