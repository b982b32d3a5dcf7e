//! Programs and their dumps.

use super::*;

#[test]
fn look() {
    let text = std::fs::read_to_string("/tmp/look.c").unwrap();
    println!("{}", dump(&text));
}
