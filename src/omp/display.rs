//! Directives and clauses as text again, in the spelling of 5.2.
//!
//! Computes text that parses back to the same value (spans apart). Must not know what is kept where:
//! callers give a predicate over clauses. Works for every kind of expression and item, given how each
//! is spelled, so that resolved clauses print as well.

use std::fmt;

use super::ast::*;

/// How expressions and list items are spelled.
pub struct Spelling<'a, E, I> {
    pub expr: &'a dyn Fn(&E) -> String,
    pub item: &'a dyn Fn(&I) -> String,
}

/// A directive without `#pragma omp`: its name, its arguments, and those clauses that `keep` takes.
pub fn directive_text<E, I>(
    kind: &DirectiveKind,
    args: &DirectiveArgs<E, I>,
    clauses: &[Clause<E, I>],
    spelling: &Spelling<E, I>,
    keep: impl Fn(&Clause<E, I>) -> bool,
) -> String {
    let mut text = kind.name();
    text.push_str(&spelling.args(args));
    for clause in clauses.iter().filter(|clause| keep(clause)) {
        text.push(' ');
        text.push_str(&spelling.clause(clause));
    }
    text
}

impl Directive {
    /// The directive without `#pragma omp`, with those clauses that `keep` takes.
    pub fn text_with(&self, keep: impl Fn(&Clause<ExprText, ItemText>) -> bool) -> String {
        directive_text(&self.kind, &self.args, &self.clauses, &AS_WRITTEN, keep)
    }
}

impl fmt::Display for Directive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text_with(|_| true))
    }
}

impl fmt::Display for Clause<ExprText, ItemText> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&AS_WRITTEN.clause(self))
    }
}

/// As the user wrote them.
const AS_WRITTEN: Spelling<'static, ExprText, ItemText> = Spelling {
    expr: &|expr| expr.text.clone(),
    item: &|item| item.text.clone(),
};

