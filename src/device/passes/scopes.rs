//! Removes scopes that nothing needs.

use crate::device::tree::{Block, Stmt, Style};

/// Removes braces inside of a block that hold all of another body, and those that `drop_last_scope` removes. The names
/// of the block itself may be those of parameters: there only the latter.
pub fn drop_scopes(block: &mut Block) {
    for stmt in &mut block.stmts {
        let alone = owns_its_names(stmt);
        for body in stmt.blocks_mut() {
            drop_scopes(body);
            if let (true, [Stmt::Scope(inner)]) = (alone, body.stmts.as_mut_slice()) {
                body.stmts = std::mem::take(&mut inner.stmts);
            }
        }
        if !matches!(stmt, Stmt::Switch { .. }) {
            stmt.blocks_mut().into_iter().for_each(drop_last_scope);
        }
    }
}

/// Whether the head of a statement declares nothing in the scope of its bodies that the program could declare again,
/// and its bodies are in braces.
fn owns_its_names(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::If { style, .. } | Stmt::While { style, .. } => *style == Style::Braces,
        // The parameters of function objects have names that nothing in the program has.
        Stmt::Scope(_) | Stmt::DoWhile { .. } | Stmt::CallWith { .. } => true,
        _ => false,
    }
}

/// Removes the braces around the last statement of a block, where they hold nothing but loops and names that only
/// the translator uses: these clash with no others. A second scope in the block might have the same names, and keeps
/// its braces.
pub fn drop_last_scope(block: &mut Block) {
    let scopes = block.stmts.iter();
    let scopes = scopes.filter(|stmt| matches!(stmt, Stmt::Scope(_))).count();
    let made = |stmt: &Stmt| match stmt {
        Stmt::Let { .. } | Stmt::RangeFor { .. } => true,
        Stmt::CallWith { name, .. } => name.is_some(),
        _ => false,
    };
    if let Some(Stmt::Scope(body)) = block.stmts.last_mut()
        && scopes == 1
        && body.stmts.iter().all(made)
    {
        let inside = std::mem::take(&mut body.stmts);
        block.stmts.pop();
        block.stmts.extend(inside);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::passes::samples::{built, printed};
    use crate::device::tree::Head;

    #[test]
    fn loops_alone_need_no_scope() {
        let text = printed(drop_last_scope, |out| {
            out.user("a = 1;");
            out.scope(|out| {
                out.constant("trips", "2");
                out.range_for(vec![Head::over("auto k", "range")], |out| {
                    out.user("b = 1;")
                });
            });
        });
        let expected = "a = 1;\nconst auto trips = 2;\nfor (auto k : range) {\n    b = 1;\n}\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn scopes_of_other_names_stay() {
        let kept = |f: fn(&mut Block)| {
            let text = built(f).to_string();
            assert_eq!(printed(drop_last_scope, f), text);
        };
        kept(|out| out.scope(|out| out.user("int a = 1;")));
        kept(|out| {
            out.scope(|out| out.constant("trips", "1"));
            out.scope(|out| out.constant("trips", "2"));
        });
        kept(|out| {
            out.scope(|out| out.constant("trips", "1"));
            out.user("a = 1;");
        });
    }

    #[test]
    fn braces_in_braces_are_dropped() {
        let body = |out: &mut Block| {
            out.user("int a = 1;");
            out.scope(|out| out.user("int a = 2;"));
        };
        let text = printed(drop_scopes, |out| {
            out.if_then("c", |out| out.scope(body));
            out.scope(|out| out.scope(|out| out.scope(body)));
        });
        let inside = "    int a = 1;\n    {\n        int a = 2;\n    }\n}\n";
        assert_eq!(text, format!("if (c) {{\n{inside}{{\n{inside}"));
    }

    #[test]
    fn names_of_loops_may_be_declared_again() {
        let kept = |f: fn(&mut Block)| {
            let text = built(f).to_string();
            assert_eq!(printed(drop_scopes, f), text);
        };
        kept(|out| out.scope(|out| out.user("int n = 1;")));
        kept(|out| {
            out.range_for(vec![Head::over("int i", "range")], |out| {
                out.scope(|out| out.user("int i = 1;"));
            });
        });
        let text = printed(drop_scopes, |out| {
            out.range_for(vec![Head::over("int i", "range")], |out| {
                out.user("int a = i;");
                out.scope(|out| out.constant("trips", "a"));
            });
        });
        let expected = "for (int i : range) {\n    int a = i;\n    const auto trips = a;\n}\n";
        assert_eq!(text, expected);
    }
}
