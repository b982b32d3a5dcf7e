//! The declarations before the kernels: exactly those to which the printed text refers, each after those that it
//! needs, otherwise in the order of the user's text.

use super::globals::Global;
use super::names::AliasName;
use super::order::{Order, TypeDecl, TypeOrder};
use super::padding;
use super::types::is_volatile;
use super::{ListComments, Printer};
use crate::device::parts::What;
use crate::device::{Block, Function};
use crate::ir::{
    AliasId, ArrayLen, FloatKind, FuncId, IntKind, Part, Program, QualType, Record, RecordId,
    Storage, Type, TypeId, Types, VarId,
};
use crate::library::{is_omp_routine, of_c};
use crate::source::Span;
use la_arena::ArenaMap;
use std::collections::{BTreeMap, BTreeSet};

/// What stands before the kernels.
pub struct Declarations {
    /// In the order of the file.
    pub all: Vec<Declaration>,
    /// The functions among them that are not only C.
    pub functions: ArenaMap<FuncId, Function>,
}

/// One of them.
pub struct Declaration {
    /// The names that it declares.
    pub names: Vec<String>,
    pub what: What,
    /// Whether a blank line stands in front.
    pub apart: bool,
    pub code: Block,
}

impl Declarations {
    /// All of them, as text.
    pub fn text(&self) -> String {
        let mut out = Block::default();
        for one in &self.all {
            if one.apart {
                out.gap();
            }
            out.append(one.code.clone());
        }
        out.to_string()
    }
}

/// Prints all types, variables and functions to which the text printed so far with the printer's [`super::Uses`]
/// refers, and those to which these refer. Kernels are printed first and placed last; `roots` and `variables` are
/// printed even if no kernel needs them.
pub fn declarations(p: &mut Printer, roots: &[FuncId], variables: &[VarId]) -> Declarations {
    roots.iter().for_each(|&func| p.uses.funcs.add(func));
    variables.iter().for_each(|&var| p.uses.vars.add(var));

    // Printing may refer to more: until nothing new is found.
    let mut functions: BTreeMap<FuncId, Definition> = BTreeMap::new();
    let mut globals: BTreeMap<VarId, Global> = BTreeMap::new();
    let mut types: BTreeMap<TypeDecl, Block> = BTreeMap::new();
    // The functions that variables' initialisers name.
    let mut pointed_at = BTreeSet::new();
    let mut built = ArenaMap::default();
    let mut known = Known::default();
    let mut grows = true;
    while grows {
        let funcs = p.uses.funcs.since(&mut known.funcs);
        let vars = p.uses.vars.since(&mut known.vars);
        let needed = needed_types(p, &mut known);
        grows = !(funcs.is_empty() && vars.is_empty() && needed.is_empty());
        for func in funcs {
            let data = &p.program.funcs[func];
            if of_c(p.program, func).is_some() || is_omp_routine(p.program, func) {
                continue;
            }
            if data.body.is_some() {
                p.uses.take_named_functions();
                let mut text = Block::default();
                if let Some(function) = p.function(&mut text, func) {
                    built.insert(func, function);
                }
                let names = p.uses.take_named_functions();
                functions.insert(func, Definition { text, names });
            }
            // Its own signature names types, too.
            p.signature(func);
        }
        for var in vars {
            p.uses.take_named_functions();
            globals.insert(var, p.global(var));
            pointed_at.append(&mut p.uses.take_named_functions());
        }
        for decl in needed {
            // Its comments are printed below.
            let above = p.uses.comments.above.clone();
            types.insert(decl, p.type_decl(decl));
            p.uses.comments.above = above;
        }
    }
    // More may be known of them since they were printed.
    for (&decl, text) in &mut types {
        *text = p.type_decl(decl);
    }
    Declarations {
        all: assemble(p, &functions, &globals, &types, pointed_at, &built),
        functions: built,
    }
}

/// A function's definition, and the functions that it names.
struct Definition {
    text: Block,
    names: BTreeSet<FuncId>,
}

/// How much of what the text uses has been looked at.
#[derive(Default)]
struct Known {
    funcs: usize,
    vars: usize,
    records: usize,
    enums: usize,
    aliases: usize,
}

