//! Removes scopes that nothing needs.

use crate::device::tree::{Block, Stmt, Style};

/// Removes braces inside of a block that hold all of another body, those around names that only the translator uses,
/// and those that `drop_last_scope` removes. The names of the block itself may be those of parameters: there the first
/// ones stay.
pub fn drop_scopes(block: &mut Block) {
    drop_made_scopes(block);
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

/// Removes the braces of scopes that declare nothing but names that only the translator uses, where no other statement of
/// the block declares the same. No jump may lead past such declarations.
fn drop_made_scopes(block: &mut Block) {
    if has_label(block) {
        return;
    }
    let mut taken: Vec<String> = block.stmts.iter().filter_map(made_name).collect();
    for stmt in std::mem::take(&mut block.stmts) {
        match stmt {
            Stmt::Scope(body) if body.stmts.iter().all(is_made) => {
                let names: Vec<String> = body.stmts.iter().filter_map(made_name).collect();
                if names.iter().any(|name| taken.contains(name)) {
                    block.stmts.push(Stmt::Scope(body));
                } else {
                    taken.extend(names);
                    block.stmts.extend(body.stmts);
                }
            }
            stmt => block.stmts.push(stmt),
        }
    }
}

/// Whether a statement is the translator's, and declares nothing but a name that only the translator uses.
fn is_made(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Declare { made, .. } => made.is_some(),
        Stmt::Let { .. }
        | Stmt::RangeFor { .. }
        | Stmt::For { .. }
        | Stmt::If { .. }
        | Stmt::Assign { .. }
        | Stmt::Effect(_)
        | Stmt::Call(_)
        | Stmt::CallWith { .. }
        | Stmt::Barrier { .. }
        | Stmt::Blank
        | Stmt::Comment(_)
        | Stmt::Opening(_)
        | Stmt::Behind(_) => true,
        _ => false,
    }
}

/// The name that only the translator uses and a statement declares in its block.
fn made_name(stmt: &Stmt) -> Option<String> {
    match stmt {
        Stmt::Declare { made, .. } => made.clone(),
        Stmt::Let { name, .. } => Some(name.clone()),
        Stmt::CallWith { name, .. } => name.clone(),
        _ => None,
    }
}

fn has_label(block: &Block) -> bool {
    block.stmts.iter().any(|stmt| {
        matches!(stmt, Stmt::Label(_) | Stmt::Landing(_) | Stmt::Case { .. })
            || stmt.blocks().into_iter().any(has_label)
    })
}

/// Removes the braces around the last statement of a block, where they hold nothing but loops and names that only
/// the translator uses: these clash with no others. A second scope in the block might have the same names, and keeps
/// its braces.
pub fn drop_last_scope(block: &mut Block) {
    let scopes = block.stmts.iter();
    let scopes = scopes.filter(|stmt| matches!(stmt, Stmt::Scope(_))).count();
    let made = |stmt: &Stmt| match stmt {
        Stmt::Let { .. } | Stmt::RangeFor { .. } => true,
        Stmt::Comment(_) | Stmt::Opening(_) | Stmt::Behind(_) => true,
        Stmt::CallWith { name, .. } => name.is_some(),
        _ => false,
    };
    // Another scope's braces may be gone already, and its names are the block's.
    let taken: Vec<String> = block.stmts.iter().filter_map(made_name).collect();
    if let Some(Stmt::Scope(body)) = block.stmts.last_mut()
        && scopes == 1
        && body.stmts.iter().all(made)
        && !body
            .stmts
            .iter()
            .filter_map(made_name)
            .any(|name| taken.contains(&name))
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
    fn a_scope_whose_names_the_block_has_stays() {
        let text = printed(drop_scopes, |out| {
            let numbered = |out: &mut Block| {
                out.constant("trips", "2");
                out.range_for(vec![Head::over("auto k", "range")], |out| {
                    out.user("a = 1;")
                });
            };
            out.if_then("b", |out| {
                out.scope(numbered);
                out.user("c = 1;");
                out.scope(numbered);
            });
        });
        assert_eq!(text.matches("trips = 2").count(), 2);
        assert!(
            text.contains("    c = 1;\n    {\n        const auto trips = 2;"),
            "{text}"
        );
    }

    #[test]
    fn made_names_need_no_scope() {
        let reduced = |out: &mut Block| {
            out.declare_made("sum_private", "int sum_private", Some("0".into()));
            out.range_for(vec![Head::over("int i", "range")], |out| {
                out.user("int a = i;")
            });
            out.effect("sum += sum_private");
        };
        let text = printed(drop_made_scopes, |out| {
            out.scope(reduced);
            out.user("f(sum);");
        });
        let flat =
            "int sum_private = 0;\nfor (int i : range) {\n    int a = i;\n}\nsum += sum_private;\n";
        assert_eq!(text, format!("{flat}f(sum);\n"));
        let twice = |out: &mut Block| {
            out.scope(reduced);
            out.scope(reduced);
        };
        let text = printed(drop_made_scopes, twice);
        assert!(text.starts_with(flat) && text[flat.len()..].starts_with("{\n"));
        let kept = |f: &dyn Fn(&mut Block)| {
            let mut block = Block::at(0);
            f(&mut block);
            let before = block.to_string();
            drop_made_scopes(&mut block);
            assert_eq!(block.to_string(), before);
        };
        kept(&|out| {
            out.scope(|out| out.user("int a = 1;"));
        });
        kept(&|out| {
            out.scope(reduced);
            out.label("end:");
        });
        kept(&|out| {
            out.constant("sum_private", "1");
            out.scope(reduced);
        });
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
