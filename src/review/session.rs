//! A review as a sequence of keys: which change is asked about, what was decided of each.
//!
//! Pure: keys come in, what is to be shown goes out. Must not know terminals.

use super::changes::Change;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Accept,
    /// The old code stays, and the change is pending; the next review says that it was rejected.
    Reject,
    /// The same without a memory.
    Skip,
}

/// What a key leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The change asked about is another one.
    Change,
    /// All code of the change is to be shown.
    Details,
    /// The keys are to be explained.
    Help,
    /// Nothing is asked any more.
    End,
}

pub const KEYS: &str = "a accept, r reject, s skip, e accept and edit, d details, A accept all that follow, b back, q quit, ? help";
pub const HELP: &str = "\
  a  accept: the new code replaces the old code in the folder
  r  reject: the old code stays, and the change stays pending
  s  skip: as reject, but the next review does not say that you rejected it
  e  accept, and open the code in $VISUAL or $EDITOR when the review is done: your edits are kept from then on
  d  show all code of the change
  A  accept this change and all that follow
  b  go back to the change before
  q  quit: what is decided is written, the rest stays pending
";

/// The state of a review.
pub struct Session {
    /// Numbers of the changes that are asked about.
    asked: Vec<usize>,
    decisions: Vec<Decision>,
    at: usize,
    /// Changes whose code is to be edited.
    pub edits: Vec<usize>,
}

impl Session {
    pub fn new(changes: &[Change]) -> Session {
        let asked: Vec<usize> = (0..changes.len()).filter(|&at| changes[at].asks).collect();
        Session {
            decisions: vec![Decision::Skip; asked.len()],
            asked,
            at: 0,
            edits: vec![],
        }
    }

    /// The change asked about: its place among them, how many there are, and its number.
    pub fn current(&self) -> Option<(usize, usize, usize)> {
        let change = self.asked.get(self.at)?;
        Some((self.at + 1, self.asked.len(), *change))
    }

    pub fn key(&mut self, key: char) -> Next {
        let decide = |session: &mut Session, decision: Decision| {
            session.decide(decision);
            match session.current() {
                Some(_) => Next::Change,
                None => Next::End,
            }
        };
        match key {
            'a' | 'y' => decide(self, Decision::Accept),
            'r' | 'n' => decide(self, Decision::Reject),
            's' => decide(self, Decision::Skip),
            'e' => {
                self.edits.extend(self.asked.get(self.at));
                decide(self, Decision::Accept)
            }
            'A' => {
                while self.current().is_some() {
                    self.decide(Decision::Accept);
                }
                Next::End
            }
            'b' => {
                self.at = self.at.saturating_sub(1);
                let again = self.asked.get(self.at).copied();
                self.edits.retain(|&edit| Some(edit) != again);
                Next::Change
            }
            'd' => Next::Details,
            'q' | '\u{3}' | '\u{4}' | '\u{1b}' => {
                self.at = self.asked.len();
                Next::End
            }
            _ => Next::Help,
        }
    }

    fn decide(&mut self, decision: Decision) {
        if let Some(decided) = self.decisions.get_mut(self.at) {
            *decided = decision;
            self.at += 1;
        }
    }

    /// What was decided of a change; host code that nobody is asked about is accepted.
    pub fn decision(&self, change: usize) -> Decision {
        match self.asked.iter().position(|&asked| asked == change) {
            Some(at) => self.decisions[at],
            None => Decision::Accept,
        }
    }

    /// Decides a change without a key.
    pub fn set(&mut self, change: usize, decision: Decision) {
        if let Some(at) = self.asked.iter().position(|&asked| asked == change) {
            self.decisions[at] = decision;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(asks: &[bool]) -> Vec<Change> {
        let change = |(at, &asks): (usize, &bool)| Change {
            title: format!("f_{at}"),
            members: vec![],
            settings: vec![],
            concerns: Default::default(),
            figures: Default::default(),
            together: None,
            asks,
            carries: false,
            rejected: false,
            digest: String::new(),
            nodes: vec![],
        };
        asks.iter().enumerate().map(change).collect()
    }

    fn played(keys: &str) -> (Vec<Decision>, Next) {
        let changes = changes(&[true, false, true, true]);
        let mut session = Session::new(&changes);
        let mut next = Next::Change;
        for key in keys.chars() {
            next = session.key(key);
        }
        ((0..4).map(|at| session.decision(at)).collect(), next)
    }

    #[test]
    fn keys_decide_one_change_after_the_other() {
        use Decision::*;
        assert_eq!(
            played("ars"),
            (vec![Accept, Accept, Reject, Skip], Next::End)
        );
        assert_eq!(
            played("a"),
            (vec![Accept, Accept, Skip, Skip], Next::Change)
        );
        assert_eq!(
            played("rA"),
            (vec![Reject, Accept, Accept, Accept], Next::End)
        );
        assert_eq!(
            played("aaq"),
            (vec![Accept, Accept, Accept, Skip], Next::End)
        );
        assert_eq!(
            played("rba"),
            (vec![Accept, Accept, Skip, Skip], Next::Change)
        );
        assert_eq!(played("x").1, Next::Help);
        assert_eq!(played("bd").1, Next::Details);
    }

    #[test]
    fn nothing_is_asked_of_host_code() {
        let mut session = Session::new(&changes(&[false]));
        assert_eq!(session.current(), None);
        assert_eq!(session.key('a'), Next::End);
        assert_eq!(session.decision(0), Decision::Accept);
    }

    #[test]
    fn edits_are_of_accepted_changes() {
        let mut session = Session::new(&changes(&[true, true]));
        session.key('e');
        assert_eq!(session.edits, [0]);
        session.key('b');
        assert_eq!(session.edits, [] as [usize; 0]);
    }
}
