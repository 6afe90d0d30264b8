//! Products of matrices by a warp group in an execution: what they read of shared memory, and when that is over.
//!
//! A product is one operation of a warp group, which each of its threads starts; what it reads is stamped with its number among the
//! thread's products, which is the same for all of them. It is over for a thread that has waited for its group, and for whoever learns
//! that from such a thread. Source: PTX ISA, `wgmma.mma_async`, `wgmma.commit_group`, `wgmma.wait_group`.
//!
//! Direction: products are not computed. Their results are 0, and a kernel in which one decides a branch or a place is not executed
//! (`src/llvm/plain/products.rs`). A thread of the group that starts a product later than others wait for it has read nothing behind
//! their wait.

use crate::kernel::program::matrices::pattern;
use crate::kernel::program::{Matrix, ProductStep, Type};
use crate::kernel::target::LANES;
use crate::replay::machine::Machine;
use crate::replay::memory::SHARED;
use crate::replay::values::value::Value;
use crate::verdict::Obstacle;

/// Warps of a warp group.
const WARPS: usize = 4;

impl Machine<'_> {
    pub(in crate::replay) fn product(
        &mut self,
        thread: usize,
        step: ProductStep,
        (result, ty): (Option<u32>, &Type),
    ) -> Result<(), Obstacle> {
        match step {
            ProductStep::Fence => {}
            ProductStep::Multiply => self.set(thread, result, Value::zero(ty)),
            ProductStep::Read { site, descriptor, matrix } => {
                self.threads[thread].products.started += 1;
                if self.watch.watches(site) {
                    let word = self.bits(thread, descriptor);
                    return self.matrix(thread, site, (word, matrix));
                }
            }
            ProductStep::Commit => {
                let products = &mut self.threads[thread].products;
                products.committed.push(products.started);
            }
            ProductStep::Wait(groups) => {
                let but = self.bits(thread, groups) as usize;
                let committed = &mut self.threads[thread].products.committed;
                let count = committed.len().saturating_sub(but);
                if let Some(stamp) = committed.drain(..count).max() {
                    let agent = self.products_of(thread);
                    self.clocks.learn(thread, agent, stamp);
                }
            }
        }
        Ok(())
    }

    /// What a descriptor names is read.
    fn matrix(&mut self, thread: usize, site: u32, (word, matrix): (u64, Option<Matrix>)) -> Result<(), Obstacle> {
        let (address, pattern) = ((word & 0x3fff) << 4, pattern(word));
        let start = SHARED + address;
        let within = address % pattern;
        let Some(footprint) = matrix.and_then(|matrix| matrix.footprint(word, within)) else {
            return Err(Obstacle::Construct { what: "a matrix descriptor of another form".into() });
        };
        let product = Some((self.products_of(thread), self.threads[thread].products.started));
        for place in footprint.places() {
            self.accessed(thread, (site, product), start - within + place, footprint.bytes)?;
        }
        Ok(())
    }

    /// The agent of the products of a thread's warp group.
    fn products_of(&self, thread: usize) -> usize {
        let first = self.groups[self.threads[thread].block].threads.start;
        let group = WARPS * LANES as usize;
        self.clocks.products_of(first + (thread - first) / group * group)
    }
}
