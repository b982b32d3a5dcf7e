//! Visitors over clauses: the same clause with other expressions and list items, and the lists of
//! both that a clause holds.
//!
//! Computes no meaning: what an expression or item becomes is the caller's closure. Must not know
//! names, types or which clause is allowed where.

use super::ast::*;

/// Maps every element of a vector, stopping at the first error.
fn all<A, B, X>(from: Vec<A>, f: &mut impl FnMut(A) -> Result<B, X>) -> Result<Vec<B>, X> {
    from.into_iter().map(f).collect()
}

fn iterators<E, E2, X>(
    from: Vec<Iterator<E>>,
    f: &mut impl FnMut(E) -> Result<E2, X>,
) -> Result<Vec<Iterator<E2>>, X> {
    all(from, &mut |it: Iterator<E>| it.try_map(f))
}

impl<E> Iterator<E> {
    /// The same iterator with other expressions, in the order begin, end, step.
    pub fn try_map<E2, X>(self, f: &mut impl FnMut(E) -> Result<E2, X>) -> Result<Iterator<E2>, X> {
        Ok(Iterator {
            ty: self.ty,
            name: self.name,
            begin: f(self.begin)?,
            end: f(self.end)?,
            step: self.step.map(f).transpose()?,
        })
    }

    fn exprs<'a>(&'a self, to: &mut Vec<&'a E>) {
        to.extend([&self.begin, &self.end]);
        to.extend(&self.step);
    }
}

impl<E> DependKind<E> {
    pub fn try_map<E2, X>(
        self,
        f: &mut impl FnMut(E) -> Result<E2, X>,
    ) -> Result<DependKind<E2>, X> {
        Ok(match self {
            DependKind::In => DependKind::In,
            DependKind::Out => DependKind::Out,
            DependKind::Inout => DependKind::Inout,
            DependKind::Mutexinoutset => DependKind::Mutexinoutset,
            DependKind::Inoutset => DependKind::Inoutset,
            DependKind::Depobj => DependKind::Depobj,
            DependKind::Source => DependKind::Source,
            DependKind::Sink(vector) => DependKind::Sink(f(vector)?),
        })
    }
}

impl<E, I> DirectiveArgs<E, I> {
    /// The same arguments with other expressions and items.
    pub fn try_map<E2, I2, X>(
        self,
        e: &mut impl FnMut(E) -> Result<E2, X>,
        i: &mut impl FnMut(I) -> Result<I2, X>,
    ) -> Result<DirectiveArgs<E2, I2>, X> {
        use DirectiveArgs as A;
        Ok(match self {
            A::None => A::None,
            A::Name(name, span) => A::Name(name, span),
            A::List(items) => A::List(all(items, i)?),
            A::Object(item) => A::Object(i(item)?),
            A::Cancels(leaf, span) => A::Cancels(leaf, span),
            A::CancelsTaskgroup(span) => A::CancelsTaskgroup(span),
            A::Reduction {
                id,
                types,
                combiner,
            } => A::Reduction {
                id,
                types: all(types, e)?,
                combiner: combiner.map(e).transpose()?,
            },
            A::Mapper { id, declaration } => A::Mapper {
                id,
                declaration: e(declaration)?,
            },
            A::Function(name) => A::Function(e(name)?),
        })
    }

    /// The list items, if it is a list or an object.
    pub fn items(&self) -> &[I] {
        match self {
            DirectiveArgs::List(items) => items,
            DirectiveArgs::Object(item) => std::slice::from_ref(item),
            _ => &[],
        }
    }
}

impl<E, I> Clause<E, I> {
    /// The same clause with other expressions and items. Iterators are mapped before the items that
    /// use them, everything else in the order in which it is written down in the type.
    pub fn try_map<E2, I2, X>(
        self,
        e: &mut impl FnMut(E) -> Result<E2, X>,
        i: &mut impl FnMut(I) -> Result<I2, X>,
    ) -> Result<Clause<E2, I2>, X> {
        Ok(Clause {
            kind: self.kind.try_map(e, i)?,
            span: self.span,
            modifier: self.modifier,
        })
    }

    /// All list items, in the order of the text.
    pub fn items(&self) -> &[I] {
        self.kind.items()
    }

    /// All expressions outside of list items. Expressions inside an `ItemText` are the item's.
    pub fn exprs(&self) -> Vec<&E> {
        self.kind.exprs()
    }
}

