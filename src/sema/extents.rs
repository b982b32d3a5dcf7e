//! Extents of variable length whose values may change after the declaration: they are stored in constants.
//!
//! C evaluates an extent where its declarator is (C11 6.7.6.2); index arithmetic is printed where an array is used.
//! An extent whose value may have changed by then becomes a constant of the translator's: declared before the array
//! in device code, and passed by the host for arrays that are declared there (the host's own text stays as it is:
//! `sizeof` knows the extent). From the lowered program, which it completes; must not know how code is printed.

use crate::ir::*;
use crate::omp::{ClauseKind, DefaultSharing, Leaf};
use crate::source::Span;
use la_arena::ArenaMap;
use std::collections::HashSet;

pub fn capture(program: &mut Program) {
    let funcs: Vec<FuncId> = program.funcs.iter().map(|(id, _)| id).collect();
    let contents = Contents::of(program);
    for func in funcs {
        let Some(body) = program.funcs[func].body else {
            continue;
        };
        let mut pass = Pass {
            program,
            func,
            body,
            contents: &contents,
            seen: HashSet::new(),
        };
        pass.function();
    }
}

/// What stands in each function of the unit, found in one walk over its entities.
#[derive(Default)]
struct Contents {
    constructs: ArenaMap<FuncId, Vec<ConstructId>>,
    /// The local variables, parameters included.
    vars: ArenaMap<FuncId, Vec<VarId>>,
    /// The names of types of the whole unit, by their places.
    aliases: Vec<(u32, AliasId)>,
}

impl Contents {
    fn of(program: &Program) -> Contents {
        let mut found = Contents {
            constructs: program.constructs_by_function(),
            ..Contents::default()
        };
        for (id, var) in program.vars.iter() {
            if let Some(func) = var.func.filter(|_| var.storage.is_local()) {
                found.vars.entry(func).or_default().push(id);
            }
        }
        let aliases = program.aliases.iter();
        found.aliases = aliases.map(|(id, alias)| (alias.span.lo, id)).collect();
        found.aliases.sort();
        found
    }

    fn constructs(&self, func: FuncId) -> &[ConstructId] {
        self.constructs.get(func).map_or(&[], Vec::as_slice)
    }

    fn vars(&self, func: FuncId) -> &[VarId] {
        self.vars.get(func).map_or(&[], Vec::as_slice)
    }

    /// Those that are declared between two places.
    fn aliases(&self, from: u32, to: u32) -> &[(u32, AliasId)] {
        let at = |place| self.aliases.partition_point(|(lo, _)| *lo < place);
        &self.aliases[at(from)..at(to)]
    }
}

struct Pass<'a> {
    program: &'a mut Program,
    func: FuncId,
    body: StmtId,
    contents: &'a Contents,
    /// The extents that have been looked at: a type's name may stand for several arrays.
    seen: HashSet<ExprId>,
}

