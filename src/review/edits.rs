//! What a user edited by hand in generated text, unit by unit.
//!
//! From a text as it was generated and the text in the folder. Must not know what is generated now.

use super::changes::Kind;
use super::merge;
use super::pairs::{Node, Role, is_cuda};
use super::spelling::REGION;
use super::units::{self, Key, Names, Piece, Unit, What};
use serde::Serialize;
use similar::TextDiff;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// An edit of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edit {
    pub what: &'static str,
    pub name: String,
    /// Whether the user wrote it, took it away, or changed it.
    pub kind: Kind,
    /// The generated file.
    pub file: PathBuf,
    /// As it was generated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// As it is in the folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    #[serde(skip)]
    unit: What,
    /// The numbers of their first lines in the file.
    #[serde(skip)]
    lines: (usize, usize),
}

/// The edits of a file; of one that is neither C nor CUDA, such as the Makefile, as one.
pub fn of(path: &Path, base: &str, held: &str) -> Vec<Edit> {
    if base == held {
        return vec![];
    }
    if !is_code(path) {
        let key = (What::Text, String::new());
        return vec![Edit::new(path, &key, Some((base, 1)), Some((held, 1)))];
    }
    let names = Names::default();
    let mut all = between(path, &units::of(base, &names), &units::of(held, &names));
    all.sort_by_key(|edit| edit.lines.1.max(edit.lines.0));
    all
}

fn between(path: &Path, base: &[Piece], held: &[Piece]) -> Vec<Edit> {
    let [was, is] = units::anchors([base, held]);
    let mut all = vec![];
    let keys: BTreeSet<&&Key> = was.keys().chain(is.keys()).collect();
    for key in keys {
        let (old, new) = (was.get(*key), is.get(*key));
        if old.map(|unit| &unit.text) == new.map(|unit| &unit.text) {
            continue;
        }
        if let (Some(old), Some(new)) = (old, new) {
            all.extend(between(path, &old.inner, &new.inner));
        }
        let (before, after) = (
            old.map(|unit| own_text(unit)),
            new.map(|unit| own_text(unit)),
        );
        if before != after {
            let line = |unit: Option<&&Unit>| unit.map_or(1, |unit| unit.line);
            let before = before.as_deref().map(|text| (text, line(old)));
            let after = after.as_deref().map(|text| (text, line(new)));
            all.push(Edit::new(path, key, before, after));
        }
    }
    // In a function, what is between launches is the function's.
    let is_file = |pieces: &[Piece]| {
        !pieces
            .iter()
            .any(|piece| matches!(piece, Piece::Unit(unit) if unit.key.0 == What::Launch))
    };
    if is_file(base) && is_file(held) {
        let rest = |pieces: &[Piece], known: &units::Anchors| -> String {
            let rest = pieces.iter().filter(|piece| match piece {
                Piece::Unit(unit) => !known.contains_key(&unit.key),
                Piece::Text(_) => true,
            });
            rest.map(Piece::text).collect()
        };
        let (before, after) = (rest(base, &was), rest(held, &is));
        if before != after {
            let key = (What::Text, String::new());
            all.push(Edit::new(path, &key, Some((&before, 1)), Some((&after, 1))));
        }
    }
    all
}

/// A unit's text without the launches in it, which are units of their own.
fn own_text(unit: &Unit) -> String {
    let own = |piece: &Piece| match piece {
        Piece::Unit(launch) => REGION.to_owned() + &"\n".repeat(launch.text.matches('\n').count()),
        Piece::Text(text) => text.clone(),
    };
    let text: String = match unit.inner.is_empty() {
        true => unit.text.clone(),
        false => unit.inner.iter().map(own).collect(),
    };
    text.trim_start_matches('\n').to_owned()
}

fn is_code(path: &Path) -> bool {
    let extension = path.extension().map(|it| it.to_string_lossy().into_owned());
    path.file_name().is_some_and(|name| name != "Makefile")
        && extension.is_none_or(|it| it != "cpp" && it != "txt")
}

impl Edit {
    fn new(
        path: &Path,
        (unit, name): &Key,
        before: Option<(&str, usize)>,
        after: Option<(&str, usize)>,
    ) -> Edit {
        let device = is_cuda(path);
        let what = match unit {
            What::Kernel => "kernel",
            What::DeviceFunction => "device function",
            What::Launch => "launch",
            What::Function => "host code of",
            What::Declaration if device => "device declaration",
            What::Declaration => "declaration",
            What::Macro if device => "device macro",
            What::Macro => "macro",
            What::Text => "text",
        };
        let line = |side: Option<(&str, usize)>| side.map_or(1, |(_, line)| line);
        Edit {
            what,
            name: name.clone(),
            kind: match (before, after) {
                (None, _) => Kind::New,
                (_, None) => Kind::Gone,
                _ => Kind::Changed,
            },
            file: path.to_path_buf(),
            lines: (line(before), line(after)),
            before: before.map(|(text, _)| text.to_owned()),
            after: after.map(|(text, _)| text.to_owned()),
            unit: *unit,
        }
    }

    /// A file that one of two texts is of, as one unit.
    pub fn of_file(path: &Path, before: Option<&str>, after: Option<&str>) -> Edit {
        let key = (What::Text, String::new());
        Edit::new(
            path,
            &key,
            before.map(|text| (text, 1)),
            after.map(|text| (text, 1)),
        )
    }

