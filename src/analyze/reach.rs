//! What device code needs: the functions, variables, library functions and OpenMP routines that
//! target regions and `declare target` entities reach, at any depth.
//!
//! From the IR alone. Functions with a body that device code calls are implicitly `declare target`
//! (5.2, 7.8); variables used in them have to be it explicitly. Must not know how anything is printed.

use crate::analyze::sharing;
use crate::diag::{Code, Diagnostic, Suggestion};
use crate::ir::walk::each_in_init;
use crate::ir::{
    DeclareTargetKind, DeviceType, Expr, ExprId, ExprKind, Func, FuncId, Init, Program, StmtId,
    StmtKind, Storage, Type, VarId,
};
use crate::library::c::Device;
use crate::library::{is_omp_routine, of_c, openmp};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Where device code begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// A target region's block. The variables that it names itself are captured (mapped or copied), not reached.
    Region(StmtId),
    /// An expression of such a region that stands elsewhere (a reduction's combiner).
    Expr(ExprId),
    /// A `declare target` function, needed whether anything here calls it or not.
    Func(FuncId),
    /// A `declare target` variable.
    Var(VarId),
}

/// What the roots reach, each list in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Where device code begins.
    pub roots: Vec<Root>,
    /// Functions with a body here.
    pub funcs: Vec<FuncId>,
    /// `declare target` functions that another unit defines.
    pub outside: Vec<FuncId>,
    /// Variables with static storage in the device image, those that another unit defines included.
    pub globals: Vec<VarId>,
    /// `omp_*` routines called.
    pub omp_routines: BTreeSet<String>,
    /// Library functions called, as the program names them.
    pub library: BTreeSet<String>,
    /// For each function, the first place that refers to it.
    pub first_use: BTreeMap<FuncId, Span>,
}

impl Reach {
    /// The statements of device code: regions and functions.
    pub fn bodies(&self, program: &Program) -> Vec<StmtId> {
        let regions = self.roots.iter().filter_map(|root| match root {
            Root::Region(stmt) => Some(*stmt),
            _ => None,
        });
        let functions = self.funcs.iter().filter_map(|&f| program.funcs[f].body);
        regions.chain(functions).collect()
    }
}

/// The roots that `declare target` directives make: every function and variable that they enter for devices.
pub fn declared_roots(program: &Program) -> Vec<Root> {
    let entered = |target: Option<crate::ir::DeclareTarget>| {
        target
            .is_some_and(|t| t.device_type != DeviceType::Host && t.kind != DeclareTargetKind::Link)
    };
    let mut roots = vec![];
    for (id, func) in program.funcs.iter() {
        if entered(func.declare_target) && func.body.is_some() && !func.system {
            roots.push(Root::Func(id));
        }
    }
    for (id, var) in program.vars.iter() {
        // Device code of any unit accesses a `link` variable through a pointer, which stands in the image of the unit
        // that defines it.
        let link = var.storage == Storage::Global
            && var.declare_target.is_some_and(|t| {
                t.kind == DeclareTargetKind::Link && t.device_type != DeviceType::Host
            });
        if link
            || entered(var.declare_target)
                && !var.storage.is_local()
                && var.storage != Storage::Extern
        {
            roots.push(Root::Var(id));
        }
    }
    roots
}

/// Follows all references from the roots. The diagnostics say which of what is reached cannot be in device code.
pub fn reach(program: &Program, roots: &[Root]) -> (Reach, Vec<Diagnostic>) {
    let mut walk = Walk {
        program,
        found: Reach {
            roots: roots.to_vec(),
            ..Reach::default()
        },
        seen_funcs: BTreeSet::new(),
        seen_vars: BTreeSet::new(),
        queue: vec![],
        inside: None,
        callers: BTreeMap::new(),
        diagnostics: vec![],
    };
    for &root in roots {
        match root {
            Root::Region(stmt) => walk.stmt(stmt, true),
            Root::Expr(expr) => walk.expr(expr, true),
            Root::Func(func) => walk.func(func, program.funcs[func].span),
            Root::Var(var) => walk.global(var, program.vars[var].span),
        }
    }
    while let Some(func) = walk.queue.pop() {
        if let Some(body) = program.funcs[func].body {
            let before = walk.diagnostics.len();
            walk.inside = Some(func);
            walk.stmt(body, false);
            walk.tell_calls(func, before);
        }
    }
    let mut found = walk.found;
    found.funcs.sort_by_key(|&f| (program.funcs[f].span, f));
    found.outside.sort_by_key(|&f| (program.funcs[f].span, f));
    found.globals.sort_by_key(|&v| (program.vars[v].span, v));
    let mut diagnostics = walk.diagnostics;
    diagnostics.sort_by_key(|d| d.labels.first().map(|label| label.span));
    (found, diagnostics)
}

