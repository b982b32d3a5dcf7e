//! Why a part of the generated text changed.
//!
//! Lines of the region, the directive, what the code names (macros, types, functions), options, headers, the translator:
//! the nearest reasons come first, and what concerns everything is said only where nothing nearer explains the change.

use super::Version;
use super::changes::Kind;
use super::edits::Edit;
use super::lines::{changed_lines, numbers};
use super::lock::{Kernel, Unit};
use super::pairs::{Node, Pairs, Role, is_cuda};
use super::ties::mentions;
use std::path::Path;

pub struct Context<'a> {
    pub pairs: &'a Pairs,
    /// The nodes of the change.
    pub group: &'a [usize],
    pub old: &'a Version,
    pub new: &'a Version,
}

impl<'a> Context<'a> {
    /// What was and is known of the kernel of a node.
    pub fn kernels(&self, node: &Node) -> (Option<&'a Kernel>, Option<&'a Kernel>) {
        if !matches!(node.role, Role::Kernel | Role::Region) {
            return (None, None);
        }
        let was = node.was_called.as_ref().unwrap_or(&node.name);
        let side = |version: &'a Version, name: &str| version.known.kernel(&node.file, name);
        let old = node.old.as_ref().and_then(|_| side(self.old, was));
        let new = node.new.as_ref().and_then(|_| side(self.new, &node.name));
        (old, new)
    }

    /// The options and the translator's version with which a node was accepted: of a kernel, and of what is no kernel
    /// those of any kernel that others were asked for since.
    fn accepted_with(&self, node: &Node) -> (Vec<String>, String) {
        let was = &self.old.known;
        let of_program = || was.unit.values().flat_map(|unit| unit.kernel.values());
        let is_kernel = matches!(node.role, Role::Kernel | Role::Region);
        let own = self.kernels(node).0;
        let earlier = |of: fn(&Kernel) -> bool| match is_kernel {
            true => own.filter(|it| of(it)),
            false => of_program().find(|it| of(it)),
        };
        let options = earlier(|it| it.options.is_some()).and_then(|it| it.options.clone());
        let translator = earlier(|it| it.translator.is_some()).and_then(|it| it.translator.clone());
        (
            options.unwrap_or_else(|| was.all_options()),
            translator.unwrap_or_else(|| was.translator.clone()),
        )
    }

    /// Whether the kernel of a launch is in the change, with reasons of its own.
    pub fn has_kernel(&self, region: &Node) -> bool {
        let mut group = self.group.iter().map(|&at| &self.pairs.nodes[at]);
        group.any(|node| node.role == Role::Kernel && node.name == region.name)
    }

    /// What the user edited in a unit of a version.
    pub fn edit(&self, node: &Node, version: &'a Version) -> Option<&'a Edit> {
        let was = node.was_called.as_ref().unwrap_or(&node.name);
        let (name, side) = match std::ptr::eq(version, self.old) {
            true => (was, &node.old),
            false => (&node.name, &node.new),
        };
        let mut edits = version.edits.iter();
        // What the user took away is in no text with edits.
        edits.find(|it| it.is_of(node, name) && (side.is_some() || it.kind == Kind::Gone))
    }

    /// The region of a kernel.
    fn region(&self, node: &Node) -> Option<&'a Node> {
        let of_unit = |one: &&Node| one.file.with_extension("") == node.file.with_extension("");
        let named = |one: &&Node| {
            one.role == Role::Region
                && one.name == node.name
                && one.new.is_some() == node.new.is_some()
        };
        let mut regions = self.pairs.nodes.iter().filter(named);
        regions.clone().find(of_unit).or_else(|| regions.next())
    }
}

/// Reasons of the source, and what the user did to the unit.
pub fn of(at: usize, context: &Context) -> Vec<String> {
    let node = &context.pairs.nodes[at];
    let mut all = vec![];
    if node.carries {
        all.push(match &node.was_called {
            Some(was) => format!("it was called {was}: your edit goes with it"),
            None => "it stands elsewhere now: your edit goes with it".to_owned(),
        });
        return all;
    }
    let by_hand = by_hand(node, context);
    let went = by_hand.is_some_and(|it| it != EDITED);
    if !went {
        all = of_source(node, context);
    }
    all.extend(by_hand.map(str::to_owned));
    if all.is_empty() && is_explained(node) {
        all.extend(merged(node, context));
    }
    if all.is_empty() && is_explained(node) {
        everywhere(node, context, &mut all);
    }
    all
}

