//! Kernels of one name in a text that git joined: two branches numbered theirs alike.
//!
//! Each of them but the first gets a number that is free, in the CUDA text and in the launches of its host text, so that
//! it is paired with what it is now, and not called another kernel. Must not know what is generated now.

use super::pairs::is_cuda;
use super::parts::{self, Kind};
use super::spelling::words;
use super::units::replaced;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// By unit, kernels' names with those that each of several gets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Twins(BTreeMap<PathBuf, BTreeMap<String, Vec<String>>>);

impl Twins {
    /// Of accepted texts.
    pub fn of(texts: &BTreeMap<PathBuf, String>) -> Twins {
        let mut twins = Twins::default();
        let cuda = || texts.iter().filter(|(path, _)| is_cuda(path));
        let mut taken: BTreeSet<String> = cuda()
            .flat_map(|(_, text)| kernels(text))
            .map(|it| it.0)
            .collect();
        for (path, text) in cuda() {
            let mut counted: BTreeMap<String, usize> = BTreeMap::new();
            for (name, _) in kernels(text) {
                *counted.entry(name).or_default() += 1;
            }
            for (name, count) in counted.into_iter().filter(|(_, count)| *count > 1) {
                let function = super::pairs::function_of(&name).to_owned();
                let mut names = vec![name.clone()];
                let mut numbered = (1..).map(|number| format!("{function}_{number}"));
                while names.len() < count {
                    let free = numbered.find(|name| !taken.contains(name));
                    let free = free.expect("numbers do not end");
                    taken.insert(free.clone());
                    names.push(free);
                }
                let of_unit = twins.0.entry(path.with_extension("")).or_default();
                of_unit.insert(name, names);
            }
        }
        twins
    }

    /// Whether a kernel of a unit is one of several.
    pub fn has(&self, path: &Path, kernel: &str) -> bool {
        let names = self.0.get(&path.with_extension("")).into_iter().flatten();
        names
            .into_iter()
            .any(|(_, names)| names.iter().any(|name| name == kernel))
    }

    /// A text of a unit in which each kernel has a name of its own; as it is where it has another number of them.
    pub fn apart(&self, path: &Path, text: String) -> String {
        let Some(of_unit) = self.0.get(&path.with_extension("")) else {
            return text;
        };
        of_unit.iter().fold(text, |text, (name, names)| {
            let spans: Vec<Range<usize>> = match is_cuda(path) {
                true => spans_of(&kernels(&text), name),
                false => launches(&text, name),
            };
            match spans.len() == names.len() {
                true => renamed(&text, &spans, name, names),
                false => text,
            }
        })
    }
}

/// The kernels of a CUDA text in their order, each with its end.
fn kernels(text: &str) -> Vec<(String, usize)> {
    let parts = parts::of(text).into_iter();
    let kernels = parts.filter(|part| part.kind == Kind::Kernel);
    kernels.map(|part| (part.name, part.span.end)).collect()
}

/// What belongs to each kernel of a name: all from the end of the one before on, where its shared memory is declared.
fn spans_of(kernels: &[(String, usize)], name: &str) -> Vec<Range<usize>> {
    let ends = kernels.iter().filter(|(kernel, _)| kernel == name);
    let mut from = 0;
    ends.map(|(_, end)| std::mem::replace(&mut from, *end)..*end)
        .collect()
}

fn launches(text: &str, name: &str) -> Vec<Range<usize>> {
    let parts = parts::of(text).into_iter();
    let regions = parts.flat_map(|part| part.regions);
    let own = regions.filter(|region| region.kernel == name);
    own.map(|region| region.span).collect()
}

/// The text in which the kernel, and what is named after it, has another name in each span.
fn renamed(text: &str, spans: &[Range<usize>], name: &str, names: &[String]) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (span, now) in spans.iter().zip(names) {
        out.push_str(&text[at..span.start]);
        let inner = &text[span.clone()];
        let derived = words(inner).into_iter().filter_map(|word| {
            let rest = word.strip_prefix(name)?;
            let own = rest.is_empty()
                || rest.starts_with('_') && !rest[1..].starts_with(|it: char| it.is_ascii_digit());
            own.then(|| (word.clone(), format!("{now}{rest}")))
        });
        out.push_str(&replaced(inner, &derived.collect()));
        at = span.end;
    }
    out + &text[at..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(name: &str, body: &str) -> String {
        format!(
            "struct {name}_shared {{ int x; }};\n// a.c:9: target\nextern \"C\" __global__ void\n{name}(int *v)\n{{\n    {body}\n}}\n"
        )
    }

    #[test]
    fn each_kernel_gets_a_name_of_its_own() {
        let cuda = kernel("f_1", "a();") + &kernel("f_2", "b();") + &kernel("f_2", "c();");
        let wanted = kernel("f_1", "a();") + &kernel("f_2", "b();") + &kernel("f_3", "c();");
        let launch =
            |name: &str| format!("    ROMP_TARGET(\"a.c:9\", {name}, v)\n    {{ x(); }}\n");
        let host =
            |last: &str| format!("void f(int *v)\n{{\n{}{}}}\n", launch("f_2"), launch(last));
        let (path, c) = (PathBuf::from("a.cu"), PathBuf::from("a.c"));
        let twins = Twins::of(&BTreeMap::from([
            (path.clone(), cuda.clone()),
            (c.clone(), host("f_2")),
        ]));
        assert_eq!(twins.apart(&path, cuda), wanted);
        assert_eq!(twins.apart(&c, host("f_2")), host("f_3"));
        // The user took one away: nobody knows which.
        assert_eq!(
            twins.apart(&path, kernel("f_2", "b();")),
            kernel("f_2", "b();")
        );
        assert!(twins.has(&c, "f_3") && !twins.has(&c, "f_1"));
        assert_eq!(
            Twins::of(&BTreeMap::from([(path, wanted)])),
            Twins::default()
        );
    }
}
