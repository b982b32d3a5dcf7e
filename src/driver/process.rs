//! Starting processes: the command, how it is shown, and its result.
//!
//! Must not know what the tools are for.

mod running;

pub use running::{End, Running};

use super::{Failure, Reporter, Result};
use running::{Stopping, limit_memory};
use std::ffi::OsStr;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A command line that has not been started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    pub program: String,
    pub args: Vec<String>,
    pub dir: Option<PathBuf>,
    pub env: Vec<(String, String)>,
}

/// The result of a process that has ended.
#[derive(Clone, Debug, Default)]
pub struct Finished {
    /// Exit code; 128 + n after signal n, as shells say it.
    pub code: i32,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Finished {
    pub fn success(&self) -> bool {
        self.code == 0
    }

    pub fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }

    pub fn stdout_text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }
}

impl Invocation {
    pub fn new(program: impl AsRef<OsStr>) -> Invocation {
        Invocation {
            program: program.as_ref().to_string_lossy().into_owned(),
            args: vec![],
            dir: None,
            env: vec![],
        }
    }

    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Invocation {
        self.args.push(arg.as_ref().to_string_lossy().into_owned());
        self
    }

    pub fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Invocation {
        for arg in args {
            self = self.arg(arg);
        }
        self
    }

    pub fn dir(mut self, dir: &Path) -> Invocation {
        self.dir = Some(dir.to_path_buf());
        self
    }

    pub fn env(mut self, name: &str, value: impl Into<String>) -> Invocation {
        self.env.push((name.to_string(), value.into()));
        self
    }

    /// The command as a shell would read it.
    pub fn line(&self) -> String {
        let mut words = vec![];
        if let Some(dir) = &self.dir {
            words.push(format!("cd {} &&", quoted(&dir.to_string_lossy())));
        }
        for (name, value) in &self.env {
            words.push(format!("{name}={}", quoted(value)));
        }
        words.push(quoted(&self.program));
        words.extend(self.args.iter().map(|arg| quoted(arg)));
        words.join(" ")
    }

    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args);
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        if let Some(dir) = &self.dir {
            command.current_dir(dir);
        }
        command
    }
}

/// `word` as a POSIX shell needs it quoted.
pub fn quoted(word: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"_-+=./:,@%^".contains(&b);
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    #[default]
    Quiet,
    /// `-v`: each command is shown, then run.
    Verbose,
    /// `-###`: each command is shown; only those run whose result the later commands depend on.
    Dry,
}

impl Mode {
    /// As `-v` says.
    pub fn verbose(shown: bool) -> Mode {
        match shown {
            true => Mode::Verbose,
            false => Mode::Quiet,
        }
    }
}

/// Starts processes the way the user asked for.
#[derive(Clone, Copy)]
pub struct Runner<'a> {
    pub reporter: &'a dyn Reporter,
    pub mode: Mode,
    /// What each process may take, where nobody sees that one does not end.
    limits: Option<Limits<'a>>,
}

/// What a process may take.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    pub time: Duration,
    /// Bytes of address space, and of output.
    pub memory: u64,
    /// Ends all of them.
    pub stop: &'a AtomicBool,
}