/// Of a kernel that the lock has as it is now, and the accepted texts as it was: git joins the two by lines.
fn merged(node: &Node, context: &Context) -> Option<String> {
    let (was, is) = context.kernels(node);
    let is_known = was?.text == is?.text;
    is_known.then(|| "a branch that was merged accepted it as it is now".to_owned())
}

const EDITED: &str = "an edit by hand";

/// What the user did to a unit between two versions with edits in their texts.
fn by_hand(node: &Node, context: &Context) -> Option<&'static str> {
    if !context.new.is_held {
        return None;
    }
    let done = |version| context.edit(node, version);
    match (done(context.old), done(context.new)) {
        (None, Some(now)) => Some(match now.kind {
            Kind::New => "added by hand",
            Kind::Gone => "deleted by hand",
            Kind::Changed => EDITED,
        }),
        (Some(was), Some(now)) if was.after != now.after => Some(match now.after {
            Some(_) => EDITED,
            None => "deleted by hand",
        }),
        (Some(_), None) => Some("an edit by hand is there no more"),
        _ => None,
    }
}

/// Whether what concerns everything may be the reason.
fn is_explained(node: &Node) -> bool {
    let device = matches!(node.role, Role::Declaration | Role::Macro) && is_cuda(&node.file);
    let both = node.old.is_some() && node.new.is_some();
    let region = node.role == Role::Region && {
        let host = |side: &Option<super::pairs::Side>| side.as_ref().and_then(|it| it.host.clone());
        host(&node.old) == host(&node.new)
    };
    let role = matches!(node.role, Role::Kernel | Role::DeviceFunction);
    both && (role || region || device)
}

fn of_source(node: &Node, context: &Context) -> Vec<String> {
    let mut all = vec![];
    match (node.role, &node.old, &node.new) {
        (Role::Kernel, Some(_), Some(_)) => of_kernel(node, context, &mut all),
        (Role::Kernel, None, _) if !context.old.texts.is_empty() => {
            all.push("the region is new".to_owned());
        }
        (Role::Kernel, _, None) => {
            all.push("its region went away, or executes on the host now".to_owned())
        }
        (Role::DeviceFunction, Some(_), Some(_)) => {
            if let Some(source) = source_of(node, context) {
                all.push(source);
            }
            named(node, context, &mut all);
        }
        (Role::Region, Some(_), Some(_)) if !context.has_kernel(node) => {
            of_kernel(node, context, &mut all);
        }
        (Role::Region, Some(old), Some(new)) if old.host == new.host => {
            named(node, context, &mut all);
        }
        (Role::Declaration | Role::Macro, Some(_), Some(_)) if is_cuda(&node.file) => {
            if let Some(source) = source_of(node, context) {
                all.push(source);
            }
        }
        _ => return all,
    }
    if let Some(was) = &node.was_called
        && node.role == Role::Kernel
        && super::pairs::function_of(was) != super::pairs::function_of(&node.name)
    {
        all.push(format!("it was called {was}"));
    }
    // The value of another macro is in the text of this one only if it names it.
    if all.is_empty() && node.role != Role::Macro {
        beside(node, context, &mut all);
    }
    all
}

fn of_kernel(node: &Node, context: &Context, all: &mut Vec<String>) {
    if let Some(region) = context.region(node) {
        of_region(region, node, context, all);
    }
    if let (Some(was), Some(is)) = context.kernels(node)
        && was.directive != is.directive
    {
        all.push(format!("the directive changed: it was `{}`", was.directive));
    }
    named(node, context, all);
    let (before, now) = (
        context.accepted_with(node).0,
        context.new.known.all_options(),
    );
    if before != now {
        all.push(format!("options: {}", exchanged(&before, &now)));
    }
}

/// Lines of the region that changed.
fn of_region(region: &Node, kernel: &Node, context: &Context, all: &mut Vec<String>) {
    let (Some(old), Some(new)) = (&region.old, &region.new) else {
        return;
    };
    let (Some(old), Some(new)) = (&old.host, &new.host) else {
        return;
    };
    let (come, gone) = changed_lines(old, new);
    if come.is_empty() && gone == 0 {
        return;
    }
    let Some((file, from)) = context.source(kernel) else {
        return;
    };
    let numbers = numbers(context.new.sources.get(&file), from, &come);
    all.push(match (numbers.is_empty(), come.len()) {
        (false, _) => format!("its source changed: {file}:{numbers}"),
        (true, 0) => format!("its source changed: lines went away in the region at {file}:{from}"),
        (true, _) => format!("its source changed, in the region at {file}:{from}"),
    });
}