impl<E, I> ClauseKind<E, I> {
    /// See [`Clause::try_map`].
    pub fn try_map<E2, I2, X>(
        self,
        e: &mut impl FnMut(E) -> Result<E2, X>,
        i: &mut impl FnMut(I) -> Result<I2, X>,
    ) -> Result<ClauseKind<E2, I2>, X> {
        use ClauseKind as C;
        Ok(match self {
            C::Absent(names) => C::Absent(names),
            C::AcqRel => C::AcqRel,
            C::Acquire => C::Acquire,
            C::AdjustArgs { op, items } => C::AdjustArgs {
                op,
                items: all(items, i)?,
            },
            C::Affinity {
                iterators: its,
                items,
            } => C::Affinity {
                iterators: iterators(its, e)?,
                items: all(items, i)?,
            },
            C::Align(x) => C::Align(e(x)?),
            C::Aligned { items, alignment } => C::Aligned {
                items: all(items, i)?,
                alignment: alignment.map(e).transpose()?,
            },
            C::Allocate {
                allocator,
                align,
                items,
            } => C::Allocate {
                allocator: allocator.map(&mut *e).transpose()?,
                align: align.map(e).transpose()?,
                items: all(items, i)?,
            },
            C::Allocator(x) => C::Allocator(e(x)?),
            C::AppendArgs(text) => C::AppendArgs(text),
            C::At(time) => C::At(time),
            C::AtomicDefaultMemOrder(order) => C::AtomicDefaultMemOrder(order),
            C::Bind(binding) => C::Bind(binding),
            C::Capture => C::Capture,
            C::Collapse(x) => C::Collapse(e(x)?),
            C::Compare => C::Compare,
            C::Contains(names) => C::Contains(names),
            C::Copyin(items) => C::Copyin(all(items, i)?),
            C::Copyprivate(items) => C::Copyprivate(all(items, i)?),
            C::Default(sharing) => C::Default(sharing),
            C::Defaultmap { behavior, category } => C::Defaultmap { behavior, category },
            C::Depend {
                kind,
                iterators: its,
                items,
            } => C::Depend {
                kind: kind.try_map(e)?,
                iterators: iterators(its, e)?,
                items: all(items, i)?,
            },
            C::Destroy(item) => C::Destroy(item.map(i).transpose()?),
            C::Detach(item) => C::Detach(i(item)?),
            C::Device { modifier, device } => C::Device {
                modifier,
                device: e(device)?,
            },
            C::DeviceSafesync(x) => C::DeviceSafesync(x.map(e).transpose()?),
            C::DeviceType(kind) => C::DeviceType(kind),
            C::DistSchedule { chunk } => C::DistSchedule {
                chunk: chunk.map(e).transpose()?,
            },
            C::Doacross {
                source,
                current,
                vector,
            } => C::Doacross {
                source,
                current,
                vector: vector.map(e).transpose()?,
            },
            C::DynamicAllocators => C::DynamicAllocators,
            C::Enter { automap, items } => C::Enter {
                automap,
                items: all(items, i)?,
            },
            C::Exclusive(items) => C::Exclusive(all(items, i)?),
            C::Fail(order) => C::Fail(order),
            C::Filter(x) => C::Filter(e(x)?),
            C::Final(x) => C::Final(e(x)?),
            C::Firstprivate { saved, items } => C::Firstprivate {
                saved,
                items: all(items, i)?,
            },
            C::From(motion) => C::From(motion.try_map(e, i)?),
            C::Full => C::Full,
            C::Grainsize { strict, size } => C::Grainsize {
                strict,
                size: e(size)?,
            },
            C::HasDeviceAddr(items) => C::HasDeviceAddr(all(items, i)?),
            C::Hint(x) => C::Hint(e(x)?),
            C::Holds(x) => C::Holds(e(x)?),
            C::If(x) => C::If(e(x)?),
            C::InReduction { op, items } => C::InReduction {
                op,
                items: all(items, i)?,
            },
            C::Inbranch => C::Inbranch,
            C::Inclusive(items) => C::Inclusive(all(items, i)?),
            C::Indirect(x) => C::Indirect(x.map(e).transpose()?),
            C::Init(init) => C::Init(InitInterop {
                prefer: init.prefer,
                target: init.target,
                targetsync: init.targetsync,
                item: i(init.item)?,
            }),
            C::Initializer(x) => C::Initializer(e(x)?),
            C::Interop(items) => C::Interop(all(items, i)?),
            C::IsDevicePtr(items) => C::IsDevicePtr(all(items, i)?),
            C::Lastprivate { conditional, items } => C::Lastprivate {
                conditional,
                items: all(items, i)?,
            },
            C::Linear { items, step, kind } => C::Linear {
                items: all(items, i)?,
                step: step.map(e).transpose()?,
                kind,
            },
            C::Link(items) => C::Link(all(items, i)?),
            C::Local(items) => C::Local(all(items, i)?),
            C::Map(map) => C::Map(map.try_map(e, i)?),
            C::Match(text) => C::Match(text),
            C::Memscope(text) => C::Memscope(text),
            C::Mergeable => C::Mergeable,
            C::Message(x) => C::Message(e(x)?),
            C::NoOpenmp => C::NoOpenmp,
            C::NoOpenmpRoutines => C::NoOpenmpRoutines,
            C::NoParallelism => C::NoParallelism,
            C::Nocontext(x) => C::Nocontext(e(x)?),
            C::Nogroup => C::Nogroup,
            C::Nontemporal(items) => C::Nontemporal(all(items, i)?),
            C::Notinbranch => C::Notinbranch,
            C::Novariants(x) => C::Novariants(e(x)?),
            C::Nowait(x) => C::Nowait(x.map(e).transpose()?),
            C::NumTasks { strict, count } => C::NumTasks {
                strict,
                count: e(count)?,
            },
            C::NumTeams { lower, upper } => C::NumTeams {
                lower: lower.map(&mut *e).transpose()?,
                upper: e(upper)?,
            },
            C::NumThreads { strict, threads } => C::NumThreads {
                strict,
                threads: all(threads, e)?,
            },
            C::Order {
                concurrent,
                modifier,
            } => C::Order {
                concurrent,
                modifier,
            },
            C::Ordered(x) => C::Ordered(x.map(e).transpose()?),
            C::Otherwise(text) => C::Otherwise(text),
            C::Partial(x) => C::Partial(x.map(e).transpose()?),
            C::Permutation(list) => C::Permutation(all(list, e)?),
            C::Priority(x) => C::Priority(e(x)?),
            C::Private(items) => C::Private(all(items, i)?),
            C::ProcBind(kind) => C::ProcBind(kind),
            C::Read => C::Read,
            C::Reduction {
                modifier,
                op,
                items,
            } => C::Reduction {
                modifier,
                op,
                items: all(items, i)?,
            },
            C::Relaxed => C::Relaxed,
            C::Release => C::Release,
            C::ReverseOffload => C::ReverseOffload,
            C::Safelen(x) => C::Safelen(e(x)?),
            C::Safesync(x) => C::Safesync(x.map(e).transpose()?),
            C::Schedule {
                kind,
                chunk,
                monotonic,
                simd,
            } => C::Schedule {
                kind,
                chunk: chunk.map(e).transpose()?,
                monotonic,
                simd,
            },
            C::SelfMaps => C::SelfMaps,
            C::SeqCst => C::SeqCst,
            C::Severity { fatal } => C::Severity { fatal },
            C::Shared(items) => C::Shared(all(items, i)?),
            C::Simd => C::Simd,
            C::Simdlen(x) => C::Simdlen(e(x)?),
            C::Sizes(list) => C::Sizes(all(list, e)?),
            C::TaskReduction { op, items } => C::TaskReduction {
                op,
                items: all(items, i)?,
            },
            C::ThreadLimit(x) => C::ThreadLimit(e(x)?),
            C::Threads => C::Threads,
            C::To(motion) => C::To(motion.try_map(e, i)?),
            C::Transparent(x) => C::Transparent(x.map(e).transpose()?),
            C::UnifiedAddress => C::UnifiedAddress,
            C::UnifiedSharedMemory => C::UnifiedSharedMemory,
            C::Uniform(items) => C::Uniform(all(items, i)?),
            C::Untied => C::Untied,
            C::Update => C::Update,
            C::UpdateDepobj(kind) => C::UpdateDepobj(kind.try_map(e)?),
            C::Use(item) => C::Use(i(item)?),
            C::UseDeviceAddr(items) => C::UseDeviceAddr(all(items, i)?),
            C::UseDevicePtr(items) => C::UseDevicePtr(all(items, i)?),
            C::UsesAllocators(text) => C::UsesAllocators(text),
            C::Weak => C::Weak,
            C::When(text) => C::When(text),
            C::Write => C::Write,
        })
    }

