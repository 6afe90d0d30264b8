// Debug information that LLVM would not come back from, or that breaks its rules, taken out of a module that was just read.
//
// Source: LLVM 19.1's C++ headers. Invariants: as of shim.cpp; operands are looked at as they are, since nothing has been
// verified yet.

#include "llvm-c/Core.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

using namespace llvm;

namespace {

// All metadata nodes that a module uses.
SmallPtrSet<const MDNode *, 32> all_metadata(Module &M) {
  SmallVector<const Metadata *, 32> open;
  SmallVector<std::pair<unsigned, MDNode *>, 8> attached;
  auto add_attached = [&](auto &holder) {
    attached.clear();
    holder.getAllMetadata(attached);
    for (auto &[kind, node] : attached)
      open.push_back(node);
  };
  for (NamedMDNode &list : M.named_metadata())
    append_range(open, list.operands());
  for (GlobalVariable &variable : M.globals())
    add_attached(variable);
  for (Function &F : M) {
    add_attached(F);
    for (BasicBlock &block : F)
      for (Instruction &I : block) {
        add_attached(I);
        for (Value *operand : I.operands())
          if (auto *wrapped = dyn_cast_or_null<MetadataAsValue>(operand))
            open.push_back(wrapped->getMetadata());
        for (DbgRecord &record : I.getDbgRecordRange()) {
          open.push_back(record.getDebugLoc().getAsMDNode());
          if (auto *variable = dyn_cast<DbgVariableRecord>(&record))
            open.push_back(variable->getRawVariable());
          else if (auto *label = dyn_cast<DbgLabelRecord>(&record))
            open.push_back(label->getRawLabel());
        }
      }
  }
  SmallPtrSet<const MDNode *, 32> found;
  while (!open.empty())
    if (auto *node = dyn_cast_or_null<MDNode>(open.pop_back_val()); node && found.insert(node).second)
      append_range(open, node->operands());
  return found;
}

// Whether a local scope lies in itself, or a place was inlined into itself.
bool has_cyclic_scopes(Module &M) {
  SmallPtrSet<const Metadata *, 32> ends;
  for (const MDNode *start : all_metadata(M)) {
    SmallPtrSet<const Metadata *, 16> way;
    const Metadata *at = start;
    while (at && !ends.contains(at)) {
      if (!way.insert(at).second)
        return true;
      if (auto *location = dyn_cast<DILocation>(at))
        at = location->getRawInlinedAt();
      else if (auto *block = dyn_cast<DILexicalBlockBase>(at))
        at = block->getRawScope();
      else
        break;
    }
    ends.insert(way.begin(), way.end());
  }
  return false;
}

// Names a local variable's memory so that its name stands before the first dot of what is made of it: `i.4` for the second `i` of a
// function, which clang calls `i2` like a variable of that name.
void name_after(Value *memory, const DILocalVariable *variable) {
  StringRef name = variable ? variable->getName() : "", own = memory ? memory->getName() : "";
  const bool is_numbered = isa_and_nonnull<AllocaInst>(memory) && !name.empty() && own.consume_front(name) && !own.empty();
  if (is_numbered && all_of(own, [](char c) { return c >= '0' && c <= '9'; }))
    memory->setName(name + ".");
}

// Takes out what says where variables lie, but for names: passes would keep it up to date, and nothing asks for it.
void drop_variables(Module &M) {
  for (Function &F : M)
    for (BasicBlock &block : F)
      for (Instruction &I : make_early_inc_range(block)) {
        for (DbgRecord &record : I.getDbgRecordRange())
          if (auto *declared = dyn_cast<DbgVariableRecord>(&record); declared && declared->isDbgDeclare())
            name_after(declared->getVariableLocationOp(0), declared->getVariable());
        if (auto *declared = dyn_cast<DbgDeclareInst>(&I))
          name_after(declared->getAddress(), declared->getVariable());
        I.dropDbgRecords();
        if (isa<DbgInfoIntrinsic>(I))
          I.eraseFromParent();
      }
}

} // namespace

extern "C" {

// Takes debug information out of a module where it breaks LLVM's rules, is of another version, or goes round in circles, and what
// it says of variables. It changes no code.
void rp_mend_debug_info(LLVMModuleRef module) {
  Module &M = *unwrap(module);
  bool broken = false;
  if (has_cyclic_scopes(M) || getDebugMetadataVersionFromModule(M) != DEBUG_METADATA_VERSION ||
      (!verifyModule(M, nullptr, &broken) && broken))
    StripDebugInfo(M);
  drop_variables(M);
}

} // extern "C"
