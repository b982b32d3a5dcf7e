//! Sequences over an array of structures whose mapper brings what a member points to.
//!
//! A construct on `boxes[first:count]` maps the structures' own storage and, for each of them, what `in` points
//! to: so many pieces of storage, each with a reference count of its own (OpenMP 5.2, 5.8.8). Sections of one
//! `in` are mapped alone in between.

use super::model::{Array, Motion, Value};
use super::{Sequence, hash};
use std::ops::Range;

/// Values of a structure's own storage that the program looks at: `before` and `after`.
const OWN: usize = 2;

impl Sequence<'_> {
    pub(super) fn structures(&mut self) {
        let count = 1 + self.tape.below(3);
        let name = format!("boxes_{}", self.number);
        self.text = format!(
            "\nstatic struct box {name}[{count}];\nstatic void case{}(void)\n{{\n",
            self.number
        );
        // The storage of the structures, then what each of them points to.
        self.add_array(name.clone(), OWN * count);
        for at in 0..count {
            let length = self.tape.pick(&[5, 1, 33]);
            let member = format!("{name}[{at}].in");
            self.line(format!("{member} = malloc({length} * sizeof(unsigned));"));
            self.line(format!("{name}[{at}].n = {length};"));
            self.add_array(member, length);
            self.host_writes(1 + at, 0..length);
        }
        self.line(format!("unsigned *kept[{count}];"));
        self.line(format!(
            "for (int k = 0; k < {count}; k++) kept[k] = {name}[k].in;"
        ));
        self.host_writes_own(0..count);
        for _ in 0..4 + self.tape.below(10) {
            self.structure_step(count);
        }
        while let Some(part) = self.arrays[0].parts.first() {
            let range = part.range.start / OWN..part.range.end / OWN;
            let (first, length) = (range.start, range.len());
            self.line(format!(
                "#pragma omp target exit data map(delete: {name}[{first}:{length}])"
            ));
            self.exit_whole(&range, motion("delete"));
        }
        for at in 1..=count {
            if !self.arrays[at].parts.is_empty() {
                self.exit(at, 0..self.arrays[at].length(), "delete");
            }
        }
        for at in 0..count {
            self.check_host(1 + at);
            self.line(format!(
                "expect({}, \"the pointer {at}\", {name}[{at}].in == kept[{at}], 1u);",
                self.number
            ));
            self.line(format!("free(kept[{at}]);"));
        }
        self.check_own(0..count);
        self.line("passed++;");
        self.text += "}\n";
    }

    fn add_array(&mut self, name: String, length: usize) {
        self.arrays.push(Array {
            name,
            host: vec![None; length],
            parts: vec![],
            pins: vec![],
            named: false,
        });
    }

    fn structure_step(&mut self, count: usize) {
        let first = self.tape.below(count);
        let range = first..first + 1 + self.tape.below(count - first);
        let item = match self.tape.below(2) {
            0 if range.len() == count => self.arrays[0].name.clone(),
            _ => format!("{}[{first}:{}]", self.arrays[0].name, range.len()),
        };
        let member = 1 + first;
        match self.tape.below(10) {
            0 => self.host_writes(member, 0..self.arrays[member].length()),
            1 => self.host_writes_own(range),
            2 => self.check_own(range),
            3 | 4 if self.is_whole(&range) => {
                let kind = self.tape.pick(&["to", "always, to"]);
                self.line(format!("#pragma omp target enter data map({kind}: {item})"));
                self.enter_whole(&range, motion(kind));
            }
            5 if self.is_whole(&range) => {
                let kind = self
                    .tape
                    .pick(&["from", "release", "delete", "always, from"]);
                self.line(format!("#pragma omp target exit data map({kind}: {item})"));
                self.exit_whole(&range, motion(kind));
            }
            6 if self.is_whole(&range) => {
                let to = self.tape.once_in(2);
                let word = if to { "to" } else { "from" };
                self.line(format!("#pragma omp target update {word}({item})"));
                for (at, section) in self.pieces(&range) {
                    self.arrays[at].update(&section, to);
                }
            }
            7 | 8 if self.is_whole(&range) => {
                let kinds = ["tofrom", "to", "always, tofrom", "from", "alloc"];
                // Without a copy `n` would not be definite on the device.
                let known = self.arrays[0]
                    .part(&(OWN * range.start..OWN * range.end))
                    .is_some();
                let kind = self.tape.pick(&kinds[..if known { 5 } else { 3 }]);
                self.enter_whole(&range, motion(kind));
                self.structure_kernel(&range, &format!("map({kind}: {item})"));
                self.exit_whole(&range, motion(kind));
            }
            // What one member points to, alone.
            _ => {
                let Some(section) = self.section(member) else {
                    return;
                };
                let whole = 0..self.arrays[member].length();
                if self.tape.once_in(2) {
                    self.enter(member, whole);
                } else {
                    self.exit(member, section, "release");
                }
            }
        }
    }

    /// The pieces of storage that a construct on these structures maps.
    fn pieces(&self, range: &Range<usize>) -> Vec<(usize, Range<usize>)> {
        let own = (0, OWN * range.start..OWN * range.end);
        let members = range
            .clone()
            .map(|k| (1 + k, 0..self.arrays[1 + k].length()));
        std::iter::once(own).chain(members).collect()
    }

    /// Each piece is present as a whole or absent as a whole.
    fn is_whole(&mut self, range: &Range<usize>) -> bool {
        self.pieces(range).into_iter().all(|(at, section)| {
            self.arrays[at].part(&section).is_some() || self.arrays[at].absent(&section)
        })
    }

    fn enter_whole(&mut self, range: &Range<usize>, motion: Motion) {
        for (at, section) in self.pieces(range) {
            self.arrays[at].enter(&section, motion);
        }
    }

    fn exit_whole(&mut self, range: &Range<usize>, motion: Motion) {
        for (at, section) in self.pieces(range) {
            self.arrays[at].exit(&section, motion);
        }
    }

    fn host_writes_own(&mut self, range: Range<usize>) {
        let start = self.tape.below(1000) as u32;
        let name = self.arrays[0].name.clone();
        for k in range {
            self.line(format!("{name}[{k}].before = {start} + {k};"));
            self.line(format!("{name}[{k}].after = {start}u * 3u;"));
            self.arrays[0].host[OWN * k] = Some(start + k as u32);
            self.arrays[0].host[OWN * k + 1] = Some(start * 3);
        }
    }

    fn check_own(&mut self, range: Range<usize>) {
        let name = self.arrays[0].name.clone();
        for k in range {
            let values = [
                self.arrays[0].host[OWN * k],
                self.arrays[0].host[OWN * k + 1],
            ];
            if let [Some(before), Some(after)] = values {
                let wanted = before.wrapping_mul(31).wrapping_add(after);
                self.line(format!(
                    "expect({}, \"{name}[{k}] on the host\", {name}[{k}].before * 31u + {name}[{k}].after, {wanted}u);",
                    self.number
                ));
            }
        }
    }

    /// Reads what is definite, and writes everything.
    fn structure_kernel(&mut self, range: &Range<usize>, clause: &str) {
        let (number, name) = (self.number, self.arrays[0].name.clone());
        let pieces = self.pieces(range);
        let mut sums: Vec<(String, u32)> = vec![];
        let mut body: Vec<String> = vec![];
        let add = self.tape.below(100) as u32;
        for (at, section) in &pieces {
            let part = self.arrays[*at].part(section).expect("mapped");
            let inside = section.start - part.range.start..section.end - part.range.start;
            let before: Vec<Value> = part.device[inside.clone()].to_vec();
            let definite = before.iter().all(Option::is_some);
            if *at > 0 {
                let (member, count) = (format!("{name}[{}].in", at - 1), section.len());
                if definite {
                    body.push(format!("sum[{}] = hash({member}, 0, {count});", sums.len()));
                    sums.push((member.clone(), hash(&before)));
                }
                body.push(format!(
                    "for (int k = 0; k < {name}[{}].n; k++) {member}[k] = {add}u + 5u * k;",
                    at - 1
                ));
                for (k, value) in part.device[inside].iter_mut().enumerate() {
                    *value = Some(add.wrapping_add(5 * k as u32));
                }
                continue;
            }
            for k in range.clone() {
                let own = &before[OWN * (k - range.start)..][..OWN];
                if let [Some(first), Some(second)] = own {
                    body.push(format!(
                        "sum[{}] = {name}[{k}].before * 31u + {name}[{k}].after;",
                        sums.len()
                    ));
                    let wanted = first.wrapping_mul(31).wrapping_add(*second);
                    sums.push((format!("{name}[{k}]"), wanted));
                }
                body.push(format!("{name}[{k}].before = {add};"));
                body.push(format!("{name}[{k}].after = {add}u + {k}u;"));
            }
            for (at, value) in part.device[inside].iter_mut().enumerate() {
                let k = (range.start + at / OWN) as u32;
                *value = Some(if at % OWN == 0 { add } else { add + k });
            }
        }
        self.line("{");
        self.depth += 1;
        self.line(format!("unsigned sum[{}] = {{0}};", sums.len() + 1));
        self.line(format!("#pragma omp target map(tofrom: sum) {clause}"));
        self.line("{");
        for line in body {
            self.line(format!("    {line}"));
        }
        self.line("}");
        for (at, (what, wanted)) in sums.iter().enumerate() {
            self.line(format!(
                "expect({number}, \"{what} on the device\", sum[{at}], {wanted}u);"
            ));
        }
        self.depth -= 1;
        self.line("}");
    }
}

fn motion(kind: &str) -> Motion {
    let word = kind.trim_start_matches("always, ");
    Motion {
        to: matches!(word, "to" | "tofrom"),
        from: matches!(word, "from" | "tofrom"),
        always: kind.starts_with("always"),
        delete: word == "delete",
    }
}
