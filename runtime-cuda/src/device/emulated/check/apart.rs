//! Variables that a team shares: members of structs, which checked images lay out with room between them.
//!
//! Images say where the members lie when a struct's place is first used; a frame also says when it ends.

use super::{modules, on, shadow};
use crate::ffi;
use std::cell::Cell;
use std::ffi::c_char;
use std::sync::Mutex;

/// A member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    pub at: usize,
    pub bytes: usize,
    pub name: String,
}

/// A struct that is in use.
struct Object {
    at: usize,
    bytes: usize,
    variables: Vec<Variable>,
}

static OBJECTS: Mutex<Vec<Object>> = Mutex::new(Vec::new());

thread_local! {
    /// The struct that this OS thread told last: all threads of its blocks tell it.
    static LAST: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// # Safety
/// `members` is null or a string that lives as long as the image.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_emulated_set_apart(at: usize, bytes: usize, members: *const c_char) {
    if !on().memory {
        return;
    }
    let told = (at, members as usize);
    // Memory of a launch may have been another's meanwhile.
    if LAST.get() == told && shadow::value(at) == shadow::APART {
        return;
    }
    LAST.set(told);
    let Ok(mut objects) = OBJECTS.lock() else {
        return;
    };
    objects.retain(|known| known.at + known.bytes <= at || at + bytes <= known.at);
    // Shared storage has a shadow from when it is first looked for.
    modules::data(at, 1, true);
    if members.is_null() {
        shadow::mark(at, bytes, 0);
        return;
    }
    let variables = described(at, &ffi::string(members));
    shadow::mark(at, bytes, shadow::APART);
    for variable in &variables {
        shadow::mark(variable.at, variable.bytes, 0);
    }
    objects.push(Object {
        at,
        bytes,
        variables,
    });
}

/// The variable beside which an address of such a struct lies, or none where it is no such struct's.
pub fn nearest(at: usize) -> Option<Variable> {
    let objects = OBJECTS.lock().ok()?;
    let object = objects
        .iter()
        .find(|object| (object.at..object.at + object.bytes).contains(&at))?;
    let variables = object.variables.iter();
    let found = variables.min_by_key(|v| super::report::away(at, v.at, v.bytes));
    found.cloned()
}

/// `32 40 a;104 8 b;`
fn described(base: usize, text: &str) -> Vec<Variable> {
    let one = |member: &str| {
        let mut words = member.splitn(3, ' ');
        Some(Variable {
            at: base + words.next()?.parse::<usize>().ok()?,
            bytes: words.next()?.parse().ok()?,
            name: words.next()?.to_string(),
        })
    };
    text.split(';').filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_read() {
        let variable = |at, bytes, name: &str| Variable {
            at,
            bytes,
            name: name.into(),
        };
        assert_eq!(
            described(1000, "32 40 a;104 8 (a compound literal);144 4 ;"),
            [
                variable(1032, 40, "a"),
                variable(1104, 8, "(a compound literal)"),
                variable(1144, 4, "")
            ]
        );
        assert_eq!(described(8, ""), []);
    }
}
