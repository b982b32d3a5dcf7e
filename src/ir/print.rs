//! A compact dump of the program, every conversion shown, for tests and for looking at it.
//!
//! An implicit conversion is `{type}e`, a decay `@e`, a cast `(type)e`. Not C, and not read back.

use super::*;
use std::fmt::Write;

impl Program {
    /// The unit without what system headers declare.
    pub fn dump(&self) -> String {
        let mut out = String::new();
        for item in &self.items {
            match *item {
                Item::Record(id) if !self.records[id].system => self.dump_record(id, "", &mut out),
                Item::Enum(id) if !self.enums[id].system => self.dump_enum(id, "", &mut out),
                Item::Alias(id) if !self.aliases[id].system => {
                    let alias = &self.aliases[id];
                    let _ = writeln!(out, "typedef {}", self.declare(alias.target, &alias.name));
                }
                Item::Var(id) if !self.vars[id].system => {
                    let _ = writeln!(out, "{}", self.show_var(id));
                }
                Item::Func(id) if !self.funcs[id].system => self.dump_func(id, &mut out),
                _ => {}
            }
        }
        self.dump_declarations(&mut out);
        out
    }

    /// What declarative directives say.
    fn dump_declarations(&self, out: &mut String) {
        for reduction in self.reductions.values() {
            let ty = self.describe(reduction.ty);
            let _ = write!(out, "reduction {} {ty}", reduction.op);
            let _ = write!(out, " combiner {}", self.show(reduction.combiner));
            let _ = match &reduction.initializer {
                Some(ReductionInit::Value(init)) => write!(out, " = {}", self.show_init(init)),
                Some(ReductionInit::Call(call)) => write!(out, " init {}", self.show(*call)),
                None => Ok(()),
            };
            out.push('\n');
        }
        for mapper in self.mappers.values() {
            let var = self.declare(mapper.ty, &self.vars[mapper.var].name);
            let name = mapper.name.as_deref().unwrap_or("default");
            let clauses = self.show_clauses(&mapper.clauses);
            let _ = writeln!(out, "mapper {name} {var}{clauses}");
        }
        for variant in &self.variants {
            let (base, other) = (variant.base, variant.variant);
            let (base, other) = (&self.funcs[base].name, &self.funcs[other].name);
            let _ = writeln!(out, "variant {other} of {base} when {}", variant.selector);
        }
        for allocation in &self.allocations {
            let var = &self.vars[allocation.var].name;
            let allocator = allocation.allocator.map(|e| self.show(e));
            let _ = writeln!(out, "allocate {var} {}", allocator.unwrap_or_default());
        }
    }

    fn dump_record(&self, id: RecordId, pad: &str, out: &mut String) {
        let record = &self.records[id];
        let what = if record.is_union { "union" } else { "struct" };
        let _ = write!(out, "{pad}{what} {}", record.made_name);
        let Some(fields) = &record.fields else {
            let _ = writeln!(out, " incomplete");
            return;
        };
        let _ = write!(out, " size {} align {}", record.size, record.align);
        if let Some(attribute) = &record.attribute {
            let _ = write!(out, " [{attribute}]");
        }
        out.push('\n');
        for field in fields {
            let name = field.name.as_deref().unwrap_or("");
            let _ = write!(
                out,
                "{pad}    {} {}",
                field.offset,
                self.declare(field.ty, name)
            );
            if let Some(bits) = field.bits {
                let _ = write!(out, " : {bits}");
            }
            out.push('\n');
        }
    }

    fn dump_enum(&self, id: EnumId, pad: &str, out: &mut String) {
        let of = &self.enums[id];
        let consts: Vec<String> = of
            .consts
            .iter()
            .map(|c| format!("{} = {}", c.name, c.value))
            .collect();
        let (name, repr) = (&of.made_name, of.repr.spelling());
        let _ = writeln!(out, "{pad}enum {name} : {repr} {{ {} }}", consts.join(", "));
    }

    fn show_var(&self, id: VarId) -> String {
        let var = &self.vars[id];
        let storage = match var.storage {
            Storage::Auto | Storage::Param | Storage::Global => "",
            Storage::StaticLocal | Storage::StaticGlobal => "static ",
            Storage::Extern => "extern ",
        };
        let mut text = format!("{storage}{}", self.declare(var.ty, &var.name));
        if let Some(target) = &var.declare_target {
            let _ = write!(text, " [{:?} {:?}]", target.kind, target.device_type);
        }
        if var.threadprivate {
            text.push_str(" [threadprivate]");
        }
        if let Some(align) = var.align {
            let _ = write!(text, " [align {align}]");
        }
        if let Some(init) = &var.init {
            let _ = write!(text, " = {}", self.show_init(init));
        }
        text
    }

