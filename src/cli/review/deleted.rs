//! Files under review that one branch deleted and the other one edited, where git merged the two.
//!
//! Such a file stands in the folder without marks, and no text of both sides has to be brought together: what is to be
//! said is where the edit can go. Nothing is removed here.

use super::Review;
use crate::driver::layout::RUNTIME;
use crate::driver::unmerged::HalfDeleted;
use crate::driver::{Result, accepted};
use std::path::Path;

impl Review {
    /// Files with an edit of which nothing is made any more. What is generated is written beside them.
    pub fn stranded(&self) -> Result<Vec<String>> {
        let mut found = vec![];
        for HalfDeleted { path, .. } in self.half_deleted.iter().filter(|it| is_edited(&it.path)) {
            if self.is_made(path) {
                continue;
            }
            let known = self.base.get(path).or_else(|| self.support.get(path));
            let held = accepted::file(&self.dir.join(path))?;
            if let Some(held) = held
                && known != Some(&held)
            {
                let place = self.dir.join(path).display().to_string();
                found.push(format!(
                    "{place}: one branch edited it and the other one deleted it; nothing is made of it now: carry over by \
                     hand what is wanted of the edit, then `git rm {place}`, or keep the file with `git add {place}`"
                ));
            }
        }
        Ok(found)
    }

    /// Files that are made, and of which the accepted text went with the branch that deleted them: nobody can tell what
    /// was edited in them.
    pub fn without_base(&self) -> Result<Vec<String>> {
        let mut found = vec![];
        for HalfDeleted { path, kept_by } in &self.half_deleted {
            let now = self.renames.now(path);
            let known = self.base.contains_key(&now) || self.support.contains_key(&now);
            let held = accepted::file(&self.dir.join(path))?;
            let (true, true, false, Some(_)) = (is_edited(path), self.is_made(path), known, held)
            else {
                continue;
            };
            let folder = match self.new.texts.contains_key(&now) {
                true => accepted::BASE,
                false => accepted::SUPPORT,
            };
            let base = self.dir.join(folder).join(path);
            found.push(format!(
                "{}: one branch edited it and the other one deleted it, with the text that the edit was made in: bring \
                 that back (`git checkout {} -- {}`), and the edit is kept",
                self.dir.join(path).display(),
                kept_by.revision(),
                base.display(),
            ));
        }
        Ok(found)
    }

    /// Whether the file is generated now, under whatever name.
    fn is_made(&self, path: &Path) -> bool {
        let now = self.renames.now(path);
        self.new.texts.contains_key(&now) || self.layout.support.contains_key(&now)
    }
}

/// Whether people edit a file: accepted texts and the runtime are written anew.
fn is_edited(path: &Path) -> bool {
    let own = Path::new(accepted::BASE).parent();
    !path.starts_with(RUNTIME) && own.is_none_or(|own| !path.starts_with(own))
}