impl<'a> Runner<'a> {
    pub fn new(reporter: &'a dyn Reporter, mode: Mode) -> Runner<'a> {
        Runner {
            reporter,
            mode,
            limits: None,
        }
    }

    /// The same with limits; what they end is a failure of the tool.
    pub fn within(self, limits: Limits<'a>) -> Runner<'a> {
        Runner {
            limits: Some(limits),
            ..self
        }
    }

    /// Runs a step that makes a file; under `-###` it is only shown.
    pub fn run(&self, invocation: &Invocation) -> Result<Finished> {
        if self.mode == Mode::Dry {
            self.reporter.command(&invocation.line());
            return Ok(Finished::default());
        }
        self.query(invocation)
    }

    /// As [`Runner::run`]; `input` is written to its standard input.
    pub fn run_with(&self, invocation: &Invocation, input: Option<Vec<u8>>) -> Result<Finished> {
        match self.mode {
            Mode::Dry => self.run(invocation),
            _ => self.start(invocation, input)?.finish(),
        }
    }

    /// Runs a step whose result decides what is to be done next.
    pub fn query(&self, invocation: &Invocation) -> Result<Finished> {
        self.start(invocation, None)?.finish()
    }

    /// Starts a process without waiting; `input` is written to its standard input.
    pub fn start(&self, invocation: &Invocation, input: Option<Vec<u8>>) -> Result<Running<'a>> {
        let mut command = invocation.command();
        match self.limits {
            Some(_) => {
                // gcc is a process that starts the compiler.
                command.process_group(0);
                self.spawn(invocation, command, input, Stopping::Group)
            }
            None => self.spawn(invocation, command, input, Stopping::Process),
        }
    }

    /// Starts a process in a group of its own, without input: where it is stopped, so are the processes that it
    /// started. Signals of the terminal do not reach it, so that the caller decides what Ctrl-C means for it.
    pub fn start_group(&self, invocation: &Invocation) -> Result<Running<'a>> {
        let mut command = invocation.command();
        command.process_group(0);
        self.spawn(invocation, command, None, Stopping::Group)
    }

    fn spawn(
        &self,
        invocation: &Invocation,
        mut command: Command,
        input: Option<Vec<u8>>,
        stopping: Stopping,
    ) -> Result<Running<'a>> {
        if self.mode != Mode::Quiet {
            self.reporter.command(&invocation.line());
        }
        command.stdin(if input.is_some() {
            Stdio::piped()
        } else {
            Stdio::null()
        });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = Instant::now();
        let mut child = command
            .spawn()
            .map_err(|error| cannot_start(invocation, &error))?;
        if let Some(limits) = self.limits {
            limit_memory(&child, limits.memory);
        }
        let writer = input.map(|bytes| {
            let mut pipe = child.stdin.take().expect("standard input is piped");
            // A process that ends early closes the pipe; its exit code tells why.
            std::thread::spawn(move || drop(pipe.write_all(&bytes)))
        });
        Ok(Running {
            runner: *self,
            child,
            writer,
            started,
            stopping,
            name: short_name(&invocation.program),
        })
    }

    /// Runs with the terminal's own input and output, as the user's programs and plain calls of the host compiler do.
    pub fn pass_through(&self, invocation: &Invocation) -> Result<i32> {
        if self.mode != Mode::Quiet {
            self.reporter.command(&invocation.line());
        }
        if self.mode == Mode::Dry {
            return Ok(0);
        }
        let status = invocation
            .command()
            .status()
            .map_err(|error| cannot_start(invocation, &error))?;
        Ok(exit_code(status))
    }

    /// Shows what a tool printed that succeeded.
    pub fn show(&self, finished: &Finished) {
        if !finished.stderr.is_empty() {
            self.reporter.output(&finished.stderr);
        }
    }
}

fn cannot_start(invocation: &Invocation, error: &std::io::Error) -> Failure {
    let name = &invocation.program;
    let remedy = format!(
        "install {}, or name another; `romp2cuda doctor` shows what is found",
        short_name(name)
    );
    Failure::tool(format!("cannot start {name}: {error}"), remedy)
}

fn short_name(program: &str) -> String {
    let name = Path::new(program)
        .file_name()
        .unwrap_or(OsStr::new(program));
    name.to_string_lossy().into_owned()
}

/// The exit code, or 128 + n after signal n.
pub fn exit_code(status: std::process::ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    status
        .code()
        .unwrap_or_else(|| 128 + status.signal().unwrap_or(0))
}

/// The path of a program on PATH; a name with a slash is returned as it is.
pub fn find_on_path(name: &str) -> Option<PathBuf> {
    let runnable = |path: &Path| {
        use std::os::unix::fs::PermissionsExt;
        path.metadata()
            .is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
    };
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| runnable(path));
    }
    let dirs = std::env::var_os("PATH")?;
    std::env::split_paths(&dirs)
        .map(|dir| dir.join(name))
        .find(|path| runnable(path))
}

#[cfg(test)]
mod tests {
    use super::super::Silent;
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn words_are_quoted_as_a_shell_needs_them() {
        let invocation = Invocation::new("gcc").args(["-DX=\"a b\"", "it's", "", "-O2", "$HOME"]);
        assert_eq!(
            invocation.line(),
            r#"gcc '-DX="a b"' 'it'\''s' '' -O2 '$HOME'"#
        );
    }

