//! The names of everything in CUDA C++: the user's own names, except where C++, CUDA's headers or the move of local
//! declarations to file scope forbid them.
//!
//! From the whole program, so that a name never depends on what else was printed. A reserved name gets a trailing
//! underscore, a moved one that clashes a number; functions and variables with static storage are called in ASCII. Must not know how types are spelled.

use super::jumps;
use super::reserved::{KNOWN_TYPES, RESERVED, is_reserved_at_file_scope};
use crate::ir::device_names::{in_ascii, is_plain};
use crate::ir::{
    Alias, AliasId, EnumId, FuncId, Program, Quals, RecordId, StmtKind, Storage, Type, TypeId,
    VarId,
};
use crate::library::c;
use std::collections::{HashMap, HashSet};

/// How an alias is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AliasName {
    /// By this name, which the CUDA file declares.
    Declared(String),
    /// By this name, which headers declare.
    Known(String),
    /// As the type for which it stands.
    Expanded,
}

/// The names of one program's entities.
#[derive(Debug, Default)]
pub struct Names {
    vars: HashMap<VarId, String>,
    funcs: HashMap<FuncId, String>,
    records: HashMap<RecordId, String>,
    enums: HashMap<EnumId, String>,
    enum_consts: HashMap<(EnumId, usize), String>,
    aliases: HashMap<AliasId, AliasName>,
    /// Records that are anonymous members only, so that they have no definition of their own.
    member_only: HashSet<RecordId>,
    /// How many declarations each identifier has; names that are made up avoid them.
    all: HashMap<String, usize>,
    /// The names in ASCII of entities whose own names have other characters.
    in_ascii: HashMap<String, String>,
    /// Local variables past whose initialisation a jump leads: they are declared without it, and assigned afterwards.
    pub split: HashSet<VarId>,
}

impl Names {
    pub fn new(program: &Program) -> Names {
        let mut names = Names {
            all: identifiers(program),
            split: jumps::crossed(program),
            member_only: anonymous_members(program),
            ..Names::default()
        };
        names.name_types(program);
        names.name_functions(program);
        names.name_variables(program);
        names
    }

    /// Whether the program or CUDA uses the name.
    pub fn is_used(&self, name: &str) -> bool {
        self.all.contains_key(name)
            || is_reserved_at_file_scope(name)
            || RESERVED.types.contains(name)
    }

    pub fn var(&self, var: VarId) -> &str {
        &self.vars[&var]
    }

    pub fn func(&self, func: FuncId) -> &str {
        &self.funcs[&func]
    }

    /// Whether a record is only an anonymous member of others.
    pub fn is_member_only(&self, record: RecordId) -> bool {
        self.member_only.contains(&record)
    }

    /// The tag, without `struct`.
    pub fn record(&self, record: RecordId) -> &str {
        &self.records[&record]
    }

    pub fn enumeration(&self, id: EnumId) -> &str {
        &self.enums[&id]
    }

    pub fn enum_const(&self, of: EnumId, index: usize) -> &str {
        &self.enum_consts[&(of, index)]
    }

    pub fn alias(&self, alias: AliasId) -> &AliasName {
        &self.aliases[&alias]
    }

    /// The name of a field or label: it changes only where it is a reserved word.
    pub fn member(&self, name: &str) -> String {
        if RESERVED.words.contains(name) {
            self.underscored(name)
        } else {
            name.to_string()
        }
    }

    pub fn label(&self, name: &str) -> String {
        self.member(name)
    }

    /// A name that no identifier of the program has: `base`, or that with a number.
    pub fn fresh(&self, base: &str) -> String {
        self.numbered(base, 0)
    }

    /// The name of something that moves to file scope: its own where no other declaration has that.
    fn moved(&mut self, base: &str) -> String {
        let name = self.numbered(base, 1);
        if name != base {
            *self.all.entry(name.clone()).or_default() += 1;
        }
        name
    }

    /// `base` where at most `owners` declarations have it, else with a number.
    fn numbered(&self, base: &str, owners: usize) -> String {
        let count = |name: &str| self.all.get(name).copied().unwrap_or(0);
        if count(base) <= owners && !is_reserved_at_file_scope(base) {
            return base.to_string();
        }
        (2..)
            .map(|n| format!("{base}_{n}"))
            .find(|name| count(name) == 0 && !is_reserved_at_file_scope(name))
            .expect("numbers do not end")
    }

    fn underscored(&self, name: &str) -> String {
        let mut name = format!("{name}_");
        while self.all.contains_key(&name) || is_reserved_at_file_scope(&name) {
            name.push('_');
        }
        name
    }

