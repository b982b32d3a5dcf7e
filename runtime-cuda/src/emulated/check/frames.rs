//! Messages on addresses of a thread's own stack.
//!
//! Code of checked images describes each frame that has marked variables at its lowest address.

use super::report::{Findings, away, distance};
use super::{lines, shadow, stacks::GUARD};
use crate::ffi;

/// An access beside the variables of a stack that begins at `low`, or to one whose scope has ended.
pub fn on_stack(low: usize, at: usize, bytes: usize) -> Findings {
    /// What g++ stores in the first word of a frame with marked variables; the next word leads to its description.
    const MAGIC: usize = 0x41b5_8ab3;
    /// How g++ marks the gap before the first variable of a frame.
    const LEFT: u8 = 0xf1;
    let mut base = at & !7;
    // Marks of a frame begin with those of the gap before its first variable.
    while base > low + GUARD && shadow::value(base) != LEFT {
        base -= 8;
    }
    while base > low + GUARD && shadow::value(base - 8) == LEFT {
        base -= 8;
    }
    // SAFETY: the thread's own stack; the description is a constant of the image.
    let text = unsafe {
        let frame = base as *const usize;
        let magic = frame.read() == MAGIC;
        magic.then(|| ffi::string(frame.add(1).read() as *const _))
    };
    let variables = text.map(|text| variables(&text)).unwrap_or_default();
    let nearest = variables
        .iter()
        .min_by_key(|v| away(at, base + v.at, v.bytes));
    match nearest {
        Some(v) => {
            let text = format!("the local variable {}", v.name);
            let line = match v.line {
                0 => String::new(),
                line => format!(", declared in line {line}"),
            };
            let forbidden = shadow::first_forbidden(at, bytes);
            if forbidden.is_some_and(|(_, why)| why == shadow::OUT_OF_SCOPE) {
                return Findings::new(format!("of {text}, whose scope has ended"))
                    .note(format!("{} has {} bytes{line}", v.name, v.bytes))
                    .note("its address was kept: declare the variable where it is still needed");
            }
            Findings::new(distance(at, bytes, base + v.at, v.bytes, &text))
                .note(format!("{} has {} bytes{line}", v.name, v.bytes))
        }
        None => Findings::new("beside the thread's local variables"),
    }
}

/// A variable of a frame, `at` bytes from the frame's lowest address.
#[derive(Debug, PartialEq, Eq)]
struct Local {
    at: usize,
    bytes: usize,
    name: String,
    line: u32,
}

/// The variables of a frame by g++'s description of it, `2 32 32 4 w:10 96 8 1 k`: how many, then of each where, how
/// large, the length of the name, and the name, with the line of its declaration if that is known.
fn variables(text: &str) -> Vec<Local> {
    let mut rest = text;
    let number = |rest: &mut &str| -> Option<usize> {
        let (word, tail) = rest.trim_start().split_once(' ').unwrap_or((rest, ""));
        *rest = tail;
        word.parse().ok()
    };
    let mut out = Vec::new();
    let count = number(&mut rest).unwrap_or(0);
    for _ in 0..count {
        let (Some(at), Some(bytes), Some(length)) =
            (number(&mut rest), number(&mut rest), number(&mut rest))
        else {
            break;
        };
        let Some((name, tail)) = rest.split_at_checked(length) else {
            break;
        };
        rest = tail;
        let (name, line) = name.split_once(':').unwrap_or((name, "0"));
        out.push(Local {
            at,
            bytes,
            name: lines::without_suffix(name),
            line: line.parse().unwrap_or(0),
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_of_frames_are_read() {
        let local = |at, bytes, name: &str, line| Local {
            at,
            bytes,
            name: name.into(),
            line,
        };
        assert_eq!(
            variables("2 32 32 4 w:10 96 8 1 k"),
            [local(32, 32, "w", 10), local(96, 8, "k", 0)]
        );
        assert_eq!(
            variables("1 32 4 9 <unknown>"),
            [local(32, 4, "<unknown>", 0)]
        );
        assert_eq!(
            variables("1 32 40 18 a__romp_private2:7"),
            [local(32, 40, "a", 7)]
        );
        assert_eq!(variables(""), []);
    }
}
