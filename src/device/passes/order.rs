//! Removes barriers that order no accesses which need an order.
//!
//! A barrier orders what threads access before it and behind it. Where another barrier stands on the way, that one
//! orders the accesses beyond it. So a barrier is superfluous if nothing that may be accessed since the barriers before it
//! conflicts with anything that may be accessed until the barriers behind it. Each barrier that is removed lengthens the
//! ways of the others: they are judged one after the other, each in the code without those that are removed before.

use super::flow::{Barrier, Flow, Way, is_quiet};
use crate::device::Team;
use crate::device::access::Access;
use crate::device::tree::{Block, Need, Stmt};
use std::collections::BTreeSet;

/// What is known of a kernel's code besides its statements.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// What stands before it.
    pub before: &'a [&'a Block],
    /// What stands behind it.
    pub behind: &'a Block,
    /// What statements of the translator may access because their text has expressions of the program; none where that is
    /// not known, so that all barriers stay.
    pub loose: Option<&'a [Access]>,
}

/// Removes the superfluous barriers among those that only order accesses. All threads of the block execute `code`
/// together. In place of statements of which is said what they access, the statements stand alone afterwards.
pub fn drop_unneeded_barriers(code: &mut Block, surroundings: &Surroundings) {
    if let Some(loose) = surroundings.loose {
        let any = |quiet: bool| if quiet { vec![] } else { vec![Access::ANY] };
        let before = any(surroundings.before.iter().copied().all(is_quiet));
        let behind = any(surroundings.behind.is_empty());
        if let Some(mut flow) = Flow::of(code, &before, &behind, loose) {
            let superfluous = superfluous(&mut flow);
            remove(code, &mut 0, &superfluous);
        }
    }
    dissolve(code);
}

/// The numbers of the superfluous barriers, in the order of the text.
fn superfluous(flow: &mut Flow) -> BTreeSet<usize> {
    let barriers: Vec<Barrier> = flow.barriers().to_vec();
    let mut order: Vec<usize> = (0..barriers.len()).collect();
    // Those of inner loops first, which cost most.
    order.sort_by_key(|&at| {
        let one = &barriers[at];
        let behind_construct = one.need != Need::UnlessBehindAnother;
        (std::cmp::Reverse(one.depth), behind_construct, at)
    });
    let mut removed = BTreeSet::new();
    for at in order {
        let one = &barriers[at];
        if one.spare && one.need != Need::Always && !orders(flow, one) {
            flow.remove(one);
            removed.insert(at);
        }
    }
    removed
}

/// Whether a barrier stands between accesses that need an order.
fn orders(flow: &Flow, barrier: &Barrier) -> bool {
    let before = flow.reached(barrier, Way::Back);
    let behind = flow.reached(barrier, Way::Ahead);
    let (Some(before), Some(behind)) = (before, behind) else {
        return true;
    };
    let mut pairs = before
        .iter()
        .flat_map(|one| behind.iter().map(move |other| (one, other)));
    pairs.any(|(one, other)| one.conflicts(*other))
}

/// Removes barriers by their numbers, which are those of [`Flow::barriers`]; `next` is the number of the next one.
fn remove(block: &mut Block, next: &mut usize, superfluous: &BTreeSet<usize>) {
    for mut stmt in std::mem::take(&mut block.stmts) {
        match &stmt {
            Stmt::Barrier {
                team: Team::Block, ..
            } => {
                let number = *next;
                *next += 1;
                if superfluous.contains(&number) {
                    continue;
                }
            }
            Stmt::Known { .. } | Stmt::CallWith { .. } | Stmt::Indented(_) => {}
            _ => {
                let blocks = stmt.blocks_mut().into_iter();
                blocks.for_each(|inner| remove(inner, next, superfluous));
            }
        }
        block.stmts.push(stmt);
    }
}

