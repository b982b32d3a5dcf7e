//! Long lists of variables in the host text: everything but their addresses becomes a constant table.
//!
//! Replaces elements of `list_items` by fewer ones. gcc's optimizer takes time with the square of the stores that one
//! list needs: seconds for a thousand variables.

use crate::ir::{Program, VarId};
use crate::plan::decisions::launch::{Arg, ArgWhat};

/// The number of variables in a row from which on a table is worth it.
const MANY: usize = 64;

/// The elements of `args`, where those of many variables in a row become one.
pub fn grouped(program: &Program, args: &[Arg], elements: Vec<String>) -> Vec<String> {
    let mut out = vec![];
    let mut run: Vec<(VarId, String)> = vec![];
    for (arg, text) in args.iter().zip(elements) {
        match plain(program, arg, &text) {
            Some(var) => run.push((var, text)),
            None => {
                end(program, &mut run, &mut out);
                out.push(text);
            }
        }
    }
    end(program, &mut run, &mut out);
    out
}

fn end(program: &Program, run: &mut Vec<(VarId, String)>, out: &mut Vec<String>) {
    let run = std::mem::take(run);
    if run.len() < MANY {
        out.extend(run.into_iter().map(|(_, text)| text));
        return;
    }
    let mut each = run
        .iter()
        .map(|(_, text)| text.replacen("romp_", "romp_each_", 1));
    let first = each.next().unwrap_or_default();
    out.push(format!("romp_many(({first}"));
    out.extend(each);
    if let Some(last) = out.last_mut() {
        last.push(')');
    }
    out.extend(
        run.iter()
            .map(|(var, _)| format!("&{}", program.vars[*var].name)),
    );
    if let Some(last) = out.last_mut() {
        last.push(')');
    }
}

/// The variable of an element that is nothing but `romp_WORD(v)`, of a size known at compilation.
fn plain(program: &Program, arg: &Arg, text: &str) -> Option<VarId> {
    const WORDS: [&str; 6] = [
        "value",
        "to_var",
        "from_var",
        "tofrom_var",
        "alloc_var",
        "private_copy",
    ];
    let (ArgWhat::Value(var) | ArgWhat::Var(var, _) | ArgWhat::PrivateCopy(var)) = arg.what else {
        return None;
    };
    let v = &program.vars[var];
    let is_fixed = program.size_of(v.ty.id).is_some() && !v.register;
    let said = |word: &&str| text == format!("romp_{word}({})", v.name);
    (is_fixed && WORDS.iter().any(said)).then_some(var)
}