struct Walk<'a> {
    program: &'a Program,
    found: Reach,
    seen_funcs: BTreeSet<FuncId>,
    seen_vars: BTreeSet<VarId>,
    queue: Vec<FuncId>,
    /// The function that is walked; none in regions.
    inside: Option<FuncId>,
    /// For each function the one that the walk came from; none where that was a region.
    callers: BTreeMap<FuncId, Option<FuncId>>,
    diagnostics: Vec<Diagnostic>,
}

/// So many calls are told that lead from a region to what is refused.
const CALLS: usize = 8;

impl Walk<'_> {
    fn stmt(&mut self, stmt: StmtId, region: bool) {
        let program = self.program;
        program.walk_stmts(stmt, &mut |_, s| {
            program.each_expr_of(s, &mut |expr| self.expr(expr, region));
            if let StmtKind::Omp(construct) = s.kind {
                for used in &program.constructs[construct].user_reductions {
                    let reduction = &program.reductions[used.what];
                    self.expr(reduction.combiner, region);
                    match &reduction.initializer {
                        Some(crate::ir::ReductionInit::Value(init)) => self.init(init, region),
                        Some(crate::ir::ReductionInit::Call(call)) => self.expr(*call, region),
                        None => {}
                    }
                }
            }
        });
    }

    /// Adds the calls that lead from a region to a function to the diagnostics about its body.
    fn tell_calls(&mut self, func: FuncId, from: usize) {
        let above = |func: &FuncId| self.callers.get(func).copied().flatten();
        let chain = std::iter::successors(Some(func), above).take(CALLS);
        let calls: Vec<(Span, String)> = chain
            .filter_map(|func| {
                let data = &self.program.funcs[func];
                let at = *self.found.first_use.get(&func)?;
                // `declare target` names it: nothing calls it here.
                (at != data.span).then(|| (at, format!("`{}` is called here", data.name)))
            })
            .collect();
        for found in self.diagnostics.split_off(from) {
            let told = calls.iter().cloned();
            let told = told.fold(found, |found, (at, text)| found.also(at, text));
            self.diagnostics.push(told);
        }
    }

    fn init(&mut self, init: &Init, region: bool) {
        each_in_init(init, &mut |expr| self.expr(expr, region));
    }

    fn expr(&mut self, id: ExprId, region: bool) {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Call { callee, args } => {
                match program.direct_callee(*callee) {
                    Some(func) => self.func(func, expr.span),
                    None => self.expr(*callee, region),
                }
                args.iter().for_each(|&arg| self.expr(arg, region));
                return;
            }
            ExprKind::Func(func) => self.address_of(*func, expr),
            ExprKind::Var(var) => self.var(*var, expr.span, region),
            ExprKind::StmtExpr(block) => self.stmt(*block, region),
            _ => {}
        }
        program.each_operand(expr, &mut |sub| self.expr(sub, region));
    }

    /// A function that an expression names without calling it.
    fn address_of(&mut self, func: FuncId, expr: &Expr) {
        if of_c(self.program, func).is_some() || is_omp_routine(self.program, func) {
            let name = &self.program.funcs[func].name;
            self.diagnostics.push(
                Diagnostic::error(
                    Code::DeviceCode,
                    expr.span,
                    format!("device code takes the address of the library function `{name}`"),
                )
                .help(format!(
                    "write a function of the program that calls `{name}`, and use its address"
                )),
            );
            return;
        }
        self.func(func, expr.span);
    }

    /// A function that device code calls or whose address it takes.
    fn func(&mut self, func: FuncId, at: Span) {
        if !self.seen_funcs.insert(func) {
            return;
        }
        self.found.first_use.insert(func, at);
        let data = &self.program.funcs[func];
        let name = &data.name;
        if is_omp_routine(self.program, func) {
            self.found.omp_routines.insert(name.clone());
            if let Some(instead) = openmp::refused(name) {
                self.diagnostics.push(cannot_call(name, at, instead));
            }
            return;
        }
        if let Some(device) = of_c(self.program, func) {
            self.found.library.insert(name.clone());
            // Only functions of variable arguments and those with a `va_list` call these, and both have an error.
            let follows = name.starts_with("__builtin_va_");
            if let Device::Refused(why) = device
                && !follows
            {
                self.diagnostics.push(cannot_call(name, at, why));
            }
            return;
        }
        if let Some(obstacle) = not_for_devices(data, at) {
            self.diagnostics.push(obstacle);
            return;
        }
        if data.body.is_some() {
            self.found.funcs.push(func);
            self.callers.insert(func, self.inside);
            self.queue.push(func);
        } else if data.declare_target.is_some() {
            self.found.outside.push(func);
        } else {
            self.diagnostics
                .push(defined_elsewhere(self.program, data, at));
        }
    }

    /// A variable that device code names; `region` says that a target region's own block does.
    fn var(&mut self, var: VarId, at: Span, region: bool) {
        let data = &self.program.vars[var];
        if data.storage.is_local() {
            return;
        }
        let entered = data.declare_target.is_some_and(|t| {
            t.kind != DeclareTargetKind::Link && t.device_type != DeviceType::Host
        });
        if entered || data.storage == Storage::StaticLocal && !region {
            self.global(var, at);
            return;
        }
        // A target region captures it and maps it like any other variable.
        if region || !self.seen_vars.insert(var) {
            return;
        }
        let name = &data.name;
        if data.system {
            self.diagnostics.push(
                Diagnostic::error(
                    Code::DeviceCode,
                    at,
                    format!("device code uses `{name}`, a variable of the host's C library"),
                )
                .says("used here"),
            );
            return;
        }
        let linked = data.declare_target.is_some_and(|t| {
            t.kind == DeclareTargetKind::Link && t.device_type != DeviceType::Host
        });
        let of_threads = data.threadprivate || data.thread_local;
        if is_constant_table(self.program, var) || linked || of_threads {
            self.seen_vars.remove(&var);
            self.global(var, at);
            return;
        }
        let error = Diagnostic::error(
            Code::DeviceCode,
            at,
            format!(
                "`{name}` is used in a function that device code calls, and is not `declare target`"
            ),
        )
        .says("used here")
        .also(data.span, "declared here")
        .help(format!(
            "add `#pragma omp declare target enter({name})` behind its declaration"
        ));
        // What the host assigns does not reach the device by itself, and the other way round.
        let error = match data.may_change {
            true => error
                .help(format!("and copy what is assigned to it: `#pragma omp target update to({name})`, or `from({name})`")),
            false => error,
        };
        let enter = enter(self.program, data.span, name);
        self.diagnostics.push(
            error
                .help("or pass it to the function as an argument")
                .offer(enter.map(|enter| enter.maybe_if(data.may_change))),
        );
    }

    /// Adds a variable to those that the device image holds.
    fn global(&mut self, var: VarId, at: Span) {
        if !self.seen_vars.insert(var) {
            return;
        }
        let data = &self.program.vars[var];
        if data.threadprivate || data.thread_local {
            self.diagnostics.push(
                Diagnostic::error(
                    Code::ThreadprivateVariable,
                    at,
                    format!(
                        "device code uses `{}`, of which every thread has its own",
                        data.name
                    ),
                )
                .says("used here")
                .also(data.span, "declared here")
                .help(sharing::INSTEAD_OF_THREADPRIVATE),
            );
            return;
        }
        if let Some(attribute) = &data.odd_attribute {
            self.diagnostics.push(
                Diagnostic::error(
                    Code::DeviceCode,
                    at,
                    format!(
                        "device code uses `{}`, whose attribute `{attribute}` has no meaning on a GPU",
                        data.name
                    ),
                )
                .also(data.span, "declared here")
                .help("use the variable that it is another name of"),
            );
            return;
        }
        self.found.globals.push(var);
        let link = data
            .declare_target
            .is_some_and(|t| t.kind == DeclareTargetKind::Link);
        if let Some(init) = data.init.as_ref().filter(|_| !link) {
            // What its initialiser points at must be on the device as well.
            self.init(init, false);
        }
    }
}

