//! `rompcxx`: `rompcc` with the C++ compiler's view: `.c` files are C++, and programs link its library.

mod start;

fn main() -> std::process::ExitCode {
    start::romp2cuda(&["cc", "--driver-mode=g++"])
}
