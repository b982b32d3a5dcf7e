//! Macros with names of the header that the host's text of a construct includes: `#define romp_value(x) (x)`.
//!
//! From the definitions of the unit. Must not know what that text is.

use super::unit::{Role, Unit};
use crate::diag::{Code, Diagnostic};
use crate::source::Preprocessed;

const HEADER: &str = include_str!("../../packaged/include/romp.h");

/// What is defined where the header was included.
const GUARD: &str = "ROMP_H";

/// The one name of the header that builds may define.
const UNIT: &str = "ROMP_UNIT";

/// Refuses the first directive of a unit with such a macro: with the program's in place of the header's, or none behind
/// an `#undef`, the host's text would mean something else.
pub fn check(unit: &Unit, pre: &Preprocessed) -> Option<Diagnostic> {
    let sites = unit.sites.iter().zip(&unit.directives);
    let place = sites
        .filter(|(site, _)| matches!(site.role, Role::Construct | Role::StandAlone))
        .map(|(_, directive)| directive.span)
        .next()?;
    // A program may include the header itself.
    if pre.names_macro(GUARD) {
        return None;
    }
    let may_clash = |name: &&str| name.starts_with("romp_") || name.starts_with("ROMP_");
    let clashing = pre.macros_of_program().filter(may_clash);
    let clashing = clashing.filter(|name| *name != UNIT && names_it(name));
    let mut names: Vec<&str> = clashing.collect();
    names.sort_unstable();
    let (name, others) = names.split_first()?;
    let message = format!(
        "the program has a macro `{name}`, which is a name of the runtime's header that the host's text of this directive needs"
    );
    let help = "give the macro another name, without `romp_` or `ROMP_` in front";
    let error = Diagnostic::error(Code::CUnsupported, place, message);
    let others: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
    let error = match others.is_empty() {
        true => error,
        false => error.note(format!("likewise: {}", others.join(", "))),
    };
    Some(error.help(help))
}

/// Whether the header names it.
fn names_it(name: &str) -> bool {
    let mut words = HEADER.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(|word| word == name)
}
