//! (temporary)
use crate::analyze::reach::Reach; use crate::diag::Diagnostic; use crate::ir::*;
pub fn check(_p: &Program, _r: &Reach, _s: &[StmtId]) -> Vec<Diagnostic> { vec![] }
