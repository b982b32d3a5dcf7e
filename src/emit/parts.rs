//! The CUDA text of a unit as parts that compile by themselves (`device::parts`).

use super::cuda::{Declaration, Macros};
use super::{Extras, lines};
use crate::device::parts::{self, Item, Part, What};
use crate::device::skeletons;

/// What each part begins with.
const HEAD: &str = "#include \"romp/device.cuh\"\n";

/// The parts, from what the whole text consists of; `file` is the name of that text.
pub fn of(
    file: &str,
    macros: &Macros,
    locks: &[String],
    declarations: Vec<Declaration>,
    kernels: &[skeletons::Kernel],
    extras: Extras,
) -> Vec<Part> {
    let macros = macros.iter().map(|(name, one)| Item {
        names: vec![name.clone()],
        what: What::Copied,
        text: format!("{}\n", one.line),
    });
    let locks = locks.iter().map(|lock| Item {
        names: lock.split([' ', ';']).map(String::from).collect(),
        what: What::Variable,
        text: format!("{lock}\n"),
    });
    let declarations = declarations.into_iter().map(|one| Item {
        names: one.names,
        what: one.what,
        text: one.code.to_string(),
    });
    let kernels = kernels.iter().map(|kernel| Item {
        names: vec![kernel.heading.name.clone()],
        what: What::Kernel,
        text: kernel.to_string(),
    });
    let items: Vec<Item> = macros
        .chain(locks)
        .chain(declarations)
        .chain(kernels)
        .collect();
    let mut parts = parts::split(&items);
    for part in &mut parts {
        let mut text = format!("{HEAD}{}", part.text);
        if extras.line_directives {
            text = lines::keep(&text, file);
        }
        part.text = text;
    }
    parts
}
