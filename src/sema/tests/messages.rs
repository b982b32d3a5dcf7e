//! What is said of wrong lists and clauses.
