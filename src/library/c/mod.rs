//! The C library in device code: which functions there are, under which name, and why others are refused.
//!
//! One table (`rows`): `plan` refuses from it, the printer takes the names from it, `docs/c-library.md` is written
//! from it, and `analyze/effects.rs` knows from it what a call does with memory.

mod documentation;
mod rows;

pub use documentation::documentation;
use std::collections::HashMap;
use std::sync::LazyLock;

/// What becomes of a call in device code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// The same function.
    Same,
    /// The same function, whose name C++ overloads: arguments are cast to what C converts them to.
    Exact,
    /// A function of the device header.
    Spelled(&'static str),
    /// A template of the device header, which the exact type of the argument instantiates.
    Template(&'static str),
    /// A test of the device header that takes any floating type and returns a truth value.
    Test(&'static str),
    /// A constant, whatever the arguments.
    Constant(&'static str),
    /// Nothing but the evaluation of its first argument.
    Ignored,
    /// Refused: why, and what to use instead.
    Refused(&'static str),
}

/// What a call does with memory, errno apart, which a GPU does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Nothing: its value follows from its arguments.
    Untouched,
    /// It reads what its arguments point to.
    Read,
    /// It writes memory, prints, ends the program, or keeps a state of its own.
    Written,
}

/// A row of the documentation.
pub struct Row {
    pub title: &'static str,
    pub name: String,
    pub device: Device,
    pub memory: Memory,
}

/// What the table says of each name.
type Known = HashMap<String, (Device, Memory)>;

static TABLE: LazyLock<(Vec<Row>, Known)> = LazyLock::new(|| {
    let mut rows = vec![];
    for group in rows::GROUPS {
        for name in group.names.split_whitespace() {
            let mut add = |name: String, device| {
                rows.push(Row {
                    title: group.title,
                    name,
                    device,
                    memory: group.memory,
                })
            };
            add(name.into(), group.device);
            if group.float {
                let device = match group.device {
                    Device::Exact => Device::Same,
                    other => other,
                };
                add(format!("{name}f"), device);
                add(
                    format!("{name}l"),
                    Device::Refused("a GPU has no long double; use the function for double"),
                );
            }
        }
    }
    for &(title, name, device, memory) in rows::SPELLED {
        rows.push(Row {
            title,
            name: name.into(),
            device,
            memory,
        });
    }
    for &(name, spelled, memory) in rows::BUILT_IN {
        rows.push(Row {
            title: "Compiler built-ins",
            name: format!("__builtin_{name}"),
            device: Device::Spelled(spelled),
            memory,
        });
    }
    for &spelled in rows::COMPLEX {
        let name = spelled.trim_start_matches("romp::");
        let long = Device::Refused("a GPU has no long double; use the function for double");
        for (suffix, device) in [
            ("", Device::Template(spelled)),
            ("f", Device::Template(spelled)),
            ("l", long),
        ] {
            rows.push(Row {
                title: "Complex numbers",
                name: format!("{name}{suffix}"),
                device,
                memory: Memory::Untouched,
            });
        }
    }
    let by_name = rows
        .iter()
        .map(|row| (row.name.clone(), (row.device, row.memory)))
        .collect();
    (rows, by_name)
});

/// Whether there is a function of this name for double and one with the suffix `f` for float, which compute the same.
pub fn has_float_form(name: &str) -> bool {
    let groups = rows::GROUPS.iter().filter(|group| {
        group.float && group.memory == Memory::Untouched && group.device == Device::Exact
    });
    { groups }.any(|group| group.names.split_whitespace().any(|one| one == name))
}

/// What becomes of a call to a library function or compiler built-in of this name; none where the
/// name is not known.
pub fn lookup(name: &str) -> Option<Device> {
    let by_name = &TABLE.1;
    if let Some(&(device, _)) = by_name.get(name) {
        return Some(device);
    }
    // `__builtin_sqrt` is `sqrt`.
    let plain = name
        .strip_prefix("__builtin_")
        .or_else(|| name.strip_prefix("__"))?;
    if name.starts_with("__sync_") || name.starts_with("__atomic_") {
        return Some(Device::Refused("use `#pragma omp atomic`"));
    }
    match by_name.get(plain) {
        Some(&(device, _)) if name.starts_with("__builtin_") => Some(device),
        None if name.starts_with("__builtin_") => Some(Device::Refused(
            "a built-in of the host's compiler; write it out in C",
        )),
        _ => None,
    }
}

/// What a call of a function of this name does with memory; none where the name is not known.
pub fn memory(name: &str) -> Option<Memory> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let row = TABLE.1.get(name).or_else(|| TABLE.1.get(plain));
    row.map(|(_, memory)| *memory)
}

/// Whether a function prints and returns, or is none of a library that device code calls: it may do so.
pub fn prints(name: &str) -> bool {
    let known = lookup(name).is_some_and(|device| !matches!(device, Device::Refused(_)))
        || name.starts_with("omp_")
        || name == "__assert_fail";
    !known || only_prints(name)
}

/// Whether a function's result leads to memory of the host that nothing else leads to (C11, 7.22.3).
pub fn allocates(name: &str) -> bool {
    let name = name.trim_start_matches("__builtin_");
    matches!(name, "malloc" | "calloc" | "realloc" | "aligned_alloc")
}

/// Whether all that a function does is to print.
pub fn only_prints(name: &str) -> bool {
    matches!(spelling(name), "printf" | "romp::puts" | "romp::putchar")
}

/// The name that a call is printed with, where it is not refused.
pub fn spelling(name: &str) -> &str {
    match lookup(name) {
        Some(
            Device::Spelled(spelled)
            | Device::Template(spelled)
            | Device::Test(spelled)
            | Device::Constant(spelled),
        ) => spelled,
        Some(Device::Same | Device::Exact) if !TABLE.1.contains_key(name) => {
            name.strip_prefix("__builtin_").unwrap_or(name)
        }
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn builtins_are_the_functions_they_are_named_after() {
        use super::{Device, lookup, spelling};
        assert_eq!(lookup("__builtin_sqrt"), Some(Device::Exact));
        assert_eq!(spelling("__builtin_sqrt"), "sqrt");
        assert_eq!(spelling("__builtin_popcount"), "__builtin_popcount");
        assert!(matches!(lookup("sqrtl"), Some(Device::Refused(_))));
        assert_eq!(lookup("my_function"), None);
    }

    #[test]
    fn effects_follow_from_what_functions_do() {
        use super::{Device, Memory, TABLE, memory};
        assert_eq!(memory("exp10"), Some(Memory::Untouched));
        assert_eq!(memory("__builtin_exp10f"), Some(Memory::Untouched));
        assert_eq!(memory("__builtin_prefetch"), Some(Memory::Untouched));
        assert_eq!(memory("sincosf"), Some(Memory::Written));
        assert_eq!(memory("strspn"), Some(Memory::Read));
        assert_eq!(memory("my_function"), None);
        for row in &TABLE.0 {
            let allocates = ["Memory", "Output"].contains(&row.title);
            let pure = row.memory == Memory::Untouched;
            assert!(!(allocates && pure), "{} has an effect", row.name);
            let constant = matches!(row.device, Device::Constant(_) | Device::Test(_));
            assert!(pure || !constant, "{} has none", row.name);
        }
    }
}