impl Pass<'_> {
    fn function(&mut self) {
        let own = self.contents.constructs(self.func).iter();
        let own: Vec<&Construct> = own.map(|&id| &self.program.constructs[id]).collect();
        let is_target = |c: &Construct| c.directive.has(Leaf::Target);
        let of_host = own.iter().any(|c| is_target(c) || c.directive.is_data());
        if !of_host {
            self.parameters();
            self.declarations(self.body);
            return;
        }
        let targets = own.iter().filter(|c| is_target(c));
        let areas: Vec<StmtId> = targets.filter_map(|c| c.body).collect();
        let mut inside = HashSet::new();
        for &area in &areas {
            self.program.walk_all_stmts(area, &mut |_, s| {
                if let StmtKind::Decl(decls) = &s.kind {
                    inside.extend(decls.iter().copied());
                }
            });
        }
        self.of_host(&inside);
        areas.into_iter().for_each(|area| self.declarations(area));
    }

    /// Parameters that are arrays: their constants stand before all else in the function.
    fn parameters(&mut self) {
        let params = self.program.funcs[self.func].params.clone();
        let made: Vec<Decl> = params
            .into_iter()
            .flat_map(|param| self.constants(Decl::Var(param)))
            .collect();
        if made.is_empty() {
            return;
        }
        let span = self.program.stmt(self.body).span;
        let kind = StmtKind::Decl(made);
        let first = self.program.stmts.alloc(Stmt { kind, span });
        if let StmtKind::Block(stmts) = &mut self.program.stmts[self.body].kind {
            stmts.insert(0, first);
        }
    }

    /// The arrays that device code declares in the statement.
    fn declarations(&mut self, area: StmtId) {
        let mut found: Vec<(StmtId, Vec<Decl>)> = vec![];
        self.program.walk_all_stmts(area, &mut |id, s| {
            if let StmtKind::Decl(decls) = &s.kind {
                found.push((id, decls.clone()));
            }
        });
        for (id, decls) in found {
            let mut all = vec![];
            for decl in &decls {
                all.extend(self.constants(*decl));
                all.push(*decl);
            }
            if all.len() > decls.len() {
                self.program.stmts[id].kind = StmtKind::Decl(all);
            }
        }
    }

    /// The constants that have to stand before a declaration.
    fn constants(&mut self, decl: Decl) -> Vec<Decl> {
        let Some((ty, at)) = self.declared(decl) else {
            return vec![];
        };
        let mut made = vec![];
        for extent in extents(&self.program.types, ty) {
            if self.seen.insert(extent) && !self.lasts(extent, at, decl, true) {
                let init = self.program.expr(extent).clone();
                let init = self.program.exprs.alloc(init);
                let constant = self.constant(decl, extent, at, None);
                self.program.vars[constant].init = Some(Init::Expr(init));
                made.push(Decl::Var(constant));
            }
        }
        made
    }

    /// The arrays that the host declares and regions use.
    fn of_host(&mut self, inside: &HashSet<Decl>) {
        let around = self.program.stmt(self.body).span;
        let aliases = self.contents.aliases(around.lo, around.hi).iter();
        let named: Vec<(ExprId, AliasId)> = aliases
            .map(|&(_, id)| id)
            .filter(|&id| !inside.contains(&Decl::Alias(id)))
            .flat_map(|id| {
                let all = extents(&self.program.types, self.program.aliases[id].target.id);
                all.into_iter().map(move |extent| (extent, id))
            })
            .collect();
        let own = self.contents.vars(self.func).iter().copied();
        let own: Vec<VarId> = own.filter(|&id| !inside.contains(&Decl::Var(id))).collect();
        for var in own {
            for (depth, extent) in by_depth(&self.program.types, self.program.vars[var].ty.id) {
                let alias = named.iter().find(|(e, _)| *e == extent);
                let decl = alias.map_or(Decl::Var(var), |(_, alias)| Decl::Alias(*alias));
                let Some((_, at)) = self.declared(decl) else {
                    continue;
                };
                if self.seen.contains(&extent) || self.lasts(extent, at, decl, false) {
                    continue;
                }
                self.seen.insert(extent);
                let written = self.program.expr(extent).clone();
                let of = ExtentOf {
                    var,
                    depth,
                    written: self.program.exprs.alloc(written),
                };
                self.constant(Decl::Var(var), extent, at, Some(of));
            }
        }
        // Host code has no expression for the extents of a type's name.
        for (extent, alias) in named {
            let decl = Decl::Alias(alias);
            let Some((_, at)) = self.declared(decl) else {
                continue;
            };
            if self.seen.insert(extent) && !self.lasts(extent, at, decl, false) {
                self.program.stale_extents.push(extent);
            }
        }
    }

    fn declared(&self, decl: Decl) -> Option<(TypeId, Span)> {
        match decl {
            Decl::Var(var) => {
                let v = &self.program.vars[var];
                Some((v.ty.id, v.span))
            }
            Decl::Alias(alias) => {
                let alias = &self.program.aliases[alias];
                Some((alias.target.id, alias.span))
            }
            _ => None,
        }
    }

    /// Replaces the extent by a new constant.
    fn constant(&mut self, decl: Decl, extent: ExprId, span: Span, of: Option<ExtentOf>) -> VarId {
        let (name, construct) = match decl {
            Decl::Var(var) => {
                let var = &self.program.vars[var];
                (var.name.clone(), var.construct)
            }
            Decl::Alias(alias) => {
                let alias = &self.program.aliases[alias];
                (alias.name.clone(), alias.construct)
            }
            _ => (String::new(), None),
        };
        let ty = self.program.expr(extent).ty;
        let kind = match self.program.types.resolve(ty.id) {
            Type::Int(kind) => *kind,
            _ => IntKind::Int,
        };
        let id = self.program.types.intern(Type::Int(kind));
        let quals = Quals {
            is_const: true,
            ..Quals::default()
        };
        let var = self.program.vars.alloc(Var {
            func: Some(self.func),
            construct,
            extent: true,
            extent_of: of,
            ..Var::local(self.free_name(&name), QualType { id, quals }, span)
        });
        let expr = &mut self.program.exprs[extent];
        expr.kind = ExprKind::Var(var);
        expr.ty = QualType { id, quals };
        var
    }

    fn free_name(&self, of: &str) -> String {
        let program = &self.program;
        let taken = |name: &str| {
            program.vars.values().any(|v| v.name == name)
                || program.funcs.values().any(|f| f.name == name)
                || program.aliases.values().any(|a| a.name == name)
        };
        let base = format!("{of}_extent");
        if !taken(&base) {
            return base;
        }
        let mut names = (2..).map(|n| format!("{base}_{n}"));
        names.find(|name| !taken(name)).expect("numbers do not end")
    }

    /// Whether the extent's value stays the same from the declaration to the end of its scope.
    fn lasts(&self, extent: ExprId, at: Span, decl: Decl, device: bool) -> bool {
        let program = &*self.program;
        let mut plain = true;
        let mut used = vec![];
        program.walk_expr(extent, &mut |_, e| match &e.kind {
            ExprKind::Var(var) => used.push(*var),
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Call { .. }
            | ExprKind::Deref(_)
            | ExprKind::Index { .. }
            | ExprKind::Member { arrow: true, .. }
            | ExprKind::StmtExpr(_) => plain = false,
            _ => {}
        });
        plain && used.iter().all(|&var| self.keeps(var, at, decl, device))
    }

    /// Whether the variable keeps its value: nothing behind `at` in the function changes it, and no construct that
    /// uses what is declared there has a copy of it with another value.
    fn keeps(&self, var: VarId, at: Span, decl: Decl, device: bool) -> bool {
        let program = &*self.program;
        let data = &program.vars[var];
        if data.func != Some(self.func) || !data.storage.is_local() {
            let ty = program.types.resolve_qual(data.ty);
            return ty.quals.is_const && !ty.quals.is_volatile;
        }
        let mut kept = !data.ty.quals.is_volatile;
        let is = |e: ExprId| root(program, e) == Some(var);
        // A function that receives the address, as `scanf` does, is taken not to keep it after it returns.
        let mut passed = HashSet::new();
        program.walk_exprs_in(self.body, &mut |_, e| {
            if let ExprKind::Call { args, .. } = &e.kind {
                passed.extend(args.iter().map(|arg| program.unconverted(*arg)));
            }
        });
        program.walk_exprs_in(self.body, &mut |id, e| {
            let behind = e.span.lo > at.lo;
            match &e.kind {
                ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } => {
                    kept &= !(behind && is(*lhs))
                }
                ExprKind::IncDec { arg, .. } => kept &= !(behind && is(*arg)),
                ExprKind::AddrOf(arg) => {
                    kept &= !((behind || device || !passed.contains(&id)) && is(*arg))
                }
                _ => {}
            }
        });
        kept && !self.copied(var, at, decl)
    }

    fn copied(&self, var: VarId, at: Span, decl: Decl) -> bool {
        let program = &*self.program;
        let own = self.contents.constructs(self.func).iter();
        let mut behind = own
            .map(|&id| &program.constructs[id])
            .filter(|c| c.pragma.lo > at.lo);
        behind.any(|construct| {
            let copies = construct.clauses.iter().any(|clause| match &clause.kind {
                ClauseKind::Default(DefaultSharing::Private) => true,
                ClauseKind::Private(_)
                | ClauseKind::Lastprivate { .. }
                | ClauseKind::Linear { .. }
                | ClauseKind::Reduction { .. } => {
                    clause.items().iter().any(|item| item.var() == Some(var))
                }
                _ => false,
            });
            copies && self.mentions(construct, decl)
        })
    }

    fn mentions(&self, construct: &Construct, decl: Decl) -> bool {
        let (Decl::Var(var), Some(body)) = (decl, construct.body) else {
            return true;
        };
        let mut found = false;
        self.program.walk_exprs_in(body, &mut |_, e| {
            found |= matches!(e.kind, ExprKind::Var(v) if v == var)
        });
        found
    }
}

/// The variable that an lvalue is, or is a part of.
fn root(program: &Program, e: ExprId) -> Option<VarId> {
    match program.expr(e).kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Member {
            base, arrow: false, ..
        } => root(program, base),
        ExprKind::Convert { arg, .. } => root(program, arg),
        _ => None,
    }
}

/// The extents of variable length in a type, outermost first.
fn extents(types: &Types, id: TypeId) -> Vec<ExprId> {
    by_depth(types, id).into_iter().map(|(_, e)| e).collect()
}

/// The extents of variable length in a type, each with the number of subscripts after which it counts elements.
fn by_depth(types: &Types, id: TypeId) -> Vec<(usize, ExprId)> {
    let mut found = vec![];
    let mut at = id;
    for depth in 0.. {
        at = match types.resolve(at) {
            Type::Array { elem, len } => {
                if let ArrayLen::Vla(extent) = len {
                    found.push((depth, *extent));
                }
                elem.id
            }
            Type::Pointer(to) => to.id,
            _ => break,
        };
    }
    found
}
