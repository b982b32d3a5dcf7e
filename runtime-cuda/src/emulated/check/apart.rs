//! Variables that a team shares: members of structs, which checked images lay out with gaps between them.
//!
//! Images describe the members of a struct when its memory is first used, and end the description of a frame with the
//! frame. A team's copy of a reduced array is described as a struct with that member alone. Checks of memory mark the gaps
//! as not accessible; checks for races find names of variables here.

use super::{device_side, modules, on, shadow};
use crate::ffi;
use std::cell::Cell;
use std::ffi::c_char;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    pub at: usize,
    pub bytes: usize,
    pub name: String,
    /// `file.c:7`, or nothing.
    pub declared: String,
    /// It stands for a reduced array of that name.
    pub is_copy: bool,
}

impl Variable {
    /// `text`: `a@file.c:7`.
    fn of(at: usize, bytes: usize, text: &str) -> Option<Variable> {
        let (name, declared) = text.split_once('@')?;
        Some(Variable {
            at,
            bytes,
            name: name.into(),
            declared: declared.into(),
            is_copy: false,
        })
    }
}

/// What identifies a struct among those that one place in memory has by turns.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Layout {
    /// The address of the text that describes the struct.
    text: usize,
    /// The length of an array of which only the region knows it.
    length: usize,
}

/// A struct that is in use.
struct Object {
    at: usize,
    bytes: usize,
    layout: Layout,
    variables: Vec<Variable>,
    /// Whether the gaps between the members are marked.
    marked: bool,
}

static OBJECTS: Mutex<Vec<Object>> = Mutex::new(Vec::new());
/// How often marks were set: a reader that has seen this number knows all of them.
static CHANGES: AtomicUsize = AtomicUsize::new(0);

/// The struct that was described last, and the number of changes then.
#[derive(Clone, Copy)]
struct Last {
    at: usize,
    layout: Layout,
    changes: usize,
    marked: bool,
}

thread_local! {
    /// The struct that this OS thread described last: all threads of its blocks describe the same.
    static LAST: Cell<Last> = const {
        let layout = Layout { text: 0, length: 0 };
        Cell::new(Last { at: 0, layout, changes: 0, marked: false })
    };
}

/// # Safety
/// `members` is null or a string that lives as long as the image.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_emulated_set_apart(at: usize, bytes: usize, members: *const c_char) {
    let layout = Layout {
        text: members as usize,
        length: 0,
    };
    set_apart(at, bytes, layout, || {
        (!members.is_null()).then(|| described(at, &ffi::string(members)))
    });
}

/// # Safety
/// `name` is a string that lives as long as the image.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn romp_emulated_copy_apart(
    at: usize,
    bytes: usize,
    copy: usize,
    length: usize,
    name: *const c_char,
) {
    let layout = Layout {
        text: name as usize,
        length,
    };
    set_apart(at, bytes, layout, || {
        let mut variable = Variable::of(copy, length, &ffi::string(name))?;
        variable.is_copy = true;
        Some(vec![variable])
    });
}

/// Memory holds a struct with these variables, which all threads of a team describe; or none any more.
fn set_apart(
    at: usize,
    bytes: usize,
    layout: Layout,
    variables: impl FnOnce() -> Option<Vec<Variable>>,
) {
    if !on().memory && !on().races {
        return;
    }
    let changes = CHANGES.load(Ordering::Acquire);
    // Memory of a launch may have been another's meanwhile, or that of another struct on another OS thread.
    let stands = |marked: bool| !marked || shadow::value(at) == shadow::APART;
    let last = LAST.get();
    let is_last = last.at == at && last.layout == layout && last.changes == changes;
    if is_last && stands(last.marked) {
        return;
    }
    let remember = |changes, marked| {
        LAST.set(Last {
            at,
            layout,
            changes,
            marked,
        });
    };
    let Ok(mut objects) = OBJECTS.lock() else {
        return;
    };
    let known =
        |object: &Object| object.at == at && object.layout == layout && stands(object.marked);
    if let Some(object) = objects.iter().find(|object| known(object)) {
        remember(changes, object.marked);
        return;
    }
    // Shared storage has a shadow from when it is first looked for; a plain stack, on which a frame of a region's thread
    // lies under checks for races, has none.
    let marked = on().memory && (device_side::contains(at) || modules::data(at, 1, true).is_some());
    drop_in(&mut objects, at, bytes);
    let Some(variables) = variables() else {
        if marked {
            shadow::mark(at, bytes, 0);
        }
        return;
    };
    if marked {
        shadow::mark(at, bytes, shadow::APART);
        for variable in &variables {
            shadow::mark(variable.at, variable.bytes, 0);
        }
    }
    objects.push(Object {
        at,
        bytes,
        layout,
        variables,
        marked,
    });
    let before = CHANGES.fetch_add(1, Ordering::AcqRel);
    remember(before + 1, marked);
}

/// Ends the descriptions of structs in this memory: all of it may be accessed.
pub fn forget(at: usize, bytes: usize) {
    if (on().memory || on().races)
        && let Ok(mut objects) = OBJECTS.lock()
    {
        drop_in(&mut objects, at, bytes);
    }
}

fn drop_in(objects: &mut Vec<Object>, at: usize, bytes: usize) {
    objects.retain(|known| {
        let apart = known.at + known.bytes <= at || at + bytes <= known.at;
        if !apart && known.marked {
            shadow::mark(known.at, known.bytes, 0);
        }
        apart
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

/// The variable that an address of such a struct is in.
pub fn at(at: usize) -> Option<Variable> {
    let objects = OBJECTS.lock().ok()?;
    let mut variables = objects.iter().flat_map(|object| &object.variables);
    let found = variables.find(|v| (v.at..v.at + v.bytes).contains(&at));
    found.cloned()
}

/// `32 40 a@file.c:7;144 4 @;`
fn described(base: usize, text: &str) -> Vec<Variable> {
    let one = |member: &str| {
        let mut words = member.splitn(3, ' ');
        let (at, bytes) = (words.next()?, words.next()?);
        let at = base + at.parse::<usize>().ok()?;
        Variable::of(at, bytes.parse().ok()?, words.next()?)
    };
    text.split(';').filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_read() {
        let variable = |at, bytes, name: &str, declared: &str| Variable {
            at,
            bytes,
            name: name.into(),
            declared: declared.into(),
            is_copy: false,
        };
        assert_eq!(
            described(1000, "32 40 a@a b.c:7;104 8 (a compound literal)@;144 4 @;"),
            [
                variable(1032, 40, "a", "a b.c:7"),
                variable(1104, 8, "(a compound literal)", ""),
                variable(1144, 4, "", "")
            ]
        );
        assert_eq!(described(8, ""), []);
    }
}
