//! Parallel regions: phases between barriers, in each of which no thread reads what another one writes.
//!
//! The serial version runs a phase's iterations or threads one after the other, which gives the same results
//! because nothing else orders them. What a phase writes is chosen first and hidden until the next barrier.

use super::combined;
use super::functions;
use super::loops;
use super::phases;
use super::scope::{self, Type, Variable};
use super::statements::{self, Part};
use super::tasks;
use super::writer::Writer;

/// The threads of a region, as far as its phases may know them.
#[derive(Clone)]
pub struct Team {
    /// The constant that says how many; none where the region does not ask for a number.
    pub size: Option<String>,
    /// The most threads that the region may have.
    pub most: usize,
    clauses: String,
}

impl Team {
    pub fn unknown() -> Team {
        Team {
            size: None,
            most: usize::MAX,
            clauses: String::new(),
        }
    }

    /// Declares how many threads the next region has.
    pub fn draw(w: &mut Writer) -> Team {
        let sizes: Vec<usize> = [4, 1, 2, 3, 5, 31, 32, 33, 64, 95, 96, 128, 160, 992]
            .into_iter()
            .filter(|&n| n <= w.width)
            .collect();
        let (value, most) = match w.tape.below(3) {
            0 => {
                let size = w.tape.pick(&sizes);
                (size.to_string(), size)
            }
            1 => {
                let value = w.scope.unsigned(w.tape, 1);
                (format!("(int)({value} & 31u) + 1"), 32)
            }
            _ => return Team::unknown(),
        };
        let name = w.fresh("k");
        w.line(format!("const int {name} = {value};"));
        w.scope.add_constant(name.clone(), Type::Int);
        let mut team = Team {
            clauses: format!(" num_threads({name})"),
            size: Some(name.clone()),
            most,
        };
        if w.tape.once_in(4) {
            let size = w.fresh("k");
            let test = w.scope.test(w.tape, 1);
            w.line(format!("const int {size} = {test} ? {name} : 1;"));
            w.scope.add_constant(size.clone(), Type::Int);
            team.clauses += &format!(" if(parallel: {size} > 1)");
            team.size = Some(size);
        }
        team
    }

    /// `num_threads`, and `if` where it decides.
    pub fn clauses(&self) -> &str {
        &self.clauses
    }
}

/// A parallel region of a sequential part.
pub fn parallel(w: &mut Writer) {
    w.open("{");
    w.block(|w| {
        let team = Team::draw(w);
        // Directly in `teams`, a program may not call these (OpenMP 5.2, 10.2).
        if w.width == 1024 && w.tape.once_in(4) {
            let lock = w.fresh("lock");
            w.device(format!("omp_lock_t {lock};"));
            w.device(format!("omp_init_lock(&{lock});"));
            w.lock = Some(lock);
        }
        region(w, &team, "parallel", "", |_| {});
        if let Some(lock) = w.lock.take() {
            w.device(format!("omp_destroy_lock(&{lock});"));
        }
    });
    w.close();
}

/// The region itself; `words` is its directive, `clauses` what stands there beside the number of threads.
/// `prologue` declares what each thread needs first.
pub fn region(
    w: &mut Writer,
    team: &Team,
    words: &str,
    clauses: &str,
    prologue: impl FnOnce(&mut Writer),
) {
    let outside = w.scope.clone();
    let mut clauses = format!("{}{clauses}", team.clauses());
    let mut reduced = None;
    let mut copied = None;
    if team.size.is_some() {
        if w.tape.once_in(4)
            && let Some(v) = w
                .scope
                .shared_scalar_of(w.tape, &[Type::Unsigned, Type::Long])
        {
            clauses += &format!(" reduction(+: {})", v.name);
            w.scope.variables.retain(|other| other.name != v.name);
            reduced = Some(v);
        }
        // On `target parallel` it would be the target's clause, too, beside a map.
        if words == "parallel"
            && w.tape.once_in(4)
            && let Some(v) = copied_variable(w)
        {
            clauses += &format!(" firstprivate({})", v.name);
            copied = Some(v);
        }
    }
    w.pragma(format!("{words}{clauses}"));
    w.open("{");
    prologue(w);
    if let Some(v) = &copied {
        own_copy(w, team, v);
    }
    if team.size.is_some() {
        let own = w.tape.below(3);
        for _ in 0..own {
            own_variable(w, team);
        }
        if own > 0 {
            barrier(w);
        }
    }
    let phases = 1 + w.tape.below(4);
    for at in 0..phases {
        if at > 0 && w.budget == 0 {
            break;
        }
        w.budget = w.budget.saturating_sub(1);
        phase(w, team, at + 1 == phases && reduced.is_none());
    }
    if let Some(v) = reduced {
        each_thread(w, team, |w| {
            let value = w.scope.unsigned(w.tape, 2);
            w.line(format!("{} += {value} & 0xffffu;", v.name));
        });
    }
    w.close();
    w.scope = outside;
}

