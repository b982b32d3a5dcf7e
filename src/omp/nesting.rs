//! The rules of nesting (5.2, 17.1, and the restrictions of the constructs' own sections).
//!
//! Computes from directives' kinds alone, as they enclose each other in the text of one function.
//! Must not know clauses, calls or the program: what a caller may enclose counts as allowed.
//!
//! Not decided here, since it depends on an argument: `critical` within `critical` of the same name,
//! `target` within `target` (legal with `device(ancestor: 1)`).

use super::ast::{DirectiveKind, Leaf};
use super::suggest;

/// A rule that is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub message: String,
    /// The section of OpenMP 5.2.
    pub section: &'static str,
    /// Which of the enclosing directives forbids it, where one does: an index into `outer`.
    pub outer: Option<usize>,
}

/// One region; a combined directive is several.
#[derive(Clone, Copy, PartialEq)]
enum Region<'a> {
    Leaf(Leaf),
    Other(&'a DirectiveKind),
}

use Region::{Leaf as Of, Other};

impl Region<'_> {
    fn name(self) -> String {
        match self {
            Of(leaf) => leaf.name().to_string(),
            Other(kind) => kind.name(),
        }
    }

    /// Whether the region begins or ends a team, so that nothing inside is closely nested in what encloses it (5.2,
    /// 1.2.2: closely nested region).
    fn is_boundary(self) -> bool {
        matches!(self, Of(Leaf::Parallel | Leaf::Teams | Leaf::Target))
    }

    /// Whether its threads execute different parts of it: of the worksharing regions all but `scope`, which all threads
    /// of the team execute (5.2, 11.2).
    fn is_partitioned(self) -> bool {
        matches!(self, Of(leaf) if leaf.is_worksharing() && leaf != Leaf::Scope)
            || self == Other(&DirectiveKind::Section)
    }

    fn is_task(self) -> bool {
        matches!(self, Of(Leaf::Task | Leaf::Taskloop))
    }

    fn is_masked(self) -> bool {
        matches!(self, Of(Leaf::Masked | Leaf::Master))
    }
}

/// Directives that make no region: what stands in them is nested in what encloses them.
fn is_transparent(kind: &DirectiveKind) -> bool {
    use DirectiveKind as D;
    matches!(
        kind,
        D::Tile
            | D::Unroll
            | D::Interchange
            | D::Reverse
            | D::Fuse
            | D::Nothing
            | D::Error
            | D::Assume
            | D::Metadirective
            | D::BeginMetadirective
            | D::EndMetadirective
    )
}

/// Whether `inner` may stand within `outer`, of which the innermost is last.
pub fn check(outer: &[&DirectiveKind], inner: &DirectiveKind) -> Option<Rule> {
    if inner.is_declarative() || is_transparent(inner) {
        return None;
    }
    let around = regions(outer);
    let subject = match inner.leaves().first() {
        Some(&leaf) => Of(leaf),
        None => Other(inner),
    };
    let place = Place {
        around: &around,
        inner: subject,
        name: inner.name(),
    };
    place
        .in_atomic()
        .or_else(|| place.in_simd_or_loop())
        .or_else(|| place.in_team())
        .or_else(|| place.in_target())
        .or_else(|| place.around_teams())
        .or_else(|| place.closely())
        .or_else(|| place.ordered())
        .or_else(|| place.section_or_scan())
}

/// Whether `cancel` or `cancellation point` may stand within `outer`. `what` is the construct that it
/// names; None is `taskgroup` (5.2, 16.1, 16.2).
pub fn check_cancel(outer: &[&DirectiveKind], what: Option<Leaf>) -> Option<Rule> {
    let around = regions(outer);
    let innermost = around.last().map(|&(_, region)| region);
    let section = Other(&DirectiveKind::Section);
    let (fits, needed) = match what {
        None => (innermost.is_some_and(Region::is_task), "task"),
        Some(Leaf::Sections) => (
            innermost == Some(Of(Leaf::Sections)) || innermost == Some(section),
            "sections",
        ),
        Some(leaf) => (innermost == Some(Of(leaf)), leaf.name()),
    };
    let named = what.map_or("taskgroup", Leaf::name);
    (!fits).then(|| Rule {
        message: format!("`cancel {named}` must be closely nested in a `{needed}` construct"),
        section: "16.1",
        outer: around.last().map(|&(at, _)| at),
    })
}

