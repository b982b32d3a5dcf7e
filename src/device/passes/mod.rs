//! Passes over device code: some find what it needs, the others leave code that does the same.

mod barriers;
mod scopes;
mod storage;
mod teams;

pub use barriers::{drop_last_barrier, merge_barriers};
pub use scopes::drop_last_scope;
pub use storage::reserved;
pub use teams::{Needs, names_team, needs};
