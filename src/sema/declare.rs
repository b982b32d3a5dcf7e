//! Declarative directives (OpenMP 5.2, 5 to 8): `declare target`, `threadprivate`, `requires`,
//! `declare mapper` and the others that are no statements. `declare reduction` is in `declared_reductions`.

use super::Lower;
use super::items::is_identifier;
use super::scope::Entity;
use crate::analyze::allocators;
use crate::diag::{Code, Diagnostic};
use crate::front;
use crate::ir::*;
use crate::omp::{self, ClauseKind, DirectiveArgs, DirectiveKind, ItemText};
use crate::source::Span;

type Raw = omp::Directive;

impl<'a> Lower<'a> {
    /// Handles the declarative directives that stand before `place` and were not handled yet.
    pub(super) fn declaratives_before(&mut self, place: usize) {
        let input = self.input;
        while let Some(&index) = input.declarative.get(self.omp.next) {
            let directive = &input.directives[index];
            if directive.span.lo as usize >= place {
                return;
            }
            self.omp.next += 1;
            self.declarative(index, directive);
        }
    }

    fn declarative(&mut self, index: usize, directive: &'a Raw) {
        match directive.kind {
            DirectiveKind::DeclareTarget => self.declare_target(directive),
            DirectiveKind::BeginDeclareTarget => {
                let target = self.target_of(directive);
                self.omp.blocks.push(target);
            }
            DirectiveKind::EndDeclareTarget => self.end_declare_target(directive.span),
            DirectiveKind::DeclareSimd => self.omp.simd = true,
            DirectiveKind::DeclareVariant => self.omp.variants.push(index),
            DirectiveKind::Threadprivate => self.threadprivate(directive),
            DirectiveKind::Requires => self.requires(directive),
            DirectiveKind::Allocate => self.allocate(directive),
            DirectiveKind::Error => {
                let clauses = self.clauses(&directive.clauses, &mut vec![]);
                self.error_directive(&clauses, directive.span);
            }
            DirectiveKind::DeclareReduction => self.declare_reduction(directive),
            DirectiveKind::DeclareMapper => self.declare_mapper(directive),
            _ => {}
        }
    }

    fn end_declare_target(&mut self, span: Span) {
        if self.omp.blocks.pop().is_none() {
            let message = "`end declare target` without its beginning";
            self.error(Code::Placement, span, message);
        }
    }

    /// Gives a function's declaration the `declare simd` and `declare variant` directives before it.
    pub(super) fn attach_to_function(&mut self, func: FuncId, span: Span) {
        if std::mem::take(&mut self.omp.simd) {
            self.program.funcs[func].declare_simd = true;
        }
        let input = self.input;
        for index in std::mem::take(&mut self.omp.variants) {
            let directive = &input.directives[index];
            let DirectiveArgs::Function(name) = &directive.args else {
                continue;
            };
            let Some(Entity::Func(variant)) = self.scopes.find(name.text.trim()) else {
                let message = format!("`{}` is not a function", name.text.trim());
                self.error(Code::ListItem, name.span, message);
                continue;
            };
            let selector = directive.clauses.iter().find_map(|c| match &c.kind {
                ClauseKind::Match(text) => Some(text.clone()),
                _ => None,
            });
            let mut device_pointers = vec![];
            for clause in &directive.clauses {
                let ClauseKind::AdjustArgs { op, items } = &clause.kind else {
                    continue;
                };
                for item in items {
                    let params = &self.program.funcs[func].params;
                    let named = |&p: &VarId| self.program.vars[p].name == item.text.trim();
                    match params.iter().position(named) {
                        Some(at) if op == "need_device_ptr" => device_pointers.push(at),
                        Some(_) => {}
                        None => {
                            let text = item.text.trim();
                            let message = format!("`{text}` is no parameter of the base function");
                            self.error(Code::ListItem, item.span, message);
                        }
                    }
                }
            }
            let appends = |c: &omp::Clause<_, _>| matches!(c.kind, ClauseKind::AppendArgs(_));
            self.program.variants.push(Variant {
                base: func,
                variant,
                selector: selector.unwrap_or_default(),
                span: directive.span.to(span),
                device_pointers,
                appends: directive.clauses.iter().any(appends),
            });
        }
    }

    /// Enters a declaration that stands between `declare target` and `end declare target`.
    pub(super) fn between_declare_target(&mut self, entity: Entity, span: Span) {
        let _ = span;
        if let Some(&target) = self.omp.blocks.last() {
            self.mark(entity, target);
        }
    }

