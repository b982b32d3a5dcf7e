//! What the lvalues, array elements and array sections in list items of clauses say of memory.

pub mod elements;
pub mod sections;
