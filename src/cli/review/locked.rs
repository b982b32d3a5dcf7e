//! The lock, where it lies: read from its file, and what it says in place of a command line.

use super::super::reading::Input;
use super::Arguments;
use crate::driver::{Failure, Reporter, Result, accepted};
use crate::review::lock::{self, Lock};
use std::path::{Path, PathBuf};

/// What a lock's file says; nothing where there is none.
pub fn read(file: &Path) -> Result<Option<lock::Read>> {
    let Some(text) = accepted::read(file)? else {
        return Ok(None);
    };
    let read = Lock::read(&text).map_err(|damage| damaged(file, &damage))?;
    Ok(Some(read))
}

/// The lock of a file, an empty one where there is none; says where it has both sides of a merge.
pub fn open(file: &Path, terminal: &dyn Reporter) -> Result<Lock> {
    let Some(read) = read(file)? else {
        return Ok(Lock::default());
    };
    if read.conflicts > 0 {
        let file = file.file_name().unwrap_or_default().to_string_lossy();
        terminal.say(&format!(
            "{file} has both sides of a merge: both are read, and the next review writes it anew"
        ));
    }
    Ok(read.lock)
}

/// A lock that cannot be read, with what to do.
fn damaged(file: &Path, damage: &lock::Damage) -> Failure {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Failure::Compiler(format!(
        "{name}:{}: {}\nromp2cuda: bring back the file of one side (`git checkout HEAD -- {name}`), or remove it and accept all \
         that is generated now: `romp2cuda review` with all C files, `-o` and the folder where it is not `out`, the options and \
         the flags of the C compiler (behind `--`) that the program was accepted with, and `--accept-all`. Nothing is \
         written\n",
        damage.line, damage.message
    ))
}

/// Takes files, options and flags from the lock, and goes where it lies.
pub fn stored(arguments: &mut Arguments) -> Result<()> {
    let given = arguments.input.options();
    if !given.is_empty() || !arguments.input.flags.is_empty() {
        let message = "options and flags are kept in romp2cuda.lock with the files: to change them, give the files, too";
        return Err(Failure::Usage(message.into()));
    }
    let Locked {
        folder,
        name,
        output,
    } = Locked::find(arguments.output.as_deref())?;
    if let Some(file) = output
        .files
        .iter()
        .find(|file| !folder.join(file).is_file())
    {
        return Err(Failure::Usage(format!(
            "{} names {file}, which is not there: if it has another name now, or is no part of the program any more, name \
             all C files of the program",
            lock::NAME
        )));
    }
    let stored = Input::stored([output.options, output.files].concat(), &output.flags)?;
    let given = std::mem::replace(&mut arguments.input, stored);
    arguments.input.take_messages(given);
    // The paths in it begin where it lies.
    std::env::set_current_dir(&folder).map_err(|error| Failure::file(&folder, "use", error))?;
    arguments.output = Some(PathBuf::from(name));
    Ok(())
}

/// The flags that a lock has for a folder, as they are given from here.
pub fn flags(lock: &Lock, name: &str, folder: &Path) -> Vec<String> {
    let known = lock.output.get(name).map_or(&[][..], |it| &it.flags);
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let is_here = here.is_ok_and(|here| here == folder);
    let mut is_path = false;
    let from_here = known.iter().map(|flag| {
        let flag = match is_path && !is_here {
            true => folder.join(flag).display().to_string(),
            false => flag.clone(),
        };
        is_path = super::known::WITH_PATH.contains(&flag.as_str());
        flag
    });
    from_here.collect()
}

/// Takes the options of a lock where the command line names files, and no options.
pub fn keep_options(
    input: &mut Input,
    lock: &Lock,
    name: &str,
    terminal: &dyn Reporter,
) -> Result<()> {
    let known = lock.output.get(name).map_or(&[][..], |it| &it.options);
    if known.is_empty() || !input.options().is_empty() {
        return Ok(());
    }
    let files = input.files.iter().map(|file| file.display().to_string());
    let words = known.iter().cloned().chain(files).collect();
    let stored = Input::stored(words, &input.flags)?;
    let given = std::mem::replace(input, stored);
    input.take_messages(given);
    terminal.say(&format!(
        "options of {}: {} (--forget: those of the command line alone)",
        lock::NAME,
        known.join(" ")
    ));
    Ok(())
}

/// The folder of the nearest lock: this one, or one above it of the same git repository.
fn above() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let mut folders = here.ancestors();
    let first = folders.next()?;
    let has = |folder: &Path, name: &str| folder.join(name).exists();
    if has(first, lock::NAME) || has(first, ".git") {
        return None;
    }
    for folder in folders {
        if has(folder, lock::NAME) {
            return Some(folder.to_path_buf());
        }
        if has(folder, ".git") {
            break;
        }
    }
    None
}

/// A folder that a lock knows.
pub struct Locked {
    /// Where the lock lies.
    pub folder: PathBuf,
    /// The folder's name in it.
    pub name: String,
    pub output: lock::Output,
}

impl Locked {
    /// The folder that the user names, else the only one of the lock here, or of the nearest one above.
    pub fn find(dir: Option<&Path>) -> Result<Locked> {
        let (folder, wanted) = match dir {
            Some(dir) => {
                let (folder, name) = accepted::beside(dir)?;
                (folder, Some(name))
            }
            None => (above().unwrap_or_else(|| PathBuf::from(".")), None),
        };
        let file = folder.join(lock::NAME);
        let Some(found) = read(&file)? else {
            let message = format!(
                "there is no {} here, nor in a folder above of the same repository: name the C files, as for translate, and it \
                 is written",
                lock::NAME
            );
            return Err(Failure::Usage(message));
        };
        let known = found.lock.output;
        let names: Vec<&String> = known.keys().collect();
        let name = match (wanted, names.as_slice()) {
            (Some(name), _) => name,
            (None, [one]) => one.to_string(),
            (None, _) => {
                let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
                let message = format!(
                    "{} has several folders: name one with -o: {}",
                    lock::NAME,
                    names.join(", ")
                );
                return Err(Failure::Usage(message));
            }
        };
        match known.get(&name) {
            Some(output) => Ok(Locked {
                folder,
                output: output.clone(),
                name,
            }),
            None => Err(Failure::Usage(format!(
                "{} knows nothing of {name}: name the C files, too",
                lock::NAME
            ))),
        }
    }
}
