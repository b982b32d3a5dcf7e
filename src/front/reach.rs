//! Which declarations the device constructs need, by names, and which function bodies among them.
//!
//! Two levels. *Kept*: the declaration is parsed, a function only as its prototype. *Device*: the
//! function may run on the device, so its body is read too, and what the body names is needed
//! likewise. Too much is harmless; too little is a bug. Must not know scopes or types: a local
//! variable named like a function keeps the function.

use super::lexer::{Stream, Sym};
use super::pragmas::{Class, Declares, Pragma};
use super::toplevel::{self, Chunk};
use crate::source::{Preprocessed, token};
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Level {
    No,
    Kept,
    Device,
}

/// What is done with a function's body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Body {
    Dropped,
    /// A host function with device constructs in it.
    Host,
    /// May run on the device.
    Device,
}

pub(crate) struct Reached {
    /// Beside the chunks.
    pub chunks: Vec<Level>,
    pub bodies: Vec<Body>,
    /// For each pragma, whether it belongs to kept text, or is needed itself.
    pub pragmas: Vec<bool>,
    /// For each pragma, whether it stands in device code.
    pub on_device: Vec<bool>,
}

pub(crate) fn reach(
    pre: &Preprocessed,
    stream: &Stream,
    chunks: &[Chunk],
    pragmas: &[Pragma],
    blocks: &[Option<(usize, usize)>],
) -> Reached {
    let mut names: Vec<(Sym, usize)> = vec![];
    for (c, chunk) in chunks.iter().enumerate() {
        names.extend(chunk.names.iter().chain(&chunk.tags).map(|&s| (s, c)));
    }
    names.sort_unstable();
    let mut walk = Walk {
        pre,
        stream,
        chunks,
        pragmas,
        blocks,
        names,
        seen: vec![Level::No; stream.words],
        next_pragma: vec![],
        named: vec![],
        local: BTreeMap::new(),
        work: vec![],
        out: Reached {
            chunks: vec![Level::No; chunks.len()],
            bodies: vec![Body::Dropped; chunks.len()],
            pragmas: vec![false; pragmas.len()],
            on_device: vec![false; pragmas.len()],
        },
    };
    walk.roots();
    while let Some(job) = walk.work.pop() {
        walk.name(job.0, job.1);
    }
    walk.by_names();
    walk.out
}

struct Walk<'a> {
    pre: &'a Preprocessed,
    stream: &'a Stream<'a>,
    chunks: &'a [Chunk],
    pragmas: &'a [Pragma],
    blocks: &'a [Option<(usize, usize)>],
    /// Who declares what, sorted.
    names: Vec<(Sym, usize)>,
    seen: Vec<Level>,
    /// (chunk, pragma): `declare simd` and the like, and the declaration behind it.
    next_pragma: Vec<(usize, usize)>,
    /// (name, pragma): `declare reduction(name: ..)`, `declare mapper(name: ..)`.
    named: Vec<(Sym, usize)>,
    /// The pragmas by the names that they declare, in the blocks of host functions.
    local: BTreeMap<Sym, Vec<usize>>,
    work: Vec<(Sym, Level)>,
    out: Reached,
}

