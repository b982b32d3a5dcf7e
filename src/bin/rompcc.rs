//! `rompcc`: `romp2cuda cc` in one word, for build systems that take a compiler's name only.

mod start;

fn main() -> std::process::ExitCode {
    start::romp2cuda(&["cc"])
}
