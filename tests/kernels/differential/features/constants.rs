//! Constants of equal names, and parameters named like them.

use super::super::generate::Generator;
use crate::text::{Node, line};

impl Generator {
    /// The cells of a small constant array.
    fn cells(&mut self) -> String {
        let all: Vec<String> = (0..4).map(|_| self.random.below(6).to_string()).collect();
        all.join(", ")
    }

    fn equal_names(&mut self, name: &str) -> Vec<String> {
        let mut head = String::new();
        let mut calls = vec![];
        for space in ["@One", "@Two"] {
            let (outer, inner) = (self.cells(), self.cells());
            let kind = *self.random.pick(&["__constant__ const int", "__device__ const int", "static constexpr int"]);
            let kind = if kind.starts_with("static") && self.random.chance(50) { "__device__ const int" } else { kind };
            head += &format!(
                "namespace {space} {{\n{} {name}[4] = {{{outer}}};\n\
                 __device__ int outer(int i) {{ return {name}[i & 3]; }}\n\
                 __device__ int inner(int i) {{ static const int {name}[4] = {{{inner}}}; return {name}[i & 3]; }}\n}}\n",
                kind.replace("static constexpr", "__device__ constexpr")
            );
            calls.extend([format!("{space}::outer"), format!("{space}::inner")]);
        }
        let (cells, more) = (self.cells(), self.cells());
        head += &format!(
            "template <int N> __device__ int @instance(int i) {{ static const int {name}[4] = {{N, {}, N + 1, 0}}; return {name}[i & 3]; }}\n\
             template <class T> struct @Trait {{ static __device__ int get(int i) {{ static const T {name}[4] = {{(T)sizeof(T), {}}}; return {name}[i & 3]; }} }};\n",
            self.random.below(4),
            &cells[3..]
        );
        head += &format!("__device__ int @plain(int i) {{ const int {name}[] = {{{more}}}; return {name}[i & 3]; }}\n");
        self.head(&head.replace('@', &format!("@{name}")));
        calls.extend(
            ["@instance<1>", "@instance<3>", "@Trait<int>::get", "@Trait<short>::get", "@plain"].map(str::to_owned),
        );
        calls.into_iter().map(|call| call.replace('@', &format!("@{name}"))).collect()
    }

    pub(super) fn constants(&mut self, out: &mut Vec<Node>) {
        let calls = self.equal_names("tab");
        if self.random.chance(30) {
            let cells = self.cells();
            out.push(line(format!("static const int tab[4] = {{{cells}}};")));
            let i = self.index(4);
            self.offer(format!("tab[{i}]"), false);
        }
        self.use_calls(&calls, out);
    }

    fn use_calls(&mut self, calls: &[String], out: &mut Vec<Node>) {
        for _ in 0..3 {
            let uniform = self.random.chance(30);
            let e = self.expression(1, uniform);
            let call = self.random.pick(calls).clone();
            self.offer(format!("{call}({e})"), uniform);
        }
        let (f, g) = (self.random.pick(calls).clone(), self.random.pick(calls).clone());
        self.offer(format!("({f}(t) - {g}(t))"), false);
        self.offer(format!("({f}(n) - {g}(n))"), true);
        if self.random.chance(40) {
            out.push(line(format!("if (t < 4 && {f}(t) != {g}(t)) s3[{}] = t;", 80 + self.random.below(8))));
        }
    }

    /// A parameter that is a struct, and constants with the names of the parameter and of its fields.
    pub(super) fn struct_parameter(&mut self, out: &mut Vec<Node>) {
        self.takes_struct = true;
        let name = *self.random.pick(&["par", "cells"]);
        let calls = self.equal_names(name);
        let i = self.index(4);
        self.offer(format!("par.cells[{i}]"), false);
        self.offer("par.cells[n & 3]", true);
        self.offer("par.bytes[m & 3]", true);
        self.offer("par.n", true);
        self.offer("(par.cells[0] - par.cells[1])", true);
        if self.random.chance(30) {
            let j = self.index(4);
            out.push(line(format!("par.cells[{j}] = t;")));
        }
        if self.random.chance(40) {
            let i = self.index(4);
            out.push(line(format!("struct Par copy = par; copy.cells[{i}] = n;")));
            self.offer("copy.cells[1]", false);
        }
        self.use_calls(&calls, out);
    }
}
