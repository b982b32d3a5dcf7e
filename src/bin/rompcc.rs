//! `rompcc`: `romp2cuda cc` in one word, for build systems that take a compiler's name only.

fn main() -> std::process::ExitCode {
    romp2cuda::cli::rompcc_main()
}
