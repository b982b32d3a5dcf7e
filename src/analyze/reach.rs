//! (temporary) What device code reaches.
use crate::ir::*;
use super::uses::Uses;

#[derive(Debug, Default)]
pub struct Reach { pub funcs: Vec<FuncId>, pub vars: Vec<VarId> }
#[derive(Debug, Default)]
pub struct Linkage { pub globals: Vec<String>, pub defines: Vec<String>, pub needs: Vec<String> }

impl Reach {
    pub fn of(program: &Program, roots: &[StmtId]) -> Reach {
        let mut reach = Reach::default();
        let mut todo: Vec<FuncId> = vec![];
        for &r in roots { todo.extend(Uses::of_stmt(program, r).calls); }
        for (id, f) in program.funcs.iter() { if f.declare_target.is_some() && f.body.is_some() { todo.push(id); } }
        while let Some(f) = todo.pop() {
            if reach.funcs.contains(&f) || program.funcs[f].body.is_none() { continue; }
            reach.funcs.push(f);
            todo.extend(Uses::of_stmt(program, program.funcs[f].body.unwrap()).calls);
        }
        for (id, v) in program.vars.iter() { if v.declare_target.is_some() && v.storage != Storage::Extern { reach.vars.push(id); } }
        reach
    }
    pub fn linkage(&self, program: &Program) -> Linkage {
        Linkage { globals: self.vars.iter().map(|v| program.vars[*v].name.clone()).collect(), ..Default::default() }
    }
}
