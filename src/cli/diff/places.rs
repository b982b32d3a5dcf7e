//! Where in the user's files the items of a comparison come from: paths as the user named them.
//!
//! A kernel's comment has the name of a file without its folder, and a generated file has lines of its own. Who reads a
//! comparison in an editor or in a pull request needs the user's file, and the line there.

use crate::compare::identity::Origin;
use crate::compare::{Entry, File, Side};
use crate::driver::unit::Unit;
use crate::outline::{Item, Kind};
use std::path::{Path, PathBuf};

/// The user's files of all translated units.
pub(super) struct Places<'a> {
    units: Vec<Sources<'a>>,
}

struct Sources<'a> {
    unit: &'a Unit,
    /// The user's files by their paths, the main file first.
    files: Vec<(&'a Path, Side<'a>)>,
}

impl<'a> Places<'a> {
    /// Reads the files of units.
    pub fn of(units: &'a [Unit]) -> Places<'a> {
        Places {
            units: units.iter().map(Sources::of).collect(),
        }
    }

    /// Gives each item of a comparison its place; `made` is the path of the generated file.
    pub fn locate(&self, file: &mut File, made: &Path) {
        let own = self.source(made);
        let (unit, path) = match &own {
            Some((unit, path)) => (Some(*unit), path.display().to_string()),
            // No unit makes this file any more.
            None => (None, made.display().to_string()),
        };
        for entry in &mut file.entries {
            let place = match entry.origin() {
                Some(origin) => self.directive(unit, made, entry, origin),
                None => unit.and_then(|unit| unit.declaration(entry, &path)),
            };
            entry.place = Some(place.unwrap_or_else(|| format!("{path}:1")));
        }
    }

    /// The unit that makes a generated file, and the file of the user's that it is made of. The generated file may lie in
    /// a folder for output, so that its path has fewer folders than the user's or more.
    fn source(&self, made: &Path) -> Option<(&Sources<'a>, PathBuf)> {
        let all = || self.units.iter().flat_map(Sources::made);
        let same = all().find(|(_, result, _)| result == made);
        let alike = |result: &Path| result.ends_with(made) || made.ends_with(result);
        let found = same.or_else(|| all().find(|(_, result, _)| alike(result)));
        found.map(|(unit, _, source)| (unit, source))
    }

    /// The place of a kernel's directive, whose line its comment gives.
    fn directive(
        &self,
        unit: Option<&Sources<'a>>,
        made: &Path,
        entry: &Entry,
        origin: Origin,
    ) -> Option<String> {
        let (name, line) = origin.place.rsplit_once(':')?;
        let is_called = |path: &&Path| path.file_name().is_some_and(|it| it == name);
        let region = unit.and_then(|unit| unit.region(entry)).filter(is_called);
        let own = unit.into_iter().chain(&self.units);
        let mut paths = own.flat_map(|unit| unit.files.iter().map(|(path, _)| *path));
        let path = region.or_else(|| paths.find(is_called));
        let beside = || made.with_file_name(name);
        let path = path.map_or_else(beside, Path::to_path_buf);
        Some(format!("{}:{line}", path.display()))
    }
}

impl<'a> Sources<'a> {
    fn of(unit: &'a Unit) -> Sources<'a> {
        let main = unit.text.main_id();
        let others = unit.text.files().filter(|&file| file != main);
        let users = std::iter::once(main)
            .chain(others)
            .filter(|&file| unit.text.is_user_file(file));
        let files = users.filter_map(|file| {
            let path = unit.text.path(file);
            let text = unit.text.original(file)?.text();
            Some((path, Side::of(path.display().to_string(), text)))
        });
        Sources {
            unit,
            files: files.collect(),
        }
    }

    /// The generated files of the unit, each with the file of the user's that it is made of.
    fn made(&self) -> impl Iterator<Item = (&Sources<'a>, PathBuf, PathBuf)> {
        let source = &self.unit.source;
        let cuda = (source.with_extension("cu"), source.clone());
        let host = self.unit.translation.host.iter();
        let host = host.map(|file| (file.path.clone(), file.origin.clone()));
        std::iter::once(cuda)
            .chain(host)
            .map(move |(result, source)| (self, result, source))
    }

    /// The file of a kernel's region.
    fn region(&self, entry: &Entry) -> Option<&'a Path> {
        let mut kernels = self.unit.translation.kernels.iter();
        let name = entry.new_name.as_ref()?;
        let kernel = kernels.find(|kernel| kernel.name == *name)?;
        let place = self.unit.text.place(kernel.region)?;
        Some(self.unit.text.path(place.file))
    }

    /// The place where the user declares what an item has the name of; the file at `path` comes first.
    fn declaration(&self, entry: &Entry, path: &str) -> Option<String> {
        let kind = match entry.kind {
            Kind::Rest => return None,
            Kind::DeviceFunction => Kind::Function,
            kind => kind,
        };
        let (first, others): (Vec<_>, Vec<_>) =
            self.files.iter().partition(|(_, side)| side.name == path);
        first.into_iter().chain(others).find_map(|(_, side)| {
            let mut items = side.outline.items.iter();
            let is_same =
                |it: &&Item| it.kind == kind && !it.name.is_empty() && it.name == entry.name();
            let item = items.find(is_same)?;
            Some(format!("{}:{}", side.name, head(side, item)))
        })
    }
}

/// The line, from 1, on which an item begins, behind the comment in front of it.
fn head(side: &Side, item: &Item) -> usize {
    let behind = item.span.start.max(item.comment.end);
    let blank = side.text[behind..].len() - side.text[behind..].trim_start().len();
    let above = &side.text.as_bytes()[..behind + blank];
    1 + above.iter().filter(|byte| **byte == b'\n').count()
}