/// A variable that a clause may copy: a scalar or an array of the sequential part.
fn copied_variable(w: &mut Writer) -> Option<Variable> {
    let v = if w.tape.once_in(2) {
        w.scope.array(w.tape, 4)
    } else {
        w.scope.scalar(w.tape)
    };
    // What stands behind a pointer is no list item, and a serial copy cannot hide a global variable.
    v.filter(|v| v.length <= 32 && !v.name.starts_with('$'))
}

/// A `firstprivate` variable: in the serial version an array of the copies, whose name hides the variable's.
fn own_copy(w: &mut Writer, team: &Team, v: &Variable) {
    let size = team.size.as_deref().expect("a known team");
    let original = w.fresh("original");
    let (ty, name) = (v.ty.c(), &v.name);
    let extent = match v.length {
        0 => {
            w.serial(format!("const {ty} kept_{original} = {name};"));
            w.serial(format!("const {ty} *{original} = &kept_{original};"));
            String::new()
        }
        n => {
            w.serial(format!("const {ty} *{original} = {name};"));
            format!("[{n}]")
        }
    };
    w.serial(format!("{ty} {name}[1024]{extent};"));
    w.serial(format!("for (int tid = 0; tid < {size}; tid++)"));
    w.serial(format!(
        "    memcpy(&{name}[tid], {original}, sizeof {name}[tid]);"
    ));
    let copy = w.scope.find(&v.name);
    copy.own = true;
    copy.hidden = true;
    copy.writable = true;
}

fn own_variable(w: &mut Writer, team: &Team) {
    let ty = w
        .tape
        .pick(&[Type::Unsigned, Type::Int, Type::Long, Type::Double]);
    let name = w.fresh("m");
    let length = if w.tape.once_in(3) {
        w.tape.pick(&[4, 8, 32])
    } else {
        0
    };
    if length == 0 {
        w.device(format!("{} {name};", ty.c()));
        w.serial(format!("{} {name}[1024];", ty.c()));
    } else if w.tape.once_in(2) {
        // Of variable length: the compiler does not know the number.
        let unknown = w.scope.unsigned(w.tape, 0);
        w.device(format!(
            "const int n_{name} = {length} + (int)({unknown} == 5u);"
        ));
        w.device(format!("{} {name}[n_{name}];", ty.c()));
        w.serial(format!("{} {name}[1024][{length}];", ty.c()));
    } else {
        w.device(format!("{} {name}[{length}];", ty.c()));
        w.serial(format!("{} {name}[1024][{length}];", ty.c()));
    }
    each_thread(w, team, |w| {
        let value = w.scope.value(w.tape, ty, 1);
        if length == 0 {
            w.line(format!("@{name} = {value};"));
        } else {
            w.line(format!("for (int i = 0; i < {length}; i++)"));
            w.line(format!("    @{name}[i] = {value};"));
        }
    });
    w.scope.add(name, ty, length);
    let own = w.scope.variables.last_mut().expect("just added");
    own.own = true;
    own.hidden = true;
}

/// Statements that every thread executes for itself, with its own variables in scope.
pub fn each_thread(w: &mut Writer, team: &Team, body: impl FnOnce(&mut Writer)) {
    let size = team.size.as_deref().expect("a known team");
    w.serial(format!("for (int tid = 0; tid < {size}; tid++)"));
    w.open("{");
    w.device("const int tid = omp_get_thread_num();");
    w.block(|w| {
        w.scope.add_constant("tid", Type::Int);
        for v in w.scope.variables.iter_mut().filter(|v| v.own) {
            v.hidden = false;
        }
        body(w);
        for v in w.scope.variables.iter_mut().filter(|v| v.own) {
            v.hidden = true;
        }
    });
    w.close();
}