/// What the code names, and what changed: macros, types, functions.
fn named(node: &Node, context: &Context, all: &mut Vec<String>) {
    let words = mentions(node);
    for &at in context.group {
        let other = &context.pairs.nodes[at];
        let is_named =
            words.contains(&other.name) || other.defines.iter().any(|it| words.contains(it));
        // Its own copies in other files are no reason.
        let is_copy = other.role == node.role && other.name == node.name;
        if is_copy || !is_named {
            continue;
        }
        let reason = match other.role {
            Role::Macro => macro_change(other, context),
            // A struct of the translator's changes with its kernel, not the other way round.
            Role::Declaration if source_of(other, context).is_none() => continue,
            Role::Declaration => format!(
                "the declaration of `{}` changed ({})",
                other.name,
                place_of(other, context)
            ),
            Role::DeviceFunction => format!("it calls `{}`, which changed", other.name),
            _ => continue,
        };
        // A macro may stand in the host's text and in the device's.
        let start = reason.split(" (").next().unwrap_or_default().to_owned();
        if !all.iter().any(|known: &String| known.starts_with(&start)) {
            all.push(reason);
        }
    }
    if node.role == Role::Kernel
        && let Some(region) = context.region(node)
    {
        let host_words = mentions(region);
        for &at in context.group {
            let other = &context.pairs.nodes[at];
            let reason = match other.role {
                Role::Macro if host_words.contains(&other.name) => macro_change(other, context),
                Role::Head if contains(other, region) => {
                    format!(
                        "the parameters of `{}` changed ({})",
                        other.name,
                        other.file.display()
                    )
                }
                Role::Body if contains(other, region) && all.is_empty() => {
                    format!(
                        "`{}` changed around the region ({})",
                        other.name,
                        other.file.display()
                    )
                }
                _ => continue,
            };
            add_once(reason, all);
        }
    }
}

/// Adds a reason that is not there yet, perhaps of another file.
fn add_once(reason: String, all: &mut Vec<String>) {
    let start = reason.split(" (").next().unwrap_or_default();
    if !all.iter().any(|known| known.starts_with(start)) {
        all.push(reason);
    }
}

/// Macros, types and constants that change with the node, though its text does not name them: their values are in it.
fn beside(node: &Node, context: &Context, all: &mut Vec<String>) {
    let group = context.group.iter().map(|&at| &context.pairs.nodes[at]);
    for other in group.filter(|other| !std::ptr::eq(*other, node)) {
        let reason = match other.role {
            Role::Macro => macro_change(other, context),
            Role::Declaration if !other.name.is_empty() && source_of(other, context).is_some() => {
                format!(
                    "the declaration of `{}` changed ({})",
                    other.name,
                    place_of(other, context)
                )
            }
            _ => continue,
        };
        add_once(reason, all);
    }
}

/// Whether a region stands in a function.
fn contains(function: &Node, region: &Node) -> bool {
    let same = |a: &Option<super::pairs::Side>, b: &Option<super::pairs::Side>| match (a, b) {
        (Some(a), Some(b)) => a.at.part == b.at.part,
        _ => false,
    };
    function.file == region.file
        && (same(&function.new, &region.new) || same(&function.old, &region.old))
}

/// What became of a macro, and where it is defined.
fn macro_change(node: &Node, context: &Context) -> String {
    let value = |side: &Option<super::pairs::Side>| {
        let side = side.as_ref()?;
        let mut lines = side.text.lines().map(str::trim);
        let line = lines.find(|line| line.starts_with('#'))?;
        let (_, value) = line.split_once(node.name.as_str())?;
        // A comment is no part of it.
        let value = value.split("//").next()?.split("/*").next()?.trim();
        let is_whole = !line.ends_with('\\') && value.len() <= 60;
        is_whole.then(|| value.to_owned())
    };
    let file = place_of(node, context);
    match (value(&node.old), value(&node.new)) {
        (Some(old), Some(new)) => {
            format!("macro `{}` was `{old}` and is `{new}` ({file})", node.name)
        }
        (Some(old), None) if node.new.is_none() => {
            format!(
                "macro `{}`, which was `{old}`, went away ({file})",
                node.name
            )
        }
        (None, Some(new)) if node.old.is_none() => {
            format!("macro `{}` is new: `{new}` ({file})", node.name)
        }
        _ => format!("macro `{}` changed ({file})", node.name),
    }
}

