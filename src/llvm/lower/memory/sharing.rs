//! Which threads share an opaque value. A symbol that is defined by an axiom (a loop-carried value, the last iteration of
//! a loop) is shared as widely as everything in its axiom is: the greatest fixed point, from "one for the launch" down.

use crate::llvm::lower::lowerer::Lowerer;
use crate::term::{Func, FuncKind, Sharing, Term, Terms, VarKind};

impl Lowerer<'_, '_> {
    /// Settles the sharing of all symbols that have an axiom.
    pub(crate) fn settle_sharing(&mut self) {
        let funcs: Vec<Func> =
            self.terms.funcs().filter(|f| matches!(self.terms.func_info(*f).kind, FuncKind::Loop { .. })).collect();
        loop {
            let mut changed = false;
            for f in &funcs {
                let info = self.terms.func_info(*f);
                let Some(axiom) = info.axiom.clone() else { continue };
                let narrowed = info.sharing.max(sharing_of(&self.terms, axiom.body));
                if narrowed != info.sharing {
                    self.terms.set_sharing(*f, narrowed);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }
}

/// The narrowest sharing among the symbols of a term.
pub(crate) fn sharing_of(terms: &Terms, t: Term) -> Sharing {
    let vars = terms.vars_of(&[t]).into_iter().map(|v| match terms.var_info(v).kind {
        VarKind::ThreadIdx(_) | VarKind::Local => Sharing::Thread,
        VarKind::BlockIdx(_) | VarKind::ClusterRank => Sharing::Block,
        VarKind::BlockDim(_) | VarKind::GridDim(_) | VarKind::ClusterDim(_) | VarKind::Param | VarKind::Counter => {
            Sharing::Grid
        }
    });
    let funcs = terms.apps_of(&[t]).into_iter().map(|(_, f)| terms.func_info(f).sharing);
    vars.chain(funcs).max().unwrap_or(Sharing::Grid)
}
