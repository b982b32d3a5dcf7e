//! How a document is compiled: what the editor says, what the build system says, or the usual.
//!
//! Must not know what the words do.

use crate::driver::Result;
use crate::driver::database::Database;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The client's `initializationOptions`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Settings {
    /// Words behind all others, as for `romp2cuda cc`: `-I`, `-D`, `--sequential=`.
    pub flags: Vec<String>,
    /// `compile_commands.json`, or its folder; where it is not said, the nearest above each document.
    pub compilation_database: Option<PathBuf>,
}

impl Settings {
    /// The words of the command line that compiles a file.
    pub fn words(&self, file: &Path) -> Result<Vec<String>> {
        let place = self.compilation_database.clone();
        let place = place.or_else(|| Database::above(file));
        let database = place.map(|place| Database::load(&place)).transpose()?;
        let entry = database.as_ref().and_then(|all| all.of(file));
        let mut words = vec!["-fopenmp".to_owned()];
        words.extend(entry.into_iter().flat_map(|entry| entry.words.clone()));
        words.extend(self.flags.iter().cloned());
        Ok(words)
    }
}
