//! Values of device code: what stands to the right of `=`, in parentheses behind `if` or between commas. They are
//! expressions, and calls of the device header's functions.

use super::functions::{Class, DeviceFn};
use super::storage::Storage;
use super::team::Team;
use std::fmt;

/// An expression as text, from the printer of C or from a builder. No code looks into it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expr(String);

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<T: Into<String>> From<T> for Expr {
    fn from(text: T) -> Expr {
        Expr(text.into())
    }
}

/// A value that the device code computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An expression.
    Expr(Expr),
    /// What a call returns.
    Call(Call),
    /// The negation (`!`) of what a call returns.
    Not(Call),
    /// Whether the encountering thread has the number `number` in `team`.
    IsThread {
        /// The team.
        team: Team,
        /// The number, from 0 on.
        number: Expr,
        /// Whether the number may be negative.
        signed: bool,
    },
}

impl Value {
    /// Whether the encountering thread is the first of its team.
    pub fn is_first(team: Team) -> Value {
        Value::IsThread {
            team,
            number: "0".into(),
            signed: false,
        }
    }

    /// The call that gives the value; none where it is an expression.
    pub fn call(&self) -> Option<&Call> {
        match self {
            Value::Expr(_) | Value::IsThread { .. } => None,
            Value::Call(call) | Value::Not(call) => Some(call),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Value::Expr(expr) => expr.fmt(f),
            Value::Call(call) => call.fmt(f),
            Value::Not(call) => write!(f, "!{call}"),
            Value::IsThread {
                team,
                number,
                signed,
            } => {
                let thread = match team.argument() {
                    None => "romp::thread()".into(),
                    Some(team) => format!("{team}.thread()"),
                };
                match signed {
                    false => write!(f, "{thread} == {number}"),
                    true => write!(f, "(int){thread} == ({number})"),
                }
            }
        }
    }
}

impl From<Call> for Value {
    fn from(call: Call) -> Value {
        Value::Call(call)
    }
}

impl From<Expr> for Value {
    fn from(expr: Expr) -> Value {
        Value::Expr(expr)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Expr(text.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Expr(text.into())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::Expr(text.into())
    }
}

/// A call of a function of the device header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function.
    pub function: DeviceFn,
    /// The team that calls it; none where the function is not called by teams.
    pub team: Option<Team>,
    /// Whether the team is an argument also where it is the block.
    names_team: bool,
    /// The template arguments; none where they are deduced.
    template: Option<String>,
    /// The arguments behind the team.
    pub arguments: Vec<Value>,
    /// What it reserves in shared memory besides what its row of the table says, since that depends on types.
    pub reserves: Vec<Reserved>,
    /// Objects of the header that it has by its arguments, not by its row of the table.
    pub takes: Vec<Storage>,
}

/// An object in shared memory whose size depends on types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reserved {
    /// Two objects with the same key are one object.
    pub key: String,
    /// What the report calls it.
    pub what: &'static str,
    /// Its size in bytes.
    pub bytes: u64,
    /// Whether the optimiser may leave it out.
    pub open: bool,
    /// Whether its type is of a function that stands in the code itself: code that is compiled for two kinds of teams
    /// (`romp::by_first_threads`) has two of it.
    pub is_of_code: bool,
}

impl Call {
    /// A call by a team; `arguments` are those behind the team.
    pub fn new(function: DeviceFn, team: &Team, arguments: impl Into<Expr>) -> Call {
        Call {
            team: Some(team.clone()),
            ..Call::plain(function, arguments)
        }
    }

    /// A call that names no team.
    pub fn plain(function: DeviceFn, arguments: impl Into<Expr>) -> Call {
        let arguments = arguments.into();
        let none = arguments == Expr::default();
        Call {
            function,
            team: None,
            names_team: false,
            template: None,
            arguments: match none {
                true => vec![],
                false => vec![Value::Expr(arguments)],
            },
            reserves: vec![],
            takes: vec![],
        }
    }

    /// A call that names its team also where that is the block.
    pub fn naming_team(function: DeviceFn, team: &Team, arguments: impl Into<Expr>) -> Call {
        Call {
            names_team: true,
            ..Call::new(function, team, arguments)
        }
    }

    /// The call with template arguments.
    pub fn of(self, template: impl fmt::Display) -> Call {
        Call {
            template: Some(template.to_string()),
            ..self
        }
    }

    /// The call, with an object that it reserves in shared memory.
    pub fn reserving(mut self, reserved: Option<Reserved>) -> Call {
        self.reserves.extend(reserved);
        self
    }

    /// The call, with what it reserves by its arguments.
    pub fn taking(mut self, storage: Option<Storage>) -> Call {
        self.takes.extend(storage);
        self
    }

    /// The call with one more argument.
    pub fn and(mut self, argument: impl Into<Value>) -> Call {
        self.arguments.push(argument.into());
        self
    }

    /// The text of the call up to the place of further arguments.
    pub(super) fn before_more(&self) -> String {
        let opening = self.opening();
        match opening.ends_with('(') {
            true => opening,
            false => format!("{opening}, "),
        }
    }