    fn dump_func(&self, id: FuncId, out: &mut String) {
        let func = &self.funcs[id];
        let mut params: Vec<String> = func
            .params
            .iter()
            .map(|&p| self.declare(self.vars[p].ty, &self.vars[p].name))
            .collect();
        if func.variadic {
            params.push("...".to_owned());
        } else if func.prototyped && params.is_empty() {
            params.push("void".to_owned());
        }
        let name = format!("{}({})", func.name, params.join(", "));
        if func.is_static {
            out.push_str("static ");
        }
        if func.is_inline {
            out.push_str("inline ");
        }
        out.push_str(&self.declare(func.ret, &name));
        if let Some(target) = &func.declare_target {
            let _ = write!(out, " [{:?} {:?}]", target.kind, target.device_type);
        }
        out.push('\n');
        if let Some(body) = func.body {
            self.dump_stmt(body, 0, out);
        }
    }

    /// A statement and what is below it, indented by `depth`.
    pub fn dump_stmt(&self, id: StmtId, depth: usize, out: &mut String) {
        let pad = "    ".repeat(depth);
        let stmt = &self.stmts[id];
        let mut line = |text: String| {
            let _ = writeln!(out, "{pad}{text}");
        };
        match &stmt.kind {
            StmtKind::Null => line(";".to_owned()),
            StmtKind::Expr(e) => line(self.show(*e)),
            StmtKind::Decl(decls) => {
                for decl in decls {
                    match *decl {
                        Decl::Var(var) => {
                            let text = self.show_var(var);
                            let _ = writeln!(out, "{pad}{text}");
                        }
                        Decl::Record(record) => self.dump_record(record, &pad, out),
                        Decl::Enum(of) => self.dump_enum(of, &pad, out),
                        Decl::Alias(alias) => {
                            let alias = &self.aliases[alias];
                            let text = self.declare(alias.target, &alias.name);
                            let _ = writeln!(out, "{pad}typedef {text}");
                        }
                    }
                }
            }
            StmtKind::Block(_) => line("block".to_owned()),
            StmtKind::If { cond, .. } => line(format!("if {}", self.show(*cond))),
            StmtKind::While { cond, .. } => line(format!("while {}", self.show(*cond))),
            StmtKind::DoWhile { cond, .. } => line(format!("do while {}", self.show(*cond))),
            StmtKind::For { cond, step, .. } => {
                let part = |e: &Option<ExprId>| e.map_or(String::new(), |e| self.show(e));
                line(format!("for ; {} ; {}", part(cond), part(step)));
            }
            StmtKind::Switch { cond, .. } => line(format!("switch {}", self.show(*cond))),
            StmtKind::Case { lo, hi, .. } => match hi {
                Some(hi) => line(format!("case {} ... {}", self.show(*lo), self.show(*hi))),
                None => line(format!("case {}", self.show(*lo))),
            },
            StmtKind::Default { .. } => line("default".to_owned()),
            StmtKind::Label { name, .. } => line(format!("label {name}")),
            StmtKind::Goto { name } => line(format!("goto {name}")),
            StmtKind::Break => line("break".to_owned()),
            StmtKind::Continue => line("continue".to_owned()),
            StmtKind::Return(value) => line(match value {
                Some(e) => format!("return {}", self.show(*e)),
                None => "return".to_owned(),
            }),
            StmtKind::Omp(construct) => line(self.show_construct(*construct)),
            StmtKind::DeviceConstruct(construct) => {
                line(format!("no device: {}", self.show_construct(*construct)))
            }
            StmtKind::Asm { text } => line(format!("asm {text}")),
            StmtKind::CompilerBarrier => line("compiler barrier".into()),
        }
        self.each_child(stmt, &mut |child| {
            self.dump_stmt(child, depth + 1, &mut *out);
        });
    }

    /// A construct's directive and clauses on one line.
    pub fn show_construct(&self, id: ConstructId) -> String {
        let construct = &self.constructs[id];
        let clauses = self.show_clauses(&construct.clauses);
        let mut text = format!("omp {}{clauses}", construct.directive.name());
        for used in &construct.user_reductions {
            let reduction = &self.reductions[used.what];
            let (op, ty) = (&reduction.op, self.describe(reduction.ty));
            let _ = write!(
                text,
                " <{}.{}: reduction {op} {ty}>",
                used.clause, used.item
            );
        }
        for used in &construct.user_mappers {
            let name = self.mappers[used.what].name.as_deref().unwrap_or("default");
            let _ = write!(text, " <{}.{}: mapper {name}>", used.clause, used.item);
        }
        text
    }

    fn show_clauses(&self, clauses: &[Clause]) -> String {
        let mut text = String::new();
        for clause in clauses {
            let items: Vec<String> = clause
                .kind
                .items()
                .iter()
                .map(|i| self.show_item(i))
                .collect();
            let exprs: Vec<String> = clause
                .kind
                .exprs()
                .into_iter()
                .map(|&e| self.show(e))
                .collect();
            let _ = write!(text, " {}", clause.kind.name());
            let all: Vec<String> = exprs.into_iter().chain(items).collect();
            if !all.is_empty() {
                let _ = write!(text, "({})", all.join(", "));
            }
        }
        text
    }

