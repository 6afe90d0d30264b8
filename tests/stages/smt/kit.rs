//! Two threads of a launch, and shorthand for writing index patterns as terms.

use raceproof::term::{
    Axis, BinaryOp, CastOp, Func, FuncInfo, FuncKind, Owner, Sharing, Term, Terms, Var, VarInfo, VarKind,
};

/// Which of the two threads.
#[derive(Clone, Copy)]
pub(crate) enum Who {
    One,
    Two,
}
pub(crate) use Who::{One, Two};

/// Terms with the launch's variables, and the facts so far.
pub(crate) struct K {
    pub(crate) t: Terms,
    tid: [[Var; 3]; 2],
    bid: [[Var; 3]; 2],
    bdim: [Var; 3],
    gdim: [Var; 3],
    pub(crate) facts: Vec<Term>,
}

impl K {
    /// Two distinct threads of one block.
    pub(crate) fn block() -> K {
        K::new(false)
    }
    /// Two threads of different blocks.
    pub(crate) fn grid() -> K {
        K::new(true)
    }

    fn new(grid: bool) -> K {
        let mut t = Terms::new();
        let mut make = |name: &str, kind: fn(Axis) -> VarKind, bounds: [(i64, i64); 3], owner: Owner| {
            Axis::ALL.map(|axis| {
                let name = format!("{name}.{}", axis.letter());
                let bounds = Some(bounds[axis as usize]);
                t.declare_var(VarInfo { name, width: 32, kind: kind(axis), bounds, owner })
            })
        };
        let grids = [(1, i64::from(i32::MAX)), (1, 65535), (1, 65535)];
        let blocks = [(1, 1024), (1, 1024), (1, 64)];
        let less = |b: [(i64, i64); 3]| b.map(|(_, hi)| (0, hi - 1));
        let (bdim, gdim) =
            (make("bdim", VarKind::BlockDim, blocks, Owner::All), make("gdim", VarKind::GridDim, grids, Owner::All));
        let tid = [Owner::Left, Owner::Right].map(|owner| make("tid", VarKind::ThreadIdx, less(blocks), owner));
        let one = make("bid", VarKind::BlockIdx, less(grids), if grid { Owner::Left } else { Owner::All });
        let bid = [one, if grid { make("bid", VarKind::BlockIdx, less(grids), Owner::Right) } else { one }];
        let mut k = K { t, tid, bid, bdim, gdim, facts: vec![] };
        let mut same = vec![];
        for axis in 0..3 {
            for w in [One, Two] {
                let (tid, bdim, bid, gdim) = (k.tid(w, axis), k.bdim(axis), k.bid(w, axis), k.gdim(axis));
                k.lt(tid, bdim);
                k.lt(bid, gdim);
            }
            let of = if grid { k.bid } else { k.tid };
            let (a, b) = (k.t.var(of[0][axis]), k.t.var(of[1][axis]));
            same.push(k.t.eq(a, b));
        }
        let same = k.t.all(same);
        let distinct = k.t.not(same);
        k.facts.push(distinct);
        k
    }

    pub(crate) fn tid(&mut self, w: Who, axis: usize) -> Term {
        self.t.var(self.tid[w as usize][axis])
    }
    pub(crate) fn bid(&mut self, w: Who, axis: usize) -> Term {
        self.t.var(self.bid[w as usize][axis])
    }
    pub(crate) fn bdim(&mut self, axis: usize) -> Term {
        self.t.var(self.bdim[axis])
    }
    pub(crate) fn gdim(&mut self, axis: usize) -> Term {
        self.t.var(self.gdim[axis])
    }
    pub(crate) fn n(&mut self, value: i64) -> Term {
        self.t.int(32, value)
    }
    /// A block of these extents along x and y; nothing along z.
    pub(crate) fn dims(&mut self, x: i64, y: i64) {
        for (axis, n) in [x, y, 1].into_iter().enumerate() {
            let (d, n) = (self.bdim(axis), self.n(n));
            self.eq(d, n);
        }
        let (g, one) = (self.gdim(2), self.n(1));
        self.eq(g, one);
    }
    /// Extents 1 from this axis on.
    pub(crate) fn flat(&mut self, from: usize) {
        for axis in from..3 {
            let one = self.n(1);
            for d in [self.bdim(axis), self.gdim(axis)] {
                self.eq(d, one);
            }
        }
    }

