//! What of a unit's device code other units see: the functions and variables that it defines, those that it needs, and
//! where it needs them. The linker compares the interfaces of all units of a program.
//!
//! From the facts and the plan of a unit; must not know how units are linked.

use crate::analyze::facts::Facts;
use crate::diag::{Place, Places};
use crate::emit::symbols;
use crate::ir::*;
use crate::plan::decisions::unit::UnitPlan;
use crate::source::{Preprocessed, Span};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The device code of a unit, as other units see it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interface {
    pub defines: Vec<Entity>,
    pub needs: Vec<Need>,
    /// Functions of other units that kernels call, at whatever distance.
    pub kernels_call: Vec<String>,
    /// Functions of this unit whose address goes somewhere, or that other units may call, and what each calls.
    pub calls: Vec<Caller>,
}

/// A function or variable with external linkage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    /// The name in C.
    pub name: String,
    pub symbol: String,
    pub function: bool,
    /// The declaration as C writes it, for people.
    pub declaration: String,
    /// Equal where two declarations agree; a length that is not given agrees with any.
    pub layout: String,
    pub place: Option<Place>,
}

/// An entity of another unit, and the first use of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Need {
    pub entity: Entity,
    pub used: Option<Place>,
    /// Whose code uses it: `the target region at a.c:7`, `` `f` ``.
    pub user: String,
}

/// A function that other units may call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caller {
    pub name: String,
    /// Functions of other units that it calls, at whatever distance.
    pub calls: Vec<String>,
    /// It may call itself, or a function that does.
    pub recursive: bool,
}

impl Interface {
    /// That of a unit which has been planned.
    pub fn of(facts: &Facts, planned: &UnitPlan, pre: &Preprocessed) -> Interface {
        let maker = Maker {
            facts,
            planned,
            pre,
        };
        let linkage = &planned.linkage;
        let kernels = planned.kernels.iter();
        let kernels = kernels.flat_map(|kernel| &kernel.functions);
        Interface {
            defines: maker.entities(&linkage.defines),
            needs: maker.needs(&linkage.needs),
            kernels_call: maker.outside(kernels.copied()),
            calls: maker.callers(),
        }
    }

    /// Whether other units see nothing of it, nor it of them.
    pub fn is_empty(&self) -> bool {
        self.defines.is_empty() && self.needs.is_empty()
    }
}

struct Maker<'a> {
    facts: &'a Facts<'a>,
    planned: &'a UnitPlan,
    pre: &'a Preprocessed,
}

impl Maker<'_> {
    fn entities(&self, items: &[Item]) -> Vec<Entity> {
        let symbols = symbols::of(self.facts.program, items);
        let pairs = items.iter().zip(symbols);
        pairs
            .map(|(&item, symbol)| self.entity(item, symbol))
            .collect()
    }

    fn entity(&self, item: Item, symbol: String) -> Entity {
        let program = self.facts.program;
        let (name, span, function) = match item {
            Item::Var(var) => (&program.vars[var].name, program.vars[var].span, false),
            Item::Func(func) => (&program.funcs[func].name, program.funcs[func].span, true),
            Item::Record(_) | Item::Enum(_) | Item::Alias(_) => {
                unreachable!("types have no linkage")
            }
        };
        let (declaration, layout) = match item {
            Item::Func(func) => signature(program, func),
            Item::Var(var) => {
                let ty = program.vars[var].ty;
                (program.declare(ty, name), layout(program, ty.id))
            }
            _ => unreachable!("types have no linkage"),
        };
        Entity {
            name: name.clone(),
            symbol,
            function,
            declaration,
            layout,
            place: self.place(span),
        }
    }

    fn needs(&self, items: &[Item]) -> Vec<Need> {
        let entities = items.iter().zip(self.entities(items));
        let need = |(&item, entity): (&Item, Entity)| {
            let (used, user) = self.first_use(item)?;
            Some(Need {
                used: self.place(used),
                user,
                entity,
            })
        };
        entities.filter_map(need).collect()
    }

    /// The first expression that names an entity: in a region, in a function that a region reaches, or in one that
    /// other units may call. None where no code that is linked has any.
    fn first_use(&self, item: Item) -> Option<(Span, String)> {
        let program = self.facts.program;
        for kernel in &self.planned.kernels {
            let construct = &program.constructs[kernel.construct];
            let region = || format!("the target region at {}", self.location(construct.pragma));
            if let Some(span) = construct.body.and_then(|body| names(program, body, item)) {
                return Some((span, region()));
            }
            for &func in &kernel.functions {
                let body = program.funcs[func].body;
                if let Some(span) = body.and_then(|body| names(program, body, item)) {
                    let name = &program.funcs[func].name;
                    return Some((span, format!("`{name}`, which {} calls", region())));
                }
            }
        }
        for func in self.exported() {
            let reached = self.reached(func);
            for func in std::iter::once(func).chain(reached) {
                let body = program.funcs[func].body;
                if let Some(span) = body.and_then(|body| names(program, body, item)) {
                    return Some((span, format!("`{}`", program.funcs[func].name)));
                }
            }
        }
        None
    }

    /// The functions that other units may call.
    fn exported(&self) -> impl Iterator<Item = FuncId> {
        let defines = self.planned.linkage.defines.iter();
        defines.filter_map(|item| match item {
            Item::Func(func) => Some(*func),
            _ => None,
        })
    }

    fn callers(&self) -> Vec<Caller> {
        let caller = |func: FuncId| Caller {
            name: self.facts.program.funcs[func].name.clone(),
            calls: self.outside(self.reached(func)),
            recursive: self.facts.calls.of_func(func).recursive(),
        };
        self.exported().map(caller).collect()
    }

    fn reached(&self, func: FuncId) -> BTreeSet<FuncId> {
        let body = self.facts.program.funcs[func].body;
        self.facts.calls.reached(&self.facts.uses, body)
    }

    /// The names of those functions among some that other units define, or may define in their own way.
    fn outside(&self, funcs: impl IntoIterator<Item = FuncId>) -> Vec<String> {
        let outside = &self.planned.reach.outside;
        let names = funcs.into_iter().filter(|func| outside.contains(func));
        let names = names.map(|func| self.facts.program.funcs[func].name.clone());
        names.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// A place without its line's text, which the file has.
    fn place(&self, span: Span) -> Option<Place> {
        let place = Places::place(self.pre, span)?;
        Some(Place {
            line_text: String::new(),
            ..place
        })
    }

    fn location(&self, span: Span) -> String {
        let place = self.place(span);
        place.map_or_else(String::new, |place| {
            format!("{}:{}", place.file, place.line)
        })
    }
}

