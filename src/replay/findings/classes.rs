//! Classes of values, some of which are addresses of what is of another class.
//!
//! Where two classes of addresses become one, so does what they lead to. Source: Steensgaard, *Points-to analysis in almost linear
//! time*; union-find with path halving.

/// Classes by numbers of their members.
#[derive(Debug)]
pub(super) struct Classes {
    up: Vec<usize>,
    /// What the addresses of a class lead to, by its first member.
    contents: Vec<Option<usize>>,
}

impl Classes {
    /// Each member is a class of its own.
    pub(super) fn new(members: usize) -> Self {
        Classes { up: (0..members).collect(), contents: vec![None; members] }
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
        self.contents.push(None);
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
            match (self.contents[a], self.contents[b]) {
                (Some(one), Some(other)) => open.push((one, other)),
                (None, contents) => self.contents[a] = contents,
                (Some(_), None) => {}
            }
        }
    }

    /// What the addresses of a class lead to.
    pub(super) fn contents(&mut self, address: usize) -> usize {
        let address = self.of(address);
        match self.contents[address] {
            Some(contents) => contents,
            None => {
                let new = self.add();
                self.contents[address] = Some(new);
                new
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
        let [one, other] = [0, 1].map(|address| classes.contents(address));
        assert_ne!(classes.of(one), classes.of(other));
        classes.join(2, 0);
        classes.join(1, 2);
        assert_eq!(classes.of(one), classes.of(other));
        assert_ne!(classes.of(3), classes.of(0));
        let (below, third) = (classes.contents(one), classes.contents(3));
        classes.join(third, other);
        let through = classes.contents(third);
        assert_eq!(classes.of(through), classes.of(below));
    }
}
