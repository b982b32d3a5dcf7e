//! Who executes a piece of device code.

/// A team of threads as device code names it: the first argument of the device header's functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Team {
    /// All threads of the block. Functions of the header have an overload without a team for it.
    #[default]
    Block,
    /// The team that a variable, or a member of one, stands for.
    Named(String),
    /// The threads that execute the present function together, asked for where the code stands: a task may be
    /// executed by another thread than the one that encountered it.
    Caller,
    /// The encountering thread alone.
    OneThread,
}

impl Team {
    pub fn named(name: impl Into<String>) -> Team {
        Team::Named(name.into())
    }

    /// The argument of a call; none where the call names no team.
    pub fn argument(&self) -> Option<&str> {
        match self {
            Team::Block => None,
            Team::Named(name) => Some(name),
            Team::Caller => Some("romp::orphan_team()"),
            Team::OneThread => Some("romp::one_thread()"),
        }
    }

    /// The argument of a call that has no overload for the block.
    pub fn object(&self) -> &str {
        self.argument().unwrap_or("romp::block_team()")
    }
}
