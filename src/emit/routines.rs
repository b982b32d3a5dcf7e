//! How calls of `omp_*` routines are spelled in device code.

/// `level` is `parallel` inside a parallel region of the kernel, `sequential` outside.
pub fn spelling(name: &str, level: &str) -> String {
    format!("romp::{level}::{name}")
}
