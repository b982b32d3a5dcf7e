//! Who executes a piece of device code.

/// A team of threads as device code names it: the first argument of the device header's functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Team {
    /// All threads of the block. Functions of the header have an overload without a team for it.
    #[default]
    Block,
    /// The team that a variable stands for.
    Named(Named),
    /// The threads that execute the present function together, asked for where the code stands: a task may be
    /// executed by another thread than the one that encountered it.
    Caller,
    /// The encountering thread alone.
    OneThread,
    /// The groups of lanes that the expression stands for, each as one member. They have barriers of their own.
    Groups(String),
}

/// A team that a variable stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    name: String,
    /// How many threads it has, where that is known.
    threads: Option<u32>,
    /// It is the team that executes a function, whoever calls that.
    is_callers: bool,
}

impl Team {
    /// A team of this many threads; none where the number is known at run time alone.
    pub fn named(name: impl Into<String>, threads: Option<u32>) -> Team {
        Team::Named(Named {
            name: name.into(),
            threads,
            is_callers: false,
        })
    }

    /// The team that executes a function.
    pub fn of_caller(name: impl Into<String>) -> Team {
        Team::Named(Named {
            name: name.into(),
            threads: None,
            is_callers: true,
        })
    }

    /// The variable that stands for it.
    pub fn name(&self) -> Option<&str> {
        match self {
            Team::Named(named) => Some(&named.name),
            _ => None,
        }
    }

    /// How many threads it has, where that is known.
    pub fn threads(&self) -> Option<u32> {
        match self {
            Team::Named(named) => named.threads,
            _ => None,
        }
    }

    /// Whoever called the present function.
    pub fn is_callers(&self) -> bool {
        match self {
            Team::Caller => true,
            Team::Named(named) => named.is_callers,
            _ => false,
        }
    }

    /// Whether a warp may have threads of the team and others, which its barriers have to count one by one.
    pub fn may_part_warps(&self) -> bool {
        match self {
            Team::Block | Team::OneThread | Team::Groups(_) => false,
            Team::Caller => true,
            Team::Named(named) => !named.threads.is_some_and(|n| n <= 32 || n % 32 == 0),
        }
    }

    /// The argument of a call; none where the call names no team.
    pub fn argument(&self) -> Option<&str> {
        match self {
            Team::Block => None,
            Team::Named(named) => Some(&named.name),
            Team::Caller => Some("romp::orphan_team()"),
            Team::OneThread => Some("romp::one_thread()"),
            Team::Groups(groups) => Some(groups),
        }
    }

    /// The argument of a call that has no overload for the block.
    pub fn object(&self) -> &str {
        self.argument().unwrap_or("romp::block_team()")
    }
}