/// Whether `inner` may stand in a construct that has `order(concurrent)` (5.2, 10.3).
pub fn check_concurrent(inner: &DirectiveKind) -> Option<Rule> {
    let first = inner.leaves().first();
    let fits = matches!(first, Some(Leaf::Loop | Leaf::Parallel | Leaf::Simd))
        || *inner == DirectiveKind::Atomic
        || inner.is_declarative()
        || is_transparent(inner);
    (!fits).then(|| Rule {
        message: format!(
            "`{}` may not stand in a region with `order(concurrent)`",
            inner.name()
        ),
        section: "10.3",
        outer: None,
    })
}

/// The regions around a place, outermost first, each with the index of its directive.
fn regions<'a>(outer: &[&'a DirectiveKind]) -> Vec<(usize, Region<'a>)> {
    let mut found = vec![];
    for (at, kind) in outer.iter().enumerate() {
        match kind {
            DirectiveKind::Construct(leaves) => {
                found.extend(leaves.iter().map(|&leaf| (at, Of(leaf))));
            }
            kind if is_transparent(kind) => {}
            kind => found.push((at, Other(kind))),
        }
    }
    found
}

struct Place<'a> {
    around: &'a [(usize, Region<'a>)],
    inner: Region<'a>,
    name: String,
}

impl<'a> Place<'a> {
    fn innermost(&self) -> Option<(usize, Region<'a>)> {
        self.around.last().copied()
    }

    /// The regions that it is closely nested in, innermost first.
    fn close(&self) -> impl std::iter::Iterator<Item = (usize, Region<'a>)> {
        let inwards = self.around.iter().rev().copied();
        inwards.take_while(|(_, region)| !region.is_boundary())
    }

    fn rule(&self, within: (usize, Region), how: &str, section: &'static str) -> Rule {
        Rule {
            message: format!("`{}` may not be {how} `{}`", self.name, within.1.name()),
            section,
            outer: Some(within.0),
        }
    }

    /// Nothing stands within `atomic` (5.2, 17.1).
    fn in_atomic(&self) -> Option<Rule> {
        let mut around = self.around.iter();
        let atomic = around.find(|(_, region)| *region == Other(&DirectiveKind::Atomic))?;
        Some(self.rule(*atomic, "nested in", "17.1"))
    }

    /// Few constructs stand within `simd` (5.2, 10.4) and `loop` (5.2, 11.7).
    fn in_simd_or_loop(&self) -> Option<Rule> {
        use DirectiveKind as D;
        let (at, region, section) = self.close().find_map(|(at, region)| match region {
            Of(Leaf::Simd) => Some((at, region, "10.4")),
            Of(Leaf::Loop) => Some((at, region, "11.7")),
            _ => None,
        })?;
        let fits = matches!(
            (region, self.inner),
            (_, Of(Leaf::Loop | Leaf::Simd) | Other(D::Atomic))
                | (Of(Leaf::Simd), Other(D::Ordered | D::Scan))
                | (Of(Leaf::Loop), Of(Leaf::Parallel))
        );
        let allowed = match region {
            Of(Leaf::Simd) => "`atomic`, `loop`, `simd`, `scan` and `ordered simd`",
            _ => "`loop`, `parallel`, `simd`, constructs combined from these, and `atomic`",
        };
        (!fits).then(|| {
            let mut rule = self.rule((at, region), "nested in", section);
            rule.message.push_str(&format!("; only {allowed} may"));
            rule
        })
    }

    /// Directly within `teams` stand `distribute`, `parallel` and `loop` only (5.2, 10.2); `atomic` as an extension,
    /// which clang has as well.
    fn in_team(&self) -> Option<Rule> {
        let teams = self.innermost().filter(|(_, r)| *r == Of(Leaf::Teams))?;
        let fits = matches!(
            self.inner,
            Of(Leaf::Distribute | Leaf::Parallel | Leaf::Loop) | Other(DirectiveKind::Atomic)
        );
        (!fits).then(|| {
            let mut rule = self.rule(teams, "strictly nested in", "10.2");
            let allowed = suggest::one_of(&["distribute", "parallel", "loop"]);
            rule.message.push_str(&format!("; only {allowed} may"));
            rule
        })
    }

