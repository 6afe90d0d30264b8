//! Pointers that the launch passes into objects that the kernel reaches by another way, too.
//!
//! Such a pointer is the other one, some bytes further on: how many is a parameter of the kernel that only the launch knows.
//!
//! **Invariant:** all that is asked by objects ([`Lowerer::roots`]) is asked of all objects that are one. Direction: objects of
//! different overlays count as one there.

use super::value::{Base, Target, Value, advance};
use crate::kernel::overlay::{Laid, Object, Overlay, Place};
use crate::llvm::bind::debug_info;
use crate::llvm::bind::ir::{Ty, Val};
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::{Owner, VarInfo, VarKind};
use rustc_hash::FxHashSet;

/// The bits of a pointer.
const POINTER: u64 = 64;

impl Lowerer<'_, '_> {
    /// A value that the launch passes at this place.
    pub(crate) fn passed(&mut self, place: Place, name: &str, ty: &Ty) -> Value {
        let overlay = self.input.overlays.iter().find(|overlay| overlay.place == place && *ty == Ty::Pointer);
        match overlay.and_then(|overlay| self.laid_on(overlay, name)) {
            Some(pointer) => pointer,
            None => self.parameter(name, ty),
        }
    }

    fn laid_on(&mut self, overlay: &Overlay, name: &str) -> Option<Value> {
        let (object, other, shown) = match &overlay.on {
            Object::PointedAt(place) => (self.pointer_passed(*place)?, self.placed(*place), self.shown(*place)),
            Object::Variable(symbol) => {
                let variable = Val::of(&self.input.module.get_global(symbol)?);
                (self.value(variable), self.global_name(variable), self.global_name(variable))
            }
        };
        let distance = format!("(char*){name} - (char*){other}");
        let shown = format!("(char*){} - (char*){shown}", self.shown(overlay.place));
        let info = VarInfo { name: distance.clone(), width: 64, kind: VarKind::Param, bounds: None, owner: Owner::All };
        let var = self.terms.declare_var(info);
        let bytes = self.terms.var(var);
        self.terms.write_as(var, shown.clone());
        self.objects.laid.push(Laid { overlay: overlay.clone(), distance, shown });
        Some(advance(&mut self.terms, &object, bytes))
    }

    /// Whether the launch passes the address of a variable.
    pub(crate) fn is_overlaid(&self, variable: Val) -> bool {
        let name = variable.name();
        self.input.overlays.iter().any(|overlay| matches!(&overlay.on, Object::Variable(symbol) if *symbol == name))
    }

    /// The pointer that is passed at a place.
    fn pointer_passed(&mut self, place: Place) -> Option<Value> {
        let parameter = Val::of(&self.input.kernel.function.get_nth_param(place.parameter)?);
        if !parameter.is_by_value(place.parameter) {
            return (place.offset == 0).then(|| self.argument(parameter, place.parameter));
        }
        let (when, base) = (self.terms.truth(), Base::ByValue(place.parameter));
        let offset = self.terms.constant(64, place.offset);
        Some(self.field(place.parameter, &Target { when, base, offset }, &Ty::Pointer, None))
    }

    /// What a place is called where it has an array.
    fn placed(&self, place: Place) -> String {
        let parameter = self.input.kernel.function.get_nth_param(place.parameter).map(|p| Val::of(&p));
        let name = parameter.map_or_else(String::new, Val::name);
        match parameter.is_some_and(|p| p.is_by_value(place.parameter)) {
            true => format!("{name}+{}", place.offset),
            false => name,
        }
    }

    /// What the source writes for the pointer at a place, as far as it is known.
    fn shown(&self, place: Place) -> String {
        let function = self.input.kernel.function;
        let path = debug_info::field_source_name(function, place.parameter, place.offset, POINTER);
        let name = function.get_nth_param(place.parameter).map_or_else(String::new, |p| Val::of(&p).name());
        path.map_or_else(|| self.placed(place), |(path, _)| format!("{name}{path}"))
    }

    /// Adds the objects that are one with others.
    pub(crate) fn add_overlaid(&self, roots: &mut FxHashSet<Val>) {
        let parameter = |place: Place| self.input.kernel.function.get_nth_param(place.parameter).map(|p| Val::of(&p));
        let all = self.input.overlays.iter().flat_map(|overlay| {
            let object = match &overlay.on {
                Object::PointedAt(place) => parameter(*place),
                Object::Variable(symbol) => self.input.module.get_global(symbol).map(|g| Val::of(&g)),
            };
            parameter(overlay.place).into_iter().chain(object)
        });
        let all: Vec<Val> = all.collect();
        if all.iter().any(|one| roots.contains(one)) {
            roots.extend(all);
        }
    }
}
