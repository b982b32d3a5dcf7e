//! What is translated, for the refusals of `plan` and for docs/support.md.
//!
//! Computes from the tables `directives` and `clauses`, and from the arguments of a clause. It is about device code
//! and the constructs that reach the device; other OpenMP is the host compiler's. Must not know the program.

use super::ast::*;
use super::directives::{DirectiveRow, Needs};
use super::{allowed, clauses, combine};

/// Whether something is translated, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    Translated,
    Refused(Reason),
}

/// Why something is refused, and what to write instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// A sentence without a full stop, such as "reverse offload is not translated yet".
    pub why: &'static str,
    pub instead: &'static str,
}

impl Reason {
    pub const fn new(why: &'static str) -> Reason {
        Reason {
            why,
            instead: "leave it out of the target region; docs/support.md lists what is translated",
        }
    }

    pub const fn instead(self, instead: &'static str) -> Reason {
        Reason { instead, ..self }
    }
}

use Support::{Refused, Translated};

impl Support {
    pub fn is_translated(self) -> bool {
        self == Translated
    }

    fn and(self, other: impl FnOnce() -> Support) -> Support {
        match self {
            Translated => other(),
            refused => refused,
        }
    }
}

const fn refused(why: &'static str) -> Support {
    Refused(Reason::new(why))
}

/// Whether a directive is translated, or a clause on it. A name that the directive does not take is
/// refused too.
pub fn support(directive: &DirectiveKind, clause: Option<&str>) -> Support {
    let whole = of_directive(directive);
    match clause {
        None => whole,
        Some(_) if whole != Translated => whole,
        Some(name) if !allowed::allows(directive, name) => {
            refused("the clause is not allowed on this directive")
        }
        Some(name) => of_clause(directive, name),
    }
}

/// As [`support`], with the clause's arguments taken into account.
pub fn support_clause<E, I>(directive: &DirectiveKind, clause: &Clause<E, I>) -> Support {
    let is_if = matches!(clause.kind, ClauseKind::If(_));
    support(directive, Some(clause.kind.name())).and(|| {
        if clause.modifier.is_some() && !is_if {
            refused("a directive's name as modifier (OpenMP 6.0) is not translated yet")
        } else {
            of_arguments(&clause.kind)
        }
    })
}

fn of_directive(directive: &DirectiveKind) -> Support {
    let leaves = directive.leaves();
    if leaves.ends_with(&[Leaf::Parallel, Leaf::Single]) {
        return refused(
            "OpenMP 5.2 has no such combined directive (17.3): write `single` within `parallel`",
        );
    }
    match directive.row() {
        Some(row) => row.support,
        None => leaves
            .iter()
            .fold(Translated, |all, leaf| all.and(|| leaf.row().support)),
    }
}

fn of_clause(directive: &DirectiveKind, name: &str) -> Support {
    let Some(row) = clauses::row(name) else {
        return refused("this clause is not translated yet");
    };
    // On a target task only: what executes the region's iterations combines nothing into it.
    if name == "in_reduction" && directive.has(Leaf::Target) && directive.leaves().len() > 1 {
        return Refused(
            Reason::new("task reductions are not translated yet").instead(
                "let each iteration write an element of its own, and combine them on the host",
            ),
        );
    }
    let mut rows = directive.leaves().iter().map(|leaf| leaf.row());
    let untranslated = match directive.row() {
        Some(row) => row.untranslated.contains(&name),
        None => rows.any(|row| row.untranslated.contains(&name)),
    };
    match untranslated {
        true => refused("this clause is not translated yet"),
        false => row.support,
    }
}