    /// Data is mapped by the host (5.2, 13.8).
    fn in_target(&self) -> Option<Rule> {
        use DirectiveKind as D;
        let Other(D::TargetData | D::TargetEnterData | D::TargetExitData | D::TargetUpdate) =
            self.inner
        else {
            return None;
        };
        let mut around = self.around.iter();
        let target = around.find(|(_, region)| *region == Of(Leaf::Target))?;
        Some(self.rule(*target, "nested in", "13.8"))
    }

    /// `teams` directly within `target`, `distribute` directly within `teams` (5.2, 10.2, 11.6).
    fn around_teams(&self) -> Option<Rule> {
        let (needed, section) = match self.inner {
            Of(Leaf::Teams) => (Leaf::Target, "10.2"),
            Of(Leaf::Distribute) => (Leaf::Teams, "11.6"),
            _ => return None,
        };
        let (at, innermost) = self.innermost()?;
        (innermost != Of(needed)).then(|| Rule {
            message: format!(
                "`{}` must be strictly nested in `{}`, not in `{}`",
                self.name,
                needed.name(),
                innermost.name()
            ),
            section,
            outer: Some(at),
        })
    }

    /// What synchronises a team may not stand where only some of its threads arrive (5.2, 17.1).
    fn closely(&self) -> Option<Rule> {
        use DirectiveKind as D;
        let critical = Other(&D::Critical);
        let ordered = Other(&D::Ordered);
        let forbids = |region: Region| match self.inner {
            Other(D::Barrier) => {
                region.is_partitioned()
                    || region.is_task()
                    || region.is_masked()
                    || region == critical
                    || region == ordered
            }
            Of(leaf) if leaf.is_worksharing() => {
                region.is_partitioned()
                    || region.is_task()
                    || region.is_masked()
                    || region == critical
                    || region == ordered
            }
            Of(Leaf::Masked | Leaf::Master) => region.is_partitioned() || region.is_task(),
            Other(D::Ordered) => region.is_task() || region == critical || region == ordered,
            _ => false,
        };
        let within = self.close().find(|(_, region)| forbids(*region))?;
        Some(self.rule(within, "closely nested in", "17.1"))
    }

    /// `ordered` belongs to a loop (5.2, 15.10). In a function of its own the loop may be the caller's.
    fn ordered(&self) -> Option<Rule> {
        use DirectiveKind as D;
        let Other(D::Ordered | D::OrderedDoacross) = self.inner else {
            return None;
        };
        let in_loop = self
            .close()
            .any(|(_, region)| matches!(region, Of(Leaf::For | Leaf::Simd)));
        let orphaned = !self.around.iter().any(|(_, region)| region.is_boundary());
        (!in_loop && !orphaned).then(|| Rule {
            message: "`ordered` must be closely nested in a `for` or `simd` construct".into(),
            section: "15.10",
            outer: self.innermost().map(|(at, _)| at),
        })
    }