    #[test]
    fn output_and_exit_code_come_back() {
        let runner = Runner::new(&Silent, Mode::Quiet);
        let sh = Invocation::new("sh").args(["-c", "cat; echo err >&2; exit 3"]);
        let finished = runner
            .start(&sh, Some(b"in".to_vec()))
            .unwrap()
            .finish()
            .unwrap();
        assert_eq!(finished.code, 3);
        assert_eq!(finished.stdout, b"in");
        assert_eq!(finished.stderr, b"err\n");
    }

    #[test]
    fn a_signal_is_128_plus_its_number() {
        let runner = Runner::new(&Silent, Mode::Quiet);
        let finished = runner
            .query(&Invocation::new("sh").args(["-c", "kill -9 $$"]))
            .unwrap();
        assert_eq!(finished.code, 137);
    }

    #[test]
    fn a_missing_tool_is_a_tool_failure() {
        let runner = Runner::new(&Silent, Mode::Quiet);
        let result = runner.run(&Invocation::new("no-such-tool-as-this"));
        assert!(matches!(result, Err(Failure::Tool(_))));
    }

    #[test]
    fn much_output_does_not_keep_a_process_from_its_end() {
        let runner = Runner::new(&Silent, Mode::Quiet);
        let sh = Invocation::new("sh").args(["-c", "head -c 300000 /dev/zero | tee /dev/stderr"]);
        let end = runner.start(&sh, None).unwrap();
        let finished = end.finish_within(Duration::from_secs(20)).unwrap().unwrap();
        assert_eq!(
            (finished.stdout.len(), finished.stderr.len()),
            (300000, 300000)
        );
    }

    #[test]
    fn a_process_is_stopped_by_the_clock_or_by_the_user() {
        let runner = Runner::new(&Silent, Mode::Quiet);
        let sleep = Invocation::new("sleep").arg("30");
        let end = |limit, stop: &dyn Fn() -> bool| {
            runner
                .start(&sleep, None)
                .unwrap()
                .finish_unless(Duration::from_millis(limit), stop)
                .unwrap()
        };
        assert!(matches!(end(20, &|| false), End::TimedOut));
        assert!(matches!(end(20_000, &|| true), End::Stopped));
    }

    #[test]
    fn limits_end_a_process_and_what_it_started() {
        let stop = AtomicBool::new(false);
        let limits = |milliseconds| Limits {
            time: Duration::from_millis(milliseconds),
            memory: 1 << 30,
            stop: &stop,
        };
        let run = |script: &str, milliseconds| {
            let runner = Runner::new(&Silent, Mode::Quiet).within(limits(milliseconds));
            runner.query(&Invocation::new("sh").args(["-c", script]))
        };
        assert_eq!(run("sleep 0; echo in", 20_000).unwrap().stdout, b"in\n");
        assert!(matches!(run("sleep 30; true", 50), Err(Failure::Tool(_))));
        stop.store(true, Ordering::Relaxed);
        assert!(matches!(
            run("sleep 30; true", 20_000),
            Err(Failure::Tool(_))
        ));
    }

    #[test]
    fn a_group_is_stopped_with_what_it_started() {
        let folder = tempfile::tempdir().unwrap();
        let script = "(sleep 1; echo late >late) & echo >started; wait";
        let command = Invocation::new("sh")
            .args(["-c", script])
            .dir(folder.path());
        let running = Runner::new(&Silent, Mode::Quiet)
            .start_group(&command)
            .unwrap();
        let started = || folder.path().join("started").exists();
        let end = running.finish_unless(Duration::from_secs(20), &started);
        assert!(matches!(end.unwrap(), End::Stopped));
        std::thread::sleep(Duration::from_millis(1500));
        assert!(!folder.path().join("late").exists());
    }

    #[test]
    fn a_dry_run_starts_nothing() {
        let runner = Runner::new(&Silent, Mode::Dry);
        assert!(runner.run(&Invocation::new("no-such-tool-as-this")).is_ok());
    }
}