    /// The function's name with its template arguments.
    pub(super) fn name(&self) -> String {
        let name = self.function.entry().name;
        match &self.template {
            Some(template) => format!("{name}<{template}>"),
            None => name.to_string(),
        }
    }

    fn opening(&self) -> String {
        let team = self.team.as_ref().and_then(|team| match self.names_team {
            true => Some(team.object()),
            false => team.argument(),
        });
        let arguments = self.arguments.iter().map(Value::to_string);
        let list: Vec<String> = team
            .map(String::from)
            .into_iter()
            .chain(arguments)
            .collect();
        format!("romp::{}({}", self.name(), list.join(", "))
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{})", self.opening())
    }
}

/// The declaration of an object of a class of the device header, whose constructor and destructor do something at the
/// beginning and the end of the scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The class.
    pub class: Class,
    name: String,
    template: Option<String>,
    /// The team, its first argument.
    pub team: Option<Team>,
    arguments: Vec<String>,
    style: Style,
}

/// How the object's arguments are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Parentheses,
    Braces,
}

impl Object {
    /// An object of the class with this name; the constructor gets no arguments.
    pub fn new(class: Class, name: impl Into<String>) -> Object {
        Object {
            class,
            name: name.into(),
            template: None,
            team: None,
            arguments: vec![],
            style: Style::Parentheses,
        }
    }

    /// The object with template arguments.
    pub fn of(self, template: impl fmt::Display) -> Object {
        Object {
            template: Some(template.to_string()),
            ..self
        }
    }

    /// The object with a team as its first argument.
    pub fn on(self, team: Team) -> Object {
        Object {
            team: Some(team),
            ..self
        }
    }

    /// The object with these arguments.
    pub fn from<A: fmt::Display>(self, arguments: impl IntoIterator<Item = A>) -> Object {
        let arguments = arguments.into_iter().map(|one| one.to_string());
        Object {
            arguments: arguments.collect(),
            ..self
        }
    }

    /// The object with arguments in braces, which C++ does not narrow.
    pub fn braced<A: fmt::Display>(self, arguments: impl IntoIterator<Item = A>) -> Object {
        Object {
            style: Style::Braces,
            ..self.from(arguments)
        }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let entry = self.class.entry();
        let word = if entry.is_const { "const " } else { "" };
        write!(f, "{word}romp::{}", entry.name)?;
        if let Some(template) = &self.template {
            write!(f, "<{template}>")?;
        }
        write!(f, " {}", self.name)?;
        let team = self.team.as_ref().and_then(Team::argument);
        let arguments = self.arguments.iter().map(String::as_str);
        let list: Vec<&str> = team.into_iter().chain(arguments).collect();
        let list = list.join(", ");
        match (self.style, list.is_empty()) {
            (Style::Parentheses, true) => Ok(()),
            (Style::Parentheses, false) => write!(f, "({list})"),
            (Style::Braces, _) => write!(f, "{{{list}}}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_name_their_team() {
        let call = |team: &Team, arguments: &str| Call::new(DeviceFn::Reduce, team, arguments);
        let omp = Team::named("omp", None);
        assert_eq!(call(&Team::Block, "a, b").to_string(), "romp::reduce(a, b)");
        assert_eq!(call(&omp, "a").to_string(), "romp::reduce(omp, a)");
        assert_eq!(call(&omp, "").to_string(), "romp::reduce(omp)");
        assert_eq!(
            call(&Team::OneThread, "a").before_more(),
            "romp::reduce(romp::one_thread(), a, "
        );
        let block = Call::naming_team(DeviceFn::ReduceTask, &Team::Block, "a");
        assert_eq!(
            block.to_string(),
            "romp::reduce_task(romp::block_team(), a)"
        );
        let event = Call::new(DeviceFn::NewEvent, &omp, "").of("int");
        assert_eq!(event.to_string(), "romp::new_event<int>(omp)");
    }

    #[test]
    fn calls_are_arguments() {
        let chunks = Call::new(DeviceFn::TasksOfTeam, &Team::Block, "trips");
        let call = Call::new(DeviceFn::Taskloop, &Team::named("omp", None), "true").and(chunks);
        assert_eq!(
            call.to_string(),
            "romp::taskloop(omp, true, romp::tasks_of_team(trips))"
        );
        assert!(call.arguments[1].call().is_some());
    }

    #[test]
    fn objects_have_their_arguments_in_parentheses_or_braces() {
        let object = |class| Object::new(class, "x");
        assert_eq!(
            object(Class::NestedRegion).to_string(),
            "const romp::nested_region x"
        );
        let current = object(Class::CurrentOrder).from(["order"]);
        assert_eq!(current.to_string(), "const romp::current_order x(order)");
        let first = object(Class::FirstThreads).braced(["n"]);
        assert_eq!(first.to_string(), "const romp::first_threads x{n}");
        let conditional = object(Class::Conditional).of("double");
        assert_eq!(conditional.to_string(), "romp::conditional<double> x");
    }
}
