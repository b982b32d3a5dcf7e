//! The clauses with modifiers that speak of data: mapping, reductions, alignment, allocation.
//!
//! Computes one [`ClauseKind`] from what stands in a clause's parentheses. Must not know the
//! directive.

use super::clause::TextClause;
use super::list::*;
use super::modifier::*;
use crate::diag::{Code, Diagnostic, Suggestion};
use crate::omp::ast::*;
use crate::omp::suggest;

/// Text that must be there but is not taken apart.
pub fn raw(run: Run) -> Parsed<String> {
    non_empty(run).map(|text| text.text)
}

/// An expression that may hold commas: a combiner or initializer.
pub fn non_empty(run: Run) -> Parsed<ExprText> {
    if run.is_empty() {
        return Err(run.error("an argument is missing here"));
    }
    Ok(text(run))
}

/// Names of directives, as `absent` and `contains` list them (5.2, 8.3.1).
pub fn names(run: Run) -> Parsed<Vec<String>> {
    let piece = |piece: Run| -> Parsed<String> {
        let words = (0..piece.len()).all(|index| piece.is_ident(index));
        if piece.is_empty() || !words {
            return Err(piece.error("the name of a directive is expected here"));
        }
        let words: Vec<_> = (0..piece.len()).map(|index| piece.str(index)).collect();
        Ok(words.join(" "))
    };
    if run.is_empty() {
        return Err(run.error("the name of a directive is missing here"));
    }
    run.split_commas().into_iter().map(piece).collect()
}

/// ```text
/// map([[map-type-modifier[,] [map-type-modifier[,] ...]] map-type:] locator-list)   (5.2, 5.8.3)
/// map-type: to | from | tofrom | alloc | release | delete | storage (6.0)
/// map-type-modifier: always | close | present | mapper(id) | iterator(...) | self (6.0) | ...
/// ```
pub fn map(run: Run) -> Parsed<Map<ExprText, ItemText>> {
    const TYPES: [(&str, MapKind); 7] = [
        ("to", MapKind::To),
        ("from", MapKind::From),
        ("tofrom", MapKind::Tofrom),
        ("alloc", MapKind::Alloc),
        ("release", MapKind::Release),
        ("delete", MapKind::Delete),
        ("storage", MapKind::Storage),
    ];
    let mut map = Map {
        kind: None,
        ..Map::of(MapKind::Tofrom, vec![])
    };
    let Some((before, items)) = run.split_colon() else {
        map.items = list(run)?;
        return Ok(map);
    };
    let mut iterator = None;
    for modifier in modifiers(before)? {
        let word = modifier.word;
        match word.text() {
            "always" => once_flag(&mut map.always, word)?,
            "close" => once_flag(&mut map.close, word)?,
            "present" => once_flag(&mut map.present, word)?,
            "mapper" => once(&mut map.mapper, mapper_name(modifier.args()?)?, word)?,
            "iterator" => once(&mut iterator, iterators(modifier.args()?)?, word)?,
            "self" | "ref_ptee" | "ref_ptr" | "ref_ptr_ptee" => {
                modifier.bare()?;
                map.other.push(word.text().to_string());
            }
            "attach" => {
                let mode = ident(modifier.args()?, "an attach mode")?;
                map.other.push(format!("attach({mode})"));
            }
            vendor if vendor.starts_with("ompx_") => {
                let text = format!("`{vendor}` is an extension of one compiler, not of OpenMP");
                return Err(word.error(text).help("remove it"));
            }
            text => match TYPES.iter().find(|(name, _)| *name == text) {
                // 6.0 made `delete` a modifier of any map type.
                Some((_, MapKind::Delete)) if map.kind.is_some() => {
                    once_flag(&mut map.delete, word)?;
                }
                Some((_, kind)) if map.kind == Some(MapKind::Delete) => {
                    once_flag(&mut map.delete, word)?;
                    map.kind = Some(*kind);
                }
                Some((_, kind)) => {
                    if map.kind.is_some() {
                        let text = format!("a second map type, `{text}`");
                        return Err(word.error(text).help("one `map` clause has one map type"));
                    }
                    map.kind = Some(*kind);
                }
                None => return Err(unknown_map_type(word, &TYPES.map(|(name, _)| name))),
            },
        }
        if !matches!(word.text(), "mapper" | "iterator" | "attach") {
            modifier.bare()?;
        }
    }
    map.iterators = iterator.unwrap_or_default();
    map.items = list(items)?;
    Ok(map)
}

