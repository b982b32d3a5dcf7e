//! Writes what was accepted: texts with the user's edits in them, what builds them, the lock.

use super::Review;
use crate::driver::outputs::{self, Outputs};
use crate::driver::{Reporter, Result, accepted, editor, layout};
use crate::emit::KernelInfo;
use crate::review::changes::{Change, Changes};
use crate::review::lock::{self, Output};
use crate::review::mixed::{self, Kept, Mixed};
use crate::review::pairs::{belongs, is_cuda};
use crate::review::session::{Decision, Session};
use crate::review::units::Names;
use crate::review::{self, hand};
use crate::source::{Span, bytes};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What is said of it.
#[derive(Default)]
pub struct Written {
    pub lines: Vec<String>,
    pub conflicts: usize,
    /// Nothing was accepted of changes that are one.
    pub nothing: bool,
}

pub fn write(
    review: &mut Review,
    changes: &Changes,
    session: &Session,
    terminal: &dyn Reporter,
) -> Result<Written> {
    let mut of_node = BTreeMap::new();
    for (at, change) in changes.all.iter().enumerate() {
        for &node in &change.nodes {
            of_node.insert(node, session.decision(at));
        }
    }
    let mut written = Written::default();
    let is_accepted = |node: usize| of_node.get(&node).is_none_or(|it| *it == Decision::Accept);
    let is_refused = |at: usize| session.decision(at) != Decision::Accept;
    let whole = changes.all.iter().enumerate().any(|(at, change)| {
        let is_whole = change.together.is_some() || change.carries || !change.settings.is_empty();
        (is_whole || review.old.texts.is_empty()) && is_refused(at)
    });
    // Host code and places alone are written where there is nothing to ask about; the user named files anew.
    let mut asked = (0..changes.all.len())
        .filter(|&at| changes.all[at].asks)
        .peekable();
    let none = asked.peek().is_some() && asked.all(is_refused) && review.renames.is_empty();
    if whole || none {
        written.nothing = true;
        let output = review.lock.output.get(&review.name).cloned();
        if let Some(known) = output {
            let output = rejections(known.clone(), changes, session);
            // Both sides of a merge stay in it with those of the other files.
            if output != known {
                write_lock(review, output)?;
            }
        }
        return Ok(written);
    }
    let mixed = mixed::of(&changes.pairs, &is_accepted);
    let layout = laid_out(review, &mixed)?;
    write_files(review, &mixed, &layout, terminal, &mut written)?;
    let mut output = known(review, &mixed);
    if (0..changes.all.len()).any(|at| session.decision(at) != Decision::Accept) {
        // What is pending has a reason, which the next review finds in these.
        let was = &review.old.known;
        for (name, digest) in &mut output.headers {
            if let Some(was) = was.headers.get(name) {
                digest.clone_from(was);
            }
        }
        for (name, unit) in &mut output.unit {
            if let Some(was) = was.unit.get(name) {
                unit.source.clone_from(&was.source);
                unit.preprocessed.clone_from(&was.preprocessed);
            }
        }
    }
    write_lock(review, rejections(output, changes, session))?;
    Ok(written)
}

/// The folder with the mixed texts: what builds them fits the kernels that are in them.
fn laid_out(review: &mut Review, mixed: &Mixed) -> Result<layout::Layout> {
    let mut units = vec![];
    for mut unit in std::mem::take(&mut review.translated.units) {
        let place = review.layout.place(&unit.source)?;
        if !mixed.texts.contains_key(&place) {
            continue;
        }
        let cuda = place.with_extension("cu");
        if !mixed.texts.contains_key(&cuda) {
            unit.translation.cuda = None;
        }
        let kept = mixed.kernels.get(&cuda).map_or(&[][..], Vec::as_slice);
        let now = std::mem::take(&mut unit.translation.kernels);
        let text = mixed.texts.get(&cuda).map_or("", String::as_str);
        let infos = kept.iter().map(|kept| {
            let mut info = info(kept, &now, review, &cuda);
            let apart = format!("{}_apart", kept.name);
            info.apart = text.contains(&format!("\n{apart}(")).then_some(apart);
            info
        });
        unit.translation.kernels = infos.collect();
        units.push(unit);
    }
    review.translated.units = units;
    let mut layout = review.translated.layout(&review.archs)?;
    layout.generated.clear();
    layout.copied.clear();
    for (path, text) in &mixed.texts {
        layout.generated.insert(path.clone(), text.clone());
    }
    Ok(layout)
}

fn info(kept: &Kept, now: &[KernelInfo], review: &Review, cuda: &Path) -> KernelInfo {
    let known = now.iter().find(|info| info.name == kept.name);
    let mut info = known.cloned().unwrap_or_else(|| KernelInfo {
        name: kept.name.clone(),
        place: String::new(),
        // It has none in the present text.
        region: Span::default(),
        barriers: true,
        for_checks: String::new(),
        apart: None,
    });
    if let Some(was) = &kept.as_accepted {
        let known = review.old.known.kernel(cuda, was);
        // A kernel of which nothing is known may have barriers.
        info.barriers = known.is_none_or(|kernel| kernel.barriers);
    }
    info
}