    /// The name of something that stands at file scope already.
    fn at_file_scope(&self, name: &str) -> String {
        if is_reserved_at_file_scope(name) {
            self.underscored(name)
        } else {
            name.to_string()
        }
    }

    /// The name of a function or of a variable with static storage: in ASCII, as nvcc wants it.
    fn entity(&mut self, name: &str) -> String {
        if is_plain(name) {
            return self.at_file_scope(name);
        }
        if let Some(known) = self.in_ascii.get(name) {
            return known.clone();
        }
        let spelled = in_ascii(name);
        let free = match self.is_used(&spelled) {
            true => self.underscored(&spelled),
            false => spelled.into_owned(),
        };
        self.all.insert(free.clone(), 1);
        self.in_ascii.insert(name.to_string(), free.clone());
        free
    }

    fn name_types(&mut self, program: &Program) {
        // Ordinary names at file scope, which tags must avoid: C++ has one name space for both.
        let aliases: HashSet<&str> = program
            .aliases
            .iter()
            .filter(|(_, alias)| !alias.local && tag_behind(program, alias).is_none())
            .map(|(_, alias)| alias.name.as_str())
            .collect();
        let owners = owners(program);
        let mut tags: HashSet<String> = HashSet::new();
        for (id, record) in program.records.iter() {
            let made = owners.get(&Tag::Record(id)).unwrap_or(&record.made_name);
            let base = record.tag.as_ref().unwrap_or(made);
            let name = self.tag(base, record.local, &aliases, &mut tags);
            self.records.insert(id, name);
        }
        for (id, enumeration) in program.enums.iter() {
            let made = owners.get(&Tag::Enum(id)).unwrap_or(&enumeration.made_name);
            let base = enumeration.tag.as_ref().unwrap_or(made);
            let name = self.tag(base, enumeration.local, &aliases, &mut tags);
            self.enums.insert(id, name);
            for (index, constant) in enumeration.consts.iter().enumerate() {
                let name = if enumeration.local {
                    self.moved(&constant.name)
                } else {
                    self.at_file_scope(&constant.name)
                };
                self.enum_consts.insert((id, index), name);
            }
        }
        for (id, alias) in program.aliases.iter() {
            let name = self.alias_name(program, alias);
            self.aliases.insert(id, name);
        }
    }

    /// A tag's name. Tags are printed with `struct` before them, so that variables and functions
    /// may hide them.
    fn tag(
        &mut self,
        base: &str,
        local: bool,
        aliases: &HashSet<&str>,
        tags: &mut HashSet<String>,
    ) -> String {
        let reserved = RESERVED.words.contains(base) || RESERVED.types.contains(base);
        let name = if reserved || aliases.contains(base) {
            self.underscored(base)
        } else if local {
            self.moved(base)
        } else {
            base.to_string()
        };
        let name = if tags.contains(&name) {
            self.numbered(&name, 0)
        } else {
            name
        };
        self.all.entry(name.clone()).or_insert(1);
        tags.insert(name.clone());
        name
    }

    fn alias_name(&mut self, program: &Program, alias: &Alias) -> AliasName {
        let known = KNOWN_TYPES.iter().any(|(name, kind)| {
            *name == alias.name && *program.types.resolve(alias.target.id) == Type::Int(*kind)
        });
        if known {
            AliasName::Known(alias.name.clone())
        } else if alias.system || program.types.is_variably_modified(alias.target.id) {
            AliasName::Expanded
        } else if let Some(tag) = tag_behind(program, alias) {
            AliasName::Declared(match tag {
                Tag::Record(id) => self.records[&id].clone(),
                Tag::Enum(id) => self.enums[&id].clone(),
            })
        } else if alias.local {
            AliasName::Declared(self.moved(&alias.name))
        } else {
            AliasName::Declared(self.at_file_scope(&alias.name))
        }
    }

    fn name_functions(&mut self, program: &Program) {
        for (id, func) in program.funcs.iter() {
            let library = func.body.is_none() && (func.system || c::lookup(&func.name).is_some());
            let name = if library {
                func.name.clone()
            } else {
                self.entity(&func.name)
            };
            self.funcs.insert(id, name);
        }
    }

