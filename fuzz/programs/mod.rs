//! Random target regions with sequential and parallel parts, and the same code without directives.
//!
//! A case is two functions, one with OpenMP and one without, which must leave the same data behind. The
//! generator knows by construction that they do: see `regions.rs`.

mod combined;
mod functions;
mod leagues;
mod loops;
mod phases;
mod regions;
mod scope;
mod statements;
mod tasks;
mod writer;

use crate::campaign::Case;
use crate::tape::Tape;
use regions::Team;
use scope::Type;
use statements::Part;
use writer::Writer;

pub const PRELUDE: &str = include_str!("prelude.h");

/// The two functions of case `number`: `device_caseN` and `serial_caseN`.
pub fn case(tape: &mut Tape, number: usize) -> Case {
    let mut w = Writer::new(tape, number);
    let maps = w.tape.pick(&[
        Maps::Sections,
        Maps::Structure,
        Maps::Around,
        Maps::Apart,
        Maps::Members,
    ]);
    w.line(format!("static void $case{number}(struct data *d)"));
    w.open("{");
    match w.tape.below(8) {
        0 | 1 => sequential(&mut w, maps),
        2 => parallel(&mut w, maps),
        3 => in_parts(&mut w, maps, false),
        4 => in_parts(&mut w, maps, true),
        5 => league(&mut w, maps),
        6 => leagues::distributed(&mut w, maps),
        _ => leagues::in_flight(&mut w),
    }
    w.close();
    w.finish()
}

/// How the data is mapped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Maps {
    /// A section of each array on the construct.
    Sections,
    /// The whole structure, through its pointer.
    Structure,
    /// `target data` around, nothing on the construct.
    Around,
    /// `target enter data` and `target exit data`.
    Apart,
    /// Members on the construct.
    Members,
}

impl Maps {
    /// The construct, which `inner` writes with the map clause that it is given.
    fn around(self, w: &mut Writer, inner: impl FnOnce(&mut Writer, &str)) {
        let clause = match self {
            Maps::Sections => " map(tofrom: A[0:N], B[0:N], C[0:N], E[0:N], H[0:N], P[0:N])",
            Maps::Structure => " map(tofrom: d[0:1])",
            Maps::Members => " map(tofrom: d->a, d->b, d->c, d->e, d->h, d->p)",
            Maps::Around | Maps::Apart => "",
        };
        match self {
            Maps::Around => w.pragma("target data map(tofrom: d[0:1])"),
            Maps::Apart => w.pragma("target enter data map(to: d[0:1])"),
            _ => {}
        }
        w.open("{");
        if self == Maps::Sections {
            pointers(w, "d->", "");
        }
        w.block(|w| inner(w, clause));
        w.close();
        if self == Maps::Apart {
            w.pragma("target exit data map(from: d[0:1])");
        }
    }

    /// Inside the construct: the team's part of the arrays.
    fn parts(self, w: &mut Writer, part: &str) {
        match self {
            Maps::Sections if part.is_empty() => {}
            Maps::Sections => {
                for (ty, name, _) in ARRAYS {
                    w.line(format!("{ty} *{name}_part = {name}{part};"));
                }
            }
            _ => pointers(w, "d->", part),
        }
        let suffix = match self {
            Maps::Sections if !part.is_empty() => "_part",
            _ => "",
        };
        let width = w.width;
        w.scope.add_arrays(suffix, width);
    }
}

const ARRAYS: [(&str, &str, &str); 6] = [
    ("int", "A", "a"),
    ("unsigned", "B", "b"),
    ("long long", "C", "c"),
    ("double", "E", "e"),
    ("unsigned char", "H", "h"),
    ("struct pair", "P", "p"),
];

fn pointers(w: &mut Writer, owner: &str, part: &str) {
    for (ty, name, member) in ARRAYS {
        w.line(format!("{ty} *{name} = {owner}{member}{part};"));
    }
}

/// Scalars of the host that the construct maps.
fn scalars(w: &mut Writer) {
    for _ in 0..w.tape.below(3) {
        let ty = w.tape.pick(&[Type::Unsigned, Type::Double, Type::Long]);
        let length = w.tape.pick(&[0, 8, 64]);
        w.global(ty, length);
        let name = w.globals.last().expect("just added").name.clone();
        match length {
            0 => w.line(format!("{name} = 11;")),
            _ => w.line(format!("for (int i = 0; i < {length}; i++) {name}[i] = i;")),
        }
        w.pragma(format!("target update to({name})"));
    }
    w.line("unsigned s0 = 3;");
    w.line("long long s1 = 40;");
}

