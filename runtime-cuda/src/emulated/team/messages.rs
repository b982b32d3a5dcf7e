//! Messages on teams whose threads cannot go on, or do not agree at a barrier.

use super::State;
use super::barriers::Arrival;
use super::locks;
use crate::emulated::running::Running;
use crate::error::{Failure, fatal};
use crate::ffi;

/// The rule on barriers (OpenMP 5.2, 15.3.1).
const ALL_OR_NONE: &str = "every thread of a team encounters each of its barriers, or none does: take the barrier out of the condition";

/// Ends the program: no thread of the block can go on. Says where each one waits.
pub fn deadlock(states: &[State], running: Option<Running>) -> ! {
    let apart = states
        .iter()
        .all(|state| matches!(state, State::At(_) | State::Done));
    let what = match apart {
        true => "threads of a team wait at different barriers, and none can go on",
        false => "deadlock: no thread of the team can go on",
    };
    let mut failure = with_states(of_team(running, what), states, |state| match state {
        State::At(arrival) => arrival.text(),
        State::Turns(file, line) => {
            format!("waiting in a loop, {}:{line}", ffi::string(file))
        }
        State::Done => "finished".into(),
        State::Ready => "running".into(),
    });
    let placed = running.filter(|r| !r.place.is_null());
    // SAFETY: the image's record of ids.
    let (team, teams) = placed.map_or((0, 1), |r| unsafe {
        (r.place.read(), r.place.add(1).read())
    });
    if let Some(running) = &running {
        failure = locks::notes(states, running, team)
            .into_iter()
            .fold(failure, Failure::note);
    }
    if teams > 1 && states.iter().any(|state| matches!(state, State::Turns(..))) {
        failure = failure.note(format!(
            "of the {teams} teams some run only after others: none may wait for a team that has not begun"
        ));
    }
    if apart {
        failure = failure.note(ALL_OR_NONE);
    }
    fatal(&failure)
}

/// Ends the program: some threads wait at a barrier, and the others of their team have ended without it.
pub fn not_all_arrive(states: &[State], running: Option<Running>) -> ! {
    let failure = of_team(running, "a barrier that not all threads of the team reach");
    let failure = with_states(failure, states, |state| match state {
        State::At(arrival) => arrival.text(),
        _ => "reached the end of the region without it".into(),
    });
    fatal(&failure.note(ALL_OR_NONE))
}

/// Ends the program: two threads wait at one barrier for different numbers of threads. On a GPU, whose barriers count
/// the threads that arrive, they would trap or go on too early.
pub fn different_counts(
    states: &[State],
    thread: usize,
    first: Arrival,
    other: Arrival,
    running: Option<Running>,
) -> ! {
    let waiting = numbers(states, State::At(first));
    let what = "threads wait at one barrier for different numbers of threads";
    fatal(
        &of_team(running, what)
            .note(format!("{waiting} {}", first.text()))
            .note(format!("thread {thread} {}", other.text())),
    )
}

/// A failure of a whole team.
fn of_team(running: Option<Running>, what: &str) -> Failure {
    let (place, who) = running.map_or_else(Default::default, |r| (r.at(), r.who()));
    let team = who.split(", thread").next().unwrap_or_default();
    Failure::new(place, format!("{team}: {what}"))
}

/// The failure with a note for each state that threads are in: which threads, and what `text` says of the state.
fn with_states(mut failure: Failure, states: &[State], text: impl Fn(State) -> String) -> Failure {
    let mut seen: Vec<State> = Vec::new();
    for &state in states {
        if !seen.contains(&state) {
            seen.push(state);
            let which = numbers(states, state);
            failure = failure.note(format!("{which} {}", text(state)));
        }
    }
    failure
}

/// `threads 0-31, 40`: those in a state.
fn numbers(states: &[State], of: State) -> String {
    thread_numbers((0..states.len()).filter(|&t| states[t] == of))
}

/// `threads 0-31, 40`: the numbers, ascending, as runs; at most eight of them.
pub fn thread_numbers(threads: impl Iterator<Item = usize>) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for t in threads {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == t => run.1 = t,
            _ => runs.push((t, t)),
        }
    }
    let more = runs.len() > 8;
    let mut parts: Vec<String> = runs
        .iter()
        .take(8)
        .map(|&(a, b)| {
            if a == b {
                a.to_string()
            } else {
                format!("{a}-{b}")
            }
        })
        .collect();
    if more {
        parts.push("...".into());
    }
    let one = runs.len() == 1 && runs[0].0 == runs[0].1;
    format!(
        "{} {}",
        if one { "thread" } else { "threads" },
        parts.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_numbers_are_printed_as_runs() {
        let mut states = vec![State::Done; 40];
        states[3] = State::Ready;
        assert_eq!(numbers(&states, State::Done), "threads 0-2, 4-39");
        assert_eq!(numbers(&states, State::Ready), "thread 3");
    }
}
