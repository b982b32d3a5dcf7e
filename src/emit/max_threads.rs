//! nthreads-var of implicit tasks, which `omp_set_num_threads` changes and `omp_get_max_threads` returns.
//!
//! A region that calls the former itself stores the number in a local variable of each thread, with the caller's
//! value at first; all other code asks the device header. Knows nothing of how regions are executed.

use super::context::Context;
use super::cuda::Printer;
use super::kernel::Kernel;
use crate::device::Block;
use crate::ir::*;
use crate::library::openmp::{GET_MAX_THREADS, SET_NUM_THREADS};

impl Kernel<'_> {
    /// Whether code changes the nthreads-var of its own task.
    pub fn sets_max_threads(&self, body: Option<StmtId>) -> bool {
        body.is_some_and(|body| self.plan.max_threads.contains(&body))
    }

    /// Builds a task's code, with a variable before it where it needs one; `before` is the code at its beginning.
    pub fn with_max_threads(
        &self,
        p: &mut Printer,
        out: &mut Block,
        body: Option<StmtId>,
        before: &str,
        print: impl FnOnce(&Kernel, &mut Printer, &mut Block),
    ) {
        if !self.sets_max_threads(body) {
            return print(self, p, out);
        }
        let name = self.made_name("max_threads");
        out.declare_as(format!("int {name}"), before);
        let change = |context: &mut Context| context.max_threads = Some(name);
        self.within(p, change, |k, p| print(k, p, out))
    }

    /// A call of the two routines where the task has a variable.
    pub fn own_max_threads(&self, name: &str, args: &str) -> Option<String> {
        let variable = self.context.max_threads.as_deref()?;
        match name {
            SET_NUM_THREADS => Some(format!("romp::set_max_threads({variable}, {args})")),
            GET_MAX_THREADS => Some(variable.into()),
            _ => None,
        }
    }
}