    fn mark(&mut self, entity: Entity, target: DeclareTarget) {
        match entity {
            Entity::Var(var) => self.program.vars[var].declare_target = Some(target),
            Entity::Func(func) => self.program.funcs[func].declare_target = Some(target),
            Entity::Alias(_) | Entity::EnumConst(..) => {}
        }
    }

    pub(super) fn finish_declare_target(&mut self) {
        if let Some(open) = self.omp.blocks.first() {
            let message = "this `declare target` is never ended";
            self.diagnostics.push(
                Diagnostic::error(Code::Placement, open.span, message)
                    .help("write `#pragma omp end declare target` after the declarations"),
            );
        }
        self.enter_initialisers();
    }

    /// Variables with static storage that the initialiser of an entered variable names are entered, too
    /// (5.2, 7.8), and so on with theirs.
    fn enter_initialisers(&mut self) {
        let entered = |(var, data): (VarId, &Var)| {
            let target = data.declare_target?;
            let on_device = target.device_type != DeviceType::Host;
            (target.kind == DeclareTargetKind::Enter && on_device).then_some((var, target))
        };
        let mut open: Vec<_> = self.program.vars.iter().filter_map(entered).collect();
        while let Some((var, target)) = open.pop() {
            for named in self.program.vars_of_init(var) {
                let data = &mut self.program.vars[named];
                let is_candidate = !data.storage.is_local() && !data.system;
                if is_candidate && data.declare_target.is_none() {
                    data.declare_target = Some(target);
                    open.push((named, target));
                }
            }
        }
    }

    fn target_of(&mut self, directive: &Raw) -> DeclareTarget {
        let mut target = DeclareTarget {
            kind: DeclareTargetKind::Enter,
            device_type: DeviceType::Any,
            indirect: false,
            span: directive.span,
        };
        for clause in &directive.clauses {
            match &clause.kind {
                ClauseKind::DeviceType(kind) => {
                    target.device_type = match kind {
                        omp::DeviceTypeArg::Any => DeviceType::Any,
                        omp::DeviceTypeArg::Host => DeviceType::Host,
                        omp::DeviceTypeArg::Nohost => DeviceType::NoHost,
                    };
                }
                ClauseKind::Indirect(None) => target.indirect = true,
                ClauseKind::Indirect(Some(text)) => {
                    if let Ok(value) = self.clause_expr(text) {
                        let value = constants::int_value(&self.program, value);
                        target.indirect = value != Some(0);
                    }
                }
                _ => {}
            }
        }
        target
    }