impl<E, I> Spelling<'_, E, I> {
    fn e(&self, expr: &E) -> String {
        (self.expr)(expr)
    }

    fn es(&self, exprs: &[E]) -> String {
        let each: Vec<_> = exprs.iter().map(|expr| self.e(expr)).collect();
        each.join(", ")
    }

    fn list(&self, items: &[I]) -> String {
        let each: Vec<_> = items.iter().map(|item| (self.item)(item)).collect();
        each.join(", ")
    }

    fn args(&self, args: &DirectiveArgs<E, I>) -> String {
        match args {
            DirectiveArgs::None => String::new(),
            DirectiveArgs::Name(name, _) => format!("({name})"),
            DirectiveArgs::List(items) => format!("({})", self.list(items)),
            DirectiveArgs::Object(item) => format!("({})", (self.item)(item)),
            DirectiveArgs::Cancels(leaf, _) => format!(" {}", leaf.name()),
            DirectiveArgs::CancelsTaskgroup(_) => " taskgroup".into(),
            DirectiveArgs::Reduction {
                id,
                types,
                combiner,
            } => {
                let types = self.es(types);
                match combiner {
                    Some(combiner) => format!("({id} : {types} : {})", self.e(combiner)),
                    None => format!("({id} : {types})"),
                }
            }
            DirectiveArgs::Mapper { id, declaration } => match id {
                Some(id) => format!("({id} : {})", self.e(declaration)),
                None => format!("({})", self.e(declaration)),
            },
            DirectiveArgs::Function(name) => format!("({})", self.e(name)),
        }
    }

    /// One clause: `map(to: a[0:n])`.
    pub fn clause(&self, clause: &Clause<E, I>) -> String {
        let name = clause.kind.name();
        let argument = self.argument(&clause.kind);
        match (&clause.modifier, argument) {
            (None, None) => name.to_string(),
            (None, Some(argument)) => format!("{name}({argument})"),
            (Some(leaves), argument) => {
                let leaves: Vec<_> = leaves.iter().map(|leaf| leaf.name()).collect();
                let argument = argument.unwrap_or_default();
                format!("{name}({}: {argument})", leaves.join(" "))
            }
        }
    }

    /// What stands in the clause's parentheses, if it has any.
    fn argument(&self, kind: &ClauseKind<E, I>) -> Option<String> {
        use ClauseKind as C;
        Some(match kind {
            C::Absent(names) | C::Contains(names) => names.join(", "),
            C::AdjustArgs { op, items } => format!("{op}: {}", self.list(items)),
            C::Affinity { iterators, items } => {
                let list = self.list(items);
                modified(self.iterators(iterators), list)
            }
            C::Align(x)
            | C::Allocator(x)
            | C::Collapse(x)
            | C::Filter(x)
            | C::Final(x)
            | C::Hint(x)
            | C::Holds(x)
            | C::If(x)
            | C::Initializer(x)
            | C::Message(x)
            | C::Nocontext(x)
            | C::Novariants(x)
            | C::Priority(x)
            | C::Safelen(x)
            | C::Simdlen(x)
            | C::ThreadLimit(x) => self.e(x),
            C::DeviceSafesync(x)
            | C::Indirect(x)
            | C::Nowait(x)
            | C::Ordered(x)
            | C::Partial(x)
            | C::Safesync(x)
            | C::Transparent(x) => return x.as_ref().map(|x| self.e(x)),
            C::Permutation(list) | C::Sizes(list) => self.es(list),
            C::Aligned { items, alignment } => match alignment {
                Some(alignment) => format!("{}: {}", self.list(items), self.e(alignment)),
                None => self.list(items),
            },
            C::Allocate {
                allocator,
                align,
                items,
            } => {
                let mut before = vec![];
                before.extend(align.as_ref().map(|x| format!("align({})", self.e(x))));
                before.extend(
                    allocator
                        .as_ref()
                        .map(|x| format!("allocator({})", self.e(x))),
                );
                modified(before, self.list(items))
            }
            C::AppendArgs(text)
            | C::Match(text)
            | C::Memscope(text)
            | C::UsesAllocators(text)
            | C::When(text) => text.clone(),
            C::Init(init) => {
                let mut before = vec![];
                if !init.prefer.is_empty() {
                    before.push(format!("prefer_type({})", init.prefer.join(", ")));
                }
                before.extend(init.target.then(|| "target".to_string()));
                before.extend(init.targetsync.then(|| "targetsync".to_string()));
                modified(before, (self.item)(&init.item))
            }
            C::Otherwise(text) => return (!text.is_empty()).then(|| text.clone()),
            C::At(AtTime::Compilation) => "compilation".into(),
            C::At(AtTime::Execution) => "execution".into(),
            C::AtomicDefaultMemOrder(order) | C::Fail(order) => order.name().into(),
            C::Bind(Binding::Teams) => "teams".into(),
            C::Bind(Binding::Parallel) => "parallel".into(),
            C::Bind(Binding::Thread) => "thread".into(),
            C::Copyin(items)
            | C::Copyprivate(items)
            | C::Exclusive(items)
            | C::HasDeviceAddr(items)
            | C::Inclusive(items)
            | C::Interop(items)
            | C::IsDevicePtr(items)
            | C::Link(items)
            | C::Local(items)
            | C::Nontemporal(items)
            | C::Private(items)
            | C::Shared(items)
            | C::Uniform(items)
            | C::UseDeviceAddr(items)
            | C::UseDevicePtr(items) => self.list(items),
            C::Default(sharing) => sharing.name().into(),
            C::Defaultmap { behavior, category } => match category.name() {
                None => behavior.name().into(),
                Some(category) => format!("{}: {category}", behavior.name()),
            },
            C::Depend {
                kind,
                iterators,
                items,
            } => match kind {
                DependKind::Source => "source".into(),
                DependKind::Sink(vector) => format!("sink: {}", self.e(vector)),
                kind => {
                    let mut before = self.iterators(iterators);
                    before.push(kind.name().into());
                    modified(before, self.list(items))
                }
            },
            C::Destroy(item) => return item.as_ref().map(|item| (self.item)(item)),
            C::Detach(item) | C::Use(item) => (self.item)(item),
            C::Device { modifier, device } => {
                let device = self.e(device);
                match modifier {
                    None => device,
                    Some(DeviceModifier::DeviceNum) => format!("device_num: {device}"),
                    Some(DeviceModifier::Ancestor) => format!("ancestor: {device}"),
                }
            }
            C::DeviceType(DeviceTypeArg::Any) => "any".into(),
            C::DeviceType(DeviceTypeArg::Host) => "host".into(),
            C::DeviceType(DeviceTypeArg::Nohost) => "nohost".into(),
            C::DistSchedule { chunk } => self.with_chunk("static", chunk),
            C::Doacross {
                source,
                current,
                vector,
            } => match (source, vector) {
                (true, _) if *current => "source: omp_cur_iteration".into(),
                (true, _) => "source:".into(),
                (false, Some(vector)) => format!("sink: {}", self.e(vector)),
                (false, None) => "sink: omp_cur_iteration - 1".into(),
            },
            C::Enter { automap, items } => flagged(*automap, "automap", self.list(items)),
            C::Firstprivate { saved, items } => flagged(*saved, "saved", self.list(items)),
            C::Lastprivate { conditional, items } => {
                flagged(*conditional, "conditional", self.list(items))
            }
            C::From(motion) | C::To(motion) => self.motion(motion),
            C::Grainsize { strict, size: x } | C::NumTasks { strict, count: x } => {
                flagged(*strict, "strict", self.e(x))
            }
            C::NumThreads { strict, threads } => flagged(*strict, "strict", self.es(threads)),
            C::InReduction { op, items } | C::TaskReduction { op, items } => {
                format!("{op}: {}", self.list(items))
            }
            C::Reduction {
                modifier,
                op,
                items,
            } => match modifier {
                Some(modifier) => format!("{}, {op}: {}", modifier.name(), self.list(items)),
                None => format!("{op}: {}", self.list(items)),
            },
            C::Linear { items, step, kind } => self.linear(items, step.as_ref(), kind.as_deref()),
            C::Map(map) => self.map(map),
            C::NumTeams { lower, upper } => match lower {
                Some(lower) => format!("{}: {}", self.e(lower), self.e(upper)),
                None => self.e(upper),
            },
            C::Order { modifier, .. } => match modifier {
                None => "concurrent".into(),
                Some(OrderModifier::Reproducible) => "reproducible: concurrent".into(),
                Some(OrderModifier::Unconstrained) => "unconstrained: concurrent".into(),
            },
            C::ProcBind(ProcBind::Primary) => "primary".into(),
            C::ProcBind(ProcBind::Master) => "master".into(),
            C::ProcBind(ProcBind::Close) => "close".into(),
            C::ProcBind(ProcBind::Spread) => "spread".into(),
            C::Schedule {
                kind,
                chunk,
                monotonic,
                simd,
            } => {
                let mut before = vec![];
                before.extend(monotonic.map(|m| {
                    if m {
                        "monotonic".into()
                    } else {
                        "nonmonotonic".into()
                    }
                }));
                before.extend(simd.then(|| "simd".to_string()));
                modified(before, self.with_chunk(kind.name(), chunk))
            }
            C::Severity { fatal: true } => "fatal".into(),
            C::Severity { fatal: false } => "warning".into(),
            C::UpdateDepobj(kind) => kind.name().into(),
            C::AcqRel
            | C::Acquire
            | C::Capture
            | C::Compare
            | C::DynamicAllocators
            | C::Full
            | C::Inbranch
            | C::Mergeable
            | C::NoOpenmp
            | C::NoOpenmpRoutines
            | C::NoParallelism
            | C::Nogroup
            | C::Notinbranch
            | C::Read
            | C::Relaxed
            | C::Release
            | C::ReverseOffload
            | C::SelfMaps
            | C::SeqCst
            | C::Simd
            | C::Threads
            | C::UnifiedAddress
            | C::UnifiedSharedMemory
            | C::Untied
            | C::Update
            | C::Weak
            | C::Write => return None,
        })
    }

    fn with_chunk(&self, kind: &str, chunk: &Option<E>) -> String {
        match chunk {
            Some(chunk) => format!("{kind}, {}", self.e(chunk)),
            None => kind.to_string(),
        }
    }

    /// The old spelling, `linear(val(x): step)`, which every compiler reads.
    fn linear(&self, items: &[I], step: Option<&E>, kind: Option<&str>) -> String {
        let list = match kind {
            Some(kind) => format!("{kind}({})", self.list(items)),
            None => self.list(items),
        };
        match step.map(|step| self.e(step)) {
            None => list,
            // A step that reads like a modifier is written as one.
            Some(step) if matches!(&*step, "val" | "ref" | "uval") || calls_step(&step) => {
                format!("{list}: step({step})")
            }
            Some(step) => format!("{list}: {step}"),
        }
    }

    /// No iterator, or all of them as one modifier.
    fn iterators(&self, iterators: &[Iterator<E>]) -> Vec<String> {
        let each = iterators.iter().map(|it| {
            let ty = it.ty.as_ref().map_or(String::new(), |ty| format!("{ty} "));
            let (begin, end) = (self.e(&it.begin), self.e(&it.end));
            let step = it.step.as_ref();
            let step = step.map_or(String::new(), |step| format!(" : {}", self.e(step)));
            format!("{ty}{} = {begin} : {end}{step}", it.name)
        });
        let each: Vec<_> = each.collect();
        if each.is_empty() {
            vec![]
        } else {
            vec![format!("iterator({})", each.join(", "))]
        }
    }

    fn map(&self, map: &Map<E, I>) -> String {
        let mut before = vec![];
        let mut flag = |set: bool, name: &str| before.extend(set.then(|| name.to_string()));
        flag(map.always, "always");
        flag(map.close, "close");
        flag(map.present, "present");
        before.extend(map.other.iter().cloned());
        before.extend(map.mapper.iter().map(|mapper| format!("mapper({mapper})")));
        before.extend(self.iterators(&map.iterators));
        before.extend(map.delete.then(|| "delete".to_string()));
        before.extend(map.kind.map(|kind| kind.name().to_string()));
        modified(before, self.list(&map.items))
    }

    fn motion(&self, motion: &Motion<E, I>) -> String {
        let mut before = vec![];
        before.extend(motion.present.then(|| "present".to_string()));
        before.extend(
            motion
                .mapper
                .iter()
                .map(|mapper| format!("mapper({mapper})")),
        );
        before.extend(self.iterators(&motion.iterators));
        modified(before, self.list(&motion.items))
    }
}

