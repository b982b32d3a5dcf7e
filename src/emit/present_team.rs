//! The team that runs the code being printed, and which teams that code names: what names a team needs its
//! declaration. Must not know how a team is declared.

use std::cell::RefCell;
use std::collections::BTreeSet;

/// How the present team is spelled; none for all threads of the block. Whoever asks for its spelling says whether
/// it is to be printed or compared.
#[derive(Debug, Default)]
pub struct PresentTeam {
    spelled: RefCell<Option<String>>,
    printed: RefCell<BTreeSet<String>>,
}

impl PresentTeam {
    /// From here on another team runs the code; the one before is returned.
    pub fn replace(&self, team: Option<String>) -> Option<String> {
        self.spelled.replace(team)
    }

    /// The spelling, for code that says it.
    pub fn printed(&self) -> Option<String> {
        let spelled = self.spelled.borrow();
        self.printed.borrow_mut().extend(spelled.clone());
        spelled.clone()
    }

    /// The spelling, for anything but printing it.
    pub fn with<R>(&self, f: impl FnOnce(Option<&str>) -> R) -> R {
        f(self.spelled.borrow().as_deref())
    }

    /// Whether it is all threads of the block.
    pub fn is_block(&self) -> bool {
        self.spelled.borrow().is_none()
    }

    /// Adds the names that are printed from here on to `names`; those recorded so far are returned.
    pub fn record(&self, names: BTreeSet<String>) -> BTreeSet<String> {
        self.printed.replace(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_printed_names_are_recorded() {
        let team = PresentTeam::default();
        assert!(team.is_block());
        assert_eq!(team.printed(), None);
        team.replace(Some("omp".into()));
        assert!(team.with(|name| name == Some("omp")));
        assert!(team.record(BTreeSet::new()).is_empty());
        assert_eq!(team.printed().as_deref(), Some("omp"));
        let outer = team.record(BTreeSet::new());
        assert!(outer.contains("omp"));
        team.replace(Some("omp_2".into()));
        team.printed();
        assert_eq!(team.record(outer), BTreeSet::from(["omp_2".to_string()]));
        assert_eq!(
            team.record(BTreeSet::new()),
            BTreeSet::from(["omp".to_string()])
        );
    }
}