    /// A list item as the dump shows it.
    pub fn show_item(&self, item: &ListItem) -> String {
        match &item.kind {
            ItemKind::Var(var) => self.vars[*var].name.clone(),
            ItemKind::Func(func) => format!("{}()", self.funcs[*func].name),
            ItemKind::Word(word) => word.clone(),
            ItemKind::Part {
                root,
                base,
                dims,
                elem,
            } => {
                let mut text = self.show(*base);
                for dim in dims {
                    let part = |e: Option<ExprId>| e.map_or(String::new(), |e| self.show(e));
                    let _ = if dim.is_index {
                        write!(text, "[{}]", part(dim.lower))
                    } else if dim.stride.is_some() {
                        let (lower, length) = (part(dim.lower), part(dim.length));
                        write!(text, "[{lower}:{length}:{}]", part(dim.stride))
                    } else {
                        write!(text, "[{}:{}]", part(dim.lower), part(dim.length))
                    };
                    let _ = match dim.extent {
                        Some(ArrayLen::Known(n)) => write!(text, " of {n}"),
                        Some(ArrayLen::Vla(e)) => write!(text, " of {}", self.show(e)),
                        Some(ArrayLen::Unknown) => write!(text, " of ?"),
                        None => Ok(()),
                    };
                }
                let root = root.map_or("?", |var| self.vars[var].name.as_str());
                format!("{text} <{root}: {}>", self.describe(*elem))
            }
        }
    }

    fn show_init(&self, init: &Init) -> String {
        match init {
            Init::Expr(e) => self.show(*e),
            Init::List(items) => {
                let items: Vec<String> = items
                    .iter()
                    .map(|(i, item)| format!("[{i}] {}", self.show_init(item)))
                    .collect();
                format!("{{{}}}", items.join(", "))
            }
        }
    }

    /// An expression, fully parenthesised.
    pub fn show(&self, id: ExprId) -> String {
        let expr = &self.exprs[id];
        let s = |e: &ExprId| self.show(*e);
        match &expr.kind {
            ExprKind::Int { text, .. }
            | ExprKind::Float { text, .. }
            | ExprKind::Imaginary { text }
            | ExprKind::Str { text }
            | ExprKind::OffsetOf { text, .. } => text.clone(),
            ExprKind::Var(var) => self.vars[*var].name.clone(),
            ExprKind::Func(func) => self.funcs[*func].name.clone(),
            ExprKind::EnumConst { of, index } => self.enums[*of].consts[*index].name.clone(),
            ExprKind::Unary { op, arg } => {
                let op = match op {
                    UnOp::Plus => "+",
                    UnOp::Neg => "-",
                    UnOp::BitNot => "~",
                    UnOp::Not => "!",
                };
                format!("{op}{}", s(arg))
            }
            ExprKind::Binary { op, lhs, rhs } => {
                format!("({} {} {})", s(lhs), op.spelling(), s(rhs))
            }
            ExprKind::Assign { lhs, rhs } => format!("({} = {})", s(lhs), s(rhs)),
            ExprKind::CompoundAssign {
                op,
                lhs,
                rhs,
                compute,
            } => {
                let compute = self.describe((*compute).into());
                format!("({} {}=<{compute}> {})", s(lhs), op.spelling(), s(rhs))
            }
            ExprKind::IncDec {
                arg,
                increment,
                postfix,
            } => {
                let op = if *increment { "++" } else { "--" };
                if *postfix {
                    format!("{}{op}", s(arg))
                } else {
                    format!("{op}{}", s(arg))
                }
            }
            ExprKind::Cond { cond, yes, no } => {
                let yes = yes.as_ref().map_or(String::new(), s);
                format!("({} ? {yes} : {})", s(cond), s(no))
            }
            ExprKind::Comma { lhs, rhs } => format!("({}, {})", s(lhs), s(rhs)),
            ExprKind::Call { callee, args } => {
                let args: Vec<String> = args.iter().map(s).collect();
                format!("{}({})", s(callee), args.join(", "))
            }
            ExprKind::Index { base, index } => format!("{}[{}]", s(base), s(index)),
            ExprKind::Member {
                base, arrow, name, ..
            } => {
                let dot = if *arrow { "->" } else { "." };
                format!("{}{dot}{name}", s(base))
            }
            ExprKind::Deref(arg) => format!("*{}", s(arg)),
            ExprKind::AddrOf(arg) => format!("&{}", s(arg)),
            ExprKind::Convert { arg, why } => match why {
                Conversion::Cast => format!("({}){}", self.describe(expr.ty), s(arg)),
                Conversion::Implicit => format!("{{{}}}{}", self.describe(expr.ty), s(arg)),
                Conversion::ArrayDecay | Conversion::FunctionDecay => format!("@{}", s(arg)),
            },
            ExprKind::SizeOf { text, value, .. } => match value {
                Some(value) => format!("{text}<{value}>"),
                None => text.clone(),
            },
            ExprKind::CompoundLiteral { init } => {
                format!("({}){}", self.describe(expr.ty), self.show_init(init))
            }
            ExprKind::StmtExpr(block) => {
                let mut text = String::new();
                self.dump_stmt(*block, 0, &mut text);
                let lines: Vec<&str> = text.lines().map(str::trim).collect();
                format!("({{ {} }})", lines.join("; "))
            }
            ExprKind::Opaque { text, why } => format!("<{text}: {why}>"),
        }
    }
}
