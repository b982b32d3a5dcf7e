//! Fork-join: which parallel regions a master forks, and how the variables of its sequential part reach
//! the workers.

#[derive(Debug, Default)]
pub struct ForkJoin {}
