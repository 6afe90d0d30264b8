//! Reductions, scans and sorting networks: strides that are powers of two.

use super::Is::{Free, Racy};
use super::expect;
use super::kit::{K, One, Two, Who};
use raceproof::term::BinaryOp;

patterns! {
    /// if (tid < s) a[tid] += a[tid + s]
    reduction_step: Free, k = K::block(), {
        k.flat(1);
        let s = k.counter("s");
        for w in [One, Two] { let t = k.tid(w, 0); k.lt(t, s); }
        k.meet(|k, w| k.tid(w, 0), |k, w| { let t = k.tid(w, 0); k.add(t, s) });
    }
    /// The same with s = blockDim.x >> (k + 1), without the guard's barrier: the next step is racy.
    reduction_step_without_barrier: Racy, k = K::block(), {
        k.flat(1);
        let (d, i) = (k.bdim(0), k.counter("k"));
        let (i, next) = (k.addn(i, 1), k.addn(i, 2));
        let (s, h) = (k.op(BinaryOp::LShr, d, i), k.op(BinaryOp::LShr, d, next));
        let (t, u) = (k.tid(One, 0), k.tid(Two, 0));
        k.lt(t, s);
        k.lt(u, h);
        k.meet(|k, w| k.tid(w, 0), |k, w| { let t = k.tid(w, 0); k.add(t, h) });
    }
    reduction_shifted_stride: Free, k = K::block(), {
        k.flat(1);
        let (d, i) = (k.bdim(0), k.counter("k"));
        let i = k.addn(i, 1);
        let s = k.op(BinaryOp::LShr, d, i);
        for w in [One, Two] { let t = k.tid(w, 0); k.lt(t, s); }
        k.meet(|k, w| k.tid(w, 0), |k, w| { let t = k.tid(w, 0); k.add(t, s) });
    }
    /// if (tid % (2·s) == 0) a[tid] += a[tid + s], s a power of two
    reduction_modulo: Free, k = K::block(), {
        k.flat(1);
        let (i, one) = (k.counter("k"), k.n(1));
        let s = k.op(BinaryOp::Shl, one, i);
        let d = k.bdim(0);
        k.lt(s, d);
        let twice = k.muln(s, 2);
        for w in [One, Two] {
            let t = k.tid(w, 0);
            let (rest, zero) = (k.op(BinaryOp::SRem, t, twice), k.n(0));
            k.eq(rest, zero);
        }
        k.meet(|k, w| k.tid(w, 0), |k, w| { let t = k.tid(w, 0); k.add(t, s) });
    }
    reduction_modulo_too_small: Racy, k = K::block(), {
        k.flat(1);
        let (i, one) = (k.counter("k"), k.n(1));
        let s = k.op(BinaryOp::Shl, one, i);
        let d = k.bdim(0);
        k.lt(s, d);
        for w in [One, Two] {
            let t = k.tid(w, 0);
            let (rest, zero) = (k.op(BinaryOp::SRem, t, s), k.n(0));
            k.eq(rest, zero);
        }
        k.meet(|k, w| k.tid(w, 0), |k, w| { let t = k.tid(w, 0); k.add(t, s) });
    }
    /// index = 2·s·tid; a[index] += a[index + s]
    reduction_interleaved: Free, k = K::block(), {
        k.flat(1);
        let (i, one) = (k.counter("k"), k.n(1));
        let s = k.op(BinaryOp::Shl, one, i);
        let d = k.bdim(0);
        k.lt(s, d);
        let twice = k.muln(s, 2);
        k.meet(|k, w| { let t = k.tid(w, 0); k.mul(twice, t) },
               |k, w| { let t = k.tid(w, 0); k.mad(twice, t, s) });
    }
    /// Blelloch's up-sweep: ai = o·(2·tid+1)-1, bi = o·(2·tid+2)-1, with d = n >> (k+1) threads
    scan_up_sweep: Free, k = K::block(), {
        k.flat(1);
        let (i, one) = (k.counter("k"), k.n(1));
        let o = k.op(BinaryOp::Shl, one, i);
        let index = |k: &mut K, w: Who, plus: i64| {
            let t = k.tid(w, 0);
            let t = k.muln(t, 2);
            let t = k.addn(t, plus);
            let p = k.mul(o, t);
            k.addn(p, -1)
        };
        k.meet(|k, w| index(k, w, 1), |k, w| index(k, w, 2));
    }
    scan_up_sweep_same: Free, k = K::block(), {
        k.flat(1);
        let (i, one) = (k.counter("k"), k.n(1));
        let d = k.bdim(0);
        let o = k.op(BinaryOp::Shl, one, i);
        k.le(o, d);
        k.collide(|k, w| {
            let t = k.tid(w, 0);
            let t = k.muln(t, 2);
            let t = k.addn(t, 2);
            let p = k.mul(o, t);
            k.addn(p, -1)
        });
    }
    /// Hillis and Steele in place: a[tid] += a[tid - s] for tid >= s
    scan_in_place: Racy, k = K::block(), {
        k.flat(1);
        let (i, one) = (k.counter("k"), k.n(1));
        let s = k.op(BinaryOp::Shl, one, i);
        for w in [One, Two] { let t = k.tid(w, 0); k.le(s, t); }
        k.meet(|k, w| k.tid(w, 0), |k, w| { let t = k.tid(w, 0); k.op(BinaryOp::Sub, t, s) });
    }
    /// Double buffer: out·n + tid against (1 - out)·n + tid - s
    scan_double_buffer: Free, k = K::block(), {
        k.flat(1);
        let (d, i, one, zero) = (k.bdim(0), k.counter("i"), k.n(1), k.n(0));
        let bit = k.opn(BinaryOp::And, i, 1);
        let odd = k.t.eq(bit, one);
        let (out, back) = (k.t.ite(odd, one, zero), k.t.ite(odd, zero, one));
        let s = k.param("s");
        let (b, u) = (k.tid(Two, 0), k.tid(Two, 0));
        k.lt(zero, s);
        k.le(s, b);
        let u = k.op(BinaryOp::Sub, u, s);
        k.meet(|k, w| { let t = k.tid(w, 0); k.mad(out, d, t) }, |k, _| k.mad(back, d, u));
    }
    /// ixj = tid ^ j for a power of two j, only the lower of each pair works
    bitonic_own_pairs: Free, k = K::block(), {
        k.flat(1);
        let (i, one) = (k.counter("k"), k.n(1));
        let j = k.op(BinaryOp::Shl, one, i);
        k.lower_of_pairs(j);
        k.meet(|k, w| k.tid(w, 0), |k, w| { let t = k.tid(w, 0); k.op(BinaryOp::Xor, t, j) });
    }
    bitonic_partners: Free, k = K::block(), {
        k.flat(1);
        let (i, one) = (k.counter("k"), k.n(1));
        let j = k.op(BinaryOp::Shl, one, i);
        k.lower_of_pairs(j);
        k.collide(|k, w| { let t = k.tid(w, 0); k.op(BinaryOp::Xor, t, j) });
    }
    bitonic_concrete: Free, k = K::block(), {
        k.dims(64, 1);
        let j = k.n(8);
        k.lower_of_pairs(j);
        k.meet(|k, w| k.tid(w, 0), |k, w| { let t = k.tid(w, 0); k.op(BinaryOp::Xor, t, j) });
    }
    bitonic_both_of_a_pair: Racy, k = K::block(), {
        k.flat(1);
        let (i, one) = (k.counter("k"), k.n(1));
        let j = k.op(BinaryOp::Shl, one, i);
        k.meet(|k, w| k.tid(w, 0), |k, w| { let t = k.tid(w, 0); k.op(BinaryOp::Xor, t, j) });
    }
    /// The block is a power of two; tid and tid ^ (blockDim.x / 2)
    halves_of_a_power: Free, k = K::block(), {
        k.flat(1);
        let d = k.bdim(0);
        k.power(d);
        let h = k.opn(BinaryOp::LShr, d, 1);
        for w in [One, Two] { let t = k.tid(w, 0); k.lt(t, h); }
        k.meet(|k, w| k.tid(w, 0), |k, w| { let t = k.tid(w, 0); k.op(BinaryOp::Xor, t, h) });
    }
}

impl K {
    /// Both threads have `tid ^ j > tid`.
    fn lower_of_pairs(&mut self, j: raceproof::term::Term) {
        for w in [One, Two] {
            let t = self.tid(w, 0);
            let partner = self.op(BinaryOp::Xor, t, j);
            self.lt(t, partner);
            let d = self.bdim(0);
            self.lt(partner, d);
        }
    }
}
