//! What kind of thing a directive is: its form, its name, its section, of combined ones too.
//!
//! Computes from the table in `directives`. Must not know clauses' arguments, nor the text.

use super::ast::*;
use super::directives::Form;

impl Leaf {
    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub fn of_name(name: &str) -> Option<Leaf> {
        Leaf::ALL.iter().copied().find(|leaf| leaf.name() == name)
    }

    /// Whether it is written in front of a loop nest.
    pub fn is_loop_associated(self) -> bool {
        self.row().form == Form::Loops
    }

    /// A worksharing construct: its iterations, sections or block are shared out among the threads
    /// of a team (5.2, 11). `loop` counts too when it binds to a parallel region.
    pub fn is_worksharing(self) -> bool {
        matches!(
            self,
            Leaf::For | Leaf::Sections | Leaf::Single | Leaf::Scope | Leaf::Workshare
        )
    }
}

impl DirectiveKind {
    /// The canonical spelling: `target teams distribute parallel for`.
    pub fn name(&self) -> String {
        match self {
            DirectiveKind::Construct(leaves) => {
                let names: Vec<_> = leaves.iter().map(|leaf| leaf.name()).collect();
                names.join(" ")
            }
            simple => simple.fixed_name().to_string(),
        }
    }

    /// The spelling of a directive that is no construct of leaves; empty for one that is.
    pub fn fixed_name(&self) -> &'static str {
        match self {
            DirectiveKind::Construct(_) => "",
            simple => simple.row().map_or("", |row| row.name),
        }
    }

    fn form(&self) -> Form {
        match self {
            DirectiveKind::Construct(leaves) => {
                leaves.last().map_or(Form::Block, |leaf| leaf.row().form)
            }
            simple => simple.row().map_or(Form::Standalone, |row| row.form),
        }
    }

    /// Whether it is declarative or informational (5.2, 3.1): no statement, but about declarations or the whole file,
    /// and where a declaration may stand.
    ///
    /// `error at(compilation)`, `nothing` and `metadirective` may stand anywhere; they count as
    /// executable here, and the front end decides by their place.
    pub fn is_declarative(&self) -> bool {
        self.form() == Form::Declarative
    }

    /// Whether it is an executable directive that no statement belongs to (5.2, 3.1). The clauses matter for
    /// `ordered` where the caller built the kind by hand; the parser distinguishes the two. A `metadirective` is none
    /// of the three: what it is depends on what it selects.
    pub fn is_standalone<E, I>(&self, clauses: &[Clause<E, I>]) -> bool {
        let waits = |clause: &Clause<E, I>| {
            matches!(
                clause.kind,
                ClauseKind::Depend { .. } | ClauseKind::Doacross { .. }
            )
        };
        match self {
            DirectiveKind::Ordered => clauses.iter().any(waits),
            other => other.form() == Form::Standalone,
        }
    }

    /// Whether the statement that belongs to it is a loop nest in canonical form (5.2, 4.4).
    pub fn is_loop_associated(&self) -> bool {
        self.form() == Form::Loops
    }

    /// Whether the statement that belongs to it is a structured block (5.2, 3.1), not a loop nest.
    pub fn is_block_associated(&self) -> bool {
        self.form() == Form::Block
    }

    /// Whether each thread, team or lane executes some of the iterations of its loops, which is not so for loop
    /// transformations.
    pub fn shares_loops(&self) -> bool {
        matches!(
            self.leaves().last(),
            Some(Leaf::For | Leaf::Distribute | Leaf::Simd | Leaf::Loop | Leaf::Taskloop)
        )
    }

    /// Whether it is `target data` or one of its stand-alone relatives (5.2, 13.5 to 13.9), which map data and
    /// execute nothing on a device.
    pub fn is_data(&self) -> bool {
        matches!(
            self,
            DirectiveKind::TargetData
                | DirectiveKind::TargetEnterData
                | DirectiveKind::TargetExitData
                | DirectiveKind::TargetUpdate
        )
    }

    /// Whether it is `atomic`, `critical` or `flush`, which order accesses and divide no work. They bind to no
    /// region, so that they mean the same in sequential code, in parallel regions and in functions.
    pub fn orders_accesses(&self) -> bool {
        matches!(
            self,
            DirectiveKind::Atomic | DirectiveKind::Critical | DirectiveKind::Flush
        )
    }

    /// The section of OpenMP 5.2 that describes it; of 6.0 where 5.2 has none.
    pub fn section(&self) -> &'static str {
        self.row().map_or("17", |row| row.section)
    }
}
