//! Statements of a sequential part beside plain regions: combined constructs, structures, reductions of the
//! program's own.

use super::loops;
use super::regions::Team;
use super::scope::Type;
use super::writer::Writer;

/// A combined construct.
pub fn parallel_loop(w: &mut Writer) {
    w.open("{");
    w.block(|w| {
        let team = Team::draw(w);
        let words = w
            .tape
            .pick(&["parallel for", "parallel for simd", "parallel loop"]);
        loops::worksharing(w, words, team.clauses());
    });
    w.close();
    w.scope.show_shared();
}

/// A loop with a reduction that `prelude.h` declares, of a structure.
pub fn joined(w: &mut Writer) {
    w.open("{");
    w.block(|w| {
        let team = Team::draw(w);
        let t = w.fresh("t");
        let (first, second) = (w.scope.unsigned(w.tape, 1), w.scope.unsigned(w.tape, 1));
        w.line(format!("struct joined {t} = {{{first}, {second}, 3}};"));
        let header = loops::header(w, 1024);
        let clauses = format!("{}{}", loops::schedule(w), header.clause());
        let words = format!(
            "parallel for{}{clauses} reduction(join: {t})",
            team.clauses()
        );
        w.pragma(words);
        loops::body(w, &header, |w| {
            let value = w.scope.unsigned(w.tape, 2);
            let more = w.scope.unsigned(w.tape, 2);
            w.line(format!(
                "join(&{t}, &(struct joined){{{value}, {more}, 1}});"
            ));
        });
        if let Some(v) = w.scope.shared_scalar_of(w.tape, &[Type::Unsigned]) {
            w.line(format!(
                "{} += {t}.sum ^ {t}.most ^ (unsigned){t}.count;",
                v.name
            ));
        }
    });
    w.close();
}

/// A local structure; its members are variables.
pub fn structure(w: &mut Writer, name: &str) {
    let value = w.scope.unsigned(w.tape, 1);
    w.line(format!(
        "struct pair {name} = {{.x = 5, .w = 9, .z = {{1, 2, 3}}, .high = {value}}};"
    ));
    w.scope.add(format!("{name}.x"), Type::Int, 0);
    w.scope.add(format!("{name}.w"), Type::Long, 0);
    w.scope.add(format!("{name}.y"), Type::Double, 0);
}