/// Puts statements in the place of what says what they access.
fn dissolve(block: &mut Block) {
    for mut stmt in std::mem::take(&mut block.stmts) {
        stmt.blocks_mut().into_iter().for_each(dissolve);
        match stmt {
            Stmt::Known { body, .. } => block.stmts.extend(body.stmts),
            stmt => block.stmts.push(stmt),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::access::{By, Control, Place};
    use crate::device::passes::samples::{built, printed};
    use crate::device::tree::{Head, Style};
    use crate::device::{Call, DeviceFn, Value};

    const BARRIER: &str = "romp::team_barrier();";

    fn access(place: Place, writes: bool) -> Vec<Access> {
        let by = By::All;
        vec![Access { place, writes, by }]
    }

    fn known(out: &mut Block, text: &str, accesses: Vec<Access>) {
        let at = out.len();
        out.user(text);
        out.known(at, accesses, Control::Behind);
    }

    /// A region that writes what pointers lead to, between its barriers.
    fn region(out: &mut Block) {
        out.order();
        known(out, "region;", access(Place::Pointed, true));
        out.order_behind();
    }

    fn private(out: &mut Block) {
        known(out, "private;", vec![]);
    }

    /// The text behind the pass, with `|` for barriers.
    fn ordered(f: impl FnOnce(&mut Block)) -> String {
        let pass = |code: &mut Block| {
            let surroundings = Surroundings {
                before: &[],
                behind: &Block::default(),
                loose: Some(&[]),
            };
            drop_unneeded_barriers(code, &surroundings);
        };
        let text = printed(pass, f);
        let words: Vec<&str> = text.split_whitespace().collect();
        words.join(" ").replace(BARRIER, "|")
    }

    #[test]
    fn one_barrier_stands_between_two_regions() {
        let text = ordered(|out| {
            region(out);
            private(out);
            region(out);
        });
        assert_eq!(text, "region; | private; region;");
    }

    #[test]
    fn loops_need_one_barrier_for_each_region_inside() {
        let text = ordered(|out| {
            out.for_loop("loop", Style::Braces, |out| {
                region(out);
                private(out);
            });
            region(out);
        });
        // One barrier orders the iterations, and orders the last one and what follows, too.
        assert_eq!(text, "for (loop) { region; | private; } region;");
    }

    #[test]
    fn a_loop_without_iterations_leaves_what_stands_before_it_to_order() {
        let text = ordered(|out| {
            known(out, "region;", access(Place::Pointed, true));
            out.for_loop("loop", Style::Braces, region);
            out.order();
            known(out, "end;", access(Place::Pointed, false));
        });
        assert!(text.ends_with("} | end;"), "{text}");
        assert!(text.starts_with("region; for (loop) { | region;"), "{text}");
    }

    #[test]
    fn a_barrier_in_one_branch_orders_nothing_for_the_other() {
        let text = ordered(|out| {
            known(out, "region;", access(Place::Pointed, true));
            out.if_then("c", |out| {
                out.barrier(Team::Block);
                private(out);
            });
            region(out);
        });
        assert_eq!(text, "region; if (c) { | private; } | region;");
    }

    #[test]
    fn what_no_other_thread_reaches_needs_no_order() {
        let bytes = |from, to, writes| access(Place::Team(from, to), writes);
        let text = ordered(|out| {
            known(out, "a = 1;", bytes(0, 4, true));
            out.order();
            known(out, "b = 1;", bytes(4, 8, true));
            out.order();
            known(out, "x = b;", bytes(4, 8, false));
            out.order();
            known(out, "y = b;", bytes(4, 8, false));
        });
        assert_eq!(text, "a = 1; b = 1; | x = b; y = b;");
    }

    #[test]
    fn thread_0_needs_no_order_with_itself() {
        let first = |out: &mut Block| {
            let (place, writes, by) = (Place::Pointed, true, By::First);
            known(out, "a();", vec![Access { place, writes, by }]);
        };
        let text = ordered(|out| {
            out.if_then(Value::is_first(Team::Block), first);
            out.order_behind();
            out.if_then(Value::is_first(Team::Block), first);
            out.order_behind();
            known(out, "x = *p;", access(Place::Pointed, false));
        });
        let guard = "if (romp::thread() == 0) { a(); }";
        assert_eq!(text, format!("{guard} {guard} | x = *p;"));
    }

    #[test]
    fn jumps_pass_barriers() {
        let text = ordered(|out| {
            out.for_loop("loop", Style::Braces, |out| {
                known(out, "region;", access(Place::Pointed, true));
                let at = out.len();
                out.user("if (c) break;");
                out.known(at, vec![], Control::Jumps);
                out.order();
                private(out);
            });
            out.order();
            known(out, "end;", access(Place::Pointed, false));
        });
        assert!(text.ends_with("} | end;"), "{text}");
        // Without the jump, the barrier inside is enough.
        let text = ordered(|out| {
            out.for_loop("loop", Style::Braces, |out| {
                known(out, "region;", access(Place::Pointed, true));
                out.order();
            });
            out.order();
            known(out, "end;", access(Place::Pointed, false));
        });
        assert!(text.ends_with("| } end;"), "{text}");
    }

    #[test]
    fn other_text_and_calls_may_access_anything() {
        let kept = |f: fn(&mut Block)| {
            let text = ordered(|out| {
                f(out);
                region(out);
            });
            assert!(text.contains("| region;"), "{text}");
        };
        kept(|out| out.user("f();"));
        kept(|out| out.effect("a += 1"));
        kept(|out| out.call(Call::new(DeviceFn::BeginWorkQueues, &Team::Block, "")));
        let text = ordered(|out| {
            let range = Call::new(DeviceFn::TeamsFor, &Team::Block, "0, n");
            out.range_for(vec![Head::over("int i", range)], private);
            region(out);
        });
        assert!(!text.contains('|'), "{text}");
    }

    #[test]
    fn header_functions_in_regions_need_an_order_among_themselves() {
        let reducing = |out: &mut Block| {
            out.order();
            let at = out.len();
            out.call(Call::new(DeviceFn::ReduceToAll, &Team::Block, ""));
            out.known(at, access(Place::Pointed, false), Control::Behind);
            out.order_behind();
        };
        let text = ordered(|out| {
            reducing(out);
            known(out, "x = *p;", access(Place::Pointed, false));
            reducing(out);
        });
        assert_eq!(text.matches('|').count(), 1, "{text}");
    }

    #[test]
    fn gotos_leave_all_barriers() {
        let text = ordered(|out| {
            region(out);
            out.landing("end");
        });
        assert_eq!(text, "| region; | end:;");
    }

    #[test]
    fn what_stands_before_and_behind_counts() {
        let start = built(|out| out.call(Call::plain(DeviceFn::StartState, "")));
        let end = built(|out| out.call(Call::plain(DeviceFn::ReleaseSliceTogether, "")));
        let pass = |code: &mut Block| {
            let surroundings = Surroundings {
                before: &[&start],
                behind: &end,
                loose: Some(&[]),
            };
            drop_unneeded_barriers(code, &surroundings);
        };
        let text = printed(pass, region);
        assert_eq!(text.matches(BARRIER).count(), 2);
        let text = printed(
            |code| {
                let surroundings = Surroundings {
                    before: &[],
                    behind: &Block::default(),
                    loose: None,
                };
                drop_unneeded_barriers(code, &surroundings);
            },
            region,
        );
        assert_eq!(text.matches(BARRIER).count(), 2);
    }
}
