//! What an execution that confirmed a race saw, in the words of witnesses: which threads, which bytes, and what memory held at
//! first that nobody had said.

use super::reads::MOST_TOLD;
use crate::replay::machine::{Machine, Thread};
use crate::replay::memory::Place;
use crate::verdict::{Cell, Seen};
use std::collections::BTreeMap;

impl Machine<'_> {
    /// The first race that was found.
    pub(in crate::replay) fn seen(&self) -> Option<Seen> {
        let race = self.watch.races.first()?;
        let [first, second] = race.threads;
        let order = if self.watch.is_in_order(race.sites) { [first, second] } else { [second, first] };
        let of = |thread: usize| &self.threads[thread];
        let (object, start) = self.object_near(race.address)?;
        let from_start = |address: u64| address.wrapping_sub(start).cast_signed();
        Some(Seen {
            threads: order.map(|thread| of(thread).index),
            blocks: order.map(|thread| self.block_of(of(thread))),
            object: object.to_owned(),
            bytes: [from_start(race.address), from_start(race.end)],
        })
    }

    fn block_of(&self, thread: &Thread) -> [u32; 3] {
        self.groups[thread.block].index
    }

    /// What memory held at first besides what the input says, where it was read; nothing if that is too much to tell.
    pub(in crate::replay) fn held_at_first(&self) -> Option<Vec<Cell>> {
        let read = self.first_read.borrow();
        if read.len() >= MOST_TOLD {
            return None;
        }
        let mut words: BTreeMap<(usize, u64), u32> = BTreeMap::new();
        for ((group, address), byte) in read.iter() {
            *words.entry((*group, address / 4 * 4)).or_default() |= u32::from(*byte) << (8 * (address % 4));
        }
        let cell = |((group, address), value): ((usize, u64), u32)| {
            let (object, start) = self.object_near(address)?;
            let at = address.wrapping_sub(start).cast_signed();
            let block = group.checked_sub(1).and_then(|group| self.groups.get(group)).map(|group| group.index);
            Some(Cell { object: object.to_owned(), at, bits: 32, value: value.into(), block })
        };
        Some(words.into_iter().filter_map(cell).collect())
    }

    /// Notes what a thread reads where the input says what is there.
    pub(in crate::replay) fn note_read(&self, thread: usize, address: u64, value: u64, bytes: u64) {
        if self.told.get(&address).is_some_and(|told| *told != value) {
            let group = self.group_of(&self.threads[thread], address);
            self.misread.borrow_mut().entry((group, address)).or_insert((bytes, value));
        }
    }

    /// What was read first where the input says something else.
    pub(in crate::replay) fn misread(&self) -> Vec<Cell> {
        let cell = |((group, address), (bytes, value)): (&(usize, u64), &(u64, u64))| {
            let (object, start) = self.object_near(*address)?;
            let block = group.checked_sub(1).and_then(|group| self.groups.get(group)).map(|group| group.index);
            let (at, bits) = (address.wrapping_sub(start).cast_signed(), 8 * *bytes as u32);
            Some(Cell { object: object.to_owned(), at, bits, value: *value, block })
        };
        self.misread.borrow().iter().filter_map(cell).collect()
    }

    /// Which block's memory an address is in, counted from 1; 0 for that of all.
    fn group_of(&self, thread: &Thread, address: u64) -> usize {
        if Place::of(address) == Place::Shared { thread.block + 1 } else { 0 }
    }

    /// Notes bytes that a thread read first.
    pub(in crate::replay) fn note_first(&self, thread: &Thread, address: u64, byte: u8) {
        let mut read = self.first_read.borrow_mut();
        if byte != 0 && read.len() < MOST_TOLD {
            read.insert((self.group_of(thread, address), address), byte);
        }
    }
}