fn barrier(w: &mut Writer) {
    w.pragma("barrier");
}

pub fn phase(w: &mut Writer, team: &Team, last: bool) {
    let known = team.size.is_some();
    let mut synchronised = false;
    match w.tape.below(26) {
        0..=2 => synchronised = loops::worksharing(w, "for", ""),
        3 if known => by_thread_number(w, team),
        4 if known => own_update(w, team),
        5 if known => counted_by_all(w, team),
        6 => synchronised = single(w),
        7 => masked(w),
        8 => synchronised = sections(w),
        9 => {
            tasks::in_single(w);
            synchronised = true;
        }
        10 => synchronised = loops::ordered(w),
        11 => functions::orphan(w),
        12 if known => synchronised = broadcast(w, team),
        13 if known => one_writes(w, team),
        14 if known => phases::nested(w, team),
        15 if known => phases::own_elements(w, team),
        16 if known => phases::in_turn(w, team),
        17 if known => phases::filtered(w, team),
        18 if known => tasks::of_each_thread(w, team),
        19 => synchronised = phases::scan(w),
        20 => synchronised = phases::chained(w),
        21 => synchronised = phases::cancelled(w),
        22 => synchronised = phases::tickets(w),
        23 => synchronised = phases::histogram(w),
        24 => synchronised = phases::linear(w),
        25 => synchronised = loops::worksharing(w, "loop bind(parallel)", ""),
        _ => synchronised = loops::worksharing(w, "for simd", ""),
    }
    if !last && !synchronised {
        barrier(w);
    }
    w.scope.show_shared();
}

fn by_thread_number(w: &mut Writer, team: &Team) {
    let Some(array) = w.scope.array(w.tape, team.most) else {
        return;
    };
    w.scope.hide(&array.name);
    each_thread(w, team, |w| {
        let old = w.fresh("old");
        w.line(format!(
            "const {} {old} = {}[tid];",
            array.ty.c(),
            array.name
        ));
        w.scope.add_constant(old, array.ty);
        statements::assign(w, &array, format!("{}[tid]", array.name));
    });
}

fn own_update(w: &mut Writer, team: &Team) {
    each_thread(w, team, |w| {
        if let Some(v) = w.scope.own(w.tape) {
            statements::assign(w, &v, format!("@{}", v.name));
        } else {
            w.line(";");
        }
    });
}

/// Every thread adds to one variable, in a critical section or atomically.
fn counted_by_all(w: &mut Writer, team: &Team) {
    let Some(v) = w
        .scope
        .shared_scalar_of(w.tape, &[Type::Unsigned, Type::Long])
    else {
        return;
    };
    w.scope.hide(&v.name);
    each_thread(w, team, |w| {
        let value = w.scope.unsigned(w.tape, 2);
        let update = match (v.ty, w.tape.below(3)) {
            (Type::Unsigned, 1) => format!("{} ^= {value};", v.name),
            (Type::Unsigned, 2) => format!("{} -= {value};", v.name),
            _ => format!("{} += {value} & 0xffffu;", v.name),
        };
        match w.lock.clone() {
            Some(lock) if w.tape.once_in(2) => {
                w.device(format!("omp_set_lock(&{lock});"));
                w.line(update);
                w.device(format!("omp_unset_lock(&{lock});"));
            }
            _ => {
                let words =
                    w.tape
                        .pick(&["atomic", "critical", "critical(some)", "atomic seq_cst"]);
                w.pragma(words);
                w.line(update);
            }
        }
    });
}

fn single(w: &mut Writer) -> bool {
    let nowait = w.tape.once_in(4);
    w.pragma(if nowait { "single nowait" } else { "single" });
    w.open("{");
    w.block(|w| statements::list(w, Part::Thread, 3));
    w.close();
    !nowait
}

fn masked(w: &mut Writer) {
    let word = w.tape.pick(&["masked", "master"]);
    w.pragma(word);
    w.open("{");
    w.block(|w| statements::list(w, Part::Thread, 2));
    w.close();
}

