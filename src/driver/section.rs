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

/// The section of assembler text that `-S` makes of a source with device code, which such text does not have.
pub const HALF: &str = ".romp.half";

/// A line of C that makes the section [`HALF`], whatever folder the assembler runs in.
pub fn half() -> String {
    format!("__asm__(\".pushsection {HALF},\\\"e\\\",@progbits\\n.byte 0\\n.popsection\");\n")
}

/// A line of C that puts `file`, of the folder in which it is compiled, into a section of the object. The linker
/// leaves the section out of programs.
pub fn holding(section: &str, file: &str) -> String {
    let text = SectionText { section, file }.render();
    text.expect("the template has no fallible parts") + "\n"
}
