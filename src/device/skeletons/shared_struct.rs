//! The struct of a team's shared variables.

use crate::device::storage::LINE;
use crate::device::tree::Block;
use askama::Template;
use std::fmt;

/// The definition of a struct whose object a team shares, in shared memory or in global memory, with a check of its
/// size: `templates/shared_struct.cu`.
#[derive(Clone, Debug)]
pub struct SharedStruct {
    /// The name of the type.
    pub tag: String,
    /// Declarations of the members, unions of them included.
    pub members: Block,
    /// For checks of the emulated device: where each member lies, and what the user calls it.
    pub described: Option<String>,
    /// Its size, as the plan has laid it out.
    pub bytes: u64,
    /// Objects of the device header stand beside it: it takes whole lines of shared memory, so that there is no gap.
    pub in_whole_lines: bool,
}

#[derive(Template)]
#[template(path = "shared_struct.cu")]
struct SharedStructText<'a> {
    /// Of a struct that takes whole lines.
    line: Option<u64>,
    tag: &'a str,
    members: String,
    described: Option<&'a str>,
    bytes: u64,
}

impl fmt::Display for SharedStruct {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let line = self.in_whole_lines.then_some(LINE);
        let text = SharedStructText {
            line,
            tag: &self.tag,
            members: self.members.text(1),
            described: self.described.as_deref(),
            bytes: self.bytes.next_multiple_of(line.unwrap_or(1)),
        };
        super::show(&text, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_struct_beside_objects_of_the_header_takes_whole_lines() {
        let mut members = Block::at(1);
        members.declare("double all");
        let mut shared = SharedStruct {
            tag: "f_1_shared".into(),
            members,
            described: None,
            bytes: 8,
            in_whole_lines: false,
        };
        let check = |bytes: u64| {
            let why = "memory is planned for this size: translate again, or check that it suffices";
            format!("static_assert(sizeof(f_1_shared) == {bytes}, \"{why}\");")
        };
        let body = "f_1_shared {\n    double all;\n};\n";
        assert_eq!(shared.to_string(), format!("struct {body}{}", check(8)));
        shared.in_whole_lines = true;
        assert_eq!(
            shared.to_string(),
            format!("struct alignas(16) {body}{}", check(16))
        );
        shared.described = Some("0 8 all@a.c:1;".into());
        let last = "    static constexpr const char *romp_members = \"0 8 all@a.c:1;\";\n};";
        assert!(shared.to_string().contains(last), "{shared}");
    }
}