fn add_scalars(w: &mut Writer) {
    w.scope.add("s0", Type::Unsigned, 0);
    w.scope.add("s1", Type::Long, 0);
}

fn keep_scalars(w: &mut Writer) {
    for v in w.globals.clone() {
        w.pragma(format!("target update from({})", v.name));
        match v.length {
            0 => w.line(format!("d->b[2] += {};", scope::as_unsigned(v.ty, &v.name))),
            n => w.line(format!(
                "for (int i = 0; i < {n}; i++) d->b[i + 2] += {};",
                scope::as_unsigned(v.ty, &format!("{}[i]", v.name))
            )),
        }
    }
    w.line("d->b[1] += s0;");
    w.line("d->c[1] += s1 & 0xffffff;");
}

const SCALARS: &str = " map(tofrom: s0, s1)";

/// `target`: one team, with a sequential part.
fn sequential(w: &mut Writer, maps: Maps) {
    scalars(w);
    maps.around(w, |w, clause| {
        let limit = w.tape.pick(&["", " thread_limit(992)"]);
        let mut host = String::new();
        // Elsewhere the device has the newer data.
        if !clause.is_empty() && w.globals.is_empty() && w.tape.once_in(5) {
            let test = w.scope.test(w.tape, 1);
            host = format!(" if(target: d->a[3] > 0 || {test})");
        }
        w.pragma(format!("target{limit}{host}{clause}{SCALARS}"));
        w.open("{");
        maps.parts(w, "");
        add_scalars(w);
        regions::locals(w);
        statements::list(w, Part::Sequential, 6);
        regions::results(w);
        w.close();
    });
    keep_scalars(w);
}

/// `target parallel`: nothing but a region.
fn parallel(w: &mut Writer, maps: Maps) {
    scalars(w);
    maps.around(w, |w, clause| {
        add_scalars(w);
        let team = Team::draw(w);
        regions::region(
            w,
            &team,
            "target parallel",
            &format!("{clause}{SCALARS}"),
            |w| {
                maps.parts(w, "");
            },
        );
    });
    keep_scalars(w);
}

/// `teams distribute`, or `teams` that take every so-many-th part: each with a sequential part of its own.
fn in_parts(w: &mut Writer, maps: Maps, by_hand: bool) {
    w.width = w.tape.pick(&[64, 128, 256]);
    let parts = w.tape.pick(&[4, 1, 3, 2]);
    let width = w.width;
    maps.around(w, |w, clause| {
        let teams = w
            .tape
            .pick(&["", " num_teams(2)", " num_teams(4)", " thread_limit(256)"]);
        if by_hand {
            w.pragma(format!("target teams{teams}{clause}"));
            w.device(format!(
                "for (int part = omp_get_team_num(); part < {parts}; part += omp_get_num_teams())"
            ));
            w.serial(format!("for (int part = 0; part < {parts}; part++)"));
        } else {
            let schedule =
                w.tape
                    .pick(&["", " dist_schedule(static, 1)", " dist_schedule(static, 3)"]);
            w.pragma(format!("target teams distribute{teams}{schedule}{clause}"));
            w.line(format!("for (int part = 0; part < {parts}; part++)"));
        }
        w.open("{");
        w.scope.add_constant("part", Type::Int);
        maps.parts(w, &format!(" + part * {width}"));
        regions::locals(w);
        statements::list(w, Part::Sequential, 4);
        regions::results(w);
        w.close();
    });
}

/// One loop for all threads of all teams.
fn league(w: &mut Writer, maps: Maps) {
    scalars(w);
    let maps = match maps {
        Maps::Structure | Maps::Members => Maps::Sections,
        other => other,
    };
    maps.around(w, |w, clause| {
        if maps != Maps::Sections {
            pointers(w, "d->", "");
        }
        let width = w.width;
        w.scope.add_arrays("", width);
        w.scope.members = false;
        add_scalars(w);
        let words = w.tape.pick(&[
            "target teams distribute parallel for",
            "target teams distribute parallel for simd",
            "target parallel for",
            "target teams distribute",
            "target teams loop",
        ]);
        loops::worksharing(w, words, &format!("{clause}{SCALARS}"));
    });
    keep_scalars(w);
}
