//! C text as tokens, and random changes of it.

use crate::tape::Tape;

/// A token and the blanks behind it; a directive's line is tokens, too.
pub fn tokens(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
    let mut all = vec![];
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b if word(b) => {
                while at < bytes.len() && (word(bytes[at]) || bytes[at] == b'.') {
                    at += 1;
                }
            }
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
                at = (at + 1).min(bytes.len());
            }
            _ => {
                at += 1;
                let doubled = b"+-<>=&|".contains(&bytes[start]);
                while doubled
                    && at < bytes.len()
                    && at - start < 2
                    && (bytes[at] == bytes[start] || bytes[at] == b'=' || bytes[at] == b'>')
                {
                    at += 1;
                }
            }
        }
        while at < bytes.len() && (bytes[at] == b' ' || bytes[at] == b'\n' || bytes[at] == b'\t') {
            at += 1;
        }
        while !text.is_char_boundary(at) {
            at += 1;
        }
        all.push(&text[start..at]);
    }
    all
}

const WORDS: &[&str] = &[
    "0 ",
    "1 ",
    "-1 ",
    "2 ",
    "33 ",
    "1024 ",
    "2147483647 ",
    "9223372036854775807 ",
    "1.5f ",
    "0x7fffffffffffffffULL ",
    "'a' ",
    "\"s\" ",
    "L\"w\" ",
    "( ",
    ") ",
    "{ ",
    "} ",
    "[ ",
    "] ",
    "; ",
    ", ",
    ": ",
    "? ",
    "* ",
    "& ",
    "- ",
    "-- ",
    "+ ",
    "++ ",
    "! ",
    "~ ",
    "= ",
    "== ",
    "+= ",
    "<<= ",
    "<< ",
    "-> ",
    ". ",
    "... ",
    "({ ",
    "}) ",
    "sizeof ",
    "_Alignof ",
    "_Generic ",
    "(void*)0 ",
    "int ",
    "unsigned ",
    "long ",
    "short ",
    "char ",
    "_Bool ",
    "float ",
    "double ",
    "long double ",
    "__int128 ",
    "_Complex ",
    "void ",
    "const ",
    "volatile ",
    "restrict ",
    "static ",
    "extern ",
    "register ",
    "inline ",
    "typedef ",
    "struct ",
    "union ",
    "enum ",
    "if ",
    "else ",
    "for ",
    "while ",
    "do ",
    "switch ",
    "case ",
    "default ",
    "break ",
    "continue ",
    "return ",
    "goto ",
    "_Alignas(64) ",
    "_Atomic ",
    "_Thread_local ",
    "__attribute__((packed)) ",
    "asm ",
    "typeof ",
    "x",
    "n ",
    "i ",
    "a ",
    "p ",
    "map ",
    "tofrom ",
    "to ",
    "from ",
    "alloc ",
    "target ",
    "teams ",
    "distribute ",
    "parallel ",
    "simd ",
    "loop ",
    "sections ",
    "single ",
    "task ",
    "taskloop ",
    "ordered ",
    "critical ",
    "atomic ",
    "barrier ",
    "scan ",
    "collapse(2) ",
    "collapse(0) ",
    "num_threads(33) ",
    "num_teams(2) ",
    "thread_limit(7) ",
    "schedule(dynamic,3) ",
    "reduction(+:x) ",
    "reduction(inscan,+:x) ",
    "private(x) ",
    "firstprivate(x) ",
    "lastprivate(x) ",
    "shared(x) ",
    "default(none) ",
    "nowait ",
    "depend(inout:x) ",
    "linear(x:2) ",
    "if(0) ",
    "device(0) ",
    "is_device_ptr(p) ",
    "use_device_ptr(p) ",
    "map(to:p[0:n]) ",
    "map(tofrom:x) ",
    "in_reduction(+:x) ",
    "order(concurrent) ",
    "safelen(4) ",
    "copyprivate(x) ",
    "allocate(x) ",
    "uses_allocators(omp_default_mem_alloc) ",
    "defaultmap(none) ",
    "inclusive(x) ",
    "\n#pragma omp parallel\n",
    "\n#pragma omp barrier\n",
    "\n#pragma omp for\n",
    "\n#pragma omp target\n",
    "\n#pragma omp section\n",
    "\n#pragma omp task\n",
    "\n#pragma omp atomic\n",
    "\n#pragma omp single\n",
    "\n#pragma omp teams\n",
    "\n#pragma omp simd\n",
    "\n#pragma omp declare target\n",
    "\n#pragma omp end declare target\n",
    "\n#pragma omp ordered\n",
    "\n#pragma omp critical\n",
    "\n#pragma omp cancel for\n",
    "\n#pragma omp taskwait\n",
    "\n#pragma omp scan inclusive(x)\n",
    "\n#pragma omp threadprivate(x)\n",
    "\n#pragma omp\n",
    "\n#pragma once\n",
    "\n# 7 \"other.h\" 1 3\n",
    "\n",
];

/// The text with one to six changes, rather few. `others` are texts that parts may come from.
pub fn mutate(tape: &mut Tape, text: &str, others: &[String]) -> String {
    let mut all: Vec<String> = tokens(text).into_iter().map(str::to_string).collect();
    let changes = 1 + tape.below(6).min(tape.below(6));
    for _ in 0..changes {
        if all.is_empty() {
            break;
        }
        let at = tape.below(all.len());
        match tape.below(14) {
            0 | 1 => {
                all.remove(at);
            }
            2 => {
                let same = all[at].clone();
                all.insert(at, same);
            }
            3 => {
                let with = tape.below(all.len());
                all.swap(at, with);
            }
            4 | 5 => {
                let from = tape.below(all.len());
                all[at] = all[from].clone();
            }
            6 | 7 => all[at] = tape.pick(WORDS).to_string(),
            8 | 9 => all.insert(at, tape.pick(WORDS).to_string()),
            10 => {
                let end = (at + tape.below(12)).min(all.len());
                all.drain(at..end);
            }
            11 => {
                let end = (at + tape.below(20)).min(all.len());
                let part: Vec<String> = all[at..end].to_vec();
                let to = tape.below(all.len());
                all.splice(to..to, part);
            }
            12 => {
                let other = tokens(&others[tape.below(others.len())]);
                if !other.is_empty() {
                    let from = tape.below(other.len());
                    let end = (from + tape.below(25)).min(other.len());
                    let part: Vec<String> =
                        other[from..end].iter().map(|t| t.to_string()).collect();
                    all.splice(at..at, part);
                }
            }
            _ => {
                // Where work doubles with each repetition, this finds it.
                let times = tape.pick(&[20, 3, 200, 3000]);
                let same = if tape.once_in(2) {
                    tape.pick(WORDS).to_string()
                } else {
                    all[at].clone()
                };
                all.splice(at..at, std::iter::repeat_n(same, times));
            }
        }
    }
    all.concat()
}
