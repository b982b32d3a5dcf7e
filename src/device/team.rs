//! The teams of threads that execute pieces of device code.

/// A team of threads as device code names it: the first argument of the device header's functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Team {
    /// All threads of the block. Functions of the header have an overload without a team for it.
    #[default]
    Block,
    /// The team that a variable of the device code designates.
    Named(Named),
    /// The threads that execute the current function together. The code asks for them where it stands: a task may be
    /// executed by another thread than the one that encountered it.
    Caller,
    /// The encountering thread alone.
    OneThread,
    /// Groups of lanes, which the expression designates; each group counts as one member of the team and has barriers
    /// of its own.
    Groups(String),
}

/// A team that a variable designates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    name: String,
    /// How many threads it has; none where the number is known at run time only.
    threads: Option<u32>,
    /// Whether it is the team that executes the current function, whoever calls that.
    is_callers: bool,
}

impl Team {
    /// A team of this many threads; none where the number is known at run time only.
    pub fn named(name: impl Into<String>, threads: Option<u32>) -> Team {
        Team::Named(Named {
            name: name.into(),
            threads,
            is_callers: false,
        })
    }

    /// The team that executes the current function.
    pub fn of_caller(name: impl Into<String>) -> Team {
        Team::Named(Named {
            name: name.into(),
            threads: None,
            is_callers: true,
        })
    }

    /// The variable that designates it; none where no variable does.
    pub fn name(&self) -> Option<&str> {
        match self {
            Team::Named(named) => Some(&named.name),
            _ => None,
        }
    }

    /// How many threads it has; none where that is not known.
    pub fn threads(&self) -> Option<u32> {
        match self {
            Team::Named(named) => named.threads,
            _ => None,
        }
    }

    /// Whether it is the team that called the current function.
    pub fn is_callers(&self) -> bool {
        match self {
            Team::Caller => true,
            Team::Named(named) => named.is_callers,
            _ => false,
        }
    }

    /// Whether a warp may have threads of the team and others, so that its barriers have to count threads one by one.
    pub fn may_part_warps(&self) -> bool {
        match self {
            Team::Block | Team::OneThread | Team::Groups(_) => false,
            Team::Caller => true,
            Team::Named(named) => !named.threads.is_some_and(|n| n <= 32 || n % 32 == 0),
        }
    }

    /// The team as the first argument of a call; none for the block, for which functions have an overload without it.
    pub fn argument(&self) -> Option<&str> {
        match self {
            Team::Block => None,
            Team::Named(named) => Some(&named.name),
            Team::Caller => Some("romp::orphan_team()"),
            Team::OneThread => Some("romp::one_thread()"),
            Team::Groups(groups) => Some(groups),
        }
    }

    /// The team as an argument of a function that has no such overload.
    pub fn object(&self) -> &str {
        self.argument().unwrap_or("romp::block_team()")
    }
}
