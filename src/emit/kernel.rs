//! One kernel: its parameters, what stands for captured variables, and the region's code.
//!
//! From a [`KernelPlan`] to CUDA text, through the printer of C (`emit::cuda`) with hooks for constructs
//! and captured variables. Decides nothing.

use super::cuda::{Hooks, Names, Printer, Uses, Writer};
use super::user_text::UserText;
use super::{fork_join, functions, loops, reductions, routines, sequential, shared, worksharing};
use crate::analyze::sharing::Private;
use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::layout::Member;
use crate::plan::{
    ArgWhat, CodePlan, KernelPlan, Lowering, Mode, Parallel, Step, Storage, TeamSize,
};
use crate::source::{Preprocessed, Span};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// The context of printing one kernel.
pub struct Kernel<'a> {
    pub program: &'a Program,
    pub text: &'a UserText<'a>,
    pub plan: &'a CodePlan,
    pub names: &'a Names,
    /// Spellings that differ from a variable's own name, innermost last, by raw id.
    renamed: RefCell<BTreeMap<u32, Vec<String>>>,
    /// Inside forked code: `omp_*` routines answer for a parallel region.
    parallel: Cell<bool>,
    /// How the team that runs the present code is spelled; none for all threads of the block.
    team: RefCell<Option<String>>,
    /// The ordered loops around: the names of what keeps the order and of the iteration's number.
    pub ordered: RefCell<Vec<(String, String)>>,
    /// The linear variables of the loops around: the names of what they were before.
    pub linear: RefCell<Vec<(VarId, String)>>,
    /// In fork-join kernels: what is printed for the workers.
    pub forks: fork_join::Regions,
    /// The team's shared storage: how each member is spelled.
    pub shared: shared::Spelling,
    /// The construct whose steps are printed, by raw id.
    construct: Cell<u32>,
    /// Where a function is printed and no kernel.
    pub function: functions::OfFunction,
    /// How often each made name was asked for.
    made: RefCell<BTreeMap<String, usize>>,
}

impl Hooks for Kernel<'_> {
    fn var(&self, var: VarId) -> Option<String> {
        let renamed = self.renamed.borrow();
        if let Some(name) = renamed.get(&raw(var)).and_then(|names| names.last()) {
            return Some(name.clone());
        }
        if let Some(member) = self.shared.of(Member::Var(var)) {
            return Some(member.to_string());
        }
        // What the kernel has of its own hides the file's variable of that name.
        let hides = !self.program.vars[var].storage.is_local()
            && matches!(self.plan.storage_of(var), Some(storage) if *storage != Storage::Symbol);
        hides.then(|| self.names.var(var).to_string())
    }

    fn array_class(&self, var: VarId) -> &'static str {
        match (self.shared.of(Member::Var(var)), self.plan.mode) {
            (None, _) => "romp::thread_array",
            (Some(_), Mode::Function) => "romp::frame_array",
            (Some(_), _) => "romp::team_array",
        }
    }

    fn construct(&self, p: &Printer, out: &mut Writer, construct: ConstructId) {
        let lowering = self
            .plan
            .lowering(construct)
            .expect("every construct of a region is planned");
        self.steps(p, out, construct, lowering, 0);
    }

    fn omp_routine(&self, name: &str, args: &str) -> String {
        let most = self.forks.team_size();
        match (self.parallel.get(), self.team.borrow().as_deref()) {
            (_, Some(team)) if team == functions::TEAM => {
                routines::spelling("orphaned", name, args)
            }
            (true, None) => routines::spelling("parallel", name, args),
            (true, Some(team)) => routines::in_region(name, args, team, &most),
            (false, _) if self.plan.mode != Mode::ForkJoin => {
                routines::spelling("sequential", name, args)
            }
            (false, _) if self.plan.state => routines::spelling("orphaned", name, args),
            (false, _) => routines::in_master(name, args, &most),
        }
    }

    fn literal(&self, span: Span) -> Option<String> {
        self.text.constant(span)
    }

    fn literal_place(&self, literal: ExprId) -> Option<String> {
        let member = self.shared.of(Member::Literal(literal));
        member.map(String::from)
    }

    fn comments_before(&self, offset: u32) -> Vec<String> {
        self.text.before(offset, false)
    }

    fn has_comments_before(&self, offset: u32) -> bool {
        self.text.any_before(offset)
    }

    fn comment_behind(&self, span: Span) -> Option<String> {
        self.text.behind(span)
    }

    fn line_directive(&self, span: Span) -> Option<String> {
        self.text.line_directive(span)
    }
}

