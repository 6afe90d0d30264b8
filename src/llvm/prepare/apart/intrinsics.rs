//! LLVM's intrinsics on mbarriers, which clang makes of `__nvvm_mbarrier_arrive` and the like, as inline PTX of these names.
//!
//! Direction: one without a line here stays, and is not modelled.

use super::emit::Emitter;
use inkwell::IntPredicate;
use inkwell::builder::BuilderError;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, CallSiteValue, IntValue};

impl<'ctx> Emitter<'ctx> {
    /// An intrinsic on an mbarrier.
    pub(super) fn intrinsic(&mut self, name: &str) -> Result<(), BuilderError> {
        let Some(done) = name.strip_prefix("llvm.nvvm.mbarrier.") else { return Ok(()) };
        let (done, space) = done.strip_suffix(".shared").map_or((done, ""), |done| (done, ".shared"));
        self.builder.position_before(&self.call);
        let count = self.call.get_num_operands().saturating_sub(1);
        let values: Option<Vec<_>> = (0..count).map(|i| self.call.get_operand(i).and_then(|o| o.value())).collect();
        let Some(values) = values else { return Ok(()) };
        let state: BasicTypeEnum<'ctx> = self.context.i64_type().into();
        let register: BasicTypeEnum<'ctx> = self.context.i32_type().into();
        let (text, constraints, gives) = match done {
            "init" => (format!("mbarrier.init{space}.b64 [$0], $1;"), "l,r,~{memory}", None),
            "inval" => (format!("mbarrier.inval{space}.b64 [$0];"), "l,~{memory}", None),
            "arrive" | "arrive.drop" => {
                (format!("mbarrier.{}{space}.b64 $0, [$1];", instruction(done)), "=l,l,~{memory}", Some(state))
            }
            "arrive.noComplete" | "arrive.drop.noComplete" => {
                (format!("mbarrier.{}{space}.b64 $0, [$1], $2;", instruction(done)), "=l,l,r,~{memory}", Some(state))
            }
            "test.wait" => {
                let wait = format!("mbarrier.test_wait{space}.b64 p, [$1], $2;");
                let text = format!("{{ .reg .pred p; {wait} selp.u32 $0, 1, 0, p; }}");
                (text, "=r,l,l,~{memory}", Some(register))
            }
            _ => return Ok(()),
        };
        let (_, value) = self.assembly((&text, constraints), &values, gives, true)?;
        if let (Some(BasicValueEnum::IntValue(value)), Some(old)) = (value, self.given()) {
            let zero = value.get_type().const_zero();
            let value = match old.get_type().get_bit_width() {
                1 => self.builder.build_int_compare(IntPredicate::NE, value, zero, "")?,
                _ => value,
            };
            old.replace_all_uses_with(value);
        }
        self.call.erase_from_basic_block();
        Ok(())
    }

    /// The value of the call.
    fn given(&self) -> Option<IntValue<'ctx>> {
        let call = CallSiteValue::try_from(self.call).ok()?;
        match call.try_as_basic_value().basic()? {
            BasicValueEnum::IntValue(value) => Some(value),
            _ => None,
        }
    }
}

/// `arrive_drop.noComplete`
fn instruction(name: &str) -> String {
    name.replace("arrive.drop", "arrive_drop")
}
