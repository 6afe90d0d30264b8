//! Index patterns with the expected answers: one thread against another, symbolic and concrete extents.

use super::Is::{Free, Racy};
use super::expect;
use super::kit::{K, One, Two};
use raceproof::term::{Arithmetic, BinaryOp, CompareOp};

patterns! {
    one_element_per_thread: Free, k = K::block(), {
        k.flat(1);
        k.collide(|k, w| k.tid(w, 0));
    }
    global_index: Free, k = K::grid(), {
        k.flat(1);
        k.collide(|k, w| k.global(w, 0));
    }
    global_index_in_bytes: Free, k = K::grid(), {
        k.flat(1);
        k.overlap(|k, w| {
            let i = k.global(w, 0);
            let (i, four) = (k.wide(i), k.t.int(64, 4));
            k.mul(i, four)
        });
    }
    /// The index is unsigned and guarded by an unsigned comparison.
    global_index_unsigned: Free, k = K::grid(), {
        k.flat(1);
        let n = k.param("n");
        k.overlap(|k, w| {
            let i = k.global(w, 0);
            let f = k.t.compare(CompareOp::Ult, i, n);
            k.facts.push(f);
            let (i, four) = (k.zwide(i), k.t.int(64, 4));
            k.mul(i, four)
        });
    }
    global_index_wrong_extent: Racy, k = K::grid(), {
        k.flat(1);
        let n = k.param("n");
        k.collide(|k, w| {
            let (b, t) = (k.bid(w, 0), k.tid(w, 0));
            k.mad(b, n, t)
        });
    }
    global_index_without_block: Racy, k = K::grid(), {
        k.flat(1);
        k.collide(|k, w| k.tid(w, 0));
    }
    /// Of `h * 26757677 + 1 & 7` only `h * 5 + 1` counts, however it wraps.
    low_bits_of_a_hash: Free, k = K::block(), {
        let (h, one, seven) = (k.param("h"), k.n(1), k.n(7));
        let [large, small] = [26_757_677, 5].map(|factor| {
            let factor = k.n(factor);
            let product = k.t.binary_as(Arithmetic::Modular, BinaryOp::Mul, h, factor);
            let sum = k.t.binary_as(Arithmetic::Modular, BinaryOp::Add, product, one);
            k.t.binary(BinaryOp::And, sum, seven)
        });
        let same = k.t.eq(large, small);
        let differ = k.t.not(same);
        k.facts.push(differ);
    }
    neighbour: Racy, k = K::block(), {
        k.flat(1);
        k.meet(|k, w| k.tid(w, 0), |k, w| { let t = k.tid(w, 0); k.addn(t, 1) });
    }
    neighbour_concrete: Racy, k = K::block(), {
        k.dims(256, 1);
        k.meet(|k, w| k.tid(w, 0), |k, w| { let t = k.tid(w, 0); k.addn(t, 1) });
    }
    row_major_block: Free, k = K::block(), {
        k.flat(2);
        let d = k.bdim(0);
        k.collide(|k, w| { let (x, y) = (k.tid(w, 0), k.tid(w, 1)); k.mad(y, d, x) });
    }
    /// (z·height + y)·width + x
    row_major_three_axes: Free, k = K::block(), {
        let (dx, dy) = (k.bdim(0), k.bdim(1));
        k.collide(|k, w| {
            let (x, y, z) = (k.tid(w, 0), k.tid(w, 1), k.tid(w, 2));
            let rows = k.mad(z, dy, y);
            k.mad(rows, dx, x)
        });
    }
    column_major_wrong_extent: Racy, k = K::block(), {
        k.flat(2);
        let d = k.bdim(0);
        k.collide(|k, w| { let (x, y) = (k.tid(w, 0), k.tid(w, 1)); k.mad(x, d, y) });
    }
    row_major_concrete: Free, k = K::block(), {
        k.dims(16, 16);
        k.collide(|k, w| { let (x, y) = (k.tid(w, 0), k.tid(w, 1)); let y = k.muln(y, 16); k.add(y, x) });
    }
    row_major_concrete_too_narrow: Racy, k = K::block(), {
        k.dims(16, 16);
        k.collide(|k, w| { let (x, y) = (k.tid(w, 0), k.tid(w, 1)); let y = k.muln(y, 15); k.add(y, x) });
    }
    padded_tile: Free, k = K::block(), {
        k.dims(32, 8);
        k.collide(|k, w| { let (x, y) = (k.tid(w, 0), k.tid(w, 1)); let y = k.muln(y, 33); k.add(y, x) });
    }
    row_major_within_width: Free, k = K::grid(), {
        k.flat(2);
        let width = k.param("width");
        k.collide(|k, w| {
            let (x, y) = (k.global(w, 0), k.global(w, 1));
            k.lt(x, width);
            k.mad(y, width, x)
        });
    }
    row_major_unchecked: Racy, k = K::grid(), {
        k.flat(2);
        let width = k.param("width");
        k.collide(|k, w| { let (x, y) = (k.global(w, 0), k.global(w, 1)); k.mad(y, width, x) });
    }
    /// width = gridDim.x · blockDim.x
    row_major_whole_grid: Free, k = K::grid(), {
        k.flat(2);
        let (g, d) = (k.gdim(0), k.bdim(0));
        let width = k.mul(g, d);
        k.collide(|k, w| { let (x, y) = (k.global(w, 0), k.global(w, 1)); k.mad(y, width, x) });
    }
    /// width >= gridDim.x · blockDim.x
    row_major_wide_enough: Free, k = K::grid(), {
        k.flat(2);
        let (g, d, width) = (k.gdim(0), k.bdim(0), k.param("width"));
        let need = k.mul(g, d);
        k.le(need, width);
        k.collide(|k, w| { let (x, y) = (k.global(w, 0), k.global(w, 1)); k.mad(y, width, x) });
    }
    matmul_tile_result: Free, k = K::grid(), {
        k.dims(16, 16);
        let width = k.param("width");
        k.collide(|k, w| {
            let (bx, by, tx, ty) = (k.bid(w, 0), k.bid(w, 1), k.tid(w, 0), k.tid(w, 1));
            let (row, col) = (k.muln(by, 16), k.muln(bx, 16));
            let (row, col) = (k.add(row, ty), k.add(col, tx));
            k.lt(col, width);
            k.mad(row, width, col)
        });
    }
    /// width is the extent of the grid: by·16·width + ty·width + bx·16 + tx
    matmul_tile_distributed: Free, k = K::grid(), {
        k.dims(16, 16);
        let g = k.gdim(0);
        let width = k.muln(g, 16);
        k.collide(|k, w| {
            let (bx, by, tx, ty) = (k.bid(w, 0), k.bid(w, 1), k.tid(w, 0), k.tid(w, 1));
            let (y, x) = (k.muln(by, 16), k.muln(bx, 16));
            let base = k.mad(y, width, x);
            let row = k.mad(ty, width, tx);
            k.add(base, row)
        });
    }
    matmul_tile_missing_row: Racy, k = K::grid(), {
        k.dims(16, 16);
        let width = k.param("width");
        k.collide(|k, w| {
            let (bx, by, tx, ty) = (k.bid(w, 0), k.bid(w, 1), k.tid(w, 0), k.tid(w, 1));
            let (row, col) = (k.muln(by, 15), k.muln(bx, 16));
            let (row, col) = (k.add(row, ty), k.add(col, tx));
            k.lt(col, width);
            k.mad(row, width, col)
        });
    }
    transpose_read_of_written_tile: Racy, k = K::block(), {
        k.dims(16, 16);
        k.meet(
            |k, w| { let (x, y) = (k.tid(w, 0), k.tid(w, 1)); let y = k.muln(y, 17); k.add(y, x) },
            |k, w| { let (x, y) = (k.tid(w, 0), k.tid(w, 1)); let x = k.muln(x, 17); k.add(x, y) },
        );
    }
    transpose_rows: Free, k = K::grid(), {
        k.dims(32, 8);
        let (gx, gy) = (k.gdim(0), k.gdim(1));
        k.eq(gx, gy);
        let width = k.muln(gx, 32);
        let j = k.own("j");
        k.collide(|k, w| {
            let (bx, by, tx, ty) = (k.bid(w, 0), k.bid(w, 1), k.tid(w, 0), k.tid(w, 1));
            let four = k.n(4);
            k.lt(j[w as usize], four);
            let (x, y) = (k.muln(by, 32), k.muln(bx, 32));
            let (x, y, rows) = (k.add(x, tx), k.add(y, ty), k.muln(j[w as usize], 8));
            let y = k.add(y, rows);
            k.mad(y, width, x)
        });
    }
    grid_stride_loop: Free, k = K::grid(), {
        k.flat(1);
        let (g, d, i) = (k.gdim(0), k.bdim(0), k.own("i"));
        let stride = k.mul(g, d);
        k.collide(|k, w| { let x = k.global(w, 0); k.mad(i[w as usize], stride, x) });
    }
    grid_stride_loop_wrong_stride: Racy, k = K::grid(), {
        k.flat(1);
        let (d, i) = (k.bdim(0), k.own("i"));
        k.collide(|k, w| { let x = k.global(w, 0); k.mad(i[w as usize], d, x) });
    }
    block_stride_loop: Free, k = K::block(), {
        k.flat(1);
        let (d, i) = (k.bdim(0), k.own("i"));
        k.collide(|k, w| { let x = k.tid(w, 0); k.mad(i[w as usize], d, x) });
    }
    /// Each thread has `per` elements in a row.
    chunk_per_thread: Free, k = K::grid(), {
        k.flat(1);
        let (per, i) = (k.param("per"), k.own("i"));
        k.collide(|k, w| {
            k.lt(i[w as usize], per);
            let x = k.global(w, 0);
            k.mad(x, per, i[w as usize])
        });
    }
    chunk_per_thread_one_too_many: Racy, k = K::grid(), {
        k.flat(1);
        let (per, i) = (k.param("per"), k.own("i"));
        k.collide(|k, w| {
            k.le(i[w as usize], per);
            let x = k.global(w, 0);
            k.mad(x, per, i[w as usize])
        });
    }
    two_elements_per_thread: Free, k = K::block(), {
        k.flat(1);
        k.meet(
            |k, w| { let t = k.tid(w, 0); k.muln(t, 2) },
            |k, w| { let t = k.tid(w, 0); let t = k.muln(t, 2); k.addn(t, 1) },
        );
    }
    /// One element per warp and one lane of it: warp = global / 32
    warp_leaders: Free, k = K::grid(), {
        k.flat(1);
        let d = k.bdim(0);
        k.multiple(d, 32);
        k.collide(|k, w| { let i = k.global(w, 0); k.opn(BinaryOp::UDiv, i, 32) });
    }
    warp_leaders_of_ragged_blocks: Racy, k = K::grid(), {
        k.flat(1);
        k.collide(|k, w| { let i = k.global(w, 0); k.opn(BinaryOp::UDiv, i, 32) });
    }
    warp_and_lane: Free, k = K::block(), {
        k.flat(1);
        k.collide(|k, w| {
            let t = k.tid(w, 0);
            let (warp, lane) = (k.opn(BinaryOp::LShr, t, 5), k.opn(BinaryOp::And, t, 31));
            let row = k.muln(warp, 33);
            k.add(row, lane)
        });
    }
    warp_and_short_lane: Racy, k = K::block(), {
        k.flat(1);
        k.collide(|k, w| {
            let t = k.tid(w, 0);
            let (warp, lane) = (k.opn(BinaryOp::LShr, t, 5), k.opn(BinaryOp::And, t, 15));
            let row = k.muln(warp, 33);
            k.add(row, lane)
        });
    }
    /// y = i / w, x = i % w, then y·w + x again
    split_and_join: Free, k = K::block(), {
        k.flat(1);
        let (width, zero) = (k.param("w"), k.n(0));
        k.lt(zero, width);
        k.collide(|k, w| {
            let t = k.tid(w, 0);
            let (y, x) = (k.op(BinaryOp::SDiv, t, width), k.op(BinaryOp::SRem, t, width));
            k.mad(y, width, x)
        });
    }
    /// x·h + y, with h·w = n unrelated to w
    split_and_transpose: Free, k = K::block(), {
        k.flat(1);
        let (width, height, zero) = (k.param("w"), k.param("h"), k.n(0));
        k.lt(zero, width);
        let d = k.bdim(0);
        let area = k.mul(width, height);
        k.le(d, area);
        k.collide(|k, w| {
            let t = k.tid(w, 0);
            let (y, x) = (k.op(BinaryOp::SDiv, t, width), k.op(BinaryOp::SRem, t, width));
            k.mad(x, height, y)
        });
    }
    histogram_bins: Racy, k = K::block(), {
        k.flat(1);
        let f = k.func("data");
        k.collide(|k, w| { let t = k.tid(w, 0); k.t.apply(f, vec![t]) });
    }
    /// Equal arguments give equal results: the values cannot differ.
    function_is_a_function: Free, k = K::block(), {
        k.flat(1);
        let (f, n) = (k.func("data"), k.param("n"));
        let a = k.t.apply(f, vec![n]);
        let m = k.param("m");
        let b = k.t.apply(f, vec![m]);
        k.eq(n, m);
        k.ne(a, b);
    }
    stencil_even_odd: Free, k = K::block(), {
        k.flat(1);
        for w in [One, Two] {
            let t = k.tid(w, 0);
            let (rest, zero) = (k.opn(BinaryOp::And, t, 1), k.n(0));
            k.eq(rest, zero);
        }
        k.meet(|k, w| k.tid(w, 0), |k, w| { let t = k.tid(w, 0); k.addn(t, 1) });
    }
    reversed: Free, k = K::block(), {
        k.flat(1);
        let n = k.param("n");
        k.collide(|k, w| {
            let t = k.tid(w, 0);
            k.lt(t, n);
            let last = k.addn(n, -1);
            k.op(BinaryOp::Sub, last, t)
        });
    }
    reversed_in_place: Racy, k = K::block(), {
        k.flat(1);
        let n = k.param("n");
        for w in [One, Two] { let t = k.tid(w, 0); k.lt(t, n); }
        let last = k.addn(n, -1);
        k.meet(|k, w| k.tid(w, 0), |k, w| { let t = k.tid(w, 0); k.op(BinaryOp::Sub, last, t) });
    }
    /// Real bit operations: bits of the index swapped by masks of two variables.
    masks_of_two_variables: Racy, k = K::block(), {
        k.flat(1);
        let m = k.param("m");
        k.collide(|k, w| { let t = k.tid(w, 0); k.op(BinaryOp::And, t, m) });
    }
    /// x ^ m is a bijection, whatever m.
    xor_of_two_variables: Free, k = K::block(), {
        k.flat(1);
        let m = k.param("m");
        k.collide(|k, w| { let t = k.tid(w, 0); k.op(BinaryOp::Xor, t, m) });
    }
    /// The contradiction needs no arithmetic.
    contradictory: Free, k = K::block(), {
        let (n, five, six) = (k.param("n"), k.n(5), k.n(6));
        k.eq(n, five);
        k.eq(n, six);
    }
}
