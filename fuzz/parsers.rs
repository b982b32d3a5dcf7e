//! The directive parser and the reader of line markers on random text: they may refuse, never panic, and take
//! time linear in the text.

use crate::tape::Tape;
use romp2cuda::omp::parse_directive;
use romp2cuda::source::{Preprocessed, Span};
use std::panic::{AssertUnwindSafe, catch_unwind};

const WORDS: &[&str] = &[
    "target",
    "teams",
    "distribute",
    "parallel",
    "for",
    "simd",
    "loop",
    "sections",
    "section",
    "single",
    "masked",
    "master",
    "critical",
    "barrier",
    "atomic",
    "ordered",
    "task",
    "taskloop",
    "taskgroup",
    "taskwait",
    "cancel",
    "cancellation",
    "point",
    "declare",
    "end",
    "begin",
    "variant",
    "mapper",
    "reduction",
    "metadirective",
    "when",
    "otherwise",
    "assume",
    "requires",
    "data",
    "enter",
    "exit",
    "update",
    "map",
    "to",
    "from",
    "tofrom",
    "alloc",
    "release",
    "delete",
    "always",
    "present",
    "close",
    "iterator",
    "it",
    "=",
    "0:n",
    "in_reduction",
    "private",
    "firstprivate",
    "lastprivate",
    "conditional",
    "shared",
    "default",
    "none",
    "if",
    "num_threads",
    "num_teams",
    "thread_limit",
    "collapse",
    "schedule",
    "static",
    "dynamic",
    "guided",
    "nonmonotonic",
    "monotonic",
    "nowait",
    "depend",
    "inout",
    "mutexinoutset",
    "depobj",
    "doacross",
    "sink",
    "source",
    "omp_cur_iteration",
    "linear",
    "val",
    "ref",
    "uval",
    "step",
    "aligned",
    "safelen",
    "simdlen",
    "uniform",
    "inbranch",
    "device",
    "ancestor",
    "host",
    "use_device_ptr",
    "is_device_ptr",
    "has_device_addr",
    "uses_allocators",
    "allocate",
    "allocator",
    "align",
    "hint",
    "capture",
    "compare",
    "read",
    "write",
    "seq_cst",
    "acq_rel",
    "fail",
    "weak",
    "tile",
    "sizes",
    "unroll",
    "partial",
    "full",
    "interchange",
    "permutation",
    "reverse",
    "fuse",
    "scan",
    "inclusive",
    "exclusive",
    "interop",
    "init",
    "use",
    "destroy",
    "dispatch",
    "novariants",
    "construct",
    "implementation",
    "vendor",
    "arch",
    "kind",
    "isa",
    "user",
    "condition",
    "score",
    "threadprivate",
    "flush",
    "nothing",
    "error",
    "at",
    "severity",
    "message",
    "x",
    "y",
    "a[0:n]",
    "p->q",
    "s.m",
    "n + 1",
    "(",
    ")",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ",",
    ":",
    ":",
    "::",
    ";",
    "+",
    "-",
    "*",
    "&",
    "&&",
    "|",
    "^",
    "max",
    "min",
    "0",
    "1",
    "-1",
    "99999999999999999999",
    "1.5f",
    "\"text\"",
    "'c'",
    "\"",
    "\\",
    "\u{e4}",
    "$",
    "#",
    "@",
    "?",
    "<<",
    "...",
];

/// One text of each kind; the one that panics.
pub fn run(seed: u64, number: u64) -> Result<(), String> {
    std::panic::set_hook(Box::new(|_| {}));
    for at in 0..number {
        let mut tape = Tape::random(seed.wrapping_add(at << 20));
        let (what, text) = if tape.once_in(4) {
            ("markers", markers(&mut tape))
        } else {
            ("directive", directive(&mut tape))
        };
        let survived = catch_unwind(AssertUnwindSafe(|| match what {
            "directive" => drop(parse_directive(&text, Span::new(0, text.len()))),
            _ => {
                let pre = Preprocessed::new(text.clone(), "main.c".into());
                for offset in (0..=text.len()).step_by(7) {
                    pre.file_line(offset);
                    pre.is_system(offset);
                }
            }
        }));
        if let Err(panic) = survived {
            let why = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()));
            return Err(format!(
                "seed {seed}, number {at}, {what}: {}\n{text:?}",
                why.unwrap_or_default()
            ));
        }
    }
    let _ = std::panic::take_hook();
    Ok(())
}

fn directive(tape: &mut Tape) -> String {
    let mut text = String::new();
    for _ in 0..tape.below(30) {
        text += tape.pick(WORDS);
        if !tape.once_in(3) {
            text.push(' ');
        }
    }
    if tape.once_in(40) {
        let nest = tape.pick(&["(", "{", "[", "-", "--", "!", "sizeof ", "x?", "(int)"]);
        text += &nest.repeat(5000);
    }
    text
}

fn markers(tape: &mut Tape) -> String {
    let mut text = String::new();
    for _ in 0..tape.below(12) {
        text += &match tape.below(9) {
            0 => "int x;\n".into(),
            1 => format!(
                "# {} \"main.c\"\n",
                tape.pick(&[
                    "1",
                    "0",
                    "7",
                    "4294967295",
                    "99999999999999999999",
                    "-3",
                    "x"
                ])
            ),
            2 => format!(
                "# 1 \"/usr/include/a.h\" {}\n",
                tape.pick(&["1", "1 3", "2", "2 3 4", "9", "1 x"])
            ),
            3 => "# 3 \"a\\\"b\\\\c.h\" 1\n".into(),
            4 => "#line 12 \"z.c\"\n".into(),
            5 => "# 5 \"unterminated\n".into(),
            6 => "#\n# \n#pragma omp parallel\n".into(),
            7 => "\u{e4}\r\n\0\x0c".into(),
            _ => tape
                .pick(&[
                    "# 1",
                    "#  2  \"<built-in>\"",
                    "# 1 \"\"\n",
                    "#ident \"x\"\n",
                    "\\\n",
                ])
                .into(),
        };
    }
    text
}
