//! Where in the user's files a part of the generated text comes from.
//!
//! The directive of a kernel and its launch; of other parts where the user declares them. Must not know what changed.

use super::pairs::{Node, Role, is_cuda};
use super::reasons::Context;
use crate::compare::identity;
use std::path::Path;

impl Context<'_> {
    /// The C file of a node, and the line of its directive.
    pub fn source(&self, node: &Node) -> Option<(String, usize)> {
        let (was, is) = self.kernels(node);
        let unit = self.new.known.unit_of(&node.file);
        let unit = unit
            .or_else(|| self.old.known.unit_of(&node.file))
            .map(|(name, _)| name.clone());
        // The lock has no lines; the comment of a kernel that went away does.
        let comment = node
            .old
            .as_ref()
            .filter(|_| node.new.is_none() && node.role == Role::Kernel);
        let comment = comment.and_then(|side| identity::origin(&side.text));
        if is.or(was).is_none() && comment.is_none() {
            return self.declared(node).or_else(|| unit.map(|unit| (unit, 1)));
        }
        let place = is.or(was).map_or("", |kernel| kernel.place.as_str());
        let place = comment.map_or(place, |origin| origin.place);
        match place.rsplit_once(':') {
            Some((file, line)) => {
                let of_unit =
                    unit.filter(|unit| Path::new(unit).file_name() == Path::new(file).file_name());
                Some((
                    of_unit.unwrap_or_else(|| file.to_owned()),
                    line.parse().unwrap_or(1),
                ))
            }
            None => unit.map(|unit| (unit, 1)),
        }
    }

    /// Where the user declares what a part is of, in a C file or in a header.
    pub fn declared(&self, node: &Node) -> Option<(String, usize)> {
        let host = |other: &&Node| {
            let role = match node.role {
                Role::DeviceFunction => matches!(other.role, Role::Head | Role::Declaration),
                Role::Body => other.role == Role::Head,
                role => other.role == role,
            };
            !is_cuda(&other.file) && role && !node.name.is_empty() && other.name == node.name
        };
        let same_unit = |one: &&Node| one.file.with_extension("") == node.file.with_extension("");
        let is_header = |one: &&Node| one.file.extension().is_none_or(|it| it != "c");
        let all = || self.pairs.nodes.iter().filter(host);
        let found = all().find(|one| one.file == node.file);
        let found = found.or_else(|| all().find(same_unit));
        let found = found
            .or_else(|| all().find(is_header))
            .or_else(|| all().next())?;
        let version = if found.new.is_some() {
            self.new
        } else {
            self.old
        };
        let side = found.new.as_ref().or(found.old.as_ref())?;
        let is_code = |line: &str| {
            let line = line.trim_start();
            !line.is_empty() && !["//", "/*", "*"].iter().any(|it| line.starts_with(it))
        };
        let (below, first) = side
            .text
            .lines()
            .enumerate()
            .find(|(_, line)| is_code(line))?;
        let file = version.users_path(&found.file)?;
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let source = version.sources.get(&file);
        let line = source.and_then(|text| text.lines().position(|it| words(it) == words(first)));
        // A header has the lines that the user wrote.
        Some((file, line.map_or(side.line + below, |line| line + 1)))
    }
}
