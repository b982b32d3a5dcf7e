fn main() -> std::process::ExitCode {
    romp2cuda::cli::main()
}
