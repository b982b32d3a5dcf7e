//! What units of a program say of the device code that they share: whether their declarations agree.
//!
//! `romp2cuda cc` compares them when it links. Other linkers join what has the same symbol, whatever its type. Each
//! program and each shared library has device code of its own: only images of one of them are compared.

use super::data_of;
use crate::error::{Failure, Result};
use crate::ffi::{self, EmulatedShared, Image};
use crate::registry;
use std::collections::BTreeMap;

/// A function or variable, as one unit declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shared {
    name: String,
    declaration: String,
    kind: String,
    length: u64,
    place: String,
    function: bool,
    defined: bool,
}

impl Shared {
    fn of(one: &EmulatedShared) -> Shared {
        Shared {
            name: ffi::string(one.name),
            declaration: ffi::string(one.declaration),
            kind: ffi::string(one.kind),
            length: one.length,
            place: ffi::string(one.place),
            function: one.function != 0,
            defined: one.defined != 0,
        }
    }

    /// Whether another unit may declare it like this; a length that is not given agrees with any.
    fn agrees(&self, other: &Shared) -> bool {
        let lengths = [self.length, other.length];
        self.kind == other.kind && (lengths[0] == lengths[1] || lengths.contains(&0))
    }
}

/// Compares what the registered emulated images say.
pub fn check() -> Result<()> {
    let mut programs: BTreeMap<usize, Vec<Shared>> = BTreeMap::new();
    registry::with(|registry| {
        let images = registry.images.iter().map(|image| image.0);
        for image in images.filter(|image| image.is_emulated() && image.abi == ffi::ABI) {
            let (program, shared) = shared_of(image);
            programs.entry(program).or_default().extend(shared);
        }
    });
    let wrong = programs.values().find_map(|shared| disagreement(shared));
    wrong.map_or(Ok(()), Err)
}

/// What an image shares, and with what: images of one program or library have the same place of data.
fn shared_of(image: &Image) -> (usize, Vec<Shared>) {
    let Some(data) = data_of(image) else {
        return (0, vec![]);
    };
    if data.shared.is_null() || data.extents.is_null() || data.extent_count == 0 {
        return (0, vec![]);
    }
    // SAFETY: tables of the image's own, of the lengths beside them.
    let (extent, shared) = unsafe {
        let count = data.shared_count as usize;
        (
            &*data.extents,
            std::slice::from_raw_parts(data.shared, count),
        )
    };
    // Of an image whose data has no place it is not known what it was linked with.
    match extent.begin.is_null() {
        true => (0, vec![]),
        false => (
            extent.begin as usize,
            shared.iter().map(Shared::of).collect(),
        ),
    }
}

/// The first use that does not agree with the definition.
fn disagreement(all: &[Shared]) -> Option<Failure> {
    let uses = all.iter().filter(|one| !one.defined);
    let pair = |used: &Shared| {
        let same =
            |one: &&Shared| one.defined && one.name == used.name && one.function == used.function;
        let defined = all.iter().find(same)?;
        (!defined.agrees(used)).then(|| failure(used, defined))
    };
    uses.into_iter().find_map(pair)
}

fn failure(used: &Shared, defined: &Shared) -> Failure {
    let message = format!(
        "device code uses `{}` as `{}`, and another file defines it as `{}`",
        used.name, used.declaration, defined.declaration
    );
    let at = |words: &str, place: &str| format!("{words} {place}");
    Failure::new("", message)
        .note_if(!used.place.is_empty(), &at("used at", &used.place))
        .note_if(!defined.place.is_empty(), &at("defined at", &defined.place))
        .note("declare it in a header that both files include; `romp2cuda cc` finds this when it links")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(kind: &str, length: u64, defined: bool) -> Shared {
        Shared {
            name: "table".into(),
            declaration: format!("{kind} table[{length}]"),
            kind: kind.into(),
            length,
            place: if defined {
                "b.c:1".into()
            } else {
                "a.c:2, in `f`".into()
            },
            function: false,
            defined,
        }
    }

    #[test]
    fn a_use_must_agree_with_the_definition() {
        for (used, defined, agree) in [
            (("int", 4), ("int", 4), true),
            (("int", 0), ("int", 4), true),
            (("int", 5), ("int", 4), false),
            (("int", 4), ("float", 4), false),
            (("int", 0), ("float", 4), false),
        ] {
            let all = [
                table(used.0, used.1, false),
                table(defined.0, defined.1, true),
            ];
            assert_eq!(disagreement(&all).is_none(), agree, "{used:?} {defined:?}");
        }
        let failure = disagreement(&[table("int", 4, false), table("long", 4, true)]).unwrap();
        assert_eq!(
            failure.message,
            "device code uses `table` as `int table[4]`, and another file defines it as `long table[4]`"
        );
        assert_eq!(
            failure.notes[..2],
            ["used at a.c:2, in `f`", "defined at b.c:1"]
        );
    }

    #[test]
    fn a_function_is_no_variable_of_the_same_name_and_what_nothing_defines_is_the_linkers() {
        let mut function = table("int()", 0, true);
        function.function = true;
        assert_eq!(disagreement(&[table("int", 0, false), function]), None);
        assert_eq!(disagreement(&[table("int", 0, false)]), None);
    }
}