fn unknown_map_type(word: Run, types: &[&str]) -> Diagnostic {
    let modifiers = ["always", "close", "present", "mapper", "iterator"];
    let text = word.text();
    let error = word.error(format!("unknown map type or modifier `{text}`"));
    let known = types.iter().copied().chain(modifiers);
    match suggest::nearest(text, known) {
        Some(near) => {
            let uncertain = !suggest::is_certain(text, near);
            error.suggest(Suggestion::meant(word.span(), near).maybe_if(uncertain))
        }
        None => error
            .help(format!("map types are {}", suggest::one_of(&types[..6])))
            .note(format!("modifiers are {}", suggest::one_of(&modifiers))),
    }
}

fn mapper_name(run: Run) -> Parsed<String> {
    ident(run, "the name of a mapper")
}

/// ```text
/// to([motion-modifier[,] ... :] locator-list)                                (5.2, 5.9.1, 5.9.2)
/// motion-modifier: present | mapper(id) | iterator(...)
/// ```
pub fn motion(run: Run) -> Parsed<Motion<ExprText, ItemText>> {
    let mut motion = Motion {
        present: false,
        mapper: None,
        iterators: vec![],
        items: vec![],
    };
    let Some((before, items)) = run.split_colon() else {
        motion.items = list(run)?;
        return Ok(motion);
    };
    let mut iterator = None;
    for modifier in modifiers(before)? {
        let word = modifier.word;
        match word.text() {
            "present" => {
                modifier.bare()?;
                once_flag(&mut motion.present, word)?;
            }
            "mapper" => once(&mut motion.mapper, mapper_name(modifier.args()?)?, word)?,
            "iterator" => once(&mut iterator, iterators(modifier.args()?)?, word)?,
            _ => {
                let known = ["present", "mapper", "iterator"];
                return Err(unknown_word(word, "motion modifier", &known));
            }
        }
    }
    motion.iterators = iterator.unwrap_or_default();
    motion.items = list(items)?;
    Ok(motion)
}

/// A list behind at most one flag: `lastprivate([conditional:] list)`, `firstprivate([saved:] list)`,
/// `enter([automap:] list)` (5.2, 5.4.5; 6.0).
pub fn flagged_list(run: Run, flag: &str) -> Parsed<(bool, Vec<ItemText>)> {
    match run.split_colon() {
        None => Ok((false, list(run)?)),
        Some((before, items)) => {
            word(before, "modifier", &[(flag, ())])?;
            Ok((true, list(items)?))
        }
    }
}

/// ```text
/// enter([automap:] extended-list)                                            (5.2, 5.8.4; 6.0)
/// ```
pub fn enter(run: Run) -> Parsed<TextClause> {
    let (automap, items) = flagged_list(run, "automap")?;
    Ok(ClauseKind::Enter { automap, items })
}

/// ```text
/// reduction([reduction-modifier,] reduction-identifier: list)                (5.2, 5.5.8)
/// reduction-modifier: inscan | task | default
/// ```
pub fn reduction(run: Run) -> Parsed<TextClause> {
    let (before, _) = reduction_colon(run)?;
    let mut modifier = None;
    let mut rest = run;
    if let Some(comma) = before.top().find(|&index| before.str(index) == ",") {
        let first = before.to(comma);
        if first.str(0) == "original" {
            let text = "modifier `original` is one of OpenMP 6.0 that is not translated yet";
            return Err(Diagnostic::error(
                Code::UnsupportedClause,
                first.span(),
                text,
            ));
        }
        let known = [
            ("inscan", ReductionModifier::Inscan),
            ("task", ReductionModifier::Task),
            ("default", ReductionModifier::Default),
        ];
        modifier = Some(word(first, "reduction modifier", &known)?);
        rest = run.from(comma + 1);
    }
    let (op, items) = operator_and_list(rest)?;
    Ok(ClauseKind::Reduction {
        modifier,
        op,
        items,
    })
}

