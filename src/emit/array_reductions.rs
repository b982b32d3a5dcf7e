//! Reductions of long arrays: a copy of the team in shared memory, or of each thread in scratch memory or on its
//! stack, initialised before the code that the threads run and combined after it.
//!
//! From a [`Long`]. The algorithms are in `romp/array_reductions.cuh`.

use super::cuda::{Printer, Written};
use super::kernel::Kernel;
use super::operands::operand;
use super::reductions::SCRATCH;
use crate::device::storage::LINE;
use crate::device::{Block, Call, Class, DeviceFn, Object, Team};
use crate::ir::*;
use crate::plan::decisions::reductions::{Copies, Item, Long, Over, Rows};
use std::collections::BTreeSet;

/// The report's name for a team's copy.
const COPY: &str = "copy of a reduced array";

/// What has been printed for the long arrays of one construct.
#[derive(Default)]
pub struct Arrays {
    /// How each array is spelled inside of the construct.
    pub names: Vec<(VarId, String)>,
    /// Those of the spellings that mean copies in shared memory.
    pub in_shared_memory: BTreeSet<String>,
    /// The calls that combine the copies, for the end of the construct.
    pub last: Vec<Call>,
    /// The addresses and the numbers of elements of the arrays that share a room, one behind the other.
    sharing: Vec<String>,
    /// The header's object that gives arrays their places in the room that they share.
    room: Option<String>,
    /// The end of the copies in scratch memory so far, at which the next one begins.
    end: Option<String>,
    /// How many counters the copies in scratch memory use.
    counters: usize,
}

/// What printing an item has to know.
pub struct Of<'a> {
    pub item: &'a Item,
    pub long: Long,
    pub over: Over,
    pub original: &'a str,
    /// The header's object that combines two elements.
    pub combine: &'a str,
    pub initial: &'a Initial,
    /// The bytes of scratch memory that each team has before the copies.
    pub slots: u64,
}

/// The initial value of a copy's elements.
pub enum Initial {
    Value(String),
    /// A function of the copy's element and the original element, which initialises the former.
    Function(String),
}

impl Initial {
    /// The arguments for the header's functions; `from` is the address of the original elements.
    fn with(&self, from: &str) -> String {
        match self {
            Initial::Value(value) => value.clone(),
            Initial::Function(function) => format!("{from}, {function}"),
        }
    }

    /// The initial value of copies that are updated atomically.
    fn value(&self) -> &str {
        match self {
            Initial::Value(value) => value,
            Initial::Function(_) => unreachable!("no update is known to be one"),
        }
    }
}

impl Arrays {
    /// For the long arrays of a construct, with the text of each original.
    pub fn of(p: &mut Printer, items: impl Iterator<Item = (Long, String)>) -> Arrays {
        let sharing = items.filter(|(long, _)| matches!(long.copies, Copies::Room { .. }));
        let sharing = sharing.map(|(long, original)| Elements::of(p, &long, &original));
        Arrays {
            sharing: sharing.flat_map(|all| [all.from, all.count]).collect(),
            ..Arrays::default()
        }
    }

    /// Begins the copy of an item: declares it, with its first values, and keeps the call that combines it.
    pub fn begin(&mut self, k: &Kernel, p: &mut Printer, out: &mut Block, of: Of) {
        let long = of.long;
        if long.copies == Copies::None {
            return;
        }
        let lower = lower(p, &long);
        let elements = Elements::of(p, &long, of.original);
        let name = match long.copies {
            Copies::None => unreachable!("left above"),
            Copies::Team { room } if is_one_copy(k, &long, room) => {
                self.of_team(k, p, out, &of, &elements)
            }
            Copies::Team { room } => self.in_room(k, p, out, &of, &elements, room),
            Copies::Room { bytes } => self.in_shared_room(k, p, out, &of, &elements, bytes),
            Copies::Stacks => self.on_stack(k, p, out, &of, &elements),
            Copies::Threads => self.in_scratch(k, p, out, &of, &elements),
        };
        let is_shared_address = self.in_shared_memory.contains(&name);
        let spelled = match lower {
            Some(lower) => format!("romp::behind({name}, {lower})"),
            None if long.one => format!("(*{name})"),
            None => name,
        };
        if is_shared_address {
            self.in_shared_memory.insert(spelled.clone());
        }
        self.names.push((of.item.var, spelled));
    }

    /// One copy for the team, in shared memory. Returns its name, as the functions for other copies do.
    fn of_team(
        &mut self,
        k: &Kernel,
        p: &mut Printer,
        out: &mut Block,
        of: &Of,
        elements: &Elements,
    ) -> String {
        let (long, combine, identity) = (of.long, of.combine, of.initial.value());
        let Elements {
            scalar,
            from,
            count,
        } = elements;
        let made = k.name_beside(p.names.var(of.item.var), "team");
        let Rows::Constant(rows) = long.rows else {
            unreachable!("it has a constant length")
        };
        let Space { name, tell } = declare(k, p, out, (&made, of.item.var), long.row, rows);
        self.in_shared_memory.insert(name.clone());
        let first = match long.inner {
            None => name.clone(),
            Some(_) => format!("({scalar} *){name}"),
        };
        let arguments = format!("{first}, {count}, {identity}{tell}");
        out.call(k.on_team(DeviceFn::BeginCopy, &arguments));
        let list = format!("{combine}, {from}, {first}, {count}, {identity}");
        self.last.push(k.on_team(DeviceFn::HandInCopy, &list));
        name
    }

