//! Executable OpenMP constructs: the directive of a label, its clauses resolved in the scope of the
//! pragma, and its structured block.

use super::Lower;
use super::copies::OpenLoop;
use crate::diag::Code;
use crate::ir::*;
use crate::omp;
use crate::source::Span;
use la_arena::RawIdx;
use lang_c::ast::Statement;
use lang_c::span::Node;
use std::collections::HashSet;

/// What lowering has to remember of OpenMP between declarations.
#[derive(Default)]
pub(super) struct State {
    /// The index of the unit's next declarative directive.
    pub next: usize,
    /// Open `begin declare target` or `declare target` blocks.
    pub blocks: Vec<DeclareTarget>,
    /// The loops around the current statement, outermost first.
    pub loops: Vec<OpenLoop>,
    /// A `declare simd` has been read, and its function has not.
    pub simd: bool,
    /// The `declare variant` directives (by index) that have been read, and their function has not.
    pub variants: Vec<usize>,
    /// The arrays that shaping operators made; see `shapes.rs`.
    pub shapes: HashSet<ExprId>,
}

impl Lower<'_> {
    /// The construct of directive `index`, whose label stands before `inner`.
    pub(super) fn construct(
        &mut self,
        index: usize,
        inner: &Node<Statement>,
        span: Span,
    ) -> StmtId {
        let input = self.input;
        let directive = &input.directives[index];
        let Some(func) = self.function else {
            self.error(
                Code::Placement,
                directive.span,
                "a directive outside of any function",
            );
            return self.stmt_of(StmtKind::Null, span);
        };
        self.scopes.enter();
        let mut iterators = vec![];
        let mut clauses = self.clauses(&directive.clauses, &mut iterators);
        let args = self.arguments(&directive.args);
        self.scopes.leave();
        self.check_clashes(&directive.kind, &clauses);
        as_if_mapped(&directive.kind, &mut clauses);
        self.expand_iterators(&mut clauses, &iterators);
        self.reduced_elements(&mut clauses);
        let (user_reductions, user_mappers) = self.uses(&clauses);
        self.expand_mappers(&directive.kind, &mut clauses, &mut iterators);
        self.check_clauses(&clauses);
        if let Some(stmt) = self.utility(&directive.kind, &clauses, directive.span, inner) {
            return stmt;
        }
        let copied = match directive.kind.has(omp::Leaf::Target) {
            true => self.copies_around(index),
            false => vec![],
        };
        let next = RawIdx::from(self.program.constructs.len() as u32);
        let construct = self.program.constructs.alloc(Construct {
            id: ConstructId::from_raw(next),
            directive: directive.kind.clone(),
            written: None,
            clauses,
            args,
            body: None,
            pragma: directive.span,
            func,
            parent: self.construct,
            iterators,
            user_reductions,
            user_mappers,
            last_values: vec![],
            shared_scalars: vec![],
            copied,
        });
        let standalone = directive.kind.is_standalone(&directive.clauses);
        let mut span = directive.span.to(span);
        if standalone {
            span = directive.span;
        } else {
            let outer = self.construct.replace(construct);
            let body = self.statement(inner);
            self.construct = outer;
            self.program.constructs[construct].body = Some(body);
            self.implicit_mappers(construct);
        }
        self.stmt_of(StmtKind::Omp(construct), span)
    }

    /// The user's reductions and mappers that the items of clauses use.
    fn uses(&mut self, clauses: &[Clause]) -> (Vec<UseOf<ReductionId>>, Vec<UseOf<MapperId>>) {
        use omp::ClauseKind::*;
        let (mut reductions, mut mappers) = (vec![], vec![]);
        for (index, clause) in clauses.iter().enumerate() {
            match &clause.kind {
                Reduction { op, items, .. }
                | InReduction { op, items }
                | TaskReduction { op, items } => {
                    for (item, list_item) in items.iter().enumerate() {
                        if let Some(what) = self.reduction_of(op, list_item) {
                            reductions.push(UseOf {
                                clause: index,
                                item,
                                what,
                            });
                        }
                    }
                }
                Map(map) => {
                    let name = map.mapper.as_deref();
                    self.mapper_uses(index, name, &map.items, clause.span, &mut mappers);
                }
                To(motion) | From(motion) => {
                    let name = motion.mapper.as_deref();
                    self.mapper_uses(index, name, &motion.items, clause.span, &mut mappers);
                }
                _ => {}
            }
        }
        (reductions, mappers)
    }

    /// The user's reduction for an item; an error where the operator needs one and there is none.
    fn reduction_of(&mut self, op: &omp::ReductionOp, item: &ListItem) -> Option<ReductionId> {
        let ty = self.item_type(item)?;
        let found = self.scopes.reductions().find(|&r| {
            let reduction = &self.program.reductions[r];
            reduction.op == *op && self.identical(reduction.ty.id, ty)
        });
        if found.is_none() {
            self.check_operator(op, item, ty);
        }
        let is_user = matches!(op, omp::ReductionOp::User(_));
        // Types that only the host compiler has count as arithmetic here; devices have none of them, and the plan
        // says so.
        let types = &self.program.types;
        let arithmetic = types.is_arithmetic(ty) || matches!(types.resolve(ty), Type::Opaque(_));
        if found.is_none() && (is_user || !arithmetic) {
            let what = match op {
                omp::ReductionOp::User(name) => format!("reduction `{name}`"),
                _ => "reduction of this operator".to_owned(),
            };
            let ty = self.program.describe(ty.into());
            let mut message = crate::diag::Diagnostic::error(
                Code::ListItem,
                item.span,
                format!(
                    "no {what} is declared for the type `{ty}` of `{}`",
                    item.text
                ),
            );
            for other in self.scopes.reductions() {
                let other = &self.program.reductions[other];
                if other.op == *op {
                    let ty = self.program.describe(other.ty);
                    message = message.also(other.span, format!("declared here for `{ty}`"));
                }
            }
            self.diagnostics.push(
                message.help("declare it before this line with `#pragma omp declare reduction`"),
            );
        }
        found
    }

    /// An error where C's operator does not take operands of the item's type.
    fn check_operator(&mut self, op: &omp::ReductionOp, item: &ListItem, ty: TypeId) {
        use omp::ReductionOp::*;
        let bitwise = matches!(op, BitAnd | BitOr | BitXor);
        let ordered = matches!(op, Min | Max);
        let types = &self.program.types;
        let what = match types.resolve(ty) {
            Type::Float(_) | Type::Complex(_) if bitwise => "bit by bit",
            Type::Complex(_) if ordered => "in order",
            _ => return,
        };
        let described = self.program.describe(ty.into());
        self.diagnostics.push(
            crate::diag::Diagnostic::error(
                Code::ListItem,
                item.span,
                format!(
                    "`{}` has type `{described}`, which `{op}` cannot combine {what}",
                    item.text
                ),
            )
            .note("OpenMP 5.2, section 5.5.5")
            .help("combine a variable of an integer type, or declare a reduction for this type"),
        );
    }

    fn mapper_uses(
        &mut self,
        clause: usize,
        name: Option<&str>,
        items: &[ListItem],
        span: Span,
        mappers: &mut Vec<UseOf<MapperId>>,
    ) {
        let name = name.filter(|&n| n != "default");
        if let Some(name) = name {
            let declared = |lower: &Self| {
                lower
                    .scopes
                    .mappers()
                    .any(|m| lower.program.mappers[m].name.as_deref() == Some(name))
            };
            if !declared(self) {
                self.error(
                    Code::ListItem,
                    span,
                    format!("no mapper `{name}` is declared here"),
                );
                return;
            }
        }
        for (item, list_item) in items.iter().enumerate() {
            let Some(ty) = self.item_type(list_item) else {
                continue;
            };
            let found = self.scopes.mappers().find(|&m| {
                let mapper = &self.program.mappers[m];
                mapper.name.as_deref() == name && self.identical(mapper.ty.id, ty)
            });
            match found {
                Some(what) => mappers.push(UseOf { clause, item, what }),
                None => {
                    if let Some(name) = name {
                        let ty = self.program.describe(ty.into());
                        let message = format!("mapper `{name}` is not for the type `{ty}`");
                        self.error(Code::ListItem, list_item.span, message);
                    }
                }
            }
        }
    }

    /// The type of one element of an item.
    pub(super) fn item_type(&self, item: &ListItem) -> Option<TypeId> {
        let mut ty = match &item.kind {
            ItemKind::Var(var) => self.program.vars[*var].ty,
            ItemKind::Part { elem, .. } => *elem,
            ItemKind::Func(_) | ItemKind::Word(_) => return None,
        };
        while let Type::Array { elem, .. } = self.program.types.resolve(ty.id) {
            ty = *elem;
        }
        Some(self.unqualified(ty).id)
    }
}

/// `in_reduction` on `target` makes the target task take part in the reduction, and maps its copies (5.2, 5.5.10):
/// the task belongs to the host, and in the region they are mapped variables.
fn as_if_mapped(directive: &omp::DirectiveKind, clauses: &mut [Clause]) {
    if !directive.has(omp::Leaf::Target) {
        return;
    }
    for clause in clauses {
        if let omp::ClauseKind::InReduction { items, .. } = &mut clause.kind {
            clause.kind = omp::ClauseKind::Map(omp::Map {
                always: true,
                ..omp::Map::of(omp::MapKind::Tofrom, std::mem::take(items))
            });
        }
    }
}