fn write_files(
    review: &Review,
    mixed: &Mixed,
    layout: &layout::Layout,
    terminal: &dyn Reporter,
    written: &mut Written,
) -> Result<()> {
    let mut files = layout.files();
    let mut merged: BTreeMap<PathBuf, Cow<[u8]>> = BTreeMap::new();
    let mut kept: Vec<(PathBuf, Cow<[u8]>)> = vec![];
    for (path, data) in &files {
        if path.starts_with(layout::RUNTIME) {
            continue;
        }
        let generated = bytes::decode(data.to_vec());
        if path.as_os_str() == outputs::IGNORED {
            // The user's stays; of one with marks of a merge, which nobody else takes away, the lines of both sides.
            let held = review.held(path)?.unwrap_or_default();
            if hand::left_over(&held, &[]).is_some() {
                let mut lines: Vec<&str> = vec![];
                for line in held.lines() {
                    if hand::left_over(line, &[]).is_none() && !lines.contains(&line) {
                        lines.push(line);
                    }
                }
                let text = lines.join("\n") + "\n";
                merged.insert(path.clone(), text.into_bytes().into());
            }
            continue;
        }
        let is_text = mixed.texts.contains_key(path);
        let (folder, base) = match is_text {
            true => (accepted::BASE, review.base.get(path)),
            false => (accepted::SUPPORT, review.support.get(path)),
        };
        kept.push((Path::new(folder).join(path), data.clone()));
        let (Some(base), Some(held)) = (base, review.held(path)?) else {
            continue;
        };
        let names = is_text.then(|| names(review, mixed, path));
        let found = merged_with(names.as_ref(), [base, &held, &generated]);
        let place = review.dir.join(path).display().to_string();
        if found.edited {
            let edits = hand::edits(&generated, &found.text);
            written
                .lines
                .push(format!("edited by hand, and kept: {place} ({edits})"));
        }
        for line in &found.conflicts {
            written.lines.push(format!(
                "{place}:{line}: your edit and the new code meet: resolve the conflict"
            ));
        }
        written.conflicts += found.conflicts.len();
        merged.insert(path.clone(), bytes::encode(&found.text).into_owned().into());
    }
    let (attributes, text) = accepted::ATTRIBUTES;
    kept.push((PathBuf::from(attributes), Cow::from(text.as_bytes())));
    for (path, data) in &kept {
        // Nobody edits them; a merge of branches may have changed them.
        merged.insert(path.clone(), data.clone());
    }
    files.extend(kept);
    let files = Outputs {
        dir: &review.dir,
        files,
        merged,
        inputs: &review.layout.inputs,
        force: false,
        remedy: "move it away: romp2cuda review writes a file of this name",
    };
    files.write()?;
    let now = files.files.keys().collect();
    remove_others(review, &now, terminal, written)
}

/// Removes files of which nothing is made any more, but for those with edits, and what has another name now.
fn remove_others(
    review: &Review,
    now: &BTreeSet<&PathBuf>,
    terminal: &dyn Reporter,
    written: &mut Written,
) -> Result<()> {
    let texts = review.old.texts.iter().map(|it| (accepted::BASE, it));
    let support = review.support.iter().map(|it| (accepted::SUPPORT, it));
    for (folder, (path, base)) in texts
        .chain(support)
        .filter(|(_, (path, _))| !now.contains(path))
    {
        let before = review.renames.before(path);
        let held = review.held(path)?;
        let path = before.as_ref().unwrap_or(path);
        let place = review.dir.join(path);
        match held {
            Some(held) if held != *base => terminal.say(&format!(
                "{} has edits of yours and stays, though nothing is made of it any more",
                place.display()
            )),
            Some(_) => {
                accepted::remove(&place)?;
                written.lines.push(format!("removed: {}", place.display()));
            }
            None => {}
        }
        accepted::remove(&review.dir.join(folder).join(path))?;
    }
    // What has another name was written under it, with the edits.
    let all = review.old.texts.keys().chain(review.support.keys());
    let all = all.filter(|path| now.contains(path));
    for before in all.filter_map(|path| review.renames.before(path)) {
        for folder in ["", accepted::BASE, accepted::SUPPORT] {
            accepted::remove(&review.dir.join(folder).join(&before))?;
        }
    }
    outputs::forget_removed(&review.dir)
}

/// A file with the edits in it; `names` of a text that is merged unit by unit.
fn merged_with(names: Option<&[Names; 2]>, [base, held, generated]: [&str; 3]) -> hand::Merged {
    let names = names.map(|[ours, theirs]| [ours, theirs]);
    let names = names.map_or([None; 2], |names| names.map(Some));
    hand::merge(base, held, generated, names)
}

