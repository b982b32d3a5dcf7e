//! Files that an object carries in a section, from which later build steps read them.

use askama::Template;

/// C that puts a file into a section of the object, one that the linker leaves out of programs:
/// `templates/section.c`.
#[derive(Template)]
#[template(path = "section.c")]
struct SectionText<'a> {
    section: &'a str,
    file: &'a str,
}

/// A line of C that puts `file`, of the folder in which it is compiled, into a section of the object. The linker
/// leaves the section out of programs.
pub fn holding(section: &str, file: &str) -> String {
    let text = SectionText { section, file }.render();
    text.expect("the template has no fallible parts") + "\n"
}
