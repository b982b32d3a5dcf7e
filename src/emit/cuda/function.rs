//! Device functions: signature, linkage, body.
//!
//! Functions that other units may use have external linkage; all others are static. They have C++ linkage, so that
//! the host's function of the same name is another symbol.

use super::{ItemComments, ListComments, Printer};
use crate::device::{Block, Function};
use crate::ir::{Decl, FuncId, StmtKind, Storage, Type, VarId};

/// How long a line may be before its parts get lines of their own.
const LINE: usize = 100;

impl Printer<'_> {
    /// Whether other units may use the function: `declare target` with external linkage.
    pub fn is_shared(&self, func: FuncId) -> bool {
        self.program.funcs[func].is_shared()
    }

    /// `static __device__ int f(int x)`; with each parameter on a line of its own where that is long.
    pub fn signature(&mut self, func: FuncId) -> String {
        let params = self.parameters(func);
        let line = self.with_parameters(func, params.join(", "));
        match line.len() > LINE && params.len() > 1 {
            true => self.with_parameters(func, format!("\n    {}", params.join(",\n    "))),
            false => line,
        }
    }

    /// The signature of a definition, with the user's comments about its parameters.
    pub fn commented_signature(&mut self, func: FuncId) -> String {
        let signature = self.signature_with_comments(func);
        let body = self.program.funcs[func].body;
        let open = body.map(|body| self.program.stmt(body).span.lo);
        let written = self.hooks.written();
        let behind =
            open.and_then(|at| written.comment_at_end_of_line(&mut self.uses.comments, at));
        match behind {
            Some(comment) => format!("{signature}  {comment}"),
            None => signature,
        }
    }

    fn signature_with_comments(&mut self, func: FuncId) -> String {
        let data = &self.program.funcs[func];
        let spans = data.params.iter();
        let spans: Vec<_> = { spans.map(|&param| Some(self.program.vars[param].span)) }.collect();
        let written = self.hooks.written();
        let list = written.list_behind(data.span.hi, "(");
        let about = list.and_then(|list| {
            let comments = &mut self.uses.comments;
            let about = written.comments_of_list(comments, list, &spans)?;
            written.keep_comments_of_list(comments, list);
            Some(about)
        });
        let Some(about) = about.filter(|_| !spans.is_empty()) else {
            return self.signature(func);
        };
        if let Some(line) = self.in_one_line(func, &about) {
            return line;
        }
        let params = self.parameters(func);
        let mut lines = about.opening.clone();
        // Whether the last line is a comment, behind which nothing stands.
        let mut open = false;
        for (at, param) in params.iter().enumerate() {
            let item = about.items.get(at).cloned().unwrap_or_default();
            let comma = if at + 1 < params.len() { "," } else { "" };
            lines.extend(item.above.iter().filter(|line| !line.is_empty()).cloned());
            let before: String = item.before.iter().map(|one| format!("{one} ")).collect();
            let mut line = format!("{before}{param}{comma}");
            let column = line.chars().count() + 2;
            let mut behind = item.at_end().into_iter();
            open = false;
            if let Some(first) = behind.next() {
                open = first.starts_with("//") || first.contains(" //");
                line.push_str(&format!("  {first}"));
            }
            lines.push(line);
            lines.extend(behind.map(|text| format!("{}{text}", " ".repeat(column))));
        }
        open |= !about.end.is_empty();
        lines.extend(about.end);
        let end = if open { "\n" } else { "" };
        self.with_parameters(func, format!("\n    {}{end}", lines.join("\n    ")))
    }

    /// The signature with comments in one line, where they and the user's lines allow that.
    fn in_one_line(&mut self, func: FuncId, about: &ListComments) -> Option<String> {
        let params = self.parameters(func);
        let needs_line = |item: &ItemComments| !item.above.is_empty() || !item.behind.is_empty();
        let lines = about.items.iter().any(needs_line) && params.len() > 1;
        let slashes = |line: &String| line.starts_with("//") || line.contains('\n');
        let mut all = about.items.iter().flat_map(|item| {
            let before = item.above.iter().chain(&item.before);
            before.chain(&item.beside).chain(&item.behind)
        });
        if lines || !about.opening.is_empty() || !about.end.is_empty() || all.any(slashes) {
            return None;
        }
        let parts = params.iter().enumerate().map(|(at, param)| {
            let item = about.items.get(at).cloned().unwrap_or_default();
            let words = item.above.into_iter().chain(item.before);
            let words = words.chain([param.clone()]).chain(item.beside);
            words.chain(item.behind).collect::<Vec<_>>().join(" ")
        });
        let list: Vec<String> = parts.collect();
        let line = self.with_parameters(func, list.join(", "));
        (line.len() <= LINE).then_some(line)
    }

    fn parameters(&mut self, func: FuncId) -> Vec<String> {
        let data = &self.program.funcs[func];
        let params = data.params.iter().map(|&param| self.var_decl(param));
        let mut params: Vec<String> = params.collect();
        if data.variadic {
            params.push("...".into());
        }
        params
    }

    fn with_parameters(&mut self, func: FuncId, list: String) -> String {
        let data = &self.program.funcs[func];
        let name = self.names.func(func);
        // A qualifier on a returned value has no meaning.
        let ret = self.program.types.resolve_qual(data.ret);
        let ret = match self.program.types.get(ret.id) {
            Type::Record(_) if ret.quals.is_volatile => ret.id.into(),
            Type::Pointer(_) | Type::Record(_) | Type::Enum(_) => data.ret,
            _ => self.without_const(data.ret),
        };
        let linkage = match (data.body.is_none() || self.is_shared(func), data.is_inline) {
            (true, _) if data.weak && data.body.is_some() => "ROMP_WEAK_FUNCTION __device__",
            (true, _) => "__device__",
            (false, true) => "static inline __device__",
            (false, false) => "static __device__",
        };
        let declarator = self.declarator(ret, &format!("{name}({list})"));
        format!("{linkage} {declarator}")
    }

    /// A function with its body. Returns it where it is not only C.
    pub fn function(&mut self, out: &mut Block, func: FuncId) -> Option<Function> {
        let data = &self.program.funcs[func];
        let Some(body) = data.body else {
            out.user(format!("{};", self.signature(func)));
            return None;
        };
        let written = self.hooks.written();
        let comments = written.comments_above(&mut self.uses.comments, data.span);
        written.begin(&mut self.uses.comments, data.span);
        if let Some(mut function) = self.hooks.function(self, func) {
            // Below the frame and what declares the regions.
            let lines = comments.into_iter().chain(function.line.take());
            let lines: Vec<String> = lines.collect();
            function.line = (!lines.is_empty()).then(|| lines.join("\n"));
            out.text_of(function.to_string());
            return Some(function);
        }
        comments.iter().for_each(|comment| out.user(comment));
        if let Some(directive) = self.hooks.written().line_directive(data.span) {
            out.directive(directive);
        }
        let signature = self.commented_signature(func);
        out.user(signature);
        out.scope(|out| {
            self.block_contents(out, body);
            self.ending(out, func);
        });
        let start = out.len() - 1;
        self.comment_behind(out, start, self.program.stmt(body).span);
        None
    }

    /// The variables with static storage that a function declares, in the order of the text.
    pub fn static_locals(&self, func: FuncId) -> Vec<VarId> {
        let Some(body) = self.program.funcs[func].body else {
            return vec![];
        };
        let mut found = vec![];
        let mut blocks = vec![body];
        while let Some(block) = blocks.pop() {
            self.program.walk_stmts(block, &mut |_, stmt| {
                if let StmtKind::Decl(decls) = &stmt.kind {
                    for decl in decls {
                        if let Decl::Var(var) = decl
                            && self.program.vars[*var].storage == Storage::StaticLocal
                        {
                            found.push(*var);
                        }
                    }
                }
            });
            self.program.walk_exprs_in(block, &mut |_, e| {
                if let crate::ir::ExprKind::StmtExpr(inner) = e.kind {
                    blocks.push(inner);
                }
            });
        }
        found.sort();
        found.dedup();
        found
    }
}
