//! The symbols by which the host, other files and the linker know entities of the CUDA file.

use super::cuda::Names;
use crate::ir::*;

/// The symbols of some entities, in their order.
pub fn of(program: &Program, items: &[Item]) -> Vec<String> {
    let names = Names::new(program);
    let symbol = |item: &Item| match *item {
        Item::Var(var) => names.var(var).to_string(),
        Item::Func(func) => names.func(func).to_string(),
        Item::Record(_) | Item::Enum(_) | Item::Alias(_) => unreachable!("types have no symbols"),
    };
    items.iter().map(symbol).collect()
}