fn of_arguments<E, I>(kind: &ClauseKind<E, I>) -> Support {
    use ClauseKind as C;
    const LATER: Support = refused("this modifier of OpenMP 6.0 is not translated yet");
    match kind {
        C::Map(map)
            if !map.other.is_empty() || map.delete || map.kind == Some(MapKind::Storage) =>
        {
            LATER
        }
        C::Device {
            modifier: Some(DeviceModifier::Ancestor),
            ..
        } => refused("reverse offload is not translated yet"),
        C::Defaultmap {
            behavior:
                DefaultmapBehavior::Storage | DefaultmapBehavior::SelfMap | DefaultmapBehavior::Private,
            ..
        }
        | C::Firstprivate { saved: true, .. }
        | C::Enter { automap: true, .. }
        | C::NumThreads { strict: true, .. } => LATER,
        C::Nowait(Some(_)) => Refused(
            Reason::new("an argument of `nowait` is of OpenMP 6.0, and not translated yet").instead(
                "write `nowait` without an argument where that is true, and leave the clause out where it is false",
            ),
        ),
        C::NumThreads { threads, .. } if threads.len() > 1 => LATER,
        C::Allocate { align: Some(_), .. } => refused(
            "the alignment of private copies is their type's: declare a variable with `_Alignas`",
        ),
        _ => Translated,
    }
}

/// The directives that are refused in device code, and why.
pub fn refused_directives() -> Vec<(String, &'static str)> {
    let (_, refused) = rows();
    let all = refused
        .into_iter()
        .filter(|kind| kind.row().is_some_and(|row| row.is_in_c()));
    all.map(|kind| (kind.name(), said(support(&kind, None))))
        .collect()
}

/// The clauses that are refused on directives that are translated: clause, directive, reason.
pub fn refused_clauses() -> Vec<(&'static str, String, &'static str)> {
    let (translated, _) = rows();
    let mut found = vec![];
    for kind in translated {
        for rule in allowed::clauses(&kind) {
            if let Refused(reason) = support(&kind, Some(rule.name)) {
                found.push((rule.name, kind.name(), reason.why));
            }
        }
    }
    found
}

/// The text of docs/support.md.
pub fn support_markdown() -> String {
    let mut text = String::from(INTRODUCTION);
    let (translated, refused) = rows();
    text.push_str("## Directives that are translated\n");
    for kind in translated {
        let name = kind.name();
        text.push_str(&format!("\n### `{name}` ({})\n\n", kind.section()));
        let rules = allowed::clauses(&kind);
        if rules.is_empty() {
            text.push_str("It has no clauses.\n");
            continue;
        }
        text.push_str("| clause | section | |\n|---|---|---|\n");
        for rule in rules {
            let state = said(support(&kind, Some(rule.name)));
            text.push_str(&format!(
                "| `{}` | {} | {state} |\n",
                rule.name, rule.section
            ));
        }
        if let Some(row) = kind.row() {
            text.push_str(&limits(row));
        }
    }
    text.push_str("\n## Directives that are refused in device code\n\n");
    text.push_str("| directive | section | why |\n|---|---|---|\n");
    for kind in refused {
        let (name, state) = (kind.name(), said(support(&kind, None)));
        text.push_str(&format!("| `{name}` | {} | {state} |\n", kind.section()));
    }
    text.push_str(TYPES);
    text.push_str(PLACES);
    text.push_str(COMBINED);
    for leaves in combine::constructs() {
        let kind = DirectiveKind::Construct(leaves);
        if kind.leaves().len() > 1 && support(&kind, None).is_translated() {
            text.push_str(&format!("- `{}`\n", kind.name()));
        }
    }
    text
}

/// Which clauses a directive needs, and which exclude each other.
fn limits(row: &DirectiveRow) -> String {
    let list = |names: &[&str]| {
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        names.join(", ")
    };
    let mut text = match row.needs {
        Needs::Nothing => String::new(),
        Needs::AnyClause => "\nAt least one clause is needed.\n".into(),
        Needs::OneOf([one]) => format!("\n`{one}` is needed.\n"),
        Needs::OneOf(names) => format!("\nAt least one is needed of {}.\n", list(names)),
    };
    for (group, section) in row.exclusive {
        let group = list(group);
        text += &format!("\nAt most one may stand there of {group} ({section}).\n");
    }
    if !row.limits.is_empty() {
        text += "\nNot translated yet:\n\n";
        text.extend(row.limits.iter().map(|what| format!("- {what}\n")));
    }
    text
}

const INTRODUCTION: &str = "\
# What is translated

Generated from the tables in `src/omp/directives.rs` and `src/omp/clauses.rs`, which the translator itself consults; a
test keeps the two the same. Sections are those of OpenMP 5.2 unless they say 6.0.

The tables speak of constructs that reach the device and of what stands in their code. OpenMP outside
of target regions is passed through to the host's compiler as it is. What is refused is an error with
its place and a way out: it is never ignored and never run on the host instead.

