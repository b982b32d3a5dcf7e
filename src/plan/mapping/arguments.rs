//! What the host passes to a region, and where each captured variable lives in the kernel.
//!
//! From the attributes (`analyze::sharing`) and the map clauses (`mapping::map_clauses`). The order is that of the
//! clauses, then of first use; the kernel's parameters have the same order.

use crate::analyze::facts::Facts;
use crate::analyze::sharing::{self, Captured, DeviceAttr, DeviceData, Rule};
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::plan::decisions::launch::{Arg, ArgWhat, Storage, Threads};
use crate::plan::items::sections::strip_decay;
use crate::plan::mapping::small_values;
use std::collections::{BTreeMap, BTreeSet};

/// The size, in bytes, of the largest value that is a parameter; a larger one is passed in device memory.
const MAX_VALUE: u64 = 1024;

/// The data of a region: what the host passes, and where the kernel finds each variable.
pub struct Data {
    /// The arguments, in order.
    pub args: Vec<Arg>,
    /// Where each captured variable lives.
    pub storage: BTreeMap<VarId, Storage>,
}

/// Plans the arguments of a target construct. `threads`: those that execute the region, of which a single one may change
/// parameters that it receives by value.
pub fn plan(
    facts: &Facts,
    construct: &Construct,
    data: &DeviceData,
    threads: Threads,
) -> Result<Data, Vec<Diagnostic>> {
    let mut builder = Builder {
        program: facts.program,
        construct,
        facts: data,
        small: small_values::of(facts, construct, data),
        single: threads == Threads::One,
        args: vec![],
        storage: BTreeMap::new(),
        errors: vec![],
    };
    builder.clauses();
    for captured in &data.vars {
        builder.captured(captured);
    }
    builder.check_complete();
    if builder.errors.is_empty() {
        Ok(Data {
            args: builder.args,
            storage: builder.storage,
        })
    } else {
        Err(builder.errors)
    }
}

/// The mapped list items of a data directive, which has no kernel and so no parameters.
pub fn plan_data_directive(
    program: &Program,
    construct: &Construct,
) -> Result<Vec<Arg>, Vec<Diagnostic>> {
    let facts = DeviceData::default();
    let mut builder = Builder {
        program,
        construct,
        facts: &facts,
        small: BTreeSet::new(),
        single: false,
        args: vec![],
        storage: BTreeMap::new(),
        errors: vec![],
    };
    builder.clauses();
    builder.check_complete();
    if builder.errors.is_empty() {
        Ok(builder.args)
    } else {
        Err(builder.errors)
    }
}

pub(super) struct Builder<'a> {
    pub(super) program: &'a Program,
    pub(super) construct: &'a Construct,
    pub(super) facts: &'a DeviceData,
    /// The variables that are passed by value, though they are mapped or arrays.
    pub(super) small: BTreeSet<VarId>,
    pub(super) single: bool,
    pub(super) args: Vec<Arg>,
    pub(super) storage: BTreeMap<VarId, Storage>,
    pub(super) errors: Vec<Diagnostic>,
}