fn reduction_colon(run: Run<'_>) -> Parsed<(Run<'_>, Run<'_>)> {
    run.split_colon().ok_or_else(|| {
        run.error("a reduction has no operator")
            .help("write `(operator: list)`, such as `(+: sum)`")
    })
}

/// ```text
/// reduction-identifier: list                                                 (5.2, 5.5.9, 5.5.10)
/// ```
pub fn operator_and_list(run: Run) -> Parsed<(ReductionOp, Vec<ItemText>)> {
    let (op, items) = reduction_colon(run)?;
    Ok((operator(op)?, list(items)?))
}

/// ```text
/// reduction-identifier: identifier | + | - | * | & | | | ^ | && | ||          (5.2, 5.5.1)
/// ```
pub fn operator(run: Run) -> Parsed<ReductionOp> {
    Ok(match run.text() {
        "+" => ReductionOp::Add,
        "-" => ReductionOp::Sub,
        "*" => ReductionOp::Mul,
        "&" => ReductionOp::BitAnd,
        "|" => ReductionOp::BitOr,
        "^" => ReductionOp::BitXor,
        "&&" => ReductionOp::And,
        "||" => ReductionOp::Or,
        "min" => ReductionOp::Min,
        "max" => ReductionOp::Max,
        name if run.len() == 1 && run.is_ident(0) => ReductionOp::User(name.to_string()),
        "" => return Err(run.error("a reduction operator is missing here")),
        other => {
            let known = "`+`, `*`, `&`, `|`, `^`, `&&`, `||`, `min`, `max` or a declared name";
            return Err(run
                .error(format!("unknown reduction operator `{other}`"))
                .help(format!("expected {known}")));
        }
    })
}

/// ```text
/// linear(list [: linear-modifier [, ...]])                                   (5.2, 5.4.6)
/// linear-modifier: step(expression) | expression | val | ref | uval
/// linear(modifier(list) [: expression])                                      (deprecated in 5.2)
/// ```
pub fn linear(run: Run) -> Parsed<TextClause> {
    const KINDS: [&str; 3] = ["val", "ref", "uval"];
    let (items, after) = match run.split_colon() {
        Some((items, after)) => (items, Some(after)),
        None => (run, None),
    };
    let (mut kind, mut step) = (None, None);
    let wraps = KINDS.contains(&items.str(0)) && items.str(1) == "(";
    let items = if wraps && items.inside(1).hi + 1 == items.hi {
        kind = Some(items.str(0).to_string());
        items.inside(1)
    } else {
        items
    };
    if let Some(after) = after {
        if after.is_empty() {
            return Err(after.error("a step or modifier is missing here"));
        }
        for piece in after.split_commas() {
            if KINDS.contains(&piece.text()) {
                once(&mut kind, piece.text().to_string(), piece)?;
            } else if piece.str(0) == "step" && piece.str(1) == "(" {
                once(&mut step, expr(piece.inside(1))?, piece)?;
            } else {
                once(&mut step, expr(piece)?, piece)?;
            }
        }
    }
    Ok(ClauseKind::Linear {
        items: list(items)?,
        step,
        kind,
    })
}

/// ```text
/// aligned(list [: alignment])                                                (5.2, 5.11)
/// ```
pub fn aligned(run: Run) -> Parsed<TextClause> {
    let (items, alignment) = match run.split_colon() {
        Some((items, alignment)) => (items, Some(expr(alignment)?)),
        None => (run, None),
    };
    Ok(ClauseKind::Aligned {
        items: list(items)?,
        alignment,
    })
}

