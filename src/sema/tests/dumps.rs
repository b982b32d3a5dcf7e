//! Programs and their dumps.

use super::*;

#[test]
fn look() {
    if let Ok(path) = std::env::var("ROMP_LOOK") {
        println!("{}", dump(&std::fs::read_to_string(path).expect("a file")));
    }
}
