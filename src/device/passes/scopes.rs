//! Removes scopes that nothing needs.

use crate::device::tree::{Block, Stmt};

/// Removes the braces around the last statement of a kernel, where they hold nothing but loops and names that only
/// the translator uses: these clash with no others. A second scope in the kernel might have the same names, and keeps
/// its braces.
pub fn drop_last_scope(kernel: &mut Block) {
    let scopes = kernel.stmts.iter();
    let scopes = scopes.filter(|stmt| matches!(stmt, Stmt::Scope(_))).count();
    let made = |stmt: &Stmt| match stmt {
        Stmt::Let { .. } | Stmt::RangeFor { .. } => true,
        Stmt::CallWith { name, .. } => name.is_some(),
        _ => false,
    };
    if let Some(Stmt::Scope(body)) = kernel.stmts.last_mut()
        && scopes == 1
        && body.stmts.iter().all(made)
    {
        let inside = std::mem::take(&mut body.stmts);
        kernel.stmts.pop();
        kernel.stmts.extend(inside);
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
}