/// `a, b: rest`, or the rest alone.
fn modified(before: Vec<String>, rest: String) -> String {
    if before.is_empty() {
        rest
    } else {
        format!("{}: {rest}", before.join(", "))
    }
}

fn flagged(set: bool, flag: &str, rest: String) -> String {
    modified(set.then(|| flag.to_string()).into_iter().collect(), rest)
}

impl fmt::Display for ReductionOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReductionOp::Add => "+",
            ReductionOp::Sub => "-",
            ReductionOp::Mul => "*",
            ReductionOp::BitAnd => "&",
            ReductionOp::BitOr => "|",
            ReductionOp::BitXor => "^",
            ReductionOp::And => "&&",
            ReductionOp::Or => "||",
            ReductionOp::Min => "min",
            ReductionOp::Max => "max",
            ReductionOp::User(name) => name,
        })
    }
}

/// The expression begins as the modifier `step(...)` does; a variable of that name does not.
fn calls_step(text: &str) -> bool {
    let rest = text.strip_prefix("step");
    rest.is_some_and(|rest| rest.trim_start().starts_with('('))
}

#[cfg(test)]
mod tests {
    use super::super::parse_directive;
    use super::*;
    use crate::source::Span;

    fn parse(text: &str) -> Directive {
        let line = format!("#pragma omp {text}");
        match parse_directive(&line, Span::new(0, line.len())) {
            Ok(directive) => directive,
            Err(errors) => panic!("{text}: {errors:?}"),
        }
    }