    fn declare(&mut self, name: &str, kind: VarKind, bounds: Option<(i64, i64)>, owner: Owner) -> Term {
        let v = self.t.declare_var(VarInfo { name: name.into(), width: 32, kind, bounds, owner });
        self.t.var(v)
    }
    pub(crate) fn param(&mut self, name: &str) -> Term {
        self.declare(name, VarKind::Param, None, Owner::All)
    }
    /// A loop counter that both threads share.
    pub(crate) fn counter(&mut self, name: &str) -> Term {
        self.declare(name, VarKind::Counter, Some((0, i64::from(i32::MAX))), Owner::All)
    }
    /// A loop counter of each thread.
    pub(crate) fn own(&mut self, name: &str) -> [Term; 2] {
        [Owner::Left, Owner::Right]
            .map(|owner| self.declare(name, VarKind::Counter, Some((0, i64::from(i32::MAX))), owner))
    }
    pub(crate) fn func(&mut self, name: &str) -> Func {
        let kind = FuncKind::Memory { array: None };
        self.t.declare_func(FuncInfo {
            name: name.into(),
            width: 32,
            kind,
            sharing: Sharing::Grid,
            axiom: None,
            owner: Owner::All,
        })
    }

    pub(crate) fn op(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        self.t.binary(op, a, b)
    }
    /// `a op constant`
    pub(crate) fn opn(&mut self, op: BinaryOp, a: Term, n: i64) -> Term {
        let n = self.n(n);
        self.t.binary(op, a, n)
    }
    pub(crate) fn add(&mut self, a: Term, b: Term) -> Term {
        self.t.add(a, b)
    }
    pub(crate) fn addn(&mut self, a: Term, n: i64) -> Term {
        self.opn(BinaryOp::Add, a, n)
    }
    pub(crate) fn mul(&mut self, a: Term, b: Term) -> Term {
        self.t.mul(a, b)
    }
    pub(crate) fn muln(&mut self, a: Term, n: i64) -> Term {
        self.opn(BinaryOp::Mul, a, n)
    }
    /// a·b + c
    pub(crate) fn mad(&mut self, a: Term, b: Term, c: Term) -> Term {
        let p = self.mul(a, b);
        self.add(p, c)
    }
    /// blockIdx·blockDim + threadIdx along an axis.
    pub(crate) fn global(&mut self, w: Who, axis: usize) -> Term {
        let (b, d, t) = (self.bid(w, axis), self.bdim(axis), self.tid(w, axis));
        self.mad(b, d, t)
    }
    pub(crate) fn wide(&mut self, a: Term) -> Term {
        self.t.cast(CastOp::Sext, 64, a)
    }
    pub(crate) fn zwide(&mut self, a: Term) -> Term {
        self.t.cast(CastOp::Zext, 64, a)
    }

    pub(crate) fn lt(&mut self, a: Term, b: Term) {
        let f = self.t.slt(a, b);
        self.facts.push(f);
    }
    pub(crate) fn le(&mut self, a: Term, b: Term) {
        let f = self.t.sle(a, b);
        self.facts.push(f);
    }
    pub(crate) fn eq(&mut self, a: Term, b: Term) {
        let f = self.t.eq(a, b);
        self.facts.push(f);
    }
    pub(crate) fn ne(&mut self, a: Term, b: Term) {
        let f = self.t.ne(a, b);
        self.facts.push(f);
    }
    /// The contract that `x` is a power of two.
    pub(crate) fn power(&mut self, x: Term) {
        let (less, zero) = (self.addn(x, -1), self.n(0));
        let common = self.op(BinaryOp::And, x, less);
        self.eq(common, zero);
        self.lt(zero, x);
    }
    /// The contract that `x` is a multiple of `n`.
    pub(crate) fn multiple(&mut self, x: Term, n: i64) {
        let (rest, zero) = (self.opn(BinaryOp::URem, x, n), self.n(0));
        self.eq(rest, zero);
    }
    /// Both threads compute `f`, with equal results.
    pub(crate) fn collide(&mut self, mut f: impl FnMut(&mut K, Who) -> Term) {
        let (a, b) = (f(self, One), f(self, Two));
        self.eq(a, b);
    }
    /// The one thread computes `f`, the other `g`, with equal results.
    pub(crate) fn meet(&mut self, f: impl FnOnce(&mut K, Who) -> Term, g: impl FnOnce(&mut K, Who) -> Term) {
        let (a, b) = (f(self, One), g(self, Two));
        self.eq(a, b);
    }
    /// The byte ranges of 4 bytes from these 64-bit offsets overlap.
    pub(crate) fn overlap(&mut self, mut f: impl FnMut(&mut K, Who) -> Term) {
        let (a, b) = (f(self, One), f(self, Two));
        let four = self.t.int(64, 4);
        let (a_end, b_end) = (self.add(a, four), self.add(b, four));
        self.lt(a, b_end);
        self.lt(b, a_end);
    }
}