    /// All list items, in the order of the text.
    pub fn items(&self) -> &[I] {
        use ClauseKind as C;
        match self {
            C::AdjustArgs { items, .. }
            | C::Affinity { items, .. }
            | C::Aligned { items, .. }
            | C::Allocate { items, .. }
            | C::Copyin(items)
            | C::Copyprivate(items)
            | C::Depend { items, .. }
            | C::Enter { items, .. }
            | C::Exclusive(items)
            | C::Firstprivate { items, .. }
            | C::From(Motion { items, .. })
            | C::HasDeviceAddr(items)
            | C::InReduction { items, .. }
            | C::Inclusive(items)
            | C::Interop(items)
            | C::IsDevicePtr(items)
            | C::Lastprivate { items, .. }
            | C::Linear { items, .. }
            | C::Link(items)
            | C::Local(items)
            | C::Map(Map { items, .. })
            | C::Nontemporal(items)
            | C::Private(items)
            | C::Reduction { items, .. }
            | C::Shared(items)
            | C::TaskReduction { items, .. }
            | C::To(Motion { items, .. })
            | C::Uniform(items)
            | C::UseDeviceAddr(items)
            | C::UseDevicePtr(items) => items,
            C::Destroy(Some(item))
            | C::Detach(item)
            | C::Use(item)
            | C::Init(InitInterop { item, .. }) => std::slice::from_ref(item),
            _ => &[],
        }
    }

