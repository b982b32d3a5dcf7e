//! Scopes: which entity an identifier or a tag names (C11, 6.2.1 and 6.2.3).
//!
//! Knows ids only; must not know how the entities were declared.

use crate::ir::*;
use crate::omp::suggest;
use std::collections::HashMap;

/// What an ordinary identifier names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entity {
    Var(VarId),
    Func(FuncId),
    Alias(AliasId),
    EnumConst(EnumId, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

#[derive(Default, Debug)]
pub struct Scope {
    pub names: HashMap<String, Entity>,
    pub tags: HashMap<String, Tag>,
    pub reductions: Vec<ReductionId>,
    pub mappers: Vec<MapperId>,
}

#[derive(Debug)]
pub struct Scopes {
    stack: Vec<Scope>,
    /// Every entity with linkage by its name, in whichever scope it was declared.
    linked: HashMap<String, Entity>,
}

impl Scopes {
    pub fn new() -> Scopes {
        Scopes {
            stack: vec![Scope::default()],
            linked: HashMap::new(),
        }
    }

    pub fn enter(&mut self) {
        self.stack.push(Scope::default());
    }

    /// Opens a scope again that was left: that of a function's parameters, around its body.
    pub fn reenter(&mut self, scope: Scope) {
        self.stack.push(scope);
    }

    pub fn leave(&mut self) -> Scope {
        if self.stack.len() > 1 {
            self.stack.pop().unwrap_or_default()
        } else {
            Scope::default()
        }
    }

    pub fn at_file_scope(&self) -> bool {
        self.stack.len() == 1
    }

    pub fn declare(&mut self, name: &str, entity: Entity) {
        if let Some(scope) = self.stack.last_mut() {
            scope.names.insert(name.to_owned(), entity);
        }
    }

    pub fn declare_tag(&mut self, name: &str, tag: Tag) {
        if let Some(scope) = self.stack.last_mut() {
            scope.tags.insert(name.to_owned(), tag);
        }
    }

    pub fn link(&mut self, name: &str, entity: Entity) {
        self.linked.insert(name.to_owned(), entity);
    }

    /// Gives a name with linkage the entity back that it had before.
    pub fn relink(&mut self, name: &str, outer: Option<Entity>) {
        match outer {
            Some(entity) => self.linked.insert(name.to_owned(), entity),
            None => self.linked.remove(name),
        };
    }

    pub fn linked(&self, name: &str) -> Option<Entity> {
        self.linked.get(name).copied()
    }

    pub fn find(&self, name: &str) -> Option<Entity> {
        self.stack
            .iter()
            .rev()
            .find_map(|scope| scope.names.get(name).copied())
    }

    /// The variables of blocks and parameter lists around that have a name.
    pub fn locals(&self, name: &str) -> Vec<VarId> {
        let blocks = self.stack.iter().skip(1);
        let named = blocks.filter_map(|scope| match scope.names.get(name) {
            Some(Entity::Var(var)) => Some(*var),
            _ => None,
        });
        named.collect()
    }

    pub fn find_here(&self, name: &str) -> Option<Entity> {
        self.stack.last()?.names.get(name).copied()
    }

    pub fn find_tag(&self, name: &str) -> Option<Tag> {
        self.stack
            .iter()
            .rev()
            .find_map(|scope| scope.tags.get(name).copied())
    }

    pub fn find_tag_here(&self, name: &str) -> Option<Tag> {
        self.stack.last()?.tags.get(name).copied()
    }

    pub fn declare_reduction(&mut self, reduction: ReductionId) {
        if let Some(scope) = self.stack.last_mut() {
            scope.reductions.push(reduction);
        }
    }

    pub fn declare_mapper(&mut self, mapper: MapperId) {
        if let Some(scope) = self.stack.last_mut() {
            scope.mappers.push(mapper);
        }
    }

    /// Visible reductions, innermost first.
    pub fn reductions(&self) -> impl Iterator<Item = ReductionId> + '_ {
        self.stack
            .iter()
            .rev()
            .flat_map(|s| s.reductions.iter().rev().copied())
    }

    pub fn reductions_of_this_scope(&self) -> impl Iterator<Item = ReductionId> + '_ {
        self.stack
            .last()
            .into_iter()
            .flat_map(|s| s.reductions.iter().copied())
    }

    /// Visible mappers, innermost first.
    pub fn mappers(&self) -> impl Iterator<Item = MapperId> + '_ {
        self.stack
            .iter()
            .rev()
            .flat_map(|s| s.mappers.iter().rev().copied())
    }

    /// The visible name that a misspelt one probably means.
    pub fn similar(&self, name: &str) -> Option<String> {
        let allowed = (name.len() / 3).clamp(1, 3);
        let mut best: Option<(usize, bool, &str)> = None;
        for (depth, scope) in self.stack.iter().enumerate() {
            for (candidate, entity) in &scope.names {
                if candidate.starts_with("__") || matches!(entity, Entity::Alias(_)) {
                    continue;
                }
                let Some(distance) = suggest::distance(name, candidate, allowed) else {
                    continue;
                };
                let key = (distance, depth == 0, candidate.as_str());
                if distance < name.len() && best.is_none_or(|b| key < b) {
                    best = Some(key);
                }
            }
        }
        best.map(|(_, _, name)| name.to_owned())
    }
}