/// The types to which the text refers since the last call.
fn needed_types(p: &mut Printer, known: &mut Known) -> Vec<TypeDecl> {
    let mut needed = vec![];
    for record in p.uses.complete.since(&mut known.records) {
        if p.program.records[record].fields.is_some() && !p.names.is_member_only(record) {
            needed.push(TypeDecl::Record(record));
        }
    }
    let enums = p.uses.enums.since(&mut known.enums);
    needed.extend(enums.into_iter().map(TypeDecl::Enum));
    let aliases = p.uses.aliases.since(&mut known.aliases);
    needed.extend(aliases.into_iter().map(TypeDecl::Alias));
    needed
}

fn assemble(
    p: &mut Printer,
    functions: &BTreeMap<FuncId, Definition>,
    globals: &BTreeMap<VarId, Global>,
    types: &BTreeMap<TypeDecl, Block>,
    pointed_at: BTreeSet<FuncId>,
    built: &ArenaMap<FuncId, Function>,
) -> Vec<Declaration> {
    let program = p.program;
    let mut out = List::default();
    let mut heads: Vec<RecordId> = p.uses.records.all();
    heads.retain(|&record| {
        let defined = p.uses.complete.has(record) && program.records[record].fields.is_some();
        !defined && !p.names.is_member_only(record)
    });
    let ordered = TypeOrder::of(program, types);
    for record in heads.into_iter().chain(ordered.forward) {
        let head = format!("{};", p.record_head(record));
        out.line(What::Copied, p.names.record(record), head);
    }
    out.gap();
    let mut compact = true;
    for decl in ordered.placed {
        let text = &types[&decl];
        // Aliases stand together; definitions are separated by blank lines.
        let is_line = text.len() <= 1;
        if !is_line || !compact {
            out.gap();
        }
        compact = is_line;
        out.add(What::Copied, p.type_names(decl), text.clone());
    }

    // Functions used before their definition, and by the variables' initialisers.
    let mut ids: Vec<FuncId> = p.uses.funcs.all();
    ids.retain(|&f| of_c(program, f).is_none() && !is_omp_routine(program, f));
    ids.sort_by_key(|&f| (program.funcs[f].span, f));
    let mut prototypes = vec![];
    // The functions that are named before the current one.
    let mut named = pointed_at;
    for &func in &ids {
        if program.funcs[func].body.is_none() || named.contains(&func) {
            prototypes.push(func);
        }
        named.extend(functions.get(&func).iter().flat_map(|one| &one.names));
    }
    out.gap();
    for func in prototypes {
        let prototype = format!("{};", p.signature(func));
        out.line(What::Copied, p.names.func(func), prototype);
    }

    let mut file_globals: Vec<VarId> = globals.keys().copied().collect();
    file_globals.retain(|&var| {
        // A function's static variables stand before it.
        let data = &program.vars[var];
        data.storage != Storage::StaticLocal
            || data.func.is_none_or(|func| !functions.contains_key(&func))
    });
    file_globals.sort_by_key(|&var| (program.vars[var].span, var));
    out.gap();
    let order = Order::of(program, &file_globals);
    for &var in &order.forward {
        let declarator = p.declarator(program.vars[var].ty, p.names.var(var));
        let declaration = format!("extern __device__ {declarator};");
        out.line(What::Copied, p.names.var(var), declaration);
    }
    let is_constant = |var: VarId| program.is_constant(program.vars[var].ty);
    let variable = |var: VarId| match is_constant(var) {
        true => What::Copied,
        false => What::Variable,
    };
    for &var in &order.placed {
        let mut code = Block::default();
        match order.forward.contains(&var) {
            true => globals[&var].print_declared_ahead(&mut code),
            false => globals[&var].print(&mut code),
        }
        out.add(variable(var), vec![p.names.var(var).to_string()], code);
    }

    for func in ids {
        if let Some(Definition { text, .. }) = functions.get(&func) {
            out.gap();
            for var in p.static_locals(func) {
                if let Some(global) = globals.get(&var) {
                    let mut code = Block::default();
                    global.print(&mut code);
                    out.add(variable(var), vec![p.names.var(var).to_string()], code);
                }
            }
            let mut names = vec![p.names.func(func).to_string()];
            names.extend(built.get(func).iter().flat_map(|one| one.further_names()));
            out.add(What::Function, names, text.clone());
        }
    }
    out.all
}

/// The declarations so far.
#[derive(Default)]
struct List {
    all: Vec<Declaration>,
    apart: bool,
}

impl List {
    /// The next declaration stands apart.
    fn gap(&mut self) {
        self.apart = true;
    }