    /// All expressions outside of list items, in the order of [`ClauseKind::try_map`].
    pub fn exprs(&self) -> Vec<&E> {
        use ClauseKind as C;
        let mut found = vec![];
        match self {
            C::Align(x)
            | C::Allocator(x)
            | C::Collapse(x)
            | C::Device { device: x, .. }
            | C::Filter(x)
            | C::Final(x)
            | C::Grainsize { size: x, .. }
            | C::Hint(x)
            | C::Holds(x)
            | C::If(x)
            | C::Initializer(x)
            | C::Message(x)
            | C::Nocontext(x)
            | C::Novariants(x)
            | C::NumTasks { count: x, .. }
            | C::Priority(x)
            | C::Safelen(x)
            | C::Simdlen(x)
            | C::ThreadLimit(x)
            | C::UpdateDepobj(DependKind::Sink(x)) => found.push(x),
            C::Aligned { alignment: x, .. }
            | C::DeviceSafesync(x)
            | C::DistSchedule { chunk: x }
            | C::Doacross { vector: x, .. }
            | C::Indirect(x)
            | C::Linear { step: x, .. }
            | C::Nowait(x)
            | C::Ordered(x)
            | C::Partial(x)
            | C::Safesync(x)
            | C::Schedule { chunk: x, .. }
            | C::Transparent(x) => found.extend(x),
            C::Allocate {
                allocator, align, ..
            } => {
                found.extend(allocator);
                found.extend(align);
            }
            C::NumTeams { lower, upper } => {
                found.extend(lower);
                found.push(upper);
            }
            C::NumThreads { threads: list, .. } | C::Permutation(list) | C::Sizes(list) => {
                found.extend(list);
            }
            C::Affinity { iterators, .. }
            | C::Map(Map { iterators, .. })
            | C::From(Motion { iterators, .. })
            | C::To(Motion { iterators, .. }) => {
                iterators.iter().for_each(|it| it.exprs(&mut found));
            }
            C::Depend {
                kind, iterators, ..
            } => {
                if let DependKind::Sink(vector) = kind {
                    found.push(vector);
                }
                iterators.iter().for_each(|it| it.exprs(&mut found));
            }
            _ => {}
        }
        found
    }
}

impl<E, I> Map<E, I> {
    /// See [`Clause::try_map`].
    pub fn try_map<E2, I2, X>(
        self,
        e: &mut impl FnMut(E) -> Result<E2, X>,
        i: &mut impl FnMut(I) -> Result<I2, X>,
    ) -> Result<Map<E2, I2>, X> {
        Ok(Map {
            kind: self.kind,
            always: self.always,
            close: self.close,
            present: self.present,
            other: self.other,
            delete: self.delete,
            mapper: self.mapper,
            iterators: iterators(self.iterators, e)?,
            items: all(self.items, i)?,
        })
    }
}

impl<E, I> Motion<E, I> {
    /// See [`Clause::try_map`].
    pub fn try_map<E2, I2, X>(
        self,
        e: &mut impl FnMut(E) -> Result<E2, X>,
        i: &mut impl FnMut(I) -> Result<I2, X>,
    ) -> Result<Motion<E2, I2>, X> {
        Ok(Motion {
            present: self.present,
            mapper: self.mapper,
            iterators: iterators(self.iterators, e)?,
            items: all(self.items, i)?,
        })
    }
}
