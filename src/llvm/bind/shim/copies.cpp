// Puts what was copied in the place of copies that are only read: a structure that a function is passed by value, or an array
// that starts with constants. SROA does that only where no element is chosen by a number that is computed. Likewise puts what a part
// of a value is in the place of the part, where the value was put together before: a structure that a function returns.
//
// Source: LLVM 19.1's C++ headers. Invariants: as of shim.cpp; what is copied is never written, so that it is the same at any time.

#include "llvm-c/Core.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace {

// What is done with an address beside reading there.
struct Uses {
  SmallVector<Instruction *, 4> lifetimes;
  // Copies to the address itself.
  SmallVector<MemCpyInst *, 2> filled_by;
};

// Whether nothing is done with an address but to read there, and what is collected.
bool is_only_read(const Value *address, const Value *whole, Uses &uses, SmallPtrSetImpl<const Value *> &seen) {
  if (!seen.insert(address).second)
    return true;
  for (const Use &use : address->uses()) {
    auto *user = use.getUser();
    auto *load = dyn_cast<LoadInst>(user);
    auto *copy = dyn_cast<MemCpyInst>(user);
    auto *intrinsic = dyn_cast<IntrinsicInst>(user);
    if (load ? load->isSimple() : copy && !copy->isVolatile() && use.getOperandNo() == 1)
      continue;
    if (copy && !copy->isVolatile() && address == whole && use.getOperandNo() == 0)
      uses.filled_by.push_back(copy);
    else if (intrinsic && intrinsic->isLifetimeStartOrEnd())
      uses.lifetimes.push_back(intrinsic);
    else if (!isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst>(user) || !is_only_read(user, whole, uses, seen))
      return false;
  }
  return true;
}

bool is_only_read(const Value *address, Uses &uses) {
  SmallPtrSet<const Value *, 16> seen;
  return is_only_read(address, address, uses, seen);
}

// The address of what a copy is of, wherever it is used; null if that may be written.
Value *original(MemCpyInst *copy, Function &F) {
  const DataLayout &layout = F.getParent()->getDataLayout();
  Value *source = copy->getRawSource();
  if (auto *global = dyn_cast<GlobalVariable>(getUnderlyingObject(source, 0)))
    return isa<Constant>(source) && global->isConstant() ? source : nullptr;
  APInt distance(layout.getIndexTypeSizeInBits(source->getType()), 0);
  auto *parameter = dyn_cast<Argument>(source->stripAndAccumulateConstantOffsets(layout, distance, true));
  Uses uses;
  if (!parameter || !parameter->hasByValAttr() || parameter->getType() != source->getType() ||
      !is_only_read(parameter, uses) || !uses.filled_by.empty())
    return nullptr;
  if (distance.isZero())
    return parameter;
  IRBuilder<> builder(&*F.getEntryBlock().getFirstInsertionPt());
  return builder.CreatePtrAdd(parameter, builder.getInt(distance));
}

bool forward(AllocaInst *own, Function &F) {
  Uses uses;
  if (!is_only_read(own, uses) || uses.filled_by.size() != 1)
    return false;
  MemCpyInst *copy = uses.filled_by.front();
  auto size = own->getAllocationSize(F.getParent()->getDataLayout());
  auto *length = dyn_cast<ConstantInt>(copy->getLength());
  if (!size || size->isScalable() || !length || length->getZExtValue() != size->getFixedValue())
    return false;
  Value *from = original(copy, F);
  if (!from || from->getType() != own->getType())
    return false;
  copy->eraseFromParent();
  for (Instruction *lifetime : uses.lifetimes)
    lifetime->eraseFromParent();
  own->replaceAllUsesWith(from);
  own->eraseFromParent();
  return true;
}

bool forward_parts(Function &F) {
  SmallVector<WeakTrackingVH, 16> dead;
  for (Instruction &I : instructions(F)) {
    auto *part = dyn_cast<ExtractValueInst>(&I);
    Value *is = part ? FindInsertedValue(part->getAggregateOperand(), part->getIndices()) : nullptr;
    if (!is || is == part)
      continue;
    part->replaceAllUsesWith(is);
    dead.push_back(part);
  }
  bool found = !dead.empty();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
  return found;
}

} // namespace

extern "C" {

// Forwards the copies and the parts of a function; whether there were any.
bool rp_forward_copies(LLVMValueRef function) {
  Function &F = *unwrap<Function>(function);
  bool parts = forward_parts(F);
  SmallVector<AllocaInst *, 16> open;
  for (Instruction &I : instructions(F))
    if (auto *own = dyn_cast<AllocaInst>(&I))
      open.push_back(own);
  size_t before = open.size(), left;
  do {
    left = open.size();
    erase_if(open, [&](AllocaInst *own) { return forward(own, F); });
  } while (open.size() < left);
  return parts || left < before;
}

} // extern "C"
