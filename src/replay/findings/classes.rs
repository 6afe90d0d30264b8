//! Classes of values, some of which are addresses of what is of another class, or packed of two others.
//!
//! Where two classes of addresses become one, so does what they lead to, and so do the halves of what is packed. Source: Steensgaard, *Points-to analysis in almost linear
//! time*; union-find with path halving.

/// What a class has that is a class of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// What its addresses lead to.
    Contents,
    /// The halves of its numbers.
    Low,
    High,
}

impl Part {
    const ALL: [Part; 3] = [Part::Contents, Part::Low, Part::High];
}

/// Classes by numbers of their members.
#[derive(Debug)]
pub(super) struct Classes {
    up: Vec<usize>,
    /// The parts of a class, by its first member.
    parts: Vec<[Option<usize>; 3]>,
}

impl Classes {
    /// Each member is a class of its own.
    pub(super) fn new(members: usize) -> Self {
        Classes { up: (0..members).collect(), parts: vec![[None; 3]; members] }
    }

    /// The first member of a class.
    pub(super) fn of(&mut self, mut member: usize) -> usize {
        while self.up[member] != member {
            self.up[member] = self.up[self.up[member]];
            member = self.up[member];
        }
        member
    }

    /// A new member.
    pub(super) fn add(&mut self) -> usize {
        self.up.push(self.up.len());
        self.parts.push([None; 3]);
        self.up.len() - 1
    }

    pub(super) fn join(&mut self, a: usize, b: usize) {
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            let (a, b) = (self.of(a), self.of(b));
            if a == b {
                continue;
            }
            self.up[b] = a;
            for part in Part::ALL.map(|part| part as usize) {
                match (self.parts[a][part], self.parts[b][part]) {
                    (Some(one), Some(other)) => open.push((one, other)),
                    (None, of_b) => self.parts[a][part] = of_b,
                    (Some(_), None) => {}
                }
            }
        }
    }

    /// A part of a member's class.
    pub(super) fn part(&mut self, member: usize, part: Part) -> usize {
        let of = self.of(member);
        match self.parts[of][part as usize] {
            Some(known) => known,
            None => {
                let new = self.add();
                self.parts[of][part as usize] = Some(new);
                new
            }
        }
    }

    /// A half of what is packed, where that is known.
    pub(super) fn half(&mut self, member: usize, part: Part) -> Option<usize> {
        let of = self.of(member);
        self.parts[of][part as usize]
    }

    /// Whether a member is of a class, or a half of it is.
    pub(super) fn has(&mut self, member: usize, class: usize) -> bool {
        let (mut open, mut seen) = (vec![self.of(member)], vec![]);
        while let Some(of) = open.pop() {
            if of == self.of(class) {
                return true;
            }
            if !seen.contains(&of) {
                seen.push(of);
                let halves = [Part::Low, Part::High].map(|part| self.parts[of][part as usize]);
                open.extend(halves.into_iter().flatten().map(|half| self.of(half)).collect::<Vec<_>>());
            }
        }
        false
    }

    /// Makes the halves of all classes one with their whole, but for those of `packed` members that are not of the class of `whole`
    /// numbers.
    pub(super) fn unpack(&mut self, packed: &[usize], whole: usize) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            let (packed, whole) = (packed.iter().map(|p| self.of(*p)).collect::<Vec<_>>(), self.of(whole));
            for of in 0..self.up.len() {
                let first = self.of(of);
                if packed.contains(&first) && first != whole {
                    continue;
                }
                for part in [Part::Low, Part::High] {
                    let half = self.parts[first][part as usize].map(|half| self.of(half));
                    if let Some(half) = half.filter(|half| *half != first) {
                        self.join(first, half);
                        changed = true;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_addresses_lead_to_is_joined_with_them() {
        let mut classes = Classes::new(4);
        let [one, other] = [0, 1].map(|address| classes.part(address, Part::Contents));
        assert_ne!(classes.of(one), classes.of(other));
        classes.join(2, 0);
        classes.join(1, 2);
        assert_eq!(classes.of(one), classes.of(other));
        assert_ne!(classes.of(3), classes.of(0));
        let (below, third) = (classes.part(one, Part::Contents), classes.part(3, Part::Contents));
        classes.join(third, other);
        let through = classes.part(third, Part::Contents);
        assert_eq!(classes.of(through), classes.of(below));
    }

    #[test]
    fn halves_are_of_their_own_where_they_are_packed() {
        let mut classes = Classes::new(6);
        let [low, high] = [Part::Low, Part::High].map(|part| classes.part(0, part));
        classes.join(low, 1);
        classes.join(high, 2);
        let other = classes.part(3, Part::Low);
        classes.join(other, 4);
        classes.unpack(&[0], 5);
        assert_ne!(classes.of(1), classes.of(2));
        assert_eq!(classes.of(3), classes.of(4));
        assert!(classes.has(0, 1) && !classes.has(1, 0) && !classes.has(0, 4));
        classes.join(0, 5);
        classes.unpack(&[0], 5);
        assert_eq!((classes.of(1), classes.of(2)), (classes.of(5), classes.of(5)));
    }
}
