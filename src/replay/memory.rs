//! Memory at run time, and where objects lie in it.
//!
//! One number is an address in every space: `cvta` changes nothing. What lies where, from below: nothing, the block's shared
//! memory (so that its addresses fit 32 bits), the thread's own memory, what is passed by value, the module's variables, and
//! far apart from each other the arrays that pointers lead to, each with room on both sides.
//!
//! **Invariant:** objects never touch, so that an address belongs to one object wherever an index leads, within reason; in shared
//! memory that matrix descriptors lead to, within 1024 bytes.

use rustc_hash::FxHashMap;

/// Bytes of a page.
const PAGE: u64 = 256;
/// Where shared memory begins.
pub(super) const SHARED: u64 = 1 << 20;
/// Where a thread's own memory begins.
pub(super) const LOCAL: u64 = 1 << 30;
/// Where the shared memory of the blocks of a cluster is seen, by rank, and the bytes of each.
pub(super) const REMOTE: u64 = LOCAL + (1 << 29);
pub(super) const WINDOW: u64 = 1 << 25;
/// Where what is passed by value begins.
pub(super) const PASSED: u64 = 1 << 31;
/// Where variables of the module begin.
pub(super) const VARIABLES: u64 = 1 << 32;
/// Where the arrays begin that pointers lead to.
const ARRAYS: u64 = 1 << 40;
/// From the start of one array to that of the next.
const APART: u64 = 1 << 54;
/// So many bits of a distance are those of rows.
const ROWS: u32 = 36;

/// Room between variables of the block.
pub(super) const SHARED_ROOM: u64 = 1 << 22;
/// The same where all of them lie within the window that matrix descriptors have addresses of.
pub(super) const NEAR: u64 = 1 << 10;
/// Room between variables of the module, and between what is passed by value.
pub(super) const ROOM: u64 = 1 << 24;

/// Which memory an address belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Nowhere,
    Shared,
    Local,
    /// Shared memory of a block of the cluster, as all its blocks see it.
    Remote,
    Global,
}

impl Place {
    pub(super) fn of(address: u64) -> Place {
        match address {
            SHARED..LOCAL => Place::Shared,
            LOCAL..REMOTE => Place::Local,
            REMOTE..PASSED => Place::Remote,
            PASSED.. => Place::Global,
            0..SHARED => Place::Nowhere,
        }
    }
}

/// The start of the array of this number.
pub(super) fn array(number: usize) -> u64 {
    ARRAYS + (number as u64 + 1) * APART
}

/// A number for an address, equal in every layout in which arrays have room for the rows of their objects, if not for planes.
pub(super) fn seed(address: u64) -> u64 {
    let Some(within) = address.checked_sub(ARRAYS) else { return address };
    let (array, distance) = (within / APART, within % APART);
    ARRAYS.wrapping_add(array << ROWS).wrapping_add(distance)
}

/// The place of the next of several objects behind `end`, with `room` to either side.
pub(super) fn next(end: u64, room: u64) -> u64 {
    end.saturating_add(room).checked_next_multiple_of(room).unwrap_or(end)
}

/// Since when a byte has its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Held {
    /// Nothing is said of it.
    Nothing,
    /// From the start.
    First,
    /// The code wrote it.
    Written,
}

/// Bytes of a page, and since when they have their values.
type Page = ([u8; PAGE as usize], [Held; PAGE as usize]);

/// Bytes by their addresses; those that were never written are 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Store {
    pages: FxHashMap<u64, Box<Page>>,
}

impl Store {
    /// Gives since when the bytes have their values, at least.
    pub(super) fn read(&self, address: u64, to: &mut [u8]) -> Held {
        let (mut done, mut least) = (0, Held::Written);
        while done < to.len() {
            let at = address.wrapping_add(done as u64);
            let (page, offset) = (at / PAGE, (at % PAGE) as usize);
            let count = (to.len() - done).min(PAGE as usize - offset);
            match self.pages.get(&page) {
                Some(page) => {
                    let (bytes, held) = &**page;
                    to[done..done + count].copy_from_slice(&bytes[offset..offset + count]);
                    least = held[offset..offset + count].iter().fold(least, |least, held| least.min(*held));
                }
                None => {
                    to[done..done + count].fill(0);
                    least = Held::Nothing;
                }
            }
            done += count;
        }
        least
    }

    /// Since when a byte has its value.
    pub(super) fn held(&self, address: u64) -> Held {
        self.pages.get(&(address / PAGE)).map_or(Held::Nothing, |page| page.1[(address % PAGE) as usize])
    }

    pub(super) fn write(&mut self, address: u64, from: &[u8]) {
        self.put(address, from, Held::Written);
    }

    /// What is there at first, which nobody wrote.
    pub(super) fn begin(&mut self, address: u64, from: &[u8]) {
        self.put(address, from, Held::First);
    }

    fn put(&mut self, address: u64, from: &[u8], since: Held) {
        let mut done = 0;
        while done < from.len() {
            let at = address.wrapping_add(done as u64);
            let (page, offset) = (at / PAGE, (at % PAGE) as usize);
            let count = (from.len() - done).min(PAGE as usize - offset);
            let (bytes, held) = &mut **self.pages.entry(page).or_insert_with(fresh);
            bytes[offset..offset + count].copy_from_slice(&from[done..done + count]);
            held[offset..offset + count].fill(since);
            done += count;
        }
    }
}

fn fresh() -> Box<Page> {
    Box::new(([0; PAGE as usize], [Held::Nothing; PAGE as usize]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_kept_across_pages() {
        let mut store = Store::default();
        store.write(PAGE * 3 - 2, &[1, 2, 3, 4]);
        let mut read = [9; 6];
        assert_eq!(store.read(PAGE * 3 - 3, &mut read), Held::Nothing);
        assert_eq!(store.read(PAGE * 3 - 2, &mut [0; 4]), Held::Written);
        assert_eq!(read, [0, 1, 2, 3, 4, 0]);
    }

    #[test]
    fn each_address_has_a_place() {
        assert_eq!(Place::of(0), Place::Nowhere);
        assert_eq!(Place::of(SHARED), Place::Shared);
        assert_eq!(Place::of(LOCAL + 8), Place::Local);
        assert_eq!(Place::of(PASSED), Place::Global);
        assert_eq!(Place::of(array(0) - 8), Place::Global);
    }
}