/// Whether the variable is a constant table of which the device may have its own copy, since no program can
/// observe the difference.
pub fn is_constant_table(program: &Program, var: VarId) -> bool {
    let data = &program.vars[var];
    let mut ty = program.types.resolve_qual(data.ty);
    while let Type::Array { elem, .. } = program.types.get(ty.id) {
        let quals = ty.quals.union(elem.quals);
        ty = program.types.resolve_qual(*elem);
        ty.quals = ty.quals.union(quals);
    }
    ty.quals.is_const
        && !ty.quals.is_volatile
        && data.storage != Storage::Extern
        && !data.threadprivate
        && !data.thread_local
}

/// Refuses the call of a library function or routine that devices do not have.
fn cannot_call(name: &str, at: Span, help: &str) -> Diagnostic {
    let message = format!("device code cannot call `{name}`");
    Diagnostic::error(Code::DeviceCall, at, message)
        .says("called here")
        .help(help)
}

/// Why no device can execute a function of the program, whatever its body: the error; none where one can.
fn not_for_devices(data: &Func, at: Span) -> Option<Diagnostic> {
    let name = &data.name;
    if data
        .declare_target
        .is_some_and(|t| t.device_type == DeviceType::Host)
    {
        return Some(
            Diagnostic::error(
                Code::DeviceCall,
                at,
                format!("device code calls `{name}`, which is `device_type(host)`"),
            )
            .also(data.span, "declared for the host here")
            .help("declare it with `device_type(any)`"),
        );
    }
    if data.nested {
        return Some(
            Diagnostic::error(
                Code::DeviceCode,
                at,
                format!("device code uses `{name}`, a nested function"),
            )
            .also(data.span, "defined here")
            .help("define it at file scope, and pass what it uses as arguments"),
        );
    }
    if let Some(attribute) = &data.odd_attribute {
        return Some(
                Diagnostic::error(
                    Code::DeviceCode,
                    at,
                    format!("device code calls `{name}`, whose attribute `{attribute}` has no meaning on a GPU"),
                )
                .also(data.span, "declared here")
                .help("call a function without the attribute: the one for which this one stands"),
            );
    }
    if data.weak && data.body.is_some() && data.declare_target.is_none() {
        return Some(
            Diagnostic::error(
                Code::DeviceCode,
                at,
                format!("device code calls `{name}`, whose definition in this file is weak"),
            )
            .also(data.span, "declared here")
            .help(format!(
                "put the declaration of `{name}` between `#pragma omp begin declare target` and \
                     `#pragma omp end declare target`, here and where another file defines it: \
                     then the device's linker chooses as the host's does"
            )),
        );
    }
    None
}

/// The directive behind the declaration at file scope that makes a name one of the device's, too.
fn enter(program: &Program, declarator: Span, name: &str) -> Option<Suggestion> {
    let behind = program.declaration_of(declarator)?.end();
    let directive = format!("#pragma omp declare target enter({name})");
    let title = format!("add `{directive}` behind its declaration");
    Some(Suggestion::new(title, behind, format!("\n{directive}")))
}

/// Refuses the call of a function that this file only declares, and not for devices.
fn defined_elsewhere(program: &Program, data: &Func, at: Span) -> Diagnostic {
    let name = &data.name;
    Diagnostic::error(
        Code::DeviceCall,
        at,
        format!("device code calls `{name}`, which this file does not define"),
    )
    .says("called here")
    .also(data.span, "declared here")
    .help(format!(
        "put the declaration of `{name}` between `#pragma omp begin declare target` and \
         `#pragma omp end declare target`, here and where it is defined"
    ))
    .offer(enter(program, data.span, name).filter(|_| !data.system))
}
