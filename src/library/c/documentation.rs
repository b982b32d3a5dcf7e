//! docs/c-library.md, made from the table.

use super::{Device, TABLE};

/// The table as a page of documentation.
pub fn documentation() -> String {
    let mut out = String::from(
        "# The C library in device code\n\n\
         Written from `src/library/c/rows.rs` by its test; do not edit.\n\n\
         What a call in a target region, or in a function that one reaches, becomes. Any other function\n\
         without a body in the program, not `declare target`, is refused. Arguments are converted as C\n\
         converts them, also where C++ would take another overload: `sqrt(f)` of a float computes in double.\n",
    );
    let mut titles: Vec<&str> = vec![];
    for row in &TABLE.0 {
        if !titles.contains(&row.title) {
            titles.push(row.title);
        }
    }
    for title in titles {
        out.push_str(&format!(
            "\n## {title}\n\n| function | in device code |\n|---|---|\n"
        ));
        let mut rows: Vec<(String, Vec<&str>)> = vec![];
        for row in TABLE.0.iter().filter(|row| row.title == title) {
            let becomes = match row.device {
                Device::Same => "the same function".to_string(),
                Device::Exact => "the same function, computed in C's types".to_string(),
                Device::Spelled(spelled)
                | Device::Template(spelled)
                | Device::Test(spelled)
                | Device::Constant(spelled) => format!("`{spelled}`"),
                Device::Ignored => "nothing".to_string(),
                Device::Refused(why) => format!("refused: {why}"),
            };
            match rows.iter_mut().find(|(text, _)| *text == becomes) {
                Some((_, names)) => names.push(&row.name),
                None => rows.push((becomes, vec![&row.name])),
            }
        }
        for (becomes, names) in rows {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            out.push_str(&format!("| {} | {becomes} |\n", names.join(" ")));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn documentation_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/c-library.md");
        let written = super::documentation();
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/docs")).unwrap();
            std::fs::write(path, &written).unwrap();
        }
        let there = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            there == written,
            "docs/c-library.md is old: run with UPDATE=1"
        );
    }
}
