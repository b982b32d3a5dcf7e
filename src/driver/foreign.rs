//! Objects of other compilers: whether they have target regions, which a program linked here would run on the host.
//!
//! Must not know how the objects were found.

use super::section;
use object::{Object, ObjectSection, ObjectSymbol};

/// Entry points of gcc's and LLVM's runtimes for target constructs.
const FOREIGN: &[&str] = &[
    "GOMP_target",
    "GOMP_offload_register",
    "__tgt_target",
    "__tgt_register",
];

/// What host text of translated data constructs calls, in objects without a kernel too.
const DATA_CONSTRUCTS: &[&str] = &[
    "romp_data_begin",
    "romp_enter_data",
    "romp_exit_data",
    "romp_update",
];

/// What matters about an object to the linker of a program with device code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Whether it registers device images of this translator, or has data constructs that it made.
    pub offloads: bool,
    /// Whether another compiler made target regions in it.
    pub foreign: bool,
    /// Whether it is the host half of a source, without the device code.
    pub half: bool,
}

/// The facts of an object or shared library; the default for any other file.
pub fn facts(name: &str, data: &[u8]) -> Facts {
    if is_openmp_runtime(name) {
        return Facts::default();
    }
    let Ok(file) = object::File::parse(data) else {
        return Facts::default();
    };
    let mut facts = Facts {
        half: file.section_by_name(section::HALF).is_some(),
        ..Facts::default()
    };
    let (mut ours, mut calls) = (false, false);
    for symbol in file.symbols().chain(file.dynamic_symbols()) {
        let Ok(name) = symbol.name() else { continue };
        // The host versions of translated regions call gcc's runtime as well.
        ours |= name.starts_with("romp_");
        facts.offloads |= name == "romp_register_image"
            || symbol.is_undefined() && DATA_CONSTRUCTS.contains(&name);
        let foreign = FOREIGN.iter().any(|start| name.starts_with(start));
        calls |= (symbol.is_undefined() && foreign) || name.starts_with("__omp_offloading_");
    }
    facts.foreign = !ours && (calls || code(&file));
    facts
}

/// Whether an object's sections tell of target regions where its symbols need not. gcc makes `.gnu.offload_lto_*` for
/// each function with `declare target`, even for one that is only called. Objects for its link-time optimisation alone
/// may have no symbols for regions: these have a table of what is on the device, and outlined functions.
fn code(file: &object::File) -> bool {
    const DEVICE: &str = ".gnu.offload_lto_";
    let any = |wanted: &dyn Fn(&str) -> bool| {
        file.sections()
            .any(|section| section.name().is_ok_and(wanted))
    };
    let of_device = |wanted: &str| any(&|name| name.starts_with(DEVICE) && name.contains(wanted));
    let optimised_at_link = any(&|name| name.starts_with(".gnu.lto_"));
    optimised_at_link && of_device("_.offload_table.") && of_device("._omp_fn.")
        || any(&|name| name.starts_with(".llvm.offloading"))
}

/// The runtimes themselves, as libraries or members of archives.
fn is_openmp_runtime(name: &str) -> bool {
    let mut parts = name
        .split('(')
        .map(|part| part.rsplit('/').next().unwrap_or(part));
    let archive = parts.next().unwrap_or("");
    [
        "libgomp.",
        "libomp.",
        "libomptarget.",
        "libiomp5.",
        "libromp.",
    ]
    .iter()
    .any(|start| archive.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runtimes_are_no_programs() {
        for (name, expected) in [
            ("/usr/lib/gcc/x/12/libgomp.so", true),
            ("/usr/lib/libgomp.a(target.o)", true),
            ("libgompx.a(a.o)", false),
            ("/home/libgomp.d/a.o", false),
        ] {
            assert_eq!(is_openmp_runtime(name), expected, "{name}");
        }
        assert_eq!(facts("a.o", b"no object"), Facts::default());
    }
}
