//! How builders write a block, statement by statement.

use super::{Block, Braces, Head, Jump, Lambda, Need, Stmt, Style};
use crate::device::access::{Access, Control};
use crate::device::team::Team;
use crate::device::value::{Call, Expr, Object, Value};

impl Block {
    /// An empty block, `depth` levels deep.
    pub fn at(depth: usize) -> Block {
        Block {
            depth,
            ..Block::default()
        }
    }

    /// How deep the block stands, in levels of indentation.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Whether it has no statements.
    pub fn is_empty(&self) -> bool {
        self.stmts.is_empty()
    }

    /// How many statements it has so far: the position of the next one.
    pub fn len(&self) -> usize {
        self.stmts.len()
    }

    /// Adds a statement.
    pub fn push(&mut self, stmt: Stmt) {
        self.stmts.push(stmt);
    }

    /// Adds the statements of another block.
    pub fn append(&mut self, other: Block) {
        self.stmts.extend(other.stmts);
    }

    /// Takes away the statements from position `place` on.
    pub fn split_off(&mut self, place: usize) -> Block {
        Block {
            stmts: self.stmts.split_off(place.min(self.stmts.len())),
            ..Block::at(self.depth)
        }
    }

    /// Inserts statements before the one at position `place`.
    pub fn insert(&mut self, place: usize, other: Block) {
        self.stmts.splice(place..place, other.stmts);
    }

    /// Adds a statement of the user's program.
    pub fn user(&mut self, text: impl Into<String>) {
        self.push(Stmt::User(text.into()));
    }

    /// Adds a line of a comment of the user's.
    pub fn comment(&mut self, text: impl Into<String>) {
        self.push(Stmt::Comment(text.into()));
    }

    /// Adds lines of a comment of the user's at the end of the previous line.
    pub fn behind(&mut self, lines: &[String]) {
        if !lines.is_empty() {
            self.push(Stmt::Behind(lines.join("\n")));
        }
    }

    /// Adds a comment of the user's at the end of the last line of what was added from position `start` on, in front of
    /// the barriers that follow it.
    pub fn behind_code(&mut self, start: usize, comment: String) {
        let code = |stmt: &Stmt| !matches!(stmt, Stmt::Barrier { .. });
        let last = self.stmts[start..].iter().rposition(code);
        let place = last.map_or(self.stmts.len(), |last| start + last + 1);
        self.stmts.insert(place, Stmt::Behind(comment));
    }

    /// Adds a directive of the compiler.
    pub fn directive(&mut self, text: impl Into<String>) {
        self.push(Stmt::Directive(text.into()));
    }

    /// Adds text that has its indentation already.
    pub fn text_of(&mut self, text: impl Into<String>) {
        self.push(Stmt::Text(text.into()));
    }

    /// Adds a label.
    pub fn label(&mut self, text: impl Into<String>) {
        self.push(Stmt::Label(text.into()));
    }

    /// Adds a call.
    pub fn call(&mut self, call: Call) {
        self.push(Stmt::Call(call));
    }

    /// Adds `declarator;`.
    pub fn declare(&mut self, declarator: impl Into<Expr>) {
        self.push(Stmt::Declare {
            declarator: declarator.into(),
            value: None,
            made: None,
        });
    }

    /// Adds `declarator = value;`.
    pub fn declare_as(&mut self, declarator: impl Into<Expr>, value: impl Into<Value>) {
        self.push(Stmt::Declare {
            declarator: declarator.into(),
            value: Some(value.into()),
            made: None,
        });
    }

    /// Adds `declarator = value;`, or `declarator;`, for a name that only the translator uses.
    pub fn declare_made(&mut self, name: &str, declarator: impl Into<Expr>, value: Option<Value>) {
        self.push(Stmt::Declare {
            declarator: declarator.into(),
            value,
            made: Some(name.into()),
        });
    }

    /// Adds `const auto name = value;`.
    pub fn constant(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        let (name, value) = (name.into(), value.into());
        self.push(Stmt::Let { name, value });
    }

    /// Adds `__shared__ declarator;`, which does not count as the device header's shared memory.
    pub fn shared(&mut self, declarator: impl Into<Expr>) {
        let (declarator, reserves) = (declarator.into(), None);
        self.push(Stmt::Shared {
            declarator,
            reserves,
        });
    }

    /// Adds `__shared__ declarator;`, which counts as the device header's shared memory: `what` for the report, and
    /// the size.
    pub fn shared_besides(&mut self, declarator: impl Into<Expr>, what: &'static str, bytes: u64) {
        let (declarator, reserves) = (declarator.into(), Some((what, bytes)));
        self.push(Stmt::Shared {
            declarator,
            reserves,
        });
    }

