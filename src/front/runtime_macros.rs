//! Names of the header that the host's text of a construct includes, where the program has them for something of its own:
//! `#define romp_value(x) (x)`, `int romp_value(int x)`.
//!
//! From the definitions and the words of the unit. Must not know what that text is.

use super::unit::{Role, Unit};
use crate::diag::{Code, Diagnostic};
use crate::omp::DirectiveKind;
use crate::source::token::{self, Kind};
use crate::source::{Preprocessed, Span};

const HEADER: &str = include_str!("../../packaged/include/romp.h");

/// What is defined where the header was included.
const GUARD: &str = "ROMP_H";

/// The one name of the header that builds may define.
const UNIT: &str = "ROMP_UNIT";

/// What the names of the header begin with.
const BEGINNINGS: [&str; 2] = ["romp_", "ROMP_"];

/// Refuses the first directive of a unit with such a macro: with the program's in place of the header's, or none behind
/// an `#undef`, the host's text would mean something else. Refuses other uses of such names where they stand: the header's
/// macros would be expanded there, and what it declares would be declared twice.
pub fn check(unit: &Unit, pre: &Preprocessed) -> Option<Diagnostic> {
    let sites = unit.sites.iter().zip(&unit.directives);
    let needs_header = |site: Role, kind: &DirectiveKind| match site {
        Role::Construct | Role::StandAlone => true,
        Role::Declarative => matches!(
            kind,
            DirectiveKind::DeclareTarget | DirectiveKind::BeginDeclareTarget
        ),
        Role::Host => false,
    };
    let place = sites
        .filter(|(site, directive)| needs_header(site.role, &directive.kind))
        .map(|(_, directive)| directive.span)
        .next()?;
    // A program may include the header itself.
    if pre.names_macro(GUARD) {
        return None;
    }
    macros(pre, place).or_else(|| words(pre, place))
}

/// An error for a directive at `place`, where the program defines such macros.
fn macros(pre: &Preprocessed, place: Span) -> Option<Diagnostic> {
    let may_clash = |name: &&str| BEGINNINGS.iter().any(|start| name.starts_with(start));
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

/// An error for the first such word of the program, for the sake of a directive at `directive`.
fn words(pre: &Preprocessed, directive: Span) -> Option<Diagnostic> {
    let text = pre.text();
    let found = BEGINNINGS
        .iter()
        .flat_map(|start| text.match_indices(start));
    let mut found: Vec<usize> = found.map(|(at, _)| at).collect();
    found.sort_unstable();
    let place = found.into_iter().find_map(|at| {
        let begin = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        if text[begin..end].starts_with('#') || pre.is_system(at) {
            return None;
        }
        // In a string it is no name.
        let mut tokens = token::tokens_within(text, begin, end).into_iter();
        let token = tokens.find(|token| token.lo as usize == at && token.kind == Kind::Ident)?;
        let word = token.text(text);
        (word != UNIT && names_it(word)).then_some(Span {
            lo: token.lo,
            hi: token.hi,
        })
    })?;
    let message = format!(
        "`{}` is a name of the runtime's header, which the host's text includes",
        pre.slice(place)
    );
    let help = "give it another name, without `romp_` or `ROMP_` in front";
    let error = Diagnostic::error(Code::CUnsupported, place, message);
    Some(
        error
            .also(directive, "this directive needs the header")
            .help(help),
    )
}

/// Whether the header names it.
fn names_it(name: &str) -> bool {
    let mut words = HEADER.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(|word| word == name)
}