    /// Whether it is of this part, which had this name when the edit was made.
    pub fn is_of(&self, node: &Node, name: &str) -> bool {
        let unit = match node.role {
            Role::Kernel => What::Kernel,
            Role::DeviceFunction => What::DeviceFunction,
            Role::Region => What::Launch,
            Role::Head | Role::Body => What::Function,
            Role::Declaration => What::Declaration,
            Role::Macro => What::Macro,
            Role::Frame => return false,
        };
        self.unit == unit && self.file == node.file && self.name == name
    }

    /// The edit with present names in its texts.
    pub fn renamed(&self, names: &BTreeMap<String, String>) -> Edit {
        let text = |text: &Option<String>| text.as_deref().map(|text| units::replaced(text, names));
        Edit {
            before: text(&self.before),
            after: text(&self.after),
            ..self.clone()
        }
    }

    /// Whether it is of this part of a change.
    pub fn is_in(&self, what: &str, name: &str, file: &str) -> bool {
        let function = self.unit == What::Function && matches!(what, "head of" | "host code of");
        let same = function || self.what == what && self.unit != What::Text;
        same && self.name == name && self.file == Path::new(file)
    }

    /// Whether the other one made the same of the unit.
    pub fn is_same(&self, other: &Edit) -> bool {
        let of = |edit: &Edit| (edit.unit, edit.name.clone(), edit.file.clone());
        of(self) == of(other) && (&self.before, &self.after) == (&other.before, &other.after)
    }

    /// Whether the user took away a kernel.
    pub fn is_kernel_gone(&self) -> bool {
        self.unit == What::Kernel && self.kind == Kind::Gone
    }

    /// Whether the edit and a new text of the unit meet, so that one of the two must be chosen.
    pub fn meets(&self, new: Option<&str>) -> bool {
        match (&self.before, &self.after, new) {
            (Some(before), Some(after), Some(new)) => merge::unit(before, after, new).conflict,
            (None, ..) => false,
            _ => true,
        }
    }

    /// In words: `kernel two_1 (changed), out/a.cu:7`.
    pub fn title(&self, folder: &str) -> String {
        let (was, is) = self.lines;
        let line = if self.after.is_some() { is } else { was };
        let kind = match self.kind {
            Kind::New => "added by hand",
            Kind::Gone => "deleted by hand",
            Kind::Changed => "edited by hand",
        };
        let file = Path::new(folder).join(&self.file);
        match self.unit {
            What::Text => format!("{} ({kind})", file.display()),
            _ => format!(
                "{} {} ({kind}), {}:{line}",
                self.what,
                self.name,
                file.display()
            ),
        }
    }

    /// The lines that the user wrote and took away.
    pub fn lines(&self) -> String {
        let text = |side: &Option<String>| side.clone().unwrap_or_default();
        let (before, after) = (text(&self.before), text(&self.after));
        let diff = TextDiff::from_lines(&before, &after);
        let mut unified = diff.unified_diff();
        let hunks: Vec<String> = unified
            .context_radius(1)
            .iter_hunks()
            .flat_map(|hunk| {
                let all: Vec<String> = hunk
                    .iter_changes()
                    .map(|change| format!("{}{}", change.tag(), change.value()))
                    .collect();
                all
            })
            .collect();
        let mut out = String::new();
        for line in hunks {
            out.push_str(&line);
            if !out.ends_with('\n') {
                out.push('\n');
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(file: &str, base: &str, held: &str) -> Vec<String> {
        let edits = of(Path::new(file), base, held);
        edits.iter().map(|edit| edit.title("out")).collect()
    }

    #[test]
    fn an_edit_is_of_a_unit() {
        let base = "#include \"a.h\"\n#define N 4\n\nint f(void)\n{\n    return 1;\n}\n\nint g(void)\n{\n    return 2;\n}\n";
        let held = base.replace("return 2", "return 3").replace("N 4", "N 5");
        assert_eq!(
            titles("a.c", base, &held),
            [
                "macro N (edited by hand), out/a.c:2",
                "host code of g (edited by hand), out/a.c:9"
            ]
        );
        let held = base.replace("int f(void)\n{\n    return 1;\n}\n\n", "");
        assert_eq!(
            titles("a.c", base, &held),
            ["host code of f (deleted by hand), out/a.c:4"]
        );
        assert_eq!(titles("a.c", base, base), [] as [&str; 0]);
        assert_eq!(
            titles("Makefile", "A = 1\n", "A = 2\n"),
            ["out/Makefile (edited by hand)"]
        );
    }

    #[test]
    fn a_launch_is_not_its_function() {
        let base =
            "void f(int *x)\n{\n    ROMP_TARGET(\"a.c:3\", f_1, x)\n    { a(); }\n    b();\n}\n";
        let held = base.replace("a();", "c();");
        assert_eq!(
            titles("a.c", base, &held),
            ["launch f_1 (edited by hand), out/a.c:3"]
        );
        let held = base.replace("b();", "c();");
        let edits = of(Path::new("a.c"), base, &held);
        assert_eq!(edits.len(), 1);
        assert_eq!(edits[0].lines(), " \n-    b();\n+    c();\n }\n");
    }
}