impl Walk<'_> {
    fn roots(&mut self) {
        let mut chunk = 0;
        let mut depth = 0usize;
        let mut open: Vec<usize> = vec![];
        for p in 0..self.pragmas.len() {
            let pragma = &self.pragmas[p];
            while chunk < self.chunks.len() && self.chunks[chunk].last < pragma.token {
                if depth > 0 {
                    self.declared_target(chunk);
                }
                chunk += 1;
            }
            let inside = self
                .chunks
                .get(chunk)
                .is_some_and(|c| c.first < pragma.token);
            if inside {
                if pragma.device {
                    self.host_body(chunk);
                }
                continue;
            }
            let user = !self.pre.is_system(pragma.span.lo as usize);
            match pragma.declares {
                Declares::TargetBegin if user => {
                    depth += 1;
                    open.push(p);
                    self.use_pragma(p, Level::Device);
                }
                Declares::TargetEnd if user => {
                    depth = depth.saturating_sub(1);
                    self.use_pragma(p, Level::Kept);
                }
                Declares::TargetList if user => self.use_pragma(p, Level::Device),
                Declares::Always if user => self.use_pragma(p, Level::Kept),
                Declares::Next => self.next_pragma.push((chunk, p)),
                // A mapper applies to all variables of its type, whether or not a clause names it.
                Declares::Named if user && self.says(p, "mapper") => {
                    self.use_pragma(p, Level::Kept)
                }
                Declares::Named => match self.declared_name(p) {
                    Some(name) => self.named.push((name, p)),
                    None if user => self.use_pragma(p, Level::Device),
                    None => {}
                },
                // An executable directive at file scope is refused where it is the user's.
                Declares::Nothing if user => self.out.pragmas[p] = true,
                _ => {}
            }
        }
        if depth > 0 {
            for c in chunk..self.chunks.len() {
                self.declared_target(c);
            }
        }
        self.named.sort_unstable();
    }

    /// Between `declare target` and its end: only the user's own text.
    fn declared_target(&mut self, c: usize) {
        let chunk = &self.chunks[c];
        let at = self.stream.tokens[chunk.first].lo as usize;
        if !chunk.idle && !self.pre.is_system(at) {
            self.keep(c, Level::Device);
            // A declaration here makes a definition elsewhere device code, too.
            for &name in &chunk.names {
                self.want(name, Level::Device);
            }
        }
    }

    /// A host function with a device construct in it.
    fn host_body(&mut self, c: usize) {
        self.keep(c, Level::Kept);
        let Some((open, close)) = self.chunks[c].body else {
            return;
        };
        if self.out.bodies[c] == Body::Dropped {
            self.out.bodies[c] = Body::Host;
            self.text(open, close, Level::Kept);
        }
    }

    fn keep(&mut self, c: usize, level: Level) {
        if self.out.chunks[c] >= level {
            return;
        }
        let before = self.out.chunks[c];
        self.out.chunks[c] = level;
        let chunk = &self.chunks[c];
        let (first, last) = (chunk.first, chunk.last);
        if before == Level::No {
            let until = chunk.body.map_or(last, |(open, _)| open);
            self.text(first, until, Level::Kept);
        }
        let nexts = self.next_pragma.partition_point(|&(chunk, _)| chunk < c);
        for n in nexts..self.next_pragma.len() {
            let (of, pragma) = self.next_pragma[n];
            if of != c {
                break;
            }
            self.use_pragma(pragma, level);
        }
        if level == Level::Device {
            if let Some((open, close)) = chunk.body {
                self.out.bodies[c] = Body::Device;
                self.text(open, close, Level::Device);
            } else if let Some(equals) = chunk.initializer {
                self.text(equals, last, Level::Device);
            }
        }
    }

    /// All names in a run of tokens. In a host function those inside device regions count as device code.
    fn text(&mut self, first: usize, last: usize, level: Level) {
        for name in toplevel::mentions(self.stream, first, last) {
            self.want(name, level);
        }
        let from = self.pragmas.partition_point(|p| p.token < first);
        let to = self.pragmas.partition_point(|p| p.token <= last);
        for p in from..to {
            let pragma = &self.pragmas[p];
            if level == Level::Device || pragma.region {
                self.use_pragma(p, Level::Device);
            } else {
                self.use_pragma(p, Level::Kept);
                self.declare_in_block(p);
            }
            if level != Level::Device
                && pragma.region
                && let Some((a, b)) = self.blocks[p]
            {
                self.text(a, b, Level::Device);
            }
        }
    }

    /// `declare reduction` in a block of a host function: device code executes its combiner and its initializer where
    /// a clause there names it. The host evaluates what a mapper says.
    fn declare_in_block(&mut self, p: usize) {
        if self.pragmas[p].declares != Declares::Named || self.says(p, "mapper") {
            return;
        }
        match self.declared_name(p) {
            Some(name) if self.seen[name as usize] < Level::Device => {
                self.local.entry(name).or_default().push(p)
            }
            _ => self.use_pragma(p, Level::Device),
        }
    }

    fn use_pragma(&mut self, p: usize, level: Level) {
        self.out.pragmas[p] = true;
        if level == Level::Device {
            if self.out.on_device[p] {
                return;
            }
            self.out.on_device[p] = true;
        }
        let pragma = &self.pragmas[p];
        let line = self.pre.slice(pragma.span);
        // The words `pragma` and `omp` name nothing; directive and clause names may.
        let from = line.find("omp").map_or(line.len(), |n| n + 3);
        for t in token::tokens_within(line, from, line.len()) {
            if t.kind == token::Kind::Ident
                && let Some(sym) = self.stream.symbol(t.text(line))
            {
                self.want(sym, level);
            }
        }
    }

    fn want(&mut self, name: Sym, level: Level) {
        if self.seen[name as usize] < level {
            self.work.push((name, level));
        }
    }

    fn name(&mut self, name: Sym, level: Level) {
        if self.seen[name as usize] >= level {
            return;
        }
        self.seen[name as usize] = level;
        let mut n = self.names.partition_point(|&(s, _)| s < name);
        while let Some(&(sym, chunk)) = self.names.get(n)
            && sym == name
        {
            self.keep(chunk, level);
            n += 1;
        }
        let mut n = self.named.partition_point(|&(s, _)| s < name);
        while let Some(&(sym, pragma)) = self.named.get(n)
            && sym == name
        {
            self.use_pragma(pragma, Level::Device);
            n += 1;
        }
        if level == Level::Device {
            for pragma in self.local.remove(&name).unwrap_or_default() {
                self.use_pragma(pragma, Level::Device);
            }
        }
    }

    fn says(&self, p: usize, word: &str) -> bool {
        let line = self.pre.slice(self.pragmas[p].span);
        let words = line.split(|c: char| !c.is_alphanumeric());
        words.take(6).any(|w| w == word)
    }

    /// `name` of `declare reduction(name : ..)` and `declare mapper(name : ..)`.
    fn declared_name(&self, p: usize) -> Option<Sym> {
        let line = self.pre.slice(self.pragmas[p].span);
        let (_, rest) = line.split_once('(')?;
        let (name, _) = rest.split_once(':')?;
        self.stream.symbol(name.trim())
    }

    /// Whether `threadprivate(x)` is kept: where `x` is.
    fn by_names(&mut self) {
        for p in 0..self.pragmas.len() {
            let pragma = &self.pragmas[p];
            if pragma.declares != Declares::OfNames || self.out.pragmas[p] {
                continue;
            }
            let line = self.pre.slice(pragma.span);
            let from = line.find('(').unwrap_or(line.len());
            self.out.pragmas[p] = token::tokens_within(line, from, line.len())
                .iter()
                .filter_map(|t| self.stream.symbol(t.text(line)))
                .any(|sym| self.is_kept(sym));
        }
    }

    fn is_kept(&self, name: Sym) -> bool {
        let n = self.names.partition_point(|&(s, _)| s < name);
        self.names[n..]
            .iter()
            .take_while(|&&(s, _)| s == name)
            .any(|&(_, c)| self.out.chunks[c] > Level::No)
    }
}

/// The directives of a kept function that stay on the host: executable, outside all device code.
pub(crate) fn is_host(reached: &Reached, pragmas: &[Pragma], p: usize) -> bool {
    let pragma = &pragmas[p];
    pragma.class != Class::Declarative && !pragma.device && !reached.on_device[p]
}