impl Builder<'_> {
    /// The variable, if the region uses it and no argument has given its parameter yet.
    pub(super) fn param(&mut self, var: VarId) -> Option<VarId> {
        let captured = self.facts.get(var)?;
        if self.storage.contains_key(&var) || captured.usage == Default::default() {
            return None;
        }
        let storage = match captured.attr {
            DeviceAttr::SectionBase => Storage::Value,
            DeviceAttr::Map(_) => self.mapped_storage(captured),
            _ => return None,
        };
        self.storage.insert(var, storage);
        Some(var)
    }

    fn mapped_storage(&self, captured: &Captured) -> Storage {
        let ty = self.program.vars[captured.var].ty.id;
        if self.program.types.is_array(ty)
            && (!captured.usage.whole || self.program.types.is_variably_modified(ty))
        {
            Storage::Array
        } else {
            Storage::Reference
        }
    }

    /// Plans the argument of a captured variable for which no map clause has given a parameter.
    fn captured(&mut self, captured: &Captured) {
        let var = captured.var;
        if self.storage.contains_key(&var) || captured.usage == Default::default() {
            return;
        }
        let v = &self.program.vars[var];
        let implicit = !matches!(captured.rule, Rule::Explicit(_));
        let size = self.program.size_of(v.ty.id);
        let by_value =
            size.is_some_and(|n| n <= MAX_VALUE) && !self.program.types.is_array(v.ty.id);
        let changed = captured.usage.maybe_written();
        let (what, storage) = match captured.attr {
            DeviceAttr::DeclareTarget | DeviceAttr::ConstantTable => {
                self.storage.insert(var, Storage::Symbol);
                return;
            }
            DeviceAttr::Map(_) | DeviceAttr::Firstprivate if self.small.contains(&var) => {
                (ArgWhat::Value(var), Storage::Value)
            }
            DeviceAttr::Map(kind) => (ArgWhat::Var(var, kind), self.mapped_storage(captured)),
            DeviceAttr::SectionBase | DeviceAttr::PointerLookup => {
                (ArgWhat::Pointer(var), Storage::Value)
            }
            DeviceAttr::IsDevicePtr if self.program.types.is_pointer(v.ty.id) => {
                (ArgWhat::DevicePointer(var), Storage::Value)
            }
            DeviceAttr::IsDevicePtr | DeviceAttr::HasDeviceAddr => {
                (ArgWhat::DeviceAddress(var), self.mapped_storage(captured))
            }
            DeviceAttr::Firstprivate if by_value && (!changed || self.single) => {
                (ArgWhat::Value(var), Storage::Value)
            }
            DeviceAttr::Firstprivate => (ArgWhat::PrivateCopy(var), self.mapped_storage(captured)),
            DeviceAttr::Private if self.single => {
                self.storage.insert(var, Storage::Local);
                return;
            }
            DeviceAttr::Private => (ArgWhat::PrivateSpace(var), self.mapped_storage(captured)),
        };
        let by_pointer = matches!(what, ArgWhat::Pointer(_) | ArgWhat::DevicePointer(_));
        if by_pointer && changed && !self.single && !sharing::copies_pointers(self.construct) {
            // Each thread would change a parameter of its own.
            self.errors.push(
                Diagnostic::error(
                    Code::ChangedPointer,
                    v.span,
                    format!("the pointer `{}` is changed by threads that share it", v.name),
                )
                .also(self.construct.pragma, "in this region")
                .help("copy it to a variable of the loop's body first")
                .help("or write `target` as a construct of its own around the rest: the region's sequential part may change the pointer"),
            );
            return;
        }
        self.storage.insert(var, storage);
        self.args.push(Arg {
            param: Some(var),
            present: sharing::asks_presence(self.program, self.construct, captured),
            implicit,
            ..Arg::implicit(what)
        });
    }

    /// Refuses to map what has no size (5.2, 5.8.3: a mappable type).
    fn check_complete(&mut self) {
        let program = self.program;
        for arg in &self.args {
            let (ty, place, text) = match &arg.what {
                ArgWhat::Var(var, _) => {
                    let v = &program.vars[*var];
                    (v.ty.id, v.span, v.name.clone())
                }
                ArgWhat::Item(item, _) | ArgWhat::Items(_, item, _) => match &item.kind {
                    ItemKind::Part { base, dims, .. } => {
                        let mut ty = program.expr(strip_decay(program, *base)).ty.id;
                        for _ in dims {
                            ty = program.types.element(ty).map_or(ty, |element| element.id);
                        }
                        (ty, item.span, item.text.clone())
                    }
                    _ => continue,
                },
                _ => continue,
            };
            let sized = program.size_of(ty).is_some() || program.types.is_variably_modified(ty);
            if !sized {
                self.errors.push(
                    Diagnostic::error(
                        Code::Mapping,
                        place,
                        format!("`{text}` has an incomplete type here, and cannot be mapped"),
                    )
                    .also(self.construct.pragma, "by this construct")
                    .help("complete the type in this file, or map a section of it"),
                );
                return;
            }
        }
    }
}
