//! Regions whose list finds everything present: nothing is allocated, copied or freed, only reference counts change.
//!
//! Most regions of a program whose data stays on the device are such, and the general way ([`super::constructs`]) takes
//! a tenth of what a launch takes. Whatever needs more than counting is left to it, and then nothing is changed here.

use super::{Context, Entry, Table};
use crate::ffi::{self, Arg};
use std::ops::Range;

/// With one of these a list item may need more than its reference count.
const MORE: u32 = ffi::ALWAYS | ffi::DELETE | ffi::AROUND;

impl Table {
    /// Counts up the list items of a region, if all of them are present and that is all there is to do. Otherwise
    /// returns false.
    pub(super) fn enter_settled(&mut self, list: &[Arg], cx: &Context) -> bool {
        let settled = |arg: &Arg, entry: &Entry, bytes: &Range<usize>| {
            let here = entry.filled.is_none_or(|(stream, _)| stream == cx.stream);
            let known = entry.extended.with_base(arg.base as usize) == entry.extended;
            here && (known || entry.is_forever()) && entry.named.count_of(bytes) > 0
        };
        if !self.all_are(list, settled) {
            return false;
        }
        self.recount(list, 1);
        true
    }

    /// Counts down the list items of a region, if all of them stay present. Otherwise returns false.
    pub(super) fn exit_settled(&mut self, list: &[Arg]) -> bool {
        let stays = |_: &Arg, entry: &Entry, bytes: &Range<usize>| entry.named.count_of(bytes) > 1;
        if !self.all_are(list, stays) {
            return false;
        }
        self.recount(list, -1);
        true
    }

    /// Whether this holds of all list items that are mapped, and none of them may need more than its count.
    fn all_are(&self, list: &[Arg], holds: impl Fn(&Arg, &Entry, &Range<usize>) -> bool) -> bool {
        list.iter()
            .filter(|arg| arg.kind == ffi::KIND_MAP)
            .all(|arg| {
                if arg.has(MORE) || !arg.pointer.is_null() {
                    return false;
                }
                !arg.maps()
                    || self
                        .hull_at(arg.host())
                        .is_some_and(|entry| holds(arg, entry, &bytes_of(arg)))
            })
    }

    /// Changes the reference count of each mapped list item, all of which are present.
    fn recount(&mut self, list: &[Arg], by: i64) {
        self.turn += 1;
        let turn = self.turn;
        for arg in list.iter().filter(|arg| arg.maps()) {
            let (_, entry) = self
                .entries
                .range_mut(..=arg.host())
                .next_back()
                .expect("present");
            entry.named.recount(&bytes_of(arg), by, turn);
        }
    }
}

fn bytes_of(arg: &Arg) -> Range<usize> {
    arg.host()..arg.host().saturating_add(arg.bytes)
}