/// The first expression in a statement that names an entity.
fn names(program: &Program, stmt: StmtId, item: Item) -> Option<Span> {
    let mut found = None;
    program.walk_exprs_in(stmt, &mut |_, expr| {
        let this = match expr.kind {
            ExprKind::Func(func) => item == Item::Func(func),
            ExprKind::Var(var) => item == Item::Var(var),
            _ => false,
        };
        if this && found.is_none() {
            found = Some(expr.span);
        }
    });
    found
}

/// A function's declaration for people, and what of it must agree.
fn signature(program: &Program, func: FuncId) -> (String, String) {
    let func = &program.funcs[func];
    let params = || func.params.iter().map(|&param| program.vars[param].ty);
    let list = |mut words: Vec<String>| {
        if func.variadic {
            words.push("...".into());
        } else if func.prototyped && words.is_empty() {
            words.push("void".into());
        }
        words.join(", ")
    };
    let described = list(params().map(|ty| program.describe(ty)).collect());
    let agreed = list(params().map(|ty| layout(program, ty.id)).collect());
    (
        program.declare(func.ret, &format!("{}({described})", func.name)),
        format!("{}({agreed})", layout(program, func.ret.id)),
    )
}

/// A type as other units must see it: names of types do not matter, nor qualifiers of the object itself.
fn layout(program: &Program, ty: TypeId) -> String {
    let pointee = |ty: QualType| {
        let quals = program.types.resolve_qual(ty).quals;
        let word = |is: bool, word: &'static str| if is { word } else { "" };
        let quals = [
            word(quals.is_const, "const "),
            word(quals.is_volatile, "volatile "),
        ];
        match program.types.resolve(ty.id) {
            // It may be incomplete here and complete elsewhere.
            Type::Record(_) => format!("{}record", quals.concat()),
            _ => format!("{}{}", quals.concat(), layout(program, ty.id)),
        }
    };
    match program.types.resolve(ty) {
        Type::Record(id) => {
            let record = &program.records[*id];
            let word = if record.is_union { "union" } else { "struct" };
            format!("{word} of {} bytes", record.size)
        }
        Type::Enum(id) => program.enums[*id].repr.spelling().to_string(),
        Type::Pointer(to) => format!("pointer to ({})", pointee(*to)),
        Type::Array { elem, len } => {
            let len = match len {
                ArrayLen::Known(count) => count.to_string(),
                ArrayLen::Unknown | ArrayLen::Vla(_) => "?".to_string(),
            };
            format!("[{len}] of {}", layout(program, elem.id))
        }
        Type::Function { ret, params, .. } => {
            let params: Vec<String> = params
                .iter()
                .map(|param| layout(program, param.id))
                .collect();
            format!("{}({})", layout(program, ret.id), params.join(", "))
        }
        _ => {
            let bare = program.types.resolve_qual(ty.into()).id;
            program.describe(bare.into())
        }
    }
}

/// Whether two declarations agree in their layouts.
pub fn agree(one: &str, other: &str) -> bool {
    let ((one, a), (other, b)) = (without_length(one), without_length(other));
    one == other && (a == b || a.is_none() || b.is_none())
}

/// A layout without the length of an outermost array, and that length where one is given.
pub fn without_length(layout: &str) -> (String, Option<u64>) {
    let array = layout
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("] of "));
    match array {
        Some((length, elem)) => (format!("[] of {elem}"), length.parse().ok()),
        None => (layout.to_string(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_that_are_not_given_agree_with_any() {
        assert!(agree("[4] of int", "[?] of int"));
        assert!(agree("[4] of [2] of int", "[?] of [2] of int"));
        assert!(!agree("[4] of [2] of int", "[4] of [3] of int"));
        assert!(!agree("[4] of int", "[5] of int"));
        assert!(!agree("[4] of int", "int"));
        assert!(agree("int", "int"));
    }
}