    /// `section` and `scan` are parts of the construct directly around them (5.2, 11.3.1, 5.6).
    fn section_or_scan(&self) -> Option<Rule> {
        use DirectiveKind as D;
        let innermost = self.innermost().map(|(_, region)| region);
        let (fits, needed, section) = match self.inner {
            Other(D::Section) => (
                innermost == Some(Of(Leaf::Sections)),
                "a `sections` construct",
                "11.3.1",
            ),
            Other(D::Scan) => (
                matches!(innermost, Some(Of(Leaf::For | Leaf::Simd))),
                "the loop of a `for`, `for simd` or `simd` construct",
                "5.6",
            ),
            _ => return None,
        };
        (!fits).then(|| Rule {
            message: format!("`{}` must stand directly in {needed}", self.name),
            section,
            outer: self.innermost().map(|(at, _)| at),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::omp::combine;

    fn kind(name: &str) -> DirectiveKind {
        let mut all = combine::directives().into_iter();
        all.find(|kind| kind.name() == name).expect(name)
    }

    fn nest(text: &str) -> Option<Rule> {
        let kinds: Vec<_> = text.split(" > ").map(kind).collect();
        let (inner, outer) = kinds.split_last().unwrap();
        check(&outer.iter().collect::<Vec<_>>(), inner)
    }

    #[test]
    fn legal() {
        for text in [
            "barrier",
            "target > teams > distribute > parallel > for",
            "target teams > distribute parallel for",
            "target teams > parallel for",
            "target teams > loop",
            "target teams > atomic",
            "target teams distribute > parallel for",
            "target > parallel > barrier",
            "parallel > for > parallel > barrier",
            "parallel > for > parallel > for",
            "parallel > single > task > parallel > single",
            "for > simd > ordered",
            "parallel > for > ordered",
            "ordered",
            "simd > atomic",
            "loop > simd",
            "target teams loop > parallel for",
            "parallel > sections > section",
            "for simd > scan",
            "target teams distribute parallel for > simd",
            "parallel > for > task",
            "parallel > for > critical",
            "target data > target update",
            "critical > critical",
            "target > unroll > teams",
            "teams > nothing",
            "distribute",
            "parallel > masked > taskloop",
            "parallel > for > target",
            "parallel > scope > for",
            "parallel > scope > scope > sections > section",
            "parallel > scope > single",
            "parallel > scope > barrier",
            "parallel > scope > masked",
            "parallel > scope > for > ordered",
        ] {
            assert_eq!(nest(text), None, "{text}");
        }
    }

    #[test]
    fn illegal() {
        for (text, section) in [
            ("parallel > for > barrier", "17.1"),
            ("parallel > sections > section > barrier", "17.1"),
            ("parallel > critical > barrier", "17.1"),
            ("parallel > masked > barrier", "17.1"),
            ("parallel > single > for", "17.1"),
            ("parallel for > for", "17.1"),
            ("parallel > for > single", "17.1"),
            ("parallel > task > for", "17.1"),
            ("parallel > critical > for", "17.1"),
            ("parallel > for > ordered > sections", "17.1"),
            ("parallel > for > scope", "17.1"),
            ("parallel > single > scope > for", "17.1"),
            ("parallel > masked > scope", "17.1"),
            ("parallel > task > scope", "17.1"),
            ("parallel > critical > scope", "17.1"),
            ("parallel > master > single", "17.1"),
            ("parallel > for > masked", "17.1"),
            ("atomic > parallel", "17.1"),
            ("parallel > teams", "10.2"),
            ("target > parallel > teams", "10.2"),
            ("target teams > teams", "10.2"),
            ("target > distribute", "11.6"),
            ("target teams distribute > distribute", "11.6"),
            ("target teams > for", "10.2"),
            ("target teams > critical", "10.2"),
            ("simd > parallel", "10.4"),
            ("for simd > barrier", "10.4"),
            ("loop > barrier", "11.7"),
            ("parallel > loop > single", "11.7"),
            ("parallel > ordered", "15.10"),
            ("parallel > for > critical > ordered", "17.1"),
            ("section", "11.3.1"),
            ("parallel > section", "11.3.1"),
            ("scan", "5.6"),
            ("target > target data", "13.8"),
            ("target teams distribute > target update", "13.8"),
        ] {
            let found = nest(text).map(|rule| rule.section);
            assert_eq!(found, Some(section), "{text}");
        }
    }

    #[test]
    fn messages_name_both() {
        let rule = nest("parallel > for > barrier").unwrap();
        assert_eq!(rule.message, "`barrier` may not be closely nested in `for`");
        assert_eq!(rule.outer, Some(1));
        let rule = nest("parallel for > single").unwrap();
        assert_eq!(rule.outer, Some(0));
    }

    #[test]
    fn cancels() {
        let cancel = |outer: &[&str], what| {
            let kinds: Vec<_> = outer.iter().map(|name| kind(name)).collect();
            check_cancel(&kinds.iter().collect::<Vec<_>>(), what).is_none()
        };
        assert!(cancel(&["parallel for"], Some(Leaf::For)));
        assert!(cancel(&["parallel"], Some(Leaf::Parallel)));
        assert!(!cancel(&["parallel for"], Some(Leaf::Parallel)));
        assert!(!cancel(&["parallel", "critical"], Some(Leaf::Parallel)));
        assert!(cancel(&["sections", "section"], Some(Leaf::Sections)));
        assert!(cancel(&["taskgroup", "task"], None));
        assert!(!cancel(&[], None));
    }

    #[test]
    fn concurrent_regions() {
        assert_eq!(check_concurrent(&kind("parallel for")), None);
        assert!(check_concurrent(&kind("barrier")).is_some());
    }
}
