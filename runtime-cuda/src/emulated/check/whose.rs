//! What lies at an address that device code may access, as the user calls it.

use super::report::with_table;
use super::{apart, device_side, globals, lines};
use crate::emulated::running::Running;

/// A variable, or memory that was allocated.
pub struct Whose {
    /// `hist`, `the region's own copy of x`; nothing for a value without a name.
    pub noun: String,
    /// How far behind its begin the address lies.
    pub offset: usize,
    /// How it came to be there.
    pub how: Option<String>,
}

/// What lies at an address; none where nothing is known of it.
pub fn of(running: &Running, at: usize) -> Option<Whose> {
    if let Some(variable) = apart::at(at) {
        return Some(of_the_team(variable, at));
    }
    let mapped = with_table(|table| {
        let entry = table.find_device(at as u64)?;
        Some(Whose {
            noun: entry.text.to_string(),
            offset: at - entry.device as usize,
            how: Some(super::report::Mapped::of(entry).line()),
        })
    });
    if let Some(mapped) = mapped.flatten() {
        return Some(mapped);
    }
    if let Some((noun, begin, how)) = device_side::holding(at) {
        let offset = at - begin;
        return Some(Whose { noun, offset, how });
    }
    let own = super::thread_local_block(running.place as usize);
    if own.is_some_and(|(low, high)| (low..high).contains(&at)) {
        return Some(Whose {
            noun: "what the threads of the team share".into(),
            offset: 0,
            how: None,
        });
    }
    if let Some(variable) = globals::find(at) {
        return Some(Whose {
            noun: variable.name,
            offset: at - variable.at,
            how: None,
        });
    }
    let symbol = symbol(at)?;
    let how = symbol.function.map(|function| {
        format!(
            "{} is static in {function}: all threads have the same one",
            symbol.name
        )
    });
    Some(Whose {
        noun: symbol.name,
        offset: 0,
        how,
    })
}

/// Whether the threads of the running team share what lies at an address, and no other team does.
pub fn is_of_the_team(running: &Running, at: usize) -> bool {
    let own = super::thread_local_block(running.place as usize);
    apart::at(at).is_some() || own.is_some_and(|(low, high)| (low..high).contains(&at))
}

/// Variables that the threads of a team share.
fn of_the_team(variable: apart::Variable, at: usize) -> Whose {
    let apart::Variable {
        at: low,
        bytes,
        name,
        declared,
        is_copy: _,
    } = variable;
    let how = match (name.as_str(), declared.as_str()) {
        ("", _) => None,
        (_, "") => Some(format!(
            "the threads of the team share {name} ({bytes} bytes)"
        )),
        (_, place) => Some(format!(
            "{name} ({bytes} bytes) was declared at {place}, and the threads of the team share it"
        )),
    };
    Whose {
        noun: name,
        offset: at - low,
        how,
    }
}

/// A variable of an image, by its symbol.
pub struct Symbol {
    pub name: String,
    /// The function whose static variable it is.
    pub function: Option<String>,
}

/// The variable with static storage that holds an address, where the program has symbols; where it begins they do not
/// say.
pub fn symbol(at: usize) -> Option<Symbol> {
    let mut found = None;
    // The look-up is for return addresses, and takes the byte before.
    backtrace::resolve((at + 1) as *mut _, |symbol| {
        let name = symbol.name();
        if let (None, Some(text)) = (&found, name.as_ref().and_then(|name| name.as_str())) {
            let (name, function) = lines::variable(text);
            found = Some(Symbol { name, function });
        }
    });
    found.filter(|symbol| !symbol.name.is_empty())
}
