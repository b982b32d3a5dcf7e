//! Relocatable device code: kept in objects until it is known which of them a program consists of.
//!
//! Writes and reads the section `.romp.rdc`, and links what is in it to one image. Must not know how
//! the linker chose the objects.

use super::compiled::Entry;
use super::device_flags::DeviceFlags;
use super::host_cc::HostCc;
use super::image::ABI;
use super::nvcc::{Nvcc, arch_words};
use super::offload::Targets;
use super::process::{Invocation, Mode, Runner};
use super::{Failure, Result, cache, section};
use object::{Object, ObjectSection};
use std::collections::BTreeSet;
use std::path::Path;

/// The section of objects with relocatable device code. The linker leaves it out of programs.
pub const SECTION: &str = ".romp.rdc";
/// The file with the record while the object is made.
const FILE: &str = "rdc.bin";
const MAGIC: &[u8; 8] = b"ROMPRDC\0";

/// The relocatable device code of one unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub unit: String,
    /// What is appended to the names of its kernels, which must differ from other units'.
    pub suffix: String,
    /// Architectures, as words of `--offload-arch`.
    pub archs: Vec<String>,
    /// Whether the code is to be optimised when it is linked.
    pub lto: bool,
    pub fatbin: Vec<u8>,
}

impl Record {
    pub fn encode(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(ABI.to_le_bytes());
        let archs = format!(
            "{}{}",
            if self.lto { "lto," } else { "" },
            self.archs.join(",")
        );
        let unit = format!("{} {}", self.unit, self.suffix);
        for part in [unit.as_bytes(), archs.as_bytes(), &self.fatbin] {
            out.extend((part.len() as u64).to_le_bytes());
            out.extend(part);
        }
        out.resize(out.len().next_multiple_of(8), 0);
        out
    }
}

/// The records of a section; linkers put those of several objects one behind the other.
pub fn decode(mut data: &[u8]) -> std::result::Result<Vec<Record>, String> {
    let mut records = vec![];
    while !data.is_empty() {
        if !data.starts_with(MAGIC) {
            data = &data[data.len().min(8)..]; // between records
            continue;
        }
        let start = data.len();
        let mut rest = &data[MAGIC.len()..];
        let mut take = |count: usize| {
            let (head, tail) = rest.split_at_checked(count).ok_or("it is cut short")?;
            rest = tail;
            Ok::<&[u8], String>(head)
        };
        let abi = u32::from_le_bytes(take(4)?.try_into().expect("four bytes"));
        if abi != ABI {
            return Err(format!(
                "it has ABI version {abi}, this is version {ABI}: compile it again"
            ));
        }
        let mut part = || {
            let length = u64::from_le_bytes(take(8)?.try_into().expect("eight bytes"));
            take(usize::try_from(length).map_err(|_| "it is cut short")?)
        };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (unit, archs, fatbin) = (text(part()?), text(part()?), part()?.to_vec());
        let used = (start - rest.len()).next_multiple_of(8).min(start);
        data = &data[used..];
        let archs: Vec<String> = archs.split(',').map(String::from).collect();
        let lto = archs[0] == "lto";
        let (unit, suffix) = unit.split_once(' ').ok_or("it is of another version")?;
        records.push(Record {
            unit: unit.to_string(),
            suffix: suffix.to_string(),
            archs: archs[usize::from(lto)..].to_vec(),
            lto,
            fatbin,
        });
    }
    Ok(records)
}

/// The records in an object file; none where it is no object or has none.
pub fn records(object: &[u8]) -> std::result::Result<Vec<Record>, String> {
    let Ok(file) = object::File::parse(object) else {
        return Ok(vec![]);
    };
    match file.section_by_name(SECTION) {
        Some(section) => decode(section.data().map_err(|error| error.to_string())?),
        None => Ok(vec![]),
    }
}

/// Makes the object that carries a record, and what more C says, in `dir`.
pub fn compile(
    runner: &Runner,
    host: &HostCc,
    flags: &DeviceFlags,
    dir: &Path,
    (record, more): (&Record, &str),
    output: &str,
) -> Result<()> {
    cache::write(dir, FILE, record.encode())?;
    cache::write(dir, "rdc.c", section::holding(SECTION, FILE) + more)?;
    let invocation = host
        .invoke()
        .dir(dir)
        .args(flags.carrier())
        .args(["-c", "-o", output, "rdc.c"]);
    let finished = runner.run(&invocation)?;
    match finished.success() {
        true => Ok(()),
        false => Err(Failure::tool(
            format!(
                "{} cannot compile the file that carries device code:\n{}",
                host.name(),
                finished.stderr_text()
            ),
            "this is a fault of the translator: please report it with the output of -v",
        )),
    }
}

/// The architectures for which all records have code: what they can be linked for.
pub fn common_archs(records: &[Record]) -> Vec<String> {
    let first = records.first().map_or(&[][..], |record| &record.archs);
    let shared = |arch: &&String| records.iter().all(|record| record.archs.contains(arch));
    first.iter().filter(shared).cloned().collect()
}