    fn name_variables(&mut self, program: &Program) {
        let aliases: HashSet<&str> = program
            .aliases
            .iter()
            .map(|(_, a)| a.name.as_str())
            .collect();
        for (id, var) in program.vars.iter() {
            let name = match var.storage {
                // In C, another declaration may hide a typedef's name; the casts that only C++ needs would then name
                // the wrong entity. And a block may declare anew what a variable hides, as none can in C++.
                Storage::Auto | Storage::Param => {
                    if var.hides_named
                        || RESERVED.words.contains(var.name.as_str())
                        || aliases.contains(var.name.as_str())
                    {
                        self.underscored(&var.name)
                    } else {
                        var.name.clone()
                    }
                }
                Storage::StaticLocal => {
                    let base = match var.func {
                        Some(func) => format!("{}_{}", program.funcs[func].name, var.name),
                        None => var.name.clone(),
                    };
                    self.moved(&in_ascii(&base))
                }
                _ => self.entity(&var.name),
            };
            self.vars.insert(id, name);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

/// The record or enum for which an alias is another name: `typedef struct T T`.
fn tag_behind(program: &Program, alias: &Alias) -> Option<Tag> {
    if alias.target.quals != Quals::default() {
        return None;
    }
    let same = |tag: &Option<String>, made: &String| tag.as_ref().unwrap_or(made) == &alias.name;
    match *program.types.get(alias.target.id) {
        Type::Record(id) => {
            let record = &program.records[id];
            same(&record.tag, &record.made_name).then_some(Tag::Record(id))
        }
        Type::Enum(id) => {
            let enumeration = &program.enums[id];
            same(&enumeration.tag, &enumeration.made_name).then_some(Tag::Enum(id))
        }
        _ => None,
    }
}

/// Names for types without a tag that no typedef names: after the field or variable that has the type.
fn owners(program: &Program) -> HashMap<Tag, String> {
    let mut owners = HashMap::new();
    let mut own = |ty: TypeId, name: String| {
        let mut ty = ty;
        while let Some(elem) = program.types.element(ty) {
            ty = elem.id;
        }
        let (tag, made) = match *program.types.get(ty) {
            Type::Record(id) if program.records[id].tag.is_none() => {
                (Tag::Record(id), &program.records[id].made_name)
            }
            Type::Enum(id) if program.enums[id].tag.is_none() => {
                (Tag::Enum(id), &program.enums[id].made_name)
            }
            _ => return,
        };
        let named = program.aliases.iter().any(|(_, alias)| alias.name == *made);
        if !named {
            owners.entry(tag).or_insert(name);
        }
    };
    for (_, record) in program.records.iter() {
        let outer = record.tag.as_ref().unwrap_or(&record.made_name);
        for field in record.fields.iter().flatten() {
            if let Some(name) = &field.name {
                own(field.ty.id, format!("{outer}_{name}"));
            }
        }
    }
    for (_, var) in program.vars.iter() {
        own(var.ty.id, format!("{}_type", var.name));
    }
    owners
}

/// The records of members without a name.
fn anonymous_members(program: &Program) -> HashSet<RecordId> {
    let records = program.records.iter();
    let fields = records.flat_map(|(_, record)| record.fields.iter().flatten());
    let unnamed = fields.filter(|field| field.name.is_none());
    unnamed
        .filter_map(|field| match program.types.resolve(field.ty.id) {
            Type::Record(id) => Some(*id),
            _ => None,
        })
        .collect()
}

/// Every identifier that the program declares, with the number of its declarations, and the names of its kernels.
fn identifiers(program: &Program) -> HashMap<String, usize> {
    let mut all: HashMap<String, usize> = HashMap::new();
    let mut add = |name: &str| *all.entry(name.to_string()).or_default() += 1;
    program.vars.iter().for_each(|(_, var)| add(&var.name));
    program.funcs.iter().for_each(|(_, func)| add(&func.name));
    let kernels = program.kernel_names();
    kernels.iter().for_each(|(_, name)| add(name));
    for (_, record) in program.records.iter() {
        add(record.tag.as_ref().unwrap_or(&record.made_name));
        let fields = record.fields.iter().flatten();
        fields
            .filter_map(|f| f.name.as_ref())
            .for_each(|name| add(name));
    }
    for (_, enumeration) in program.enums.iter() {
        add(enumeration.tag.as_ref().unwrap_or(&enumeration.made_name));
        enumeration.consts.iter().for_each(|c| add(&c.name));
    }
    for (_, alias) in program.aliases.iter() {
        if tag_behind(program, alias).is_none() {
            add(&alias.name);
        }
    }
    for (_, stmt) in program.stmts.iter() {
        if let StmtKind::Label { name, .. } = &stmt.kind {
            add(name);
        }
    }
    all
}
