//! List items that are parts of variables, or of what pointers lead to: sections, elements and members.

use super::super::context::Host;
use super::super::expressions::{paren, text, written};
use super::{Mapped, is_one_argument, is_said, quoted};
use crate::emit::operands::operand;
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::{self, DirectiveKind};
use crate::plan::items::elements::root;
use crate::plan::items::sections::{base_pointer, full, pieces, strip_decay};

/// A list item that is a variable's part, or a section.
pub fn item(mapped: &Mapped, item: &ListItem) -> String {
    let Mapped { host, .. } = *mapped;
    let program = host.program;
    let ItemKind::Part { base, dims, .. } = &item.kind else {
        unreachable!("only parts are items")
    };
    let base = strip_decay(program, *base);
    let base_text = text(host, base);
    let words = written(host, item);
    let base_expr = program.expr(base);
    let is_var = matches!(base_expr.kind, ExprKind::Var(_));
    let attach = match base_expr.kind {
        _ if !program.types.is_pointer(base_expr.ty.id) || dims.is_empty() => "0".to_string(),
        ExprKind::Var(var) if !host.may_be_mapped(var) => "0".to_string(),
        ExprKind::Call { .. }
        | ExprKind::Convert { .. }
        | ExprKind::Binary { .. }
        | ExprKind::AddrOf(_) => "0".to_string(),
        _ => format!("&({base_text})"),
    };
    if dims.is_empty() {
        return element(mapped, item, base);
    }
    if mapped.construct.directive == DirectiveKind::TargetUpdate
        && let Some(outer @ 1..) = pieces(program, item)
    {
        return rows(mapped, item, &base_text, outer);
    }
    if let [dim] = dims.as_slice()
        && let Some(short) = short_section(mapped, dim, (&base_text, &words), (is_var, &attach))
    {
        return short;
    }
    let name = operand(&base_text);
    let is_part = program.types.is_array(base_expr.ty.id) && !is_var;
    let (root, attach) = match is_part {
        true => {
            let owner = owner(host, base);
            let place = || format!("&{name}");
            (owner.address.unwrap_or_else(place), owner.pointer)
        }
        false => (name.clone(), attach),
    };
    let (mut begin, mut level) = (name.clone(), name);
    let mut bytes: Vec<String> = vec![];
    // Whether the section is one piece is known at run time only: the conditions, from the first dimension on.
    let mut whole: Vec<String> = vec![];
    for dim in dims {
        let lower = lower_bound(host, dim);
        let length = match dim.length {
            _ if dim.is_index => "1".to_string(),
            Some(length) => operand(text(host, length)),
            None if lower == "0" => format!("sizeof({level}) / sizeof({level}[0])"),
            None => format!(
                "(sizeof({level}) / sizeof({level}[0]) - {})",
                operand(&lower)
            ),
        };
        if !bytes.is_empty() && !full(program, dim) {
            let taken = format!("(romp_size){length} == sizeof({level}) / sizeof({level}[0])");
            whole.push(format!("({} <= 1 || {taken})", bytes.join(" * ")));
        }
        begin.push_str(&format!("[{lower}]"));
        level.push_str("[0]");
        if length != "1" {
            bytes.push(length);
        }
    }
    let size = size(&level, &bytes);
    let section = mapped.map(&words, &root, &format!("&{begin}"), &size, &attach);
    match whole.is_empty() {
        true => section,
        false => {
            let (words, whole) = (quoted(&words), whole.join(" && "));
            format!("romp_whole({words}, {whole}), {section}")
        }
    }
}

/// A section of one dimension by its short form. `words` is the whole item as it is written, `attach` the pointer to
/// attach.
fn short_section(
    mapped: &Mapped,
    dim: &SectionDim,
    (base, words): (&str, &str),
    (is_var, attach): (bool, &str),
) -> Option<String> {
    let Mapped { host, arg, .. } = *mapped;
    let word = mapped.short_word()?;
    let lower = lower_bound(host, dim);
    let length = dim.length.map(|e| text(host, e));
    if is_var && attach == "0" && mapped.is_complete() {
        let length = match dim.is_index {
            true => "1".into(),
            false => length?,
        };
        return Some(format!("romp_{word}({base}, {lower}, {length})"));
    }
    if attach == "0" || arg.implicit || arg.around {
        return None;
    }
    let length = length?;
    let way = match arg.param.is_some() {
        true => "through",
        false => "attached",
    };
    is_said(words, &format!("{base}[{lower}:{length}]"))
        .then(|| format!("romp_{word}_{way}({base}, {lower}, {length})"))
}

/// The index at which a section begins in a dimension.
fn lower_bound(host: &Host, dim: &SectionDim) -> String {
    dim.lower.map_or("0".into(), |lower| text(host, lower))
}

/// The bytes of as many elements as the product of `counts`.
fn size(element: &str, counts: &[String]) -> String {
    let counts = counts.iter().map(|count| format!(" * {count}"));
    format!("sizeof({element}){}", counts.collect::<String>())
}

/// The first element of a part that a list item names.
pub fn first_of(host: &Host, item: &ListItem) -> Option<String> {
    let ItemKind::Part { base, dims, .. } = &item.kind else {
        return None;
    };
    let base = strip_decay(host.program, *base);
    let mut first = operand(text(host, base));
    for dim in dims {
        let lower = lower_bound(host, dim);
        first.push_str(&format!("[{lower}]"));
    }
    Some(first)
}