/// The last thread, or another one, writes alone.
fn one_writes(w: &mut Writer, team: &Team) {
    let size = team.size.as_deref().expect("a known team").to_string();
    let which = match w.tape.below(2) {
        0 => "0".to_string(),
        _ => format!("{size} - 1"),
    };
    w.open("{");
    w.device(format!("if (omp_get_thread_num() == {which})"));
    w.open("{");
    w.block(|w| statements::list(w, Part::Thread, 2));
    w.close();
    w.close();
}

fn sections(w: &mut Writer) -> bool {
    let mut targets: Vec<(Variable, String)> = vec![];
    for at in 0..1 + w.tape.below(4) {
        let found = match w.tape.below(2) {
            0 => w.scope.scalar(w.tape).map(|v| (v.clone(), v.name)),
            _ => w.scope.array(w.tape, 8).map(|v| {
                let element = format!("{}[{at}]", v.name);
                (v, element)
            }),
        };
        if let Some((v, target)) = found {
            w.scope.hide(&v.name);
            targets.push((v, target));
        }
    }
    let nowait = w.tape.once_in(4);
    let mut clauses = if nowait { " nowait" } else { "" }.to_string();
    let reduced = w
        .tape
        .once_in(3)
        .then(|| loops::reduction(w, &mut clauses))
        .flatten();
    w.pragma(format!("sections{clauses}"));
    w.open("{");
    for (v, target) in &targets {
        w.pragma("section");
        w.open("{");
        statements::assign(w, v, target.clone());
        if let Some((v, op)) = &reduced {
            loops::combine(w, v, op);
        }
        w.close();
    }
    if targets.is_empty() {
        w.line(";");
    }
    w.close();
    !nowait
}

/// One thread's value becomes that of all.
fn broadcast(w: &mut Writer, team: &Team) -> bool {
    for v in w.scope.variables.iter_mut().filter(|v| v.own) {
        v.hidden = false;
    }
    let own = w.scope.own(w.tape);
    for v in w.scope.variables.iter_mut().filter(|v| v.own) {
        v.hidden = true;
    }
    let Some(v) = own else { return false };
    let size = team.size.as_deref().expect("a known team").to_string();
    let value = w.scope.value(w.tape, v.ty, 2);
    w.pragma(format!("single copyprivate({})", v.name));
    w.serial(format!("for (int tid = 0; tid < {size}; tid++)"));
    w.line(format!("@{} = {value};", v.name));
    true
}

/// Variables of a sequential part, which its regions share.
pub fn locals(w: &mut Writer) {
    for _ in 0..1 + w.tape.below(4) {
        let ty = w.tape.pick(&Type::ALL);
        let name = w.fresh("v");
        if w.tape.once_in(6) {
            combined::structure(w, &name);
        } else if w.tape.once_in(4) {
            let length = w.tape.pick(&[4, 8, 32, 64, 128]);
            w.line(format!("{} {name}[{length}];", ty.c()));
            let value = w.scope.value(w.tape, ty, 1);
            w.line(format!("for (int i = 0; i < {length}; i++)"));
            w.line(format!("    {name}[i] = {value};"));
            w.scope.add(name, ty, length);
        } else {
            let value = w.scope.value(w.tape, ty, 1);
            w.line(format!("{} {name} = {value};", ty.c()));
            w.scope.add(name, ty, 0);
        }
    }
}

/// Copies the values of the locals to where the comparison reads them.
pub fn results(w: &mut Writer) {
    let locals: Vec<Variable> = w
        .scope
        .variables
        .iter()
        .filter(|v| v.writable && v.name.starts_with('v'))
        .cloned()
        .collect();
    for v in locals {
        let (value, step) = match v.length {
            0 => (v.name.clone(), "3u".to_string()),
            n => {
                w.line(format!("for (int i = 0; i < {n}; i++)"));
                (format!("{}[i]", v.name), "(unsigned)i".into())
            }
        };
        let value = scope::as_unsigned(v.ty, &value);
        let (suffix, mask) = (w.scope.suffix, w.width - 1);
        w.line(format!("    B{suffix}[{step} & {mask}u] += {value};"));
    }
}