/// ```text
/// allocate([allocator: | allocate-modifier [, allocate-modifier]:] list)     (5.2, 6.6)
/// allocate-modifier: allocator(expression) | align(expression)
/// ```
pub fn allocate(run: Run) -> Parsed<TextClause> {
    let (mut allocator, mut align, mut items) = (None, None, run);
    if let Some((before, rest)) = run.split_colon() {
        if before.is_empty() {
            return Err(before.error("an allocator is missing here"));
        }
        for piece in before.split_commas() {
            let called = piece.str(1) == "(" && piece.inside(1).hi + 1 == piece.hi;
            match piece.str(0) {
                "align" if called => once(&mut align, expr(piece.inside(1))?, piece)?,
                "allocator" if called => once(&mut allocator, expr(piece.inside(1))?, piece)?,
                _ => once(&mut allocator, expr(piece)?, piece)?,
            }
        }
        items = rest;
    }
    Ok(ClauseKind::Allocate {
        allocator,
        align,
        items: list(items)?,
    })
}

/// ```text
/// adjust_args(adjust-op: list)                                               (5.2, 7.5.2)
/// adjust-op: nothing | need_device_ptr | need_device_addr
/// ```
pub fn adjust_args(run: Run) -> Parsed<TextClause> {
    let ops = ["nothing", "need_device_ptr", "need_device_addr"];
    let Some((op, items)) = run.split_colon() else {
        let error = run.error("`adjust_args` has no operation");
        return Err(error.help(format!("expected {} and a `:`", suggest::one_of(&ops))));
    };
    Ok(ClauseKind::AdjustArgs {
        op: word(op, "operation", &ops.map(|op| (op, op)))?.to_string(),
        items: list(items)?,
    })
}

/// ```text
/// defaultmap(implicit-behavior [: variable-category])                        (5.2, 5.8.7)
/// ```
pub fn defaultmap(run: Run) -> Parsed<TextClause> {
    let (behavior, category) = match run.split_colon() {
        Some((behavior, category)) => (behavior, Some(category)),
        None => (run, None),
    };
    let behavior = word(
        behavior,
        "behavior of `defaultmap`",
        &[
            ("alloc", DefaultmapBehavior::Alloc),
            ("storage", DefaultmapBehavior::Storage),
            ("to", DefaultmapBehavior::To),
            ("from", DefaultmapBehavior::From),
            ("tofrom", DefaultmapBehavior::Tofrom),
            ("firstprivate", DefaultmapBehavior::Firstprivate),
            ("private", DefaultmapBehavior::Private),
            ("none", DefaultmapBehavior::None),
            ("default", DefaultmapBehavior::Default),
            ("present", DefaultmapBehavior::Present),
            ("self", DefaultmapBehavior::SelfMap),
        ],
    )?;
    let category = match category {
        None => VariableCategory::All,
        Some(category) => word(
            category,
            "variable category",
            &[
                ("all", VariableCategory::All),
                ("scalar", VariableCategory::Scalar),
                ("aggregate", VariableCategory::Aggregate),
                ("pointer", VariableCategory::Pointer),
            ],
        )?,
    };
    Ok(ClauseKind::Defaultmap { behavior, category })
}

/// ```text
/// init-argument: [modifier [, modifier ...] :] list-item
/// modifier:      prefer_type(foreign-runtime-list) | target | targetsync      (5.2, 14.1.2)
/// ```
pub fn init_interop(run: Run) -> Parsed<InitInterop<ItemText>> {
    let known = ["prefer_type", "target", "targetsync"];
    let Some((before, behind)) = run.split_colon() else {
        return Err(run
            .error("`init` names what the object is for, in front of a colon")
            .help("init(targetsync: object), init(target: object), or both"));
    };
    let (mut prefer, mut target, mut targetsync) = (None, false, false);
    for modifier in modifiers(before)? {
        let word = modifier.word;
        match word.text() {
            "prefer_type" => {
                let list = modifier.args()?.split_commas();
                let list = list.into_iter().map(|one| one.text().to_string());
                once(&mut prefer, list.collect(), word)?;
            }
            "target" => {
                modifier.bare()?;
                once_flag(&mut target, word)?;
            }
            "targetsync" => {
                modifier.bare()?;
                once_flag(&mut targetsync, word)?;
            }
            _ => return Err(unknown_word(word, "modifier of `init`", &known)),
        }
    }
    if !target && !targetsync {
        return Err(before.error("`target` or `targetsync` is missing here"));
    }
    Ok(InitInterop {
        prefer: prefer.unwrap_or_default(),
        target,
        targetsync,
        item: item(behind)?,
    })
}