/// Files in which edits and new code would meet if everything were accepted, where the changes do not say all of it.
pub fn meetings(review: &Review, changes: &Changes) -> Result<Vec<String>> {
    let mixed = mixed::of(&changes.pairs, &|_| true);
    let mut found = vec![];
    let support = review.layout.support.iter();
    let support = support.filter(|(path, _)| review.support.contains_key(*path));
    let support = support.map(|(path, data)| (path, bytes::decode(data.to_vec())));
    let texts = mixed.texts.iter().map(|(path, text)| (path, text.clone()));
    for (path, generated) in texts.chain(support) {
        let base = review.base.get(path).or_else(|| review.support.get(path));
        let (Some(base), Some(held)) = (base, review.held(path)?) else {
            continue;
        };
        if held == *base || !hand::unresolved(&held).is_empty() {
            continue;
        }
        let is_text = mixed.texts.contains_key(path);
        let names = is_text.then(|| names(review, &mixed, path));
        let merged = merged_with(names.as_ref(), [base, &held, &generated]);
        let members = changes.all.iter().flat_map(|change| &change.members);
        let told = members.filter(|it| it.conflict && Path::new(&it.file) == path);
        let count = merged.conflicts.len();
        if count > told.count() {
            let conflicts = if count == 1 { "conflict" } else { "conflicts" };
            found.push(format!(
                "{}: {count} {conflicts} will be marked there: edits by hand and new code meet",
                review.dir.join(path).display()
            ));
        }
    }
    Ok(found)
}

/// The names that the kernels of a file's accepted text have now: as it was on this side of a merge, and on the other.
fn names(review: &Review, mixed: &Mixed, path: &Path) -> [Names; 2] {
    let own = mixed.names(path);
    let cuda = review.base.iter();
    let cuda = cuda.filter(|(cuda, _)| is_cuda(cuda) && belongs(cuda, path));
    let mut merged = cuda
        .filter(|(_, base)| !hand::marks(base).is_empty())
        .peekable();
    if merged.peek().is_none() {
        return [own.clone(), own];
    }
    let theirs = merged.fold(Names::default(), |all, (cuda, base)| {
        let now = mixed.texts.get(cuda).map_or("", String::as_str);
        all.join(Names::between(cuda, &lock::sides(base).1, now))
    });
    [own, theirs]
}

/// What is known of the mixed texts.
fn known(review: &Review, mixed: &Mixed) -> Output {
    let (was, is) = (&review.old.known, &review.new.known);
    let mut output = is.clone();
    output.unit.clear();
    output.files.clear();
    let units = is
        .files
        .iter()
        .filter_map(|name| Some((name, is.unit.get(name)?)));
    for (name, unit) in units {
        if !mixed.texts.contains_key(Path::new(&unit.output)) {
            continue;
        }
        let mut known = unit.clone();
        known.kernel.clear();
        let cuda = Path::new(&unit.output).with_extension("cu");
        let texts = mixed
            .texts
            .get(&cuda)
            .map(|text| review::kernels(text))
            .unwrap_or_default();
        for kept in mixed.kernels.get(&cuda).into_iter().flatten() {
            let kernel = match &kept.as_accepted {
                Some(old) => was.kernel(&cuda, old),
                None => unit.kernel.get(&kept.name),
            };
            let mut kernel = kernel.cloned().unwrap_or_default();
            if kept.as_accepted.is_some() {
                was.keep(&mut kernel, is);
            }
            let text = texts.get(&kept.name).map_or("", String::as_str);
            kernel.text = lock::digest_of_code(text, &kept.name);
            known.kernel.insert(kept.name.clone(), kernel);
        }
        output.files.push(name.clone());
        output.unit.insert(name.clone(), known);
    }
    output
}

/// The output with what was rejected, and is pending.
fn rejections(mut output: Output, changes: &Changes, session: &Session) -> Output {
    output.rejected.clear();
    for (at, change) in changes.all.iter().enumerate() {
        let again = change.rejected && session.decision(at) == Decision::Skip;
        if session.decision(at) == Decision::Reject || again {
            output
                .rejected
                .insert(change.title.clone(), change.digest.clone());
        }
    }
    output
}

fn write_lock(review: &Review, output: Output) -> Result<()> {
    let mut lock = review.lock.clone();
    lock.output.insert(review.name.clone(), output);
    accepted::write(&review.lock_file, &lock.print())
}

/// Opens the code of a change in the editor.
pub fn edit(review: &Review, change: &Change) -> Result<()> {
    let Some(member) = change.members.first() else {
        return Ok(());
    };
    let path = review.dir.join(&member.file);
    let text = accepted::file(&path)?.unwrap_or_default();
    let line = text
        .lines()
        .position(|line| line.contains(&format!("{}(", member.name)));
    editor::open(&path, line.map_or(1, |line| line + 1))
}
