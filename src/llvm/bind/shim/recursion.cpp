// Computes calls with constant arguments of functions that call themselves and read nothing but these: `log2(32)` of
// `unsigned log2(unsigned x) { return x == 1 ? 0 : 1 + log2(x / 2); }`. Such a function cannot be inlined.
//
// Source: LLVM 19.1's C++ headers. Invariants: as of shim.cpp; a call that is not computed to its end stays.

#include "llvm-c/Core.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace {

// The most instructions for one call, and the most calls in each other.
constexpr unsigned MOST = 20000, DEEPEST = 256;

class Computation {
  const DataLayout &layout;
  unsigned left = MOST;

  // Of the variables and results of one call.
  using Values = DenseMap<const Value *, Constant *>;

  static Constant *known(const Values &values, Value *of) {
    auto *constant = dyn_cast<Constant>(of);
    return constant ? constant : values.lookup(of);
  }

  // What an instruction without effects gives.
  Constant *folded(Instruction &instruction, const Values &values) {
    SmallVector<Constant *, 4> operands;
    for (Value *operand : instruction.operands()) {
      Constant *constant = known(values, operand);
      if (!constant)
        return nullptr;
      operands.push_back(constant);
    }
    if (auto *compare = dyn_cast<CmpInst>(&instruction))
      return ConstantFoldCompareInstOperands(compare->getPredicate(), operands[0], operands[1], layout);
    return ConstantFoldInstOperands(&instruction, operands, layout);
  }

  Constant *called(CallInst &call, const Values &values, unsigned depth) {
    SmallVector<Constant *, 4> arguments;
    for (Value *argument : call.args())
      arguments.push_back(known(values, argument));
    Function *callee = call.getCalledFunction();
    return callee && !is_contained(arguments, nullptr) ? run(*callee, arguments, depth + 1) : nullptr;
  }

  // Executes an instruction within a block; false if it is not known what it does.
  bool step(Instruction &instruction, Values &values, Values &variables, unsigned depth) {
    if (isa<AllocaInst>(instruction)) {
      variables[&instruction] = nullptr;
      return true;
    }
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      Constant *value = known(values, store->getValueOperand());
      auto at = variables.find(store->getPointerOperand());
      if (!value || at == variables.end() || !store->isSimple())
        return false;
      at->second = value;
      return true;
    }
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    if (intrinsic && (isa<DbgInfoIntrinsic>(intrinsic) || intrinsic->isLifetimeStartOrEnd()))
      return true;
    Constant *result = nullptr;
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      result = load->isSimple() ? variables.lookup(load->getPointerOperand()) : nullptr;
    else if (auto *call = dyn_cast<CallInst>(&instruction))
      result = called(*call, values, depth);
    else
      result = folded(instruction, values);
    values[&instruction] = result;
    // What is undefined is no result: a division by 0.
    return result && !isa<UndefValue>(result) && result->getType() == instruction.getType();
  }

  static BasicBlock *next(Instruction &end, const Values &values) {
    if (auto *branch = dyn_cast<BranchInst>(&end)) {
      if (branch->isUnconditional())
        return branch->getSuccessor(0);
      auto *condition = dyn_cast_or_null<ConstantInt>(known(values, branch->getCondition()));
      return condition ? branch->getSuccessor(condition->isZero() ? 1 : 0) : nullptr;
    }
    auto *choice = dyn_cast<SwitchInst>(&end);
    auto *condition = choice ? dyn_cast_or_null<ConstantInt>(known(values, choice->getCondition())) : nullptr;
    return condition ? choice->findCaseValue(condition)->getCaseSuccessor() : nullptr;
  }

  // Gives the phis of a block their values, all at once.
  static bool enter(BasicBlock &block, const BasicBlock *from, Values &values) {
    SmallVector<std::pair<PHINode *, Constant *>, 4> entered;
    for (PHINode &phi : block.phis()) {
      Constant *value = from ? known(values, phi.getIncomingValueForBlock(from)) : nullptr;
      if (!value)
        return false;
      entered.push_back({&phi, value});
    }
    for (auto [phi, value] : entered)
      values[phi] = value;
    return true;
  }

public:
  explicit Computation(const DataLayout &layout) : layout(layout) {}

  // What the function returns; null if that is not known.
  Constant *run(Function &F, ArrayRef<Constant *> arguments, unsigned depth = 0) {
    if (F.isDeclaration() || F.isInterposable() || F.arg_size() != arguments.size() || depth > DEEPEST)
      return nullptr;
    Values values, variables;
    for (Argument &argument : F.args())
      values[&argument] = arguments[argument.getArgNo()];
    const BasicBlock *from = nullptr;
    for (BasicBlock *block = &F.getEntryBlock(); block;) {
      if (!enter(*block, from, values))
        return nullptr;
      for (Instruction &instruction : make_range(block->getFirstNonPHIIt(), block->getTerminator()->getIterator()))
        if (left-- == 0 || !step(instruction, values, variables, depth))
          return nullptr;
      Instruction *end = block->getTerminator();
      if (auto *back = dyn_cast<ReturnInst>(end))
        return back->getReturnValue() ? known(values, back->getReturnValue()) : nullptr;
      from = block;
      block = next(*end, values);
    }
    return nullptr;
  }
};

bool calls_itself(Function &F) {
  for (Instruction &instruction : instructions(F))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && call->getCalledFunction() == &F)
      return true;
  return false;
}

} // namespace

// Puts the results in the place of such calls; whether there were any.
extern "C" bool rp_compute_recursion(LLVMValueRef function) {
  auto &F = *unwrap<Function>(function);
  SmallVector<std::pair<CallInst *, Constant *>, 4> computed;
  for (Instruction &instruction : instructions(F)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || callee == &F || callee->isDeclaration() || !calls_itself(*callee))
      continue;
    SmallVector<Constant *, 4> arguments;
    for (Value *argument : call->args())
      arguments.push_back(dyn_cast<ConstantInt>(argument));
    if (is_contained(arguments, nullptr))
      continue;
    if (Constant *result = Computation(F.getParent()->getDataLayout()).run(*callee, arguments))
      computed.push_back({call, result});
  }
  for (auto [call, result] : computed) {
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
  return !computed.empty();
}

// Makes a plain call of one that may throw.
extern "C" void rp_make_call(LLVMValueRef invoke) {
  if (auto *call = dyn_cast<InvokeInst>(unwrap(invoke)))
    changeToCall(call);
}
