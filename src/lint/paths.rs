//! What the paths through a piece of code do first to something: they read it, write it, or come out without either.
//!
//! Pure values, put together as statements are. Must not know what the paths are about.

use super::first::First;
use crate::source::Span;

/// Which paths there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// One reads first.
    read: Option<Span>,
    /// One writes first.
    written: bool,
    /// One comes to the end and does neither; the next four as well.
    falls: bool,
    breaks: bool,
    continues: bool,
    /// One returns from the function.
    leaves: bool,
    /// One does something that is not followed.
    unknown: bool,
    /// A condition decides between a read and nothing: it may never hold.
    doubt: bool,
}

impl Paths {
    const NONE: Paths = Paths {
        read: None,
        written: false,
        falls: false,
        breaks: false,
        continues: false,
        leaves: false,
        unknown: false,
        doubt: false,
    };
    pub const NOTHING: Paths = Paths {
        falls: true,
        ..Paths::NONE
    };
    pub const WRITTEN: Paths = Paths {
        written: true,
        ..Paths::NONE
    };
    pub const UNKNOWN: Paths = Paths {
        unknown: true,
        ..Paths::NONE
    };
    pub const BREAKS: Paths = Paths {
        breaks: true,
        ..Paths::NONE
    };
    pub const CONTINUES: Paths = Paths {
        continues: true,
        ..Paths::NONE
    };
    pub const LEAVES: Paths = Paths {
        leaves: true,
        ..Paths::NONE
    };

    pub fn read(place: Span) -> Paths {
        Paths {
            read: Some(place),
            ..Paths::NONE
        }
    }

    /// What follows on the paths that come to the end.
    pub fn then(self, next: impl FnOnce() -> Paths) -> Paths {
        if !self.falls {
            return self;
        }
        let here = Paths {
            falls: false,
            ..self
        };
        here.both(next())
    }

    /// Either of two branches.
    pub fn or(self, other: Paths) -> Paths {
        let doubt = self.read.is_some() != other.read.is_some();
        let both = self.both(other);
        Paths {
            doubt: both.doubt || doubt,
            ..both
        }
    }

    fn both(self, other: Paths) -> Paths {
        Paths {
            read: self.read.or(other.read),
            written: self.written || other.written,
            falls: self.falls || other.falls,
            breaks: self.breaks || other.breaks,
            continues: self.continues || other.continues,
            leaves: self.leaves || other.leaves,
            unknown: self.unknown || other.unknown,
            doubt: self.doubt || other.doubt,
        }
    }

    /// The body of a loop has been executed: `continue` comes to its end.
    pub fn after_iteration(self) -> Paths {
        Paths {
            falls: self.falls || self.continues,
            continues: false,
            ..self
        }
    }

    /// The loop has ended: by `break`, or by its condition, where it has one.
    pub fn after_loop(self, condition: bool) -> Paths {
        Paths {
            falls: self.breaks || condition && self.falls,
            breaks: false,
            ..self
        }
    }

    /// The loop may also have ended before its first iteration.
    pub fn or_no_iteration(self) -> Paths {
        self.both(Paths::NOTHING)
    }

    /// The switch has ended.
    pub fn after_switch(self) -> Paths {
        Paths {
            falls: self.falls || self.breaks,
            breaks: false,
            ..self
        }
    }

    /// A read only where no path does anything else first.
    pub fn certain(self) -> First {
        match self.read {
            _ if self.unknown => First::Unknown,
            Some(place) if !self.written && !self.doubt => First::Read(place),
            None if !self.written => First::Neither,
            _ => First::Written,
        }
    }

    /// A read where any path has one.
    pub fn possible(self) -> First {
        match self.read {
            Some(place) => First::Read(place),
            None if self.unknown => First::Unknown,
            None if self.falls || !self.written => First::Neither,
            None => First::Written,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: Span = Span { lo: 1, hi: 2 };

    #[test]
    fn a_loop_without_an_iteration_leaves_the_rest() {
        let read = Paths::read(PLACE);
        let looped = read.after_loop(true).or_no_iteration();
        assert_eq!(looped.certain(), First::Read(PLACE));
        assert_eq!(looped.then(|| Paths::WRITTEN).certain(), First::Written);
        assert_eq!(
            looped.then(|| Paths::WRITTEN).possible(),
            First::Read(PLACE)
        );
        assert_eq!(read.then(|| Paths::WRITTEN).certain(), First::Read(PLACE));
    }

    #[test]
    fn jumps_end_where_they_lead() {
        let body = Paths::BREAKS.or(Paths::WRITTEN);
        assert_eq!(body.after_loop(false).possible(), First::Neither);
        let body = Paths::CONTINUES.or(Paths::NOTHING).after_iteration();
        assert_eq!(
            body.then(|| Paths::WRITTEN).after_loop(true).possible(),
            First::Written
        );
        assert_eq!(
            Paths::LEAVES.then(|| Paths::read(PLACE)).possible(),
            First::Neither
        );
        let unknown = Paths::NOTHING.or(Paths::UNKNOWN);
        assert_eq!(
            unknown.then(|| Paths::read(PLACE)).certain(),
            First::Unknown
        );
    }

    #[test]
    fn a_read_in_one_branch_alone_may_never_happen() {
        let one = Paths::read(PLACE).or(Paths::NOTHING);
        assert_eq!(one.certain(), First::Written);
        assert_eq!(one.possible(), First::Read(PLACE));
    }
}