fn raw(var: VarId) -> u32 {
    var.into_raw().into_u32()
}

/// Prints the kernel of `plan`, its comment included.
pub fn print(
    program: &Program,
    pre: &Preprocessed,
    plan: &KernelPlan,
    names: &Names,
    needs: &Uses,
    text: &UserText,
) -> String {
    let kernel = Kernel::new(
        program,
        text,
        &plan.code,
        &format!("{}_shared", plan.name),
        names,
    );
    let p = Printer::new(program, names, &kernel, needs);
    let mut body = Writer::at(1);
    let params = kernel.parameters(&p, plan, &mut body);
    let storage = kernel.shared.declare(&p, &plan.code, names, &mut body);
    let lowering = plan
        .code
        .lowering(plan.construct)
        .expect("the region itself is planned");
    let construct = &program.constructs[plan.construct];
    text.begin(construct.pragma.hi, true);
    if plan.mode() == Mode::ForkJoin {
        fork_join::print(&kernel, &p, &mut body, plan, lowering);
    } else {
        kernel.all_threads(&p, &mut body, plan, lowering);
    }
    storage + &super::templates::kernel(program, pre, plan, &params, &unbraced(body.text))
}

/// A body without a last pair of braces around declarations that only the translator makes: nothing else
/// in the kernel has their names.
fn unbraced(text: String) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let Some(open) = lines.iter().position(|line| *line == "    {") else {
        return text;
    };
    let close = lines.iter().skip(open).position(|line| *line == "    }");
    if close.map(|n| n + open + 1) != Some(lines.len()) {
        return text;
    }
    let inside = &lines[open + 1..lines.len() - 1];
    let made = |line: &&str| match line.strip_prefix("        ") {
        None => false,
        Some(line) => {
            line.starts_with([' ', '}'])
                || line.starts_with("for (")
                || line.starts_with("const auto ")
        }
    };
    if !inside.iter().all(made) {
        return text;
    }
    let kept = lines[..open].iter().copied();
    let moved = inside.iter().map(|line| &line[4..]);
    kept.chain(moved).flat_map(|line| [line, "\n"]).collect()
}

impl<'a> Kernel<'a> {
    /// `tag` names the struct of what is shared.
    pub fn new(
        program: &'a Program,
        text: &'a UserText<'a>,
        plan: &'a CodePlan,
        tag: &str,
        names: &'a Names,
    ) -> Kernel<'a> {
        Kernel {
            program,
            text,
            plan,
            names,
            renamed: RefCell::default(),
            parallel: Cell::new(false),
            team: RefCell::default(),
            ordered: RefCell::default(),
            linear: RefCell::default(),
            forks: Default::default(),
            shared: shared::Spelling::new(program, plan, tag, names),
            construct: Cell::new(0),
            function: Default::default(),
            made: RefCell::default(),
        }
    }
}