    /// One copy for the team, of a length that is known at run time, in shared memory where its room suffices.
    fn in_room(
        &mut self,
        k: &Kernel,
        p: &mut Printer,
        out: &mut Block,
        of: &Of,
        elements: &Elements,
        room: u64,
    ) -> String {
        let made = k.made_name(&format!("{}_room", p.names.var(of.item.var)));
        let array = (made.as_str(), of.item.var);
        let Space { name: space, tell } = declare(k, p, out, array, of.long.of, room);
        self.where_it_fits(
            k,
            p,
            out,
            of,
            elements,
            (&format!("{space}, {room}"), &tell),
        )
    }

    /// The same in a room of so many bytes that several arrays share. Text for checks has one for each of them.
    fn in_shared_room(
        &mut self,
        k: &Kernel,
        p: &mut Printer,
        out: &mut Block,
        of: &Of,
        elements: &Elements,
        bytes: u64,
    ) -> String {
        if k.text.is_checked() {
            let size = p.program.size_of(of.long.of.id).unwrap_or(1);
            return self.in_room(k, p, out, of, elements, bytes / size);
        }
        let room = match &self.room {
            Some(room) => room.clone(),
            None => {
                let space = k.made_name("copies");
                let declared = format!("romp::copies_of<{bytes}> {space}");
                out.shared_besides(declared, COPY, bytes);
                let room = k.made_name("room");
                let arguments = [&space].into_iter().chain(&self.sharing);
                out.object(Object::new(Class::CopyRoom, &room).from(arguments));
                self.room.insert(room).clone()
            }
        };
        self.where_it_fits(k, p, out, of, elements, (&room, ""))
    }

    /// The copies in `space`, or the original where that has no room for one.
    fn where_it_fits(
        &mut self,
        k: &Kernel,
        p: &mut Printer,
        out: &mut Block,
        of: &Of,
        elements: &Elements,
        (space, tell): (&str, &str),
    ) -> String {
        let (combine, identity) = (of.combine, of.initial.value());
        let Elements {
            scalar,
            from,
            count,
        } = elements;
        let name = k.name_beside(p.names.var(of.item.var), "team");
        let list = format!("{space}, {from}, {count}, {identity}{tell}");
        let begin = k.on_team(DeviceFn::BeginCopy, &list);
        out.declare_as(format!("const romp::updated_array<{scalar}> {name}"), begin);
        if k.list_item_is_shared_address(of.item.var) {
            self.in_shared_memory.insert(name.clone());
        }
        let list = format!("{combine}, {from}, {name}, {count}, {identity}");
        self.last.push(k.on_team(DeviceFn::HandInCopy, &list));
        name
    }

    /// A copy for each thread, on its stack.
    fn on_stack(
        &mut self,
        k: &Kernel,
        p: &mut Printer,
        out: &mut Block,
        of: &Of,
        elements: &Elements,
    ) -> String {
        let Elements {
            scalar,
            from,
            count,
        } = elements;
        let name = k.name_beside(p.names.var(of.item.var), "private");
        let array = k.made_name(&format!("{name}_array"));
        let called = &p.program.vars[of.item.var].name;
        let arguments = [
            format!("(unsigned long long){}", operand(count)),
            format!("\"{called}\""),
        ];
        let object = Object::new(Class::ThreadArray, &array).of(scalar);
        out.object(object.from(arguments));
        let begin = format!("romp::begin_array({array}, {})", of.initial.with(from));
        declare_pointer(out, of, scalar, &name, begin);
        let list = format!("{}, {from}, {array}", of.combine);
        self.last.push(match of.over {
            Over::Thread => Call::new(DeviceFn::HandInArray, &Team::OneThread, list),
            _ => k.on_team(DeviceFn::HandInArray, &list),
        });
        name
    }