    /// Adds the declaration of an object.
    pub fn object(&mut self, object: Object) {
        self.push(Stmt::Object(object));
    }

    /// Adds `place = value;`.
    pub fn assign(&mut self, place: impl Into<Expr>, value: impl Into<Value>) {
        let (place, value) = (place.into(), value.into());
        self.push(Stmt::Assign { place, value });
    }

    /// Adds an expression that is evaluated for its effects.
    pub fn effect(&mut self, expr: impl Into<Expr>) {
        self.push(Stmt::Effect(expr.into()));
    }

    /// Adds a call of a method of one of the translator's objects.
    pub fn method(&mut self, object: &str, method: &str, arguments: &str) {
        self.effect(format!("{object}.{method}({arguments})"));
    }

    /// Adds a jump.
    pub fn jump(&mut self, jump: Jump) {
        self.push(Stmt::Jump(jump));
    }

    /// Adds a barrier that stays.
    pub fn barrier(&mut self, team: Team) {
        let need = Need::Always;
        self.push(Stmt::Barrier { team, need });
    }

    /// Adds a barrier of the block that only orders the statements before and after it.
    pub fn order(&mut self) {
        let (team, need) = (Team::Block, Need::UnlessBehindAnother);
        self.push(Stmt::Barrier { team, need });
    }

    /// Adds a barrier of the block behind what a construct or thread 0 alone does, which only orders accesses to memory.
    pub fn order_behind(&mut self) {
        let (team, need) = (Team::Block, Need::ToOrder);
        self.push(Stmt::Barrier { team, need });
    }

    /// Says what the statements from position `place` on access.
    pub fn known(&mut self, place: usize, accesses: Vec<Access>, control: Control) {
        let body = self.split_off(place);
        if !body.is_empty() {
            self.push(Stmt::Known {
                accesses,
                control,
                body,
            });
        }
    }

    /// Adds a blank line, unless one stands there already, or nothing does.
    pub fn gap(&mut self) {
        let gap = match self.last() {
            None | Some(Stmt::Blank | Stmt::Opening(_)) => false,
            Some(Stmt::User(text)) => !text.is_empty(),
            Some(Stmt::Text(text)) => !text.is_empty() && !text.ends_with("\n\n"),
            Some(_) => true,
        };
        if gap {
            self.push(Stmt::Blank);
        }
    }

    /// The last statement, also where it is known what it accesses.
    fn last(&self) -> Option<&Stmt> {
        match self.stmts.last() {
            Some(Stmt::Known { body, .. }) => body.last(),
            last => last,
        }
    }

    /// Says that the next statement is a loop.
    pub fn loop_follows(&mut self) {
        let is_comment =
            |stmt: &Stmt| matches!(stmt, Stmt::Comment(_) | Stmt::Opening(_) | Stmt::Blank);
        self.starts_with_loop |= self.stmts.iter().all(is_comment);
    }

    fn inner<R>(&self, f: impl FnOnce(&mut Block) -> R) -> (Block, R) {
        let mut inner = Block::at(self.depth + 1);
        let result = f(&mut inner);
        (inner, result)
    }

    /// What `f` builds, as a block for a statement of this one.
    pub fn below(&self, f: impl FnOnce(&mut Block)) -> Block {
        self.inner(f).0
    }

    /// Adds what `f` builds, indented one level deeper.
    pub fn nested<R>(&mut self, f: impl FnOnce(&mut Block) -> R) -> R {
        let (body, result) = self.inner(f);
        self.push(Stmt::Indented(body));
        result
    }

    /// Adds what `f` builds as a scope, in braces of its own.
    pub fn scope<R>(&mut self, f: impl FnOnce(&mut Block) -> R) -> R {
        let (body, result) = self.inner(f);
        self.push(Stmt::Scope(body));
        result
    }

    /// Adds a struct or union whose members `f` builds.
    pub fn record(&mut self, head: impl Into<Expr>, f: impl FnOnce(&mut Block)) {
        let (members, ()) = self.inner(f);
        let head = head.into();
        self.push(Stmt::Record { head, members });
    }

    /// Adds a landing, the label to which jumps go.
    pub fn landing(&mut self, name: impl Into<String>) {
        self.push(Stmt::Landing(name.into()));
    }

    /// Adds `if (condition)` with the body that `f` builds.
    pub fn if_then<R>(
        &mut self,
        condition: impl Into<Value>,
        f: impl FnOnce(&mut Block) -> R,
    ) -> R {
        self.if_styled(condition, Style::Braces, f)
    }