";

const TYPES: &str = "
## Types of C in device code

Types that devices do not have, or that C++ compilers lay out in another way, are refused where device code uses them, as
members, too (R4001): `long double`, vectors of GNU C, packed structures, bit-fields of more than 64 bits, and GNU C's
structures without members, which have no size in C and one byte in C++.

## Places where constructs are refused

- on lines that `#line` gives to another file, as generators of code write it (R1002)
- in nested functions of GNU C (R6010), but for directives that stay on the host, and stand-alone directives that name
  nothing of the nested function's own; in operands of `asm` (R6010)
";

const PLACES: &str = "
## Places in device code

Constructs stand in target regions and in the functions that these call. At some places they are refused (R6020):

- in statement expressions of GNU C all but `atomic`, `critical` and `flush`
- in `critical` what needs other threads; `parallel` there where no parallel region is around it in the same function
- `teams` in a function that device code calls

## Limits of a file

Code that device constructs need is read within generous limits (R1002), since the translator recurses: 256 levels of
brackets, 256 statements in a row without braces (`if (a) for (...) while (b) ...`), 1000 branches of one `else if`, 4000
operators of one expression outside of brackets in it, 8000 of all these together from the outermost bracket to the
innermost one, 256 casts in a row. Code of the host alone has no such limits.
";

const COMBINED: &str = "
## Combined directives

A combined directive takes the clauses of its parts, with the exceptions of section 17.2. `nowait` on
one that has `target` belongs to `target`. These are translated:

";

/// The directives of one leaf and those without leaves: translated, refused.
fn rows() -> (Vec<DirectiveKind>, Vec<DirectiveKind>) {
    let mut all = combine::directives();
    all.retain(|kind| kind.leaves().len() <= 1);
    all.into_iter()
        .partition(|kind| support(kind, None).is_translated())
}

fn said(support: Support) -> &'static str {
    match support {
        Translated => "translated",
        Refused(reason) => reason.why,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, clause: Option<&str>) -> Support {
        let mut all = combine::directives().into_iter();
        let kind = all.find(|kind| kind.name() == name).expect(name);
        support(&kind, clause)
    }

    #[test]
    fn first_release() {
        for (name, clause) in [
            (
                "target teams distribute parallel for simd",
                Some("collapse"),
            ),
            ("target", Some("map")),
            ("target update", Some("to")),
            ("declare target", Some("enter")),
            ("for", Some("nowait")),
            ("target parallel loop", None),
            ("target", Some("nowait")),
            ("target update", Some("depend")),
            ("parallel", Some("reduction")),
            ("task", Some("detach")),
            ("depobj", Some("destroy")),
        ] {
            assert_eq!(of(name, clause), Translated, "{name} {clause:?}");
        }
        for (name, clause) in [
            ("target parallel", Some("in_reduction")),
            ("parallel", Some("map")),
        ] {
            assert_ne!(of(name, clause), Translated, "{name} {clause:?}");
        }
    }

    #[test]
    fn arguments_count() {
        use crate::omp::parse_directive;
        use crate::source::Span;
        for (text, translated) in [
            ("target map(always, to: x)", true),
            ("target map(mapper(m), to: x)", true),
            ("target map(iterator(i=0:n), to: x[i])", true),
            ("target device(ancestor: 1)", false),
            ("target parallel if(target: x)", true),
            ("target parallel private(parallel: x)", false),
            ("parallel num_threads(2, 3)", false),
        ] {
            let directive =
                parse_directive(&format!("#pragma omp {text}"), Span::default()).unwrap();
            let clause = &directive.clauses[0];
            let support = support_clause(&directive.kind, clause);
            assert_eq!(support.is_translated(), translated, "{text}");
        }
    }

    /// `ROMP_BLESS=1 cargo test` rewrites the page.
    #[test]
    fn the_page_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/support.md");
        let wanted = support_markdown();
        if std::env::var_os("ROMP_BLESS").is_some_and(|value| value == "1") {
            std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/docs")).unwrap();
            std::fs::write(path, &wanted).unwrap();
        }
        let found = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            found == wanted,
            "docs/support.md is out of date; run the tests with ROMP_BLESS=1"
        );
    }
}
