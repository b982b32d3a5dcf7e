//! A comparison as workflow commands of GitHub: an annotation at the place of each item that is different: of a kernel,
//! its directive.
//!
//! `::notice file=app.c,line=12,title=kernel total_1 changed::3 lines gone, 4 new`.

use super::{Entry, File, lines};
use crate::diag::github::{Annotation, Level};

/// A line for each item that counts.
pub fn render(file: &File, level: Level) -> String {
    let mut out = String::new();
    for entry in file.entries.iter().filter(|entry| entry.change.counts()) {
        let (name, line) = place(file, entry);
        let title = format!(
            "{} {} {}",
            entry.kind.words(),
            entry.name(),
            entry.change.words()
        );
        let (gone, new) = entry.counts();
        let message = format!("{} gone, {new} new: {}", lines(&gone), entry.title());
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let annotation = Annotation::new(level, &title, &message).at(&name, line);
        out += &annotation.to_string();
    }
    out
}

/// The place in the user's file; where that is not known, the first line that is different.
fn place(file: &File, entry: &Entry) -> (String, String) {
    let place = entry.place.as_deref();
    if let Some((name, line)) = place.and_then(|place| place.rsplit_once(':')) {
        return (name.to_owned(), line.to_owned());
    }
    let lines = entry.rows.iter().filter(|row| row.state.counts());
    let mut lines = lines.filter_map(|row| row.new.as_ref().or(row.old.as_ref()));
    let line = lines.next().map_or(1, |line| line.number);
    let name = file.new.as_ref().or(file.old.as_ref());
    (name.cloned().unwrap_or_default(), line.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::{Options, Side};
    use super::*;

    #[test]
    fn a_kernel_is_told_at_its_directive() {
        let text = |n| {
            format!(
                "// a.c:3: target map(x)\nextern \"C\" __global__ void f_1(int *x)\n{{\n    *x = {n};\n}}\n"
            )
        };
        let (old, new) = (text(1), text(2));
        let file = File::of(
            Some(&Side::of("o.cu", &old)),
            Some(&Side::of("n.cu", &new)),
            &Options::default(),
        );
        assert_eq!(
            render(&file, Level::Notice),
            "::notice file=a.c,line=3,title=kernel f_1 changed::1 line gone, 1 new: kernel f_1 of a.c:3: target map(x)\n"
        );
    }
}