impl Kernel<'_> {
    /// What `f` prints is a function's: whoever calls it is its team.
    pub fn as_caller<R>(&self, team: &str, f: impl FnOnce() -> R) -> R {
        let was = self.team.replace(Some(team.into()));
        let result = f();
        *self.team.borrow_mut() = was;
        result
    }

    /// A kernel whose threads all run its region.
    fn all_threads(&self, p: &Printer, body: &mut Writer, plan: &KernelPlan, lowering: &Lowering) {
        let mut code = Writer::at(1);
        self.locals(p, plan, &mut code);
        self.steps(p, &mut code, plan.construct, lowering, 0);
        if let Some(statement) = self.program.constructs[plan.construct].body {
            p.comments_up_to_end(&mut code, statement);
        }
        if self.plan.state && plan.mode() == Mode::SingleThread {
            body.line("romp::start_state_alone();");
        } else if self.plan.state {
            body.line("romp::start_state(romp::threads());");
        } else if self.forks.partial.get() {
            body.line("romp::start_partial_barrier();");
        }
        body.text.push_str(&code.text);
        if !self.plan.displaced.is_empty() {
            let slices = shared::slices(self.names);
            body.line(format!("romp::release_slice_together({slices});"));
        }
    }

    /// The parameter list; references that give mapped variables their names go to `body`.
    fn parameters(&self, p: &Printer, plan: &KernelPlan, body: &mut Writer) -> Vec<String> {
        let program = self.program;
        let mut params = vec![];
        if plan.mode() == Mode::ForkJoin {
            params.push(fork_join::team_size_parameter(self));
        }
        for arg in &plan.args {
            if let ArgWhat::Scratch(_) = arg.what {
                params.push(format!("void *{}", self.names.fresh(reductions::SCRATCH)));
            }
            if let ArgWhat::TeamMemory(_) = arg.what {
                params.push(format!("romp::team_slices {}", shared::slices(self.names)));
            }
            let Some(var) = arg.param else { continue };
            let v = &program.vars[var];
            let name = p.names.var(var).to_string();
            match self.plan.storage_of(var).expect("a parameter has storage") {
                Storage::Value => {
                    // A device pointer, or a value; top-level qualifiers stay.
                    params.push(p.declarator(v.ty, &name));
                }
                Storage::Array => {
                    let elem = program
                        .types
                        .element(v.ty.id)
                        .expect("an array has elements");
                    params.push(pointer(p, elem, &name));
                }
                Storage::Reference => {
                    let at = self.names.fresh(&format!("{name}_dev"));
                    params.push(pointer(p, v.ty, &at));
                    body.line(format!(
                        "{} = *{at};",
                        p.declarator(v.ty, &marked(program, v.ty, '&', &name))
                    ));
                }
                Storage::Symbol | Storage::Local => {}
            }
        }
        params
    }

    /// Variables of the kernel that nobody initialises.
    pub fn locals(&self, p: &Printer, plan: &KernelPlan, out: &mut Writer) {
        for captured in &plan.data.vars {
            if self.plan.storage_of(captured.var) == Some(&Storage::Local)
                && self.shared.of(Member::Var(captured.var)).is_none()
            {
                out.line(format!(
                    "{};",
                    p.declarator(
                        unqualified(self.program.vars[captured.var].ty),
                        p.names.var(captured.var)
                    )
                ));
            }
        }
    }

    /// The steps of a construct from `at` on, the innermost being its body.
    pub fn steps(
        &self,
        p: &Printer,
        out: &mut Writer,
        id: ConstructId,
        lowering: &Lowering,
        at: usize,
    ) {
        let construct = &self.program.constructs[id];
        let around = self.construct.replace(id.into_raw().into_u32());
        match lowering.steps.get(at) {
            None => {
                if let Some(body) = construct.body {
                    self.code(p, out, body);
                }
            }
            Some(Step::Barrier) => out.line(self.barrier()),
            Some(Step::Synchronise) => super::synchronise::print(p, out, construct),
            Some(Step::Reduce(reduction)) => {
                reductions::print(self, p, out, id, reduction, &mut |out| {
                    self.steps(p, out, id, lowering, at + 1)
                });
            }
            Some(Step::Block { private }) => {
                self.with_private(p, out, construct.body, private, |out| {
                    self.steps(p, out, id, lowering, at + 1);
                });
            }
            Some(Step::Parallel(parallel))
                if self.plan.mode == Mode::Function && self.plan.fork_join.number(id).is_some() =>
            {
                functions::fork(self, p, out, id, lowering, parallel, at);
            }
            Some(Step::Parallel(parallel))
                if self.plan.mode == Mode::ForkJoin && !self.parallel.get() =>
            {
                fork_join::fork(self, p, out, id, lowering, parallel, at);
            }
            Some(Step::Parallel(parallel)) if parallel.team != TeamSize::All => {
                self.part(p, out, id, lowering, parallel, at);
            }
            Some(Step::Parallel(parallel)) => {
                if parallel.fork_barrier {
                    shared::barrier(out);
                }
                self.begin_dispensers(out, parallel);
                let was = self.parallel.replace(true);
                let braces = !construct.directive.has(Leaf::Target)
                    && lowering.steps.len() == at + 1
                    && construct.body.is_some_and(|body| self.declares(body));
                if braces {
                    out.line("{");
                    out.indent += 1;
                }
                self.with_private(p, out, construct.body, &parallel.private, |out| {
                    self.steps(p, out, id, lowering, at + 1);
                });
                if braces {
                    out.indent -= 1;
                    out.line("}");
                }
                self.parallel.set(was);
                if parallel.join_barrier {
                    out.line("romp::team_barrier();");
                }
            }
            Some(Step::Loop(one)) => loops::print(self, p, out, one),
            Some(Step::Single(one)) => worksharing::single(self, p, out, id, one),
            Some(Step::Masked(one)) => worksharing::masked(self, p, out, one, &mut |out| {
                self.steps(p, out, id, lowering, at + 1)
            }),
            Some(Step::Task(one)) => super::tasks::print(self, p, out, id, one),
            Some(Step::Sections(one)) => worksharing::sections(self, p, out, id, one),
            Some(Step::Ordered) => worksharing::ordered(self, p, out, id),
            Some(Step::Scope(one)) => worksharing::scope(self, p, out, id, one),
        }
        self.construct.set(around);
    }

    /// What loops of the region share is made ready by its threads.
    pub fn begin_dispensers(&self, out: &mut Writer, parallel: &Parallel) {
        if parallel.dispensers {
            out.line(format!("{};", self.on_team("begin_dispensers", "")));
        }
    }

    /// A region of fewer threads than the block, or of the thread that meets it.
    fn part(
        &self,
        p: &Printer,
        out: &mut Writer,
        id: ConstructId,
        lowering: &Lowering,
        parallel: &Parallel,
        at: usize,
    ) {
        if parallel.fork_barrier {
            out.line("romp::team_barrier();");
        }
        let name = self.made_name("omp");
        let body = self.program.constructs[id].body;
        let nested = parallel.team == TeamSize::One;
        let declared = match parallel.team {
            TeamSize::All => unreachable!("all threads are no part"),
            TeamSize::One => self.nested_team(&name),
            TeamSize::Constant(n) => format!("const romp::team_of<{n}> {name};"),
            TeamSize::Asked { threads, condition } => {
                let most = "romp::threads()";
                let threads = match threads {
                    Some(n) => {
                        let n = sequential::condition(self, p, out, n);
                        format!("romp::region_size({n}, {most})")
                    }
                    None => most.into(),
                };
                let size = match condition {
                    Some(c) => {
                        let c = sequential::condition(self, p, out, c);
                        format!("{c} ? {threads} : 1")
                    }
                    None => threads,
                };
                format!("const romp::first_threads {name}{{{size}}};")
            }
        };
        let inside = |out: &mut Writer| {
            self.as_team(Some(name.clone()), || {
                self.begin_dispensers(out, parallel);
                self.with_private(p, out, body, &parallel.private, |out| {
                    self.steps(p, out, id, lowering, at + 1);
                })
            });
        };
        out.line("{");
        out.nested(|out| {
            if nested && self.plan.state {
                out.line("const romp::nested_region alone;");
            }
            out.line(declared);
            if nested {
                inside(out);
            } else {
                out.line(format!("if ({name}.has_me()) {{"));
                out.nested(inside);
                out.line("}");
            }
        });
        out.line("}");
        if parallel.join_barrier {
            out.line(if nested {
                self.barrier()
            } else {
                "romp::team_barrier();".into()
            });
        }
    }

    /// The declaration of a team of this thread alone, in the present one.
    fn nested_team(&self, name: &str) -> String {
        match self.team.borrow().as_deref() {
            None => format!("const romp::nested_team<romp::block_team> {name}{{}};"),
            Some(outer) => format!("const romp::nested_team<decltype({outer})> {name}{{{outer}}};"),
        }
    }

    /// What `f` prints runs in a parallel region of that team.
    pub fn as_team<R>(&self, team: Option<String>, f: impl FnOnce() -> R) -> R {
        let was = self.team.replace(team);
        let result = self.in_parallel(true, f);
        *self.team.borrow_mut() = was;
        result
    }

    /// Spells a variable so from now on.
    pub fn respell(&self, var: VarId, name: String) {
        self.renamed
            .borrow_mut()
            .entry(raw(var))
            .or_default()
            .push(name);
    }

    /// Spells the variables so while `f` runs.
    pub fn renaming_all<R>(&self, names: &[(VarId, String)], f: impl FnOnce() -> R) -> R {
        for (var, name) in names {
            self.respell(*var, name.clone());
        }
        let result = f();
        for (var, _) in names {
            if let Some(stack) = self.renamed.borrow_mut().get_mut(&raw(*var)) {
                stack.pop();
            }
        }
        result
    }

    /// A block with declarations of its own: without braces they would meet those around it.
    pub fn declares(&self, body: StmtId) -> bool {
        match &self.program.stmt(body).kind {
            StmtKind::Block(stmts) => stmts
                .iter()
                .any(|s| matches!(self.program.stmt(*s).kind, StmtKind::Decl(_))),
            _ => false,
        }
    }

    /// Code at the present level: sequential code of a team with several threads goes through `sequential`.
    pub fn code(&self, p: &Printer, out: &mut Writer, body: StmtId) {
        let several = matches!(self.plan.mode, Mode::Spmd | Mode::GuardedSpmd);
        if !self.parallel.get() && several {
            sequential::print(self, p, out, body);
        } else {
            p.block_contents(out, body);
        }
    }

    /// Whether the present code is outside of parallel regions.
    pub fn sequential_level(&self) -> bool {
        !self.parallel.get()
    }

    pub fn in_parallel<R>(&self, parallel: bool, f: impl FnOnce() -> R) -> R {
        let was = self.parallel.replace(parallel || self.parallel.get());
        let result = f();
        self.parallel.set(was);
        result
    }

    /// A call of one of the device header's algorithms by the present team (`romp/teams.cuh`).
    pub fn on_team(&self, algorithm: &str, arguments: &str) -> String {
        if !algorithm.starts_with("team_for") {
            self.waits();
        }
        match self.team.borrow().as_deref() {
            None => format!("romp::{algorithm}({arguments})"),
            Some(team) if arguments.is_empty() => format!("romp::{algorithm}({team})"),
            Some(team) => format!("romp::{algorithm}({team}, {arguments})"),
        }
    }

    /// A barrier of the present team's threads.
    pub fn barrier(&self) -> String {
        self.waits();
        match self.team.borrow().as_deref() {
            None => "romp::team_barrier();".into(),
            Some(team) => format!("{team}.barrier();"),
        }
    }

    /// Threads of the present team wait for each other.
    fn waits(&self) {
        if self.team.borrow().is_some() {
            self.forks.partial.set(true);
        }
    }

    /// The number of the present thread in its team.
    pub fn thread(&self) -> String {
        match self.team.borrow().as_deref() {
            None => "romp::thread()".into(),
            Some(team) => format!("{team}.thread()"),
        }
    }

    /// A name that nothing in the program has.
    pub fn made_name(&self, base: &str) -> String {
        let mut made = self.made.borrow_mut();
        let count = made.entry(base.to_string()).or_default();
        *count += 1;
        self.names.fresh(&if *count == 1 {
            base.to_string()
        } else {
            format!("{base}{count}")
        })
    }

    /// Spells `var` as `name` while `f` runs.
    pub fn renaming<R>(&self, var: VarId, name: String, f: impl FnOnce() -> R) -> R {
        self.renamed
            .borrow_mut()
            .entry(raw(var))
            .or_default()
            .push(name);
        let result = f();
        if let Some(names) = self.renamed.borrow_mut().get_mut(&raw(var)) {
            names.pop();
        }
        result
    }

    /// How a variable is spelled now.
    pub fn spelling(&self, p: &Printer, var: VarId) -> String {
        self.var(var)
            .unwrap_or_else(|| p.names.var(var).to_string())
    }

    /// Declares what a construct privatises, in braces of its own where there is any, and runs `f` inside.
    pub fn with_private(
        &self,
        p: &Printer,
        out: &mut Writer,
        body: Option<StmtId>,
        private: &[(VarId, Private)],
        f: impl FnOnce(&mut Writer),
    ) {
        let needed: Vec<(VarId, Private)> = private
            .iter()
            .copied()
            .filter(|(var, how)| self.needs_copy(body, *var, *how))
            .collect();
        if needed.is_empty() {
            f(out);
            return;
        }
        // Shared copies are declared elsewhere.
        let braces =
            self.parallel.get() || !needed.iter().all(|(var, _)| self.plan.is_shared(*var));
        if braces {
            out.line("{");
            out.indent += 1;
        }
        let mut names = vec![];
        for (var, how) in &needed {
            names.push((*var, self.declare_private(p, out, *var, *how)));
        }
        for (var, name) in &names {
            self.renamed
                .borrow_mut()
                .entry(raw(*var))
                .or_default()
                .push(name.clone());
        }
        f(out);
        for (var, _) in &names {
            if let Some(stack) = self.renamed.borrow_mut().get_mut(&raw(*var)) {
                stack.pop();
            }
        }
        if braces {
            out.indent -= 1;
            out.line("}");
        }
    }

    /// Whether the code has a copy of its own of what a construct privatises.
    pub fn needs_copy(&self, body: Option<StmtId>, var: VarId, how: Private) -> bool {
        self.plan.needs_copy(self.program, body, var, how)
    }

    /// Declares a private copy and returns its name; the original keeps its spelling until renamed.
    pub fn declare_private(
        &self,
        p: &Printer,
        out: &mut Writer,
        var: VarId,
        how: Private,
    ) -> String {
        let v = &self.program.vars[var];
        let original = self.spelling(p, var);
        if !self.parallel.get() && self.plan.is_shared(var) {
            let member = self
                .shared
                .of(Member::Copy(self.construct_now(), var))
                .expect("a shared copy has a place");
            if matches!(how, Private::Firstprivate | Private::FirstLastprivate) {
                let copy = if self.program.types.is_array(v.ty.id) {
                    format!("memcpy({member}, {original}, sizeof({member}));")
                } else {
                    format!("{member} = {original};")
                };
                match self.plan.mode {
                    Mode::ForkJoin | Mode::Function => out.line(copy),
                    _ => shared::by_thread_0(out, &copy),
                }
            }
            return member.to_string();
        }
        let clash = self.plan.storage_of(var).is_some()
            || self
                .renamed
                .borrow()
                .get(&raw(var))
                .is_some_and(|n| !n.is_empty());
        let own = p.names.var(var).to_string();
        let needs_original = matches!(
            how,
            Private::Firstprivate | Private::FirstLastprivate | Private::Lastprivate
        );
        let name = if clash || needs_original {
            self.made_name(&format!("{own}_private"))
        } else {
            own
        };
        let declared = p.declarator(unqualified(v.ty), &name);
        if matches!(how, Private::Firstprivate | Private::FirstLastprivate) {
            if self.program.types.is_array(v.ty.id) {
                out.line(format!("{declared};"));
                out.line(format!("memcpy({name}, {original}, sizeof({name}));"));
            } else {
                out.line(format!("{declared} = {original};"));
            }
        } else {
            out.line(format!("{declared};"));
        }
        name
    }

    /// Where thread 0 leaves a value that all threads read.
    pub fn shared_value(&self, expr: ExprId) -> &str {
        let member = self.shared.of(Member::Value(expr));
        member.expect("a value for all has a place")
    }

    fn construct_now(&self) -> ConstructId {
        ConstructId::from_raw(la_arena::RawIdx::from_u32(self.construct.get()))
    }

    /// `to = from` for variables of `var`'s type.
    pub fn assign(&self, var: VarId, to: &str, from: &str) -> String {
        if self.program.types.is_array(self.program.vars[var].ty.id) {
            format!("memcpy({to}, {from}, sizeof({from}));")
        } else {
            format!("{to} = {from};")
        }
    }
}

/// Without top-level const, so that it can be assigned.
pub fn unqualified(ty: QualType) -> QualType {
    QualType {
        quals: Quals {
            is_const: false,
            is_restrict: ty.quals.is_restrict,
            ..ty.quals
        },
        ..ty
    }
}

/// The declaration of a pointer to `to`, without its semicolon; a pointer to a variable-length array
/// is one to its scalar element.
fn pointer(p: &Printer, to: QualType, name: &str) -> String {
    let to = if p.program.types.is_variably_modified(to.id) && p.program.types.is_array(to.id) {
        super::cuda::vla_element(&p.program.types, to).0
    } else {
        to
    };
    p.declarator(to, &marked(p.program, to, '*', name))
}

/// `*name` or `&name` for a declarator, in parentheses where the type needs them.
fn marked(program: &Program, ty: QualType, mark: char, name: &str) -> String {
    if program.types.is_array(ty.id) {
        format!("({mark}{name})")
    } else {
        format!("{mark}{name}")
    }
}