/// Sections of iterators: a loop on the host collects them.
pub fn items(mapped: &Mapped, iterators: &[omp::Iterator<ExprId>], item: &ListItem) -> String {
    let host = mapped.host;
    let mut loops = String::new();
    for it in iterators {
        let (ty, name) = (it.ty.as_deref().unwrap_or("int"), &it.name);
        let (begin, end) = (text(host, it.begin), paren(host, it.end));
        let step = it.step.map_or("1".into(), |step| paren(host, step));
        let test = match it.step.map(|step| int_value(host.program, step)) {
            None | Some(Some(1..)) => format!("{name} < {end}"),
            Some(Some(_)) => format!("{name} > {end}"),
            Some(None) => format!("{step} > 0 ? {name} < {end} : {name} > {end}"),
        };
        loops.push_str(&format!(
            "for ({ty} {name} = {begin}; {test}; {name} += {step}) "
        ));
    }
    let one = self::item(&mapped.of_launch(), item);
    let words = quoted(&written(host, item));
    format!("romp_items({words}, {loops}romp_item({one}))")
}

/// A section of `target update` in pieces: the first of them, and the number and distance of the pieces in each of
/// the `outer` dimensions.
fn rows(mapped: &Mapped, item: &ListItem, base: &str, outer: usize) -> String {
    let host = mapped.host;
    let ItemKind::Part { dims, .. } = &item.kind else {
        unreachable!("only parts are items")
    };
    let root = operand(base);
    let (mut begin, mut level) = (root.clone(), root.clone());
    let (mut pieces, mut planes) = (vec![], vec![]);
    for (at, dim) in dims.iter().enumerate() {
        let lower = lower_bound(host, dim);
        let stride = dim.stride.map(|e| operand(text(host, e)));
        let extent = format!("sizeof({level}) / sizeof({level}[0])");
        let length = match (dim.length, &stride) {
            _ if dim.is_index => "1".to_string(),
            (Some(length), _) => operand(text(host, length)),
            (None, Some(stride)) => {
                format!("({extent} - {} + {stride} - 1) / {stride}", operand(&lower))
            }
            (None, None) => format!("({extent} - {})", operand(&lower)),
        };
        begin.push_str(&format!("[{lower}]"));
        level.push_str("[0]");
        if at >= outer && length != "1" {
            pieces.push(length);
        } else if at < outer && !dim.is_index {
            let pitch = match stride {
                Some(stride) => format!("{stride} * sizeof({level})"),
                None => format!("sizeof({level})"),
            };
            planes.push(format!("romp_rows({length}, {pitch})"));
        }
    }
    let size = size(&level, &pieces);
    let words = written(host, item);
    let first = mapped.map(&words, &root, &format!("&{begin}"), &size, "0");
    planes.insert(0, first);
    planes.join(", ")
}

/// An item without a section: an element or a member, and the pointer through which it is reached.
fn element(mapped: &Mapped, item: &ListItem, lvalue: ExprId) -> String {
    let Mapped { host, arg, .. } = *mapped;
    let words = match arg.implicit {
        true => text(host, lvalue),
        false => written(host, item),
    };
    let owner = owner(host, lvalue);
    if owner.pointer == "0" && is_one_argument(&words) {
        let part_of = owner.whole.filter(|whole| !is_said(whole, &words));
        if let (None, Some(word)) = (&part_of, mapped.around()) {
            return format!("{word}({words})");
        }
        if let (Some(whole), Some(word)) = (part_of, mapped.short_word())
            && !arg.implicit
            && !arg.around
            && arg.param.is_none()
        {
            return format!("romp_{word}_member({whole}, {words})");
        }
    }
    let place = format!("&({words})");
    let base = owner.address.as_ref().unwrap_or(&place);
    mapped.map(
        &words,
        base,
        &place,
        &format!("sizeof({words})"),
        &owner.pointer,
    )
}

/// What an lvalue is part of: a variable, or what a pointer leads to.
struct Owner {
    /// Its lvalue; none where the lvalue is all of it.
    whole: Option<String>,
    /// Its address, likewise.
    address: Option<String>,
    /// The object of the pointer, where it may be on the device; otherwise `0`.
    pointer: String,
}

fn owner(host: &Host, lvalue: ExprId) -> Owner {
    let program = host.program;
    let (whole, address, pointer) = match (base_pointer(program, lvalue), root(program, lvalue)) {
        (None, Some(var)) => {
            let name = &program.vars[var].name;
            (Some(name.clone()), Some(format!("&{name}")), None)
        }
        (None, None) => (None, None, None),
        (Some(pointer), _) => {
            let name = text(host, pointer);
            let attached = match program.expr(pointer).kind {
                ExprKind::Var(var) => host.may_be_mapped(var),
                ExprKind::Member { .. } | ExprKind::Index { .. } | ExprKind::Deref(_) => true,
                _ => false,
            };
            let pointer = attached.then(|| format!("&({name})"));
            (Some(format!("*{}", operand(&name))), Some(name), pointer)
        }
    };
    Owner {
        whole,
        address,
        pointer: pointer.unwrap_or_else(|| "0".into()),
    }
}