    /// Adds `if (condition)` with the body that `f` builds, in a given style.
    pub fn if_styled<R>(
        &mut self,
        condition: impl Into<Value>,
        style: Style,
        f: impl FnOnce(&mut Block) -> R,
    ) -> R {
        let (body, result) = self.inner(f);
        self.push(Stmt::If {
            condition: condition.into(),
            body,
            otherwise: None,
            style,
        });
        result
    }

    /// Adds `if (condition)` with two bodies.
    pub fn if_else(&mut self, condition: impl Into<Value>, body: Block, otherwise: Option<Block>) {
        self.push(Stmt::If {
            condition: condition.into(),
            body,
            otherwise,
            style: Style::Braces,
        });
    }

    /// Adds a switch of the user's: the labels are in what `f` builds.
    pub fn switch(&mut self, value: impl Into<Value>, f: impl FnOnce(&mut Block)) {
        let (body, ()) = self.inner(f);
        let value = value.into();
        self.push(Stmt::Switch { value, body });
    }

    /// Adds `case number: { ... }`, which leaves the switch at its end.
    pub fn case(&mut self, number: usize, f: impl FnOnce(&mut Block)) {
        let mut body = Block::at(self.depth);
        f(&mut body);
        body.jump(Jump::Break);
        self.push(Stmt::Case { number, body });
    }

    /// Adds a `break` out of the loop that is executed unless the condition holds.
    pub fn break_unless(&mut self, condition: &str) {
        self.if_styled(format!("!({condition})"), Style::Indented, |out| {
            out.jump(Jump::Break)
        });
    }

    /// Adds `while (condition)` with the body that `f` builds.
    pub fn while_loop<R>(
        &mut self,
        condition: impl Into<Value>,
        style: Style,
        f: impl FnOnce(&mut Block) -> R,
    ) -> R {
        let (body, result) = self.inner(f);
        let condition = condition.into();
        self.push(Stmt::While {
            condition,
            body,
            style,
        });
        result
    }

    /// Adds `do ... while (condition)`.
    pub fn do_while(&mut self, condition: impl Into<Value>, body: Block) {
        let condition = condition.into();
        self.push(Stmt::DoWhile { body, condition });
    }

    /// Adds `for (head)` with the body that `f` builds.
    pub fn for_loop(&mut self, head: impl Into<Expr>, style: Style, f: impl FnOnce(&mut Block)) {
        let (body, ()) = self.inner(f);
        let head = head.into();
        self.push(Stmt::For { head, body, style });
    }

    /// Adds a loop that only jumps leave.
    pub fn endless(&mut self, f: impl FnOnce(&mut Block)) {
        self.for_loop(";;", Style::Braces, f);
    }

    /// Adds a call whose last argument is a function object with the body that `f` builds.
    pub fn call_with(&mut self, call: Call, head: impl Into<Expr>, f: impl FnOnce(&mut Block)) {
        self.call_with_function(None, call, head, f);
    }

    /// Adds such a call, and a name for the value that it returns.
    pub fn constant_by(
        &mut self,
        name: &str,
        call: Call,
        head: impl Into<Expr>,
        f: impl FnOnce(&mut Block),
    ) {
        self.call_with_function(Some(name.into()), call, head, f);
    }

    fn call_with_function(
        &mut self,
        name: Option<String>,
        call: Call,
        head: impl Into<Expr>,
        f: impl FnOnce(&mut Block),
    ) {
        let (body, ()) = self.inner(f);
        let head = head.into();
        self.push(Stmt::CallWith {
            name,
            call,
            functions: vec![Lambda { head, body }],
        });
    }

    /// Adds what `f` builds, as a scope where it has braces of its own.
    pub fn scope_where<R>(&mut self, braces: Braces, f: impl FnOnce(&mut Block) -> R) -> R {
        match braces {
            Braces::Own => self.scope(f),
            Braces::None => f(self),
        }
    }

    /// Adds a loop over iterations, with its body in braces.
    pub fn range_for<R>(&mut self, heads: Vec<Head>, f: impl FnOnce(&mut Block) -> R) -> R {
        let mut body = Block::at(self.depth + heads.len());
        let result = f(&mut body);
        self.push(Stmt::RangeFor {
            heads,
            body,
            style: Style::Braces,
        });
        result
    }

    /// Calls `f` on its statements and on all statements in nested blocks.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Stmt)) {
        for stmt in &self.stmts {
            f(stmt);
            stmt.blocks().into_iter().for_each(|block| block.walk(f));
        }
    }
}