    #[test]
    fn canonical_spelling() {
        for (written, printed) in [
            (
                "target  map( always to : x , a[0:n] )",
                "target map(always, to: x, a[0:n])",
            ),
            ("declare_target to(f)", "declare target enter(f)"),
            ("declare target", "begin declare target"),
            (
                "parallel for if( parallel : n>1 )",
                "parallel for if(parallel: n>1)",
            ),
            (
                "for schedule(simd , monotonic:dynamic,4)",
                "for schedule(monotonic, simd: dynamic, 4)",
            ),
            ("target defaultmap(none : all)", "target defaultmap(none)"),
            ("flush ( a,b )", "flush(a, b)"),
            ("cancel for , if(x)", "cancel for if(x)"),
            ("ordered doacross(source: )", "ordered doacross(source:)"),
            ("simd linear(x: val, step(2))", "simd linear(val(x): 2)"),
            ("simd linear(x: step(val))", "simd linear(x: step(val))"),
            (
                "declare reduction(+:int:a)",
                "declare reduction(+ : int : a)",
            ),
        ] {
            assert_eq!(parse(written).to_string(), printed);
            assert_eq!(parse(printed).to_string(), printed);
        }
    }

    #[test]
    fn a_part_of_the_clauses() {
        let directive = parse("target parallel for map(x) num_threads(4) nowait private(y)");
        let kept = directive.text_with(|clause| {
            matches!(
                clause.kind,
                ClauseKind::NumThreads { .. } | ClauseKind::Private(_)
            )
        });
        assert_eq!(kept, "target parallel for num_threads(4) private(y)");
    }
}
