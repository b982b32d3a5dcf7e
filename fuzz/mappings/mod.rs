//! Random sequences of data constructs over arrays and their sections, with results that a model predicts.
//!
//! A step is chosen so that the standard defines it: a section is present as a whole or absent as a whole,
//! and values that are not definite are written before they are read.

mod model;
mod structures;

use crate::campaign::Case;
use crate::tape::Tape;
use model::{Array, Motion, Value};
use std::fmt::Write as _;
use std::ops::Range;

pub const PRELUDE: &str = include_str!("prelude.h");

pub fn case(tape: &mut Tape, number: usize) -> Case {
    let mut sequence = Sequence {
        tape,
        number,
        arrays: vec![],
        text: String::new(),
        depth: 1,
        steps: 0,
    };
    if sequence.tape.once_in(3) {
        sequence.structures();
    } else {
        sequence.write();
    }
    Case {
        own: sequence.text,
        ..Case::default()
    }
}

struct Sequence<'a> {
    tape: &'a mut Tape,
    number: usize,
    arrays: Vec<Array>,
    text: String,
    depth: usize,
    steps: u32,
}

impl Sequence<'_> {
    fn line(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        let indent = if text.starts_with('#') {
            0
        } else {
            4 * self.depth
        };
        let _ = writeln!(self.text, "{:indent$}{text}", "");
    }

    fn write(&mut self) {
        let number = self.number;
        self.text =
            format!("\nstatic unsigned named_{number}[96];\nstatic void case{number}(void)\n{{\n");
        let count = 2 + self.tape.below(2);
        let mut frees = vec![];
        for at in 0..count {
            let length = self.tape.pick(&[64, 16, 33, 96]);
            let (name, named, length) = match (at, self.tape.below(3)) {
                (0, 1) => (format!("named_{number}"), true, 96),
                (_, 2) => {
                    self.line(format!(
                        "struct box box{at} = {{1, malloc({length} * sizeof(unsigned)), {length}, 2u}};"
                    ));
                    frees.push(format!("box{at}.in"));
                    (format!("box{at}.in"), false, length)
                }
                _ => {
                    self.line(format!(
                        "unsigned *p{at} = malloc({length} * sizeof *p{at});"
                    ));
                    frees.push(format!("p{at}"));
                    (format!("p{at}"), false, length)
                }
            };
            self.arrays.push(Array {
                name,
                host: vec![None; length],
                parts: vec![],
                pins: vec![],
                named,
            });
            self.host_writes(at, 0..length);
        }
        let steps = 3 + self.tape.below(10);
        for _ in 0..steps {
            self.step(2);
        }
        for at in 0..count {
            while let Some(part) = self.arrays[at].parts.first() {
                let range = part.range.clone();
                self.exit(at, range, "delete");
            }
            self.check_host(at);
        }
        for name in frees {
            self.line(format!("free({name});"));
        }
        self.line("passed++;");
        self.text += "}\n";
    }

    fn step(&mut self, nesting: usize) {
        self.steps += 1;
        let at = self.tape.below(self.arrays.len());
        let Some(range) = self.section(at) else {
            return;
        };
        match self.tape.below(13) {
            0 | 1 => self.host_writes(at, range),
            2 | 3 => self.enter(at, range),
            4 => {
                let kind = self
                    .tape
                    .pick(&["from", "release", "delete", "always, from"]);
                self.exit(at, range, kind);
            }
            5 => self.update(at, range),
            6..=8 => self.region(at, range),
            9 => self.implicit(at),
            10 => self.device_pointer(at, range),
            11 if nesting > 0 => self.data_region(at, range, nesting),
            12 => self.present(at, range),
            _ => self.check_host(at),
        }
    }

    /// A section that lies in one part, or in none.
    fn section(&mut self, at: usize) -> Option<Range<usize>> {
        let length = self.arrays[at].length();
        // More often than not, what is mapped already.
        let (low, high) = match self.arrays[at].parts.len() {
            0 => (0, length),
            _ if self.tape.once_in(3) => (0, length),
            count => {
                let part = self.tape.below(count);
                let range = &self.arrays[at].parts[part].range;
                (range.start, range.end)
            }
        };
        let range = match self.tape.below(3) {
            0 => low..high,
            1 => low..low + 1 + self.tape.below(high - low),
            _ => {
                let first = low + self.tape.below(high - low);
                first..first + 1 + self.tape.below(high - first)
            }
        };
        let array = &mut self.arrays[at];
        (array.part(&range).is_some() || array.absent(&range)).then_some(range)
    }

    fn item(&self, at: usize, range: &Range<usize>) -> String {
        let array = &self.arrays[at];
        if array.named && *range == (0..array.length()) && self.steps.is_multiple_of(2) {
            return array.name.clone();
        }
        format!("{}[{}:{}]", array.name, range.start, range.len())
    }

    fn host_writes(&mut self, at: usize, range: Range<usize>) {
        let (start, factor) = (
            self.tape.below(1000) as u32,
            self.tape.pick(&[1u32, 3, 7, 65_537]),
        );
        let array = &mut self.arrays[at];
        for k in range.clone() {
            array.host[k] = Some(start.wrapping_add(factor.wrapping_mul(k as u32)));
        }
        let name = array.name.clone();
        self.line(format!(
            "for (int k = {}; k < {}; k++)",
            range.start, range.end
        ));
        self.line(format!("    {name}[k] = {start}u + {factor}u * k;"));
    }

    /// The longest run of definite values is what is checked.
    fn check_host(&mut self, at: usize) {
        let host = self.arrays[at].host.clone();
        let Some(range) = longest(&host) else { return };
        let wanted = hash(&host[range.clone()]);
        let (number, name) = (self.number, self.arrays[at].name.clone());
        let (first, count) = (range.start, range.len());
        self.line(format!(
            "expect({number}, \"{name}[{first}:{count}] on the host\", hash({name}, {first}, {count}), {wanted}u);"
        ));
    }

    fn enter(&mut self, at: usize, range: Range<usize>) {
        let present = self.arrays[at].part(&range).is_some();
        let (kind, to) = self.tape.pick(&[
            ("to", true),
            ("alloc", false),
            ("always, to", true),
            ("present, to", true),
        ]);
        let kind = if kind.starts_with("present") && !present {
            "to"
        } else {
            kind
        };
        let item = self.item(at, &range);
        self.line(format!("#pragma omp target enter data map({kind}: {item})"));
        let motion = Motion {
            to,
            from: false,
            always: kind.starts_with("always"),
            delete: false,
        };
        self.arrays[at].enter(&range, motion);
    }

    fn exit(&mut self, at: usize, range: Range<usize>, kind: &str) {
        if self.arrays[at].is_needed(&range, kind == "delete") {
            return;
        }
        let item = self.item(at, &range);
        self.line(format!("#pragma omp target exit data map({kind}: {item})"));
        let motion = Motion {
            to: false,
            from: kind.ends_with("from"),
            always: kind.starts_with("always"),
            delete: kind == "delete",
        };
        self.arrays[at].exit(&range, motion);
    }

    fn update(&mut self, at: usize, range: Range<usize>) {
        let to = self.tape.once_in(2);
        let present = self.arrays[at].part(&range).is_some() && self.tape.once_in(3);
        let word = if to { "to" } else { "from" };
        let modifier = if present { "present: " } else { "" };
        let item = self.item(at, &range);
        self.line(format!(
            "#pragma omp target update {word}({modifier}{item})"
        ));
        self.arrays[at].update(&range, to);
    }

    fn motion(&mut self) -> (String, Motion) {
        let (kind, to, from) = self.tape.pick(&[
            ("tofrom", true, true),
            ("to", true, false),
            ("from", false, true),
            ("alloc", false, false),
        ]);
        let always = kind != "alloc" && self.tape.once_in(4);
        let prefix = if always { "always, " } else { "" };
        let motion = Motion {
            to,
            from,
            always,
            delete: false,
        };
        (format!("{prefix}{kind}"), motion)
    }

    /// A region that maps the section and works on it.
    fn region(&mut self, at: usize, range: Range<usize>) {
        let (kind, motion) = self.motion();
        let item = self.item(at, &range);
        self.arrays[at].enter(&range, motion);
        self.kernel(at, range.clone(), &format!(" map({kind}: {item})"));
        self.arrays[at].exit(&range, motion);
    }

    /// A region that names the array only in its body: what is mapped of it is found there.
    fn implicit(&mut self, at: usize) {
        let array = &self.arrays[at];
        let [part] = array.parts.as_slice() else {
            return;
        };
        let range = part.range.clone();
        // Of a named array, all would be mapped; a member's structure, too, without what it points to.
        if array.name.contains('.') || array.named && range != (0..array.length()) {
            return;
        }
        self.kernel(at, range, "");
    }

    fn device_pointer(&mut self, at: usize, range: Range<usize>) {
        let array = &mut self.arrays[at];
        if array.part(&range).is_none()
            || array.named
            || array.name.contains('.')
            || array.parts.len() > 1
        {
            return;
        }
        let name = array.name.clone();
        self.line(format!("#pragma omp target data use_device_ptr({name})"));
        self.kernel(at, range, &format!(" is_device_ptr({name})"));
    }

    /// Reads and writes the section, or writes it where its values are not definite.
    fn kernel(&mut self, at: usize, range: Range<usize>, clauses: &str) {
        let (number, name) = (self.number, self.arrays[at].name.clone());
        let part = self.arrays[at].part(&range).expect("mapped");
        let inside = range.start - part.range.start..range.end - part.range.start;
        let (first, end, count) = (range.start, range.end, range.len());
        let before = part.device[inside.clone()].to_vec();
        let add = self.tape.below(100) as u32;
        let definite = before.iter().all(Option::is_some);
        let words = self.tape.pick(&[
            "target teams distribute parallel for",
            "target parallel for",
            "target",
        ]);
        if definite {
            let wanted = hash(&before);
            self.line("{");
            self.depth += 1;
            self.line("unsigned sum = 0;");
            self.line(format!("#pragma omp target map(from: sum){clauses}"));
            self.line("{");
            self.line(format!("    sum = hash({name}, {first}, {count});"));
            self.line(format!("    for (int k = {first}; k < {end}; k++)"));
            self.line(format!("        {name}[k] = {name}[k] * 3u + {add}u;"));
            self.line("}");
            self.line(format!(
                "expect({number}, \"{name}[{first}:{count}] on the device\", sum, {wanted}u);"
            ));
            self.depth -= 1;
            self.line("}");
        } else {
            self.line(format!("#pragma omp {words}{clauses}"));
            self.line(format!("for (int k = {first}; k < {end}; k++)"));
            self.line(format!("    {name}[k] = {add}u + 5u * k;"));
        }
        let part = self.arrays[at].part(&range).expect("mapped");
        for (k, value) in (first..end).zip(&mut part.device[inside]) {
            *value = Some(match value {
                Some(old) if definite => old.wrapping_mul(3).wrapping_add(add),
                _ => add.wrapping_add(5u32.wrapping_mul(k as u32)),
            });
        }
    }

    fn data_region(&mut self, at: usize, range: Range<usize>, nesting: usize) {
        let (kind, motion) = self.motion();
        let item = self.item(at, &range);
        self.line(format!("#pragma omp target data map({kind}: {item})"));
        self.line("{");
        self.depth += 1;
        self.arrays[at].enter(&range, motion);
        self.arrays[at].pins.push(range.clone());
        for _ in 0..self.tape.below(4) {
            self.step(nesting - 1);
        }
        self.arrays[at].pins.pop();
        self.depth -= 1;
        self.line("}");
        self.arrays[at].exit(&range, motion);
    }

    fn present(&mut self, at: usize, range: Range<usize>) {
        let wanted = u32::from(self.arrays[at].part(&range).is_some());
        let (number, name, first) = (self.number, self.arrays[at].name.clone(), range.start);
        self.line(format!(
            "expect({number}, \"presence of {name}[{first}]\", omp_target_is_present(&{name}[{first}], omp_get_default_device()) != 0, {wanted}u);"
        ));
    }
}

fn longest(values: &[Value]) -> Option<Range<usize>> {
    let mut best = 0..0;
    let mut start = 0;
    for (at, value) in values.iter().enumerate() {
        if value.is_none() {
            start = at + 1;
        } else if at + 1 - start > best.len() {
            best = start..at + 1;
        }
    }
    (!best.is_empty()).then_some(best)
}

/// As `hash` of prelude.h.
fn hash(values: &[Value]) -> u32 {
    values.iter().fold(17, |sum: u32, value| {
        sum.wrapping_mul(31).wrapping_add(value.expect("definite"))
    })
}
