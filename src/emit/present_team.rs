//! The team that runs the code being printed, and which teams that code names: what names a team needs its
//! declaration. Must not know how a team is declared.

use crate::device::Team;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Whoever asks for the present team says whether its name is to be printed.
#[derive(Debug, Default)]
pub struct PresentTeam {
    team: RefCell<Team>,
    /// The variables of teams that were printed.
    printed: RefCell<BTreeSet<String>>,
}

impl PresentTeam {
    /// From here on another team runs the code; the one before is returned.
    pub fn replace(&self, team: Team) -> Team {
        self.team.replace(team)
    }

    /// The team, for code that names it.
    pub fn printed(&self) -> Team {
        let team = self.get();
        if let Team::Named(name) = &team {
            self.printed.borrow_mut().insert(name.clone());
        }
        team
    }

    /// The team, for anything but printing its name.
    pub fn get(&self) -> Team {
        self.team.borrow().clone()
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
        assert_eq!(team.printed(), Team::Block);
        team.replace(Team::named("omp"));
        assert_eq!(team.get(), Team::named("omp"));
        assert!(team.record(BTreeSet::new()).is_empty());
        assert_eq!(team.printed(), Team::named("omp"));
        let outer = team.record(BTreeSet::new());
        assert!(outer.contains("omp"));
        team.replace(Team::named("omp_2"));
        team.printed();
        assert_eq!(team.record(outer), BTreeSet::from(["omp_2".to_string()]));
        assert_eq!(
            team.record(BTreeSet::new()),
            BTreeSet::from(["omp".to_string()])
        );
    }
}