    /// A copy for each thread, in the launch's scratch memory.
    fn in_scratch(
        &mut self,
        k: &Kernel,
        p: &mut Printer,
        out: &mut Block,
        of: &Of,
        elements: &Elements,
    ) -> String {
        let Elements {
            scalar,
            from,
            count,
        } = elements;
        let own = p.names.var(of.item.var);
        let name = k.name_beside(own, "private");
        let copies = k.made_name(&format!("{own}_copies"));
        let scratch = k.names.fresh(SCRATCH);
        let at = match &self.end {
            Some(end) => end.clone(),
            None => format!("romp::copies_in({scratch}, {})", of.slots),
        };
        let object = Object::new(Class::ThreadCopies, &copies).of(scalar);
        out.object(object.from([&at, count]));
        let begin = format!("{copies}.begin({})", of.initial.with(from));
        declare_pointer(out, of, scalar, &name, begin);
        self.end = Some(format!("{copies}.end()"));
        self.counters += 1;
        let list = format!("{}, {from}, {copies}", of.combine);
        self.last.push(match of.over {
            Over::League => {
                let list = format!("{scratch}, {}, {list}", self.counters);
                k.on_team(DeviceFn::ReduceCopiesLeague, &list)
            }
            _ => k.on_team(DeviceFn::ReduceCopies, &list),
        });
        name
    }
}

/// Whether a team has just one copy of an array, whose length is constant. Text for checks has one of each array.
fn is_one_copy(k: &Kernel, long: &Long, room: u64) -> bool {
    long.constant()
        .is_some_and(|count| room <= count || k.text.is_checked())
}

/// The elements that are reduced, as text.
struct Elements {
    /// Their type.
    scalar: String,
    /// The address of the first original.
    from: String,
    /// How many they are.
    count: String,
}

impl Elements {
    /// From the text of the array that the program reduces.
    fn of(p: &mut Printer, long: &Long, original: &str) -> Elements {
        let scalar = p.type_name(long.of);
        let original = match lower(p, long) {
            Some(lower) => format!("{original} + {}", operand(&lower)),
            None => original.to_string(),
        };
        let from = match long.inner {
            _ if long.one => format!("&{original}"),
            None => original,
            Some(_) => format!("({scalar} *){}", operand(&original)),
        };
        let inner = match long.inner {
            None | Some(1) => String::new(),
            Some(inner) => format!(" * {inner}ll"),
        };
        let count = match (long.constant(), long.rows) {
            (Some(count), _) => count.to_string(),
            (None, Rows::Length(e)) if long.varies || !inner.is_empty() => {
                let rows = p.expr(e);
                in_rows(p, long, operand(rows)) + &inner
            }
            (None, Rows::Length(e)) => p.argument(e),
            (None, Rows::Constant(n)) => in_rows(p, long, n.to_string()) + &inner,
            (None, Rows::Unknown) => "0".into(),
        };
        Elements {
            scalar,
            from,
            count,
        }
    }
}

/// The number of rows in front of the first one; none where it is 0.
fn lower(p: &mut Printer, long: &Long) -> Option<String> {
    let e = long.lower?;
    Some(match long.varies {
        true => {
            let elements = p.expr(e);
            in_rows(p, long, operand(elements))
        }
        false => p.argument(e),
    })
}

/// How many rows so many elements have.
fn in_rows(p: &mut Printer, long: &Long, elements: String) -> String {
    let (_, extents) = vla_element(&p.program.types, long.element);
    let mut text = match extents.is_empty() {
        true => elements,
        false => format!("(long long){elements}"),
    };
    for extent in extents {
        text.push_str(&format!(" * {}", operand(p.extent_text(extent))));
    }
    text
}

/// Declares a thread's copy: a pointer to its first element, or to its first row.
fn declare_pointer(out: &mut Block, of: &Of, scalar: &str, name: &str, begin: String) {
    match of.long.inner {
        None => out.declare_as(format!("{scalar} *const {name}"), begin),
        Some(_) => {
            let rows = format!("romp::as_rows({}, {begin})", of.original);
            out.declare_as(format!("auto *const {name}"), rows);
        }
    }
}

/// The shared memory of a team's copy.
struct Space {
    /// The array in it, as the code spells it.
    name: String,
    /// The last argument of begin_copy, for checks: which bytes around the copy no access may touch.
    tell: String,
}

/// Declares shared memory for a team's copy of an array, of so many elements or rows.
fn declare(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    (name, array): (&str, VarId),
    ty: QualType,
    count: u64,
) -> Space {
    let size = p.program.size_of(ty.id).unwrap_or(1);
    if k.text.is_checked() {
        let all = p.declarator(ty, &format!("[{count}]"));
        let declared = format!("romp::team_copy<{all}> {name}");
        out.shared_besides(declared, COPY, size * count);
        let array = &p.program.vars[array];
        let place = k.text.place(array.span);
        return Space {
            name: format!("{name}.copy"),
            tell: format!(", romp::copy_apart({name}, \"{}@{place}\")", array.name),
        };
    }
    let count = whole_lines(count, size);
    let declared = p.declarator(ty, &format!("{name}[{count}]"));
    out.shared_besides(declared, COPY, size * count);
    Space {
        name: name.to_string(),
        tell: String::new(),
    }
}

/// The number of elements up to the end of a whole line of shared memory, so that no gap follows them.
fn whole_lines(count: u64, size: u64) -> u64 {
    let common = 1 << size.trailing_zeros().min(LINE.trailing_zeros());
    count.next_multiple_of(LINE / common)
}