/// What changed in the host's code of a device function, declaration or macro, where it did.
fn source_of(node: &Node, context: &Context) -> Option<String> {
    let group = context.group.iter().map(|&at| &context.pairs.nodes[at]);
    let mut host = group.filter(|other| !is_cuda(&other.file) && other.name == node.name);
    let host = host.find(|other| other.role != Role::Region)?;
    Some(match host.role {
        Role::Macro => macro_change(host, context),
        _ => source_changed(node, context)
            .unwrap_or_else(|| format!("its source changed ({})", place_of(host, context))),
    })
}

/// The lines of the user's function that changed, of which a device function is made.
fn source_changed(node: &Node, context: &Context) -> Option<String> {
    let group = context.group.iter().map(|&at| &context.pairs.nodes[at]);
    let of_function = group.filter(|other| {
        let is_part = matches!(other.role, Role::Head | Role::Body);
        is_part && !is_cuda(&other.file) && other.name == node.name
    });
    let mut come = vec![];
    for part in of_function {
        let (old, new) = (part.old.as_ref()?, part.new.as_ref()?);
        come.extend(changed_lines(&old.text, &new.text).0);
    }
    let (file, from) = context.declared(node)?;
    let numbers = numbers(context.new.sources.get(&file), from, &come);
    (!numbers.is_empty()).then(|| format!("its source changed: {file}:{numbers}"))
}

/// Where the user has a part of the host's text; the file of the text alone where it is there no more.
fn place_of(node: &Node, context: &Context) -> String {
    let place = context.declared(node).filter(|_| node.new.is_some());
    place.map_or_else(
        || node.file.display().to_string(),
        |(file, line)| format!("{file}:{line}"),
    )
}

/// Words of a command line before and now.
fn exchanged(was: &[String], is: &[String]) -> String {
    let listed = |words: &[String]| match words.is_empty() {
        true => "none".to_owned(),
        false => words.join(" "),
    };
    format!("{} before, {} now", listed(was), listed(is))
}

/// Whether a unit that has a node has another preprocessed text, too; of a header's node, any unit. What flags of the C
/// compiler change stands in that text, but for what a flag says of a type.
fn is_preprocessed_otherwise(node: &Node, context: &Context) -> bool {
    let (was, is) = (&context.old.known, &context.new.known);
    let differs = |(name, unit): (&String, &Unit)| {
        let was = was.unit.get(name);
        was.is_none_or(|was| was.preprocessed != unit.preprocessed)
    };
    match is.unit_of(&node.file) {
        Some(unit) => differs(unit),
        None => is.unit.iter().any(differs),
    }
}

/// What may change any code.
fn everywhere(node: &Node, context: &Context, all: &mut Vec<String>) {
    let (was, is) = (&context.old.known, &context.new.known);
    if was.unit.is_empty() {
        all.push("what was known of the earlier translation was not kept".to_owned());
        return;
    }
    let flags = (was.flags != is.flags).then(|| {
        let words = exchanged(&was.flags, &is.flags);
        format!("flags of the C compiler: {words}")
    });
    if is_preprocessed_otherwise(node, context) {
        all.extend(flags.clone());
    }
    let (before, translator) = context.accepted_with(node);
    let now = is.all_options();
    if before != now {
        all.push(format!("options: {}", exchanged(&before, &now)));
    }
    if translator != is.translator {
        all.push(format!(
            "romp2cuda {translator} before, {} now",
            is.translator
        ));
    }
    let headers = is.headers.iter();
    // Of a header that was translated, earlier versions kept no digest.
    let is_known = |name: &String| {
        was.headers.contains_key(name) || !context.old.texts.contains_key(Path::new(name))
    };
    let headers =
        headers.filter(|(name, digest)| is_known(name) && was.headers.get(*name) != Some(digest));
    let headers: Vec<&str> = headers.map(|(name, _)| name.as_str()).collect();
    if !headers.is_empty() {
        all.push(format!("headers that changed: {}", headers.join(", ")));
    }
    if all.is_empty() {
        all.extend(flags);
    }
    if all.is_empty() {
        let mut sources = is.unit.iter();
        let changed = sources.find(|(name, unit)| {
            was.unit
                .get(*name)
                .is_some_and(|it| it.source != unit.source)
        });
        all.push(match changed {
            Some((name, _)) => format!("{name} changed elsewhere, and with it what is known here"),
            None => "the translator: another build of the same version".to_owned(),
        });
    }
}