/// Links records to one fat binary `output` in `dir` for some architectures, optimised as a whole or not. Open symbols
/// are the program's fault.
pub fn link(
    runner: &Runner,
    nvcc: &Nvcc,
    dir: &Path,
    (records, archs, lto): (&[Record], &[String], bool),
    output: &str,
) -> Result<()> {
    let mut names = vec![];
    for record in records {
        // Named by what is in it: what the linker makes is kept, and the unit's key says which host code it belongs to.
        let name = format!("code{}.fatbin", record.suffix);
        cache::write(dir, &name, &record.fatbin)?;
        names.push(name);
    }
    let targets = Targets::choose(archs)?;
    let invocation = Invocation::new(&nvcc.path)
        .dir(dir)
        .args(["-dlink", "-fatbin"])
        .args(lto.then_some("-dlto"))
        .args(arch_words(&targets, false))
        .args(["-o", output])
        .args(&names);
    let programs = nvcc.programs();
    let programs: Vec<&str> = programs.iter().map(String::as_str).collect();
    let words = invocation.args.iter().map(String::as_bytes);
    let code = records.iter().map(|record| record.fatbin.as_slice());
    let entry = Entry::of(&programs, words.chain(code)).filter(|_| runner.mode != Mode::Dry);
    if entry
        .as_ref()
        .is_some_and(|entry| entry.take(&dir.join(output)))
    {
        return Ok(());
    }
    let finished = runner.run(&invocation)?;
    if finished.success() {
        if let Some(entry) = entry {
            entry.keep(&dir.join(output));
        }
        return Ok(());
    }
    let text = format!("{}{}", finished.stderr_text(), finished.stdout_text());
    Err(Failure::Compiler(explained(&text)))
}

/// nvlink's errors, with the names of open symbols as the user wrote them.
fn explained(text: &str) -> String {
    let mut out = String::from("romp2cuda: device code cannot be linked\n");
    out.push_str(text);
    let open = text.lines().filter_map(|line| {
        line.split_once("Undefined reference to '")?
            .1
            .split('\'')
            .next()
    });
    for name in open.map(plain_name).collect::<BTreeSet<_>>() {
        out.push_str(&format!(
            "romp2cuda: device code uses `{name}`, which no linked file defines for the device: \
             put its definition between `declare target` directives and link that file\n"
        ));
    }
    out
}

/// `_Z6helperi` -> `helper`; C names as they are.
fn plain_name(symbol: &str) -> &str {
    let Some(rest) = symbol.strip_prefix("_Z") else {
        return symbol;
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let length: usize = rest[..digits].parse().unwrap_or(0);
    rest.get(digits..digits + length)
        .filter(|name| !name.is_empty())
        .unwrap_or(symbol)
}

#[cfg(test)]
mod tests {
    use super::super::Silent;
    use super::*;

    fn record(unit: &str, length: usize) -> Record {
        Record {
            unit: unit.into(),
            suffix: format!("__{unit}"),
            archs: vec!["sm_80".into(), "sm_90".into()],
            lto: length > 5,
            fatbin: vec![7; length],
        }
    }

    #[test]
    fn records_are_linked_for_what_all_have() {
        let record = |archs: &[&str]| Record {
            unit: "u".into(),
            suffix: "__u".into(),
            archs: archs.iter().map(|arch| arch.to_string()).collect(),
            lto: false,
            fatbin: vec![],
        };
        let (both, one, other) = (
            record(&["sm_80", "sm_90"]),
            record(&["sm_90"]),
            record(&["sm_75"]),
        );
        assert_eq!(common_archs(&[both.clone(), one.clone()]), ["sm_90"]);
        assert_eq!(common_archs(&[one, both.clone()]), ["sm_90"]);
        assert_eq!(
            common_archs(std::slice::from_ref(&both)),
            ["sm_80", "sm_90"]
        );
        assert!(common_archs(&[both, other]).is_empty());
        assert!(common_archs(&[]).is_empty());
    }

    #[test]
    fn what_is_written_is_read() {
        let records = [record("u1", 5), record("u22", 0), record("u3", 16)];
        let mut data = vec![0; 8];
        for record in &records {
            data.extend(record.encode());
            data.extend([0; 8]);
        }
        assert_eq!(decode(&data).unwrap(), records);
        assert!(decode(&records[0].encode()[..30]).is_err());
        let mut other = records[0].encode();
        other[8] = 99;
        assert!(decode(&other).unwrap_err().contains("version 99"));
    }

    #[test]
    fn open_symbols_are_named() {
        let text =
            explained("nvlink error   : Undefined reference to '_Z6helperi' in 'u.fatbin'\n");
        assert!(text.contains("uses `helper`, which"), "{text}");
        assert_eq!(plain_name("table"), "table");
        assert_eq!(plain_name("_Z99x"), "_Z99x");
    }

    #[test]
    fn objects_keep_records_through_a_partial_link() {
        let dir = tempfile::tempdir().unwrap();
        let runner = Runner::new(&Silent, Mode::Quiet);
        let host = HostCc::find(&runner, None).unwrap();
        for unit in ["u1", "u2"] {
            let output = format!("{unit}.o");
            compile(
                &runner,
                &host,
                &DeviceFlags::default(),
                dir.path(),
                (&record(unit, 5), ""),
                &output,
            )
            .unwrap();
        }
        let merge =
            host.invoke()
                .dir(dir.path())
                .args(["-r", "-nostdlib", "-o", "all.o", "u1.o", "u2.o"]);
        assert!(runner.run(&merge).unwrap().success());
        let bytes = std::fs::read(dir.path().join("all.o")).unwrap();
        assert_eq!(records(&bytes).unwrap(), [record("u1", 5), record("u2", 5)]);
        assert_eq!(records(b"no object").unwrap(), []);
    }
}