    fn add(&mut self, what: What, names: Vec<String>, code: Block) {
        let apart = std::mem::take(&mut self.apart);
        self.all.push(Declaration {
            names,
            what,
            apart,
            code,
        });
    }

    fn line(&mut self, what: What, name: &str, text: String) {
        let mut code = Block::default();
        code.user(text);
        self.add(what, vec![name.to_string()], code);
    }
}

impl Printer<'_> {
    fn type_decl(&mut self, decl: TypeDecl) -> Block {
        let mut out = Block::default();
        match decl {
            TypeDecl::Record(id) => self.record(&mut out, id),
            TypeDecl::Enum(id) => self.enumeration(&mut out, id),
            TypeDecl::Alias(id) => self.alias(&mut out, id),
        }
        out
    }

    /// The names that a type's declaration declares.
    fn type_names(&self, decl: TypeDecl) -> Vec<String> {
        match decl {
            TypeDecl::Record(id) => vec![self.names.record(id).to_string()],
            TypeDecl::Enum(id) => {
                let constants = 0..self.program.enums[id].consts.len();
                let constants = constants.map(|index| self.names.enum_const(id, index).to_string());
                let own = self.names.enumeration(id).to_string();
                constants.chain([own]).collect()
            }
            TypeDecl::Alias(id) => match self.names.alias(id) {
                AliasName::Declared(name) => vec![name.clone()],
                _ => vec![],
            },
        }
    }

    fn record_head(&self, id: RecordId) -> String {
        let word = keyword(&self.program.records[id]);
        format!("{word} {}", self.names.record(id))
    }

    /// A record's definition, and assertions that both compilers lay it out alike.
    fn record(&mut self, out: &mut Block, id: RecordId) {
        let record = &self.program.records[id];
        let head = self.record_head(id);
        let (word, name) = (keyword(record), self.names.record(id));
        let spans: Vec<Option<Span>> = { record.fields.iter().flatten() }
            .map(|field| Some(field.span))
            .collect();
        let mut about = None;
        let commented = self.has_comments_on(record.span, (record.system, record.local));
        if commented {
            self.comments_on_type(out, record.span);
        }
        if !record.system {
            about = self.comments_of_definition(record.span, &spans);
        }
        let about = about.unwrap_or_default();
        out.user(format!("{word} {}{name} {{", alignas(record.aligned)));
        out.behind(&about.opening);
        out.nested(|out| self.fields(out, id, &about));
        out.user("};");
        if commented {
            self.comment_behind_type(out, record.span);
        }
        let mut checks = vec![format!("sizeof({head}) == {}", record.size)];
        for field in record.fields.iter().flatten() {
            if let Some(name) = &field.name
                && field.bits.is_none()
                && field.offset > 0
            {
                let name = self.names.member(name);
                checks.push(format!("offsetof({head}, {name}) == {}", field.offset));
            }
        }
        let mut lines = vec![String::new()];
        for (index, check) in checks.iter().enumerate() {
            let and = if index == 0 { "" } else { " && " };
            let last = lines.len() - 1;
            if lines[last].len() + check.len() > 96 {
                lines.push(format!("{and}{check}").trim_start().to_string());
            } else {
                lines[last].push_str(&format!("{and}{check}"));
            }
        }
        let text = lines.join("\n              ");
        out.user(format!("static_assert({text}, \"layout\");"));
        let padding = padding::words(self.program, id);
        if padding != 0 {
            out.user(format!(
                "static constexpr __device__ unsigned long long romp_padding_words(const {head} *) {{ return {padding:#x}; }}"
            ));
        }
    }

    fn fields(&mut self, out: &mut Block, id: RecordId, about: &ListComments) {
        let record = &self.program.records[id];
        for (index, field) in record.fields.iter().flatten().enumerate() {
            let types = &self.program.types;
            let comments = about.items.get(index).cloned().unwrap_or_default();
            match (&field.name, types.resolve(field.ty.id)) {
                (None, Type::Record(inner)) => {
                    let inner = *inner;
                    let record = &self.program.records[inner];
                    let word = keyword(record);
                    let align = alignas(record.aligned.max(field.align));
                    let system = self.program.records[id].system;
                    let spans: Vec<Option<Span>> = { record.fields.iter().flatten() }
                        .map(|field| Some(field.span))
                        .collect();
                    let about = match system {
                        true => None,
                        false => self.comments_of_definition(field.span, &spans),
                    };
                    let about = about.unwrap_or_default();
                    comments.print_above(out);
                    out.user(format!("{word} {align}{{"));
                    out.behind(&about.opening);
                    out.nested(|out| self.fields(out, inner, &about));
                    out.user("};");
                    out.behind(&comments.at_end());
                }
                (name, ty) => {
                    let name = name
                        .as_ref()
                        .map(|n| self.names.member(n))
                        .unwrap_or_default();
                    let bits = match field.bits {
                        Some(bits) => format!("{}: {bits}", if name.is_empty() { "" } else { " " }),
                        None => String::new(),
                    };
                    // A bit-field of an enum that is printed as `: int` would give negative values.
                    let declarator = match ty {
                        Type::Enum(of) if field.bits.is_some() => {
                            format!("{} {name}", self.program.enums[*of].repr.spelling())
                        }
                        _ => self.declaring(field.span, field.ty, |p| {
                            p.member_declarator(field.ty, &name)
                        }),
                    };
                    let align = alignas(field.align);
                    let member = format!("{align}{}{bits};", declarator.trim_end());
                    // nvcc 13.0 cannot initialise a bit-field of a union, unless it stands in a struct.
                    let member = match self.program.records[id].is_union && field.bits.is_some() {
                        true => format!("struct {{ {member} }};"),
                        false => member,
                    };
                    comments.print(out, member);
                }
            }
        }
        about.end.iter().for_each(|line| out.user(line));
    }

    /// A member without those qualifiers that have stricter rules in C++: C++ declares no object with constant
    /// members and no initialiser, and copies none that has a volatile record (`access.rs` adds `volatile` where such
    /// a member is named).
    fn member_declarator(&mut self, ty: QualType, name: &str) -> String {
        let types = &self.program.types;
        if !is_volatile(types, ty) || stays_volatile(types, ty) {
            let ty = self.without_const(ty);
            return self.declarator(ty, name);
        }
        let mut inner = types.resolve_qual(ty);
        let mut sized = name.to_string();
        while let Type::Array { elem, len } = types.get(inner.id) {
            match len {
                ArrayLen::Known(n) => sized.push_str(&format!("[{n}]")),
                _ => sized.push_str("[]"),
            }
            inner = types.resolve_qual(*elem);
        }
        self.declarator(inner.id.into(), &sized)
    }

    fn alias(&mut self, out: &mut Block, id: AliasId) {
        let alias = &self.program.aliases[id];
        let AliasName::Declared(name) = self.names.alias(id) else {
            return;
        };
        // In C++ a tag is the name of a type by itself.
        let own = match self.program.types.get(alias.target.id) {
            Type::Record(record) => self.names.record(*record) == name,
            Type::Enum(of) => self.names.enumeration(*of) == name,
            _ => false,
        };
        let declarator = self.declaring(alias.span, alias.target, |p| {
            p.declarator(alias.target, name)
        });
        if !own || alias.target.quals != Default::default() {
            let commented = self.has_comments_on(alias.span, (alias.system, alias.local));
            if commented {
                self.comments_on_type(out, alias.span);
            }
            out.user(format!("typedef {declarator};"));
            if commented {
                self.comment_behind_type(out, alias.span);
            }
        }
    }
}

/// Whether a volatile member is declared as such: all but records and arrays of them.
pub(super) fn stays_volatile(types: &Types, mut ty: QualType) -> bool {
    while let Some(elem) = types.element(ty.id).filter(|_| types.is_array(ty.id)) {
        ty = elem;
    }
    !types.is_record(ty.id)
}

fn keyword(record: &Record) -> &'static str {
    if record.is_union { "union" } else { "struct" }
}

fn alignas(bytes: Option<u64>) -> String {
    bytes.map_or(String::new(), |n| format!("alignas({n}) "))
}

/// Whether a type holds, by value, a type that no device has: its `sizeof` is printed as a number.
pub(super) fn holds_foreign(program: &Program, ty: TypeId) -> bool {
    program.has_part(ty, &|part| match part {
        Type::Float(kind) | Type::Complex(Part::Float(kind)) => {
            !matches!(kind, FloatKind::Float | FloatKind::Double)
        }
        Type::Complex(Part::Int(kind)) => matches!(kind, IntKind::Int128 | IntKind::UInt128),
        Type::Opaque(_) => true,
        Type::Record(id) => {
            let record = &program.records[*id];
            record.attribute.is_some() || record.size == 0
        }
        _ => false,
    })
}