    /// `declare target`, `declare target(list)`, `declare target enter(list) link(list)`
    fn declare_target(&mut self, directive: &'a Raw) {
        let target = self.target_of(directive);
        let mut lists: Vec<(&'a [ItemText], DeclareTargetKind)> = vec![];
        if let DirectiveArgs::List(items) = &directive.args {
            lists.push((items, DeclareTargetKind::Enter));
        }
        for clause in &directive.clauses {
            match &clause.kind {
                ClauseKind::Enter { items, .. } => lists.push((items, DeclareTargetKind::Enter)),
                ClauseKind::To(motion) => lists.push((&motion.items, DeclareTargetKind::Enter)),
                ClauseKind::Link(items) => lists.push((items, DeclareTargetKind::Link)),
                ClauseKind::Local(items) => lists.push((items, DeclareTargetKind::Local)),
                _ => {}
            }
        }
        if lists.is_empty() {
            self.omp.blocks.push(target);
            return;
        }
        for (items, kind) in lists {
            for text in items {
                let Ok(item) = self.item_of(text) else {
                    continue;
                };
                let entity = match item.kind {
                    ItemKind::Var(var) => {
                        if self.program.vars[var].storage.is_local() {
                            let message = format!(
                                "`{}` is local to a function and cannot be on the device for all of it",
                                item.text
                            );
                            self.error(Code::ListItem, item.span, message);
                            continue;
                        }
                        Entity::Var(var)
                    }
                    ItemKind::Func(func) => Entity::Func(func),
                    _ => {
                        let message = format!("`{}` is not a whole variable", item.text);
                        self.error(Code::ListItem, item.span, message);
                        continue;
                    }
                };
                self.mark(entity, DeclareTarget { kind, ..target });
            }
        }
    }

    fn listed_vars(&mut self, directive: &Raw) -> Vec<(VarId, Span)> {
        let DirectiveArgs::List(items) = &directive.args else {
            return vec![];
        };
        let mut vars = vec![];
        for text in items {
            match self.item_of(text).map(|item| (item.kind, item.span)) {
                Ok((ItemKind::Var(var), span)) => vars.push((var, span)),
                Ok((_, span)) => {
                    let message = format!("`{}` is not a variable", text.text.trim());
                    self.error(Code::ListItem, span, message);
                }
                Err(_) => {}
            }
        }
        vars
    }

    fn threadprivate(&mut self, directive: &Raw) {
        for (var, span) in self.listed_vars(directive) {
            if self.program.vars[var].storage.is_local() {
                let message = format!(
                    "`{}` is an automatic variable and cannot be threadprivate",
                    self.program.vars[var].name
                );
                self.error(Code::ListItem, span, message);
            }
            self.program.vars[var].threadprivate = true;
        }
    }

    fn allocate(&mut self, directive: &Raw) {
        let (mut allocator, mut align) = (None, None);
        for clause in &directive.clauses {
            match &clause.kind {
                ClauseKind::Allocator(text) => allocator = self.clause_expr(text).ok(),
                ClauseKind::Align(text) => align = self.clause_expr(text).ok(),
                _ => {}
            }
        }
        let bytes = align
            .and_then(|e| constants::int_value(&self.program, e))
            .and_then(|n| u32::try_from(n).ok())
            .max(allocator.and_then(|a| allocators::of_allocator(&self.program, a)));
        for (var, _) in self.listed_vars(directive) {
            if let Some(bytes) = bytes {
                let own = &mut self.program.vars[var].align;
                *own = Some(own.unwrap_or(1).max(bytes));
            }
            self.program.allocations.push(Allocation {
                var,
                allocator,
                align,
                bytes,
                span: directive.span,
            });
        }
    }

    fn requires(&mut self, directive: &Raw) {
        let requires = &mut self.program.requires;
        for clause in &directive.clauses {
            let span = Some(clause.span);
            match &clause.kind {
                ClauseKind::UnifiedAddress => requires.unified_address = span,
                ClauseKind::UnifiedSharedMemory => requires.unified_shared_memory = span,
                ClauseKind::ReverseOffload => requires.reverse_offload = span,
                ClauseKind::DynamicAllocators => requires.dynamic_allocators = span,
                ClauseKind::SelfMaps => requires.self_maps = span,
                ClauseKind::AtomicDefaultMemOrder(order) => {
                    requires.atomic_default_mem_order = Some(*order);
                }
                _ => {}
            }
        }
    }

    /// `declare mapper([id :] type var) map(...)`
    fn declare_mapper(&mut self, directive: &Raw) {
        let DirectiveArgs::Mapper { id, declaration } = &directive.args else {
            return;
        };
        let scopes = &self.scopes;
        let is_type = |name: &str| matches!(scopes.find(name), Some(Entity::Alias(_)));
        let at = declaration.span.lo as usize;
        let fragment = match front::parse_declaration(&declaration.text, &is_type, at) {
            Ok(fragment) => fragment,
            Err(diagnostics) => {
                self.diagnostics.extend(diagnostics);
                return;
            }
        };
        let declared = self.within(fragment, declaration.span, |lower, node| {
            let specs = lower.specifiers(&node.node.specifiers, false);
            let first = node.node.declarators.first()?;
            Some(lower.declarator(specs.base, &first.node.declarator))
        });
        let Some((name, declared)) =
            declared.and_then(|d| d.name.clone().filter(|n| is_identifier(n)).map(|n| (n, d)))
        else {
            let message = "a mapper declares a type and a variable, as in `struct s v`";
            self.error(Code::Directive, declaration.span, message);
            return;
        };
        self.scopes.enter();
        let var = self.new_var(&name, declared.ty, Storage::Auto, declared.span);
        self.scopes.declare(&name, Entity::Var(var));
        let mut iterators = vec![];
        let clauses = self.clauses(&directive.clauses, &mut iterators);
        self.scopes.leave();
        let mapper = self.program.mappers.alloc(Mapper {
            name: id.clone().filter(|n| n != "default"),
            ty: declared.ty,
            var,
            clauses,
            iterators,
            span: directive.span,
            func: self.function,
        });
        self.scopes.declare_mapper(mapper);
    }
}
