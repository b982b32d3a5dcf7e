//! Macros with the names of keywords that the host's text of a construct needs: `#define sizeof(x) ...`.
//!
//! From the definitions that are in force where directives stand. Must not know what that text is.

use super::unit::{Role, Unit};
use crate::diag::{Code, Diagnostic};
use crate::source::Preprocessed;
use crate::source::expansion::Definition;

/// The keywords, and whether one must still be there behind other words.
const KEYWORDS: &[(&str, Needs)] = &[
    ("if", Needs::Itself),
    ("for", Needs::Keyword),
    ("sizeof", Needs::Keyword),
    ("static", Needs::Keyword),
    ("const", Needs::NoArguments),
    ("int", Needs::NoArguments),
    ("long", Needs::NoArguments),
    ("void", Needs::NoArguments),
    ("char", Needs::NoArguments),
];

/// What a macro with a keyword's name may be.
enum Needs {
    /// The name of a clause, too: the keyword alone.
    Itself,
    /// `#define for if (0); else for`
    Keyword,
    /// `#define const`, `#define int long`
    NoArguments,
}

impl Needs {
    fn met(&self, keyword: &str, definition: &Definition) -> bool {
        let mut words = definition.body.iter().map(|word| word.text.as_str());
        !definition.is_function_like()
            && match self {
                Needs::Itself => words.eq([keyword]),
                Needs::Keyword => words.any(|word| word == keyword),
                Needs::NoArguments => true,
            }
    }
}

/// Refuses the first directive at which such a macro is in force.
pub fn check(unit: &Unit, pre: &Preprocessed) -> Option<Diagnostic> {
    let sites = unit.sites.iter().enumerate();
    let on_devices =
        sites.filter(|(_, site)| matches!(site.role, Role::Construct | Role::StandAlone));
    let mut places = on_devices.map(|(index, _)| unit.directives[index].span);
    places.find_map(|place| {
        let (keyword, _) = KEYWORDS.iter().find(|(keyword, needs)| {
            let definition = pre.definition_at(keyword, place.lo as usize);
            definition.is_some_and(|definition| !needs.met(keyword, definition))
        })?;
        let message = format!("a macro is called `{keyword}` here, which is a keyword that the host's text of this directive needs");
        let help = format!("give the macro another name, or put `#undef {keyword}` in front of the function");
        Some(Diagnostic::error(Code::CUnsupported, place, message).help(help))
    })
}
