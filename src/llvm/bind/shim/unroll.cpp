// Unrolls loops that count through arrays of the thread's own, so that SROA can make values of their elements:
// `for (int i = 0; i < 4; ++i) column[i] = lane + 32 * i;`. And those around products of matrices by a warp group, so that each
// product has descriptors of its own: `for (int k = 0; k < 4; ++k) wgmma(a + 2 * k, b + 2 * k);`. And those over the few components
// of a vector, so that it is known what is stored of it: `for (int i = 0; i < 3; ++i) sum[i] = a[i] + b[i];`.
//
// Source: LLVM 19.1's C++ headers. Invariants: as of shim.cpp; a loop is unrolled as often as one of its conditions allows, which
// counts from a constant to a constant, so that nothing is executed more or less often than before.

#include "llvm-c/Core.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace {

// The values that depend on `from` and that are looked at.
constexpr unsigned MOST_USERS = 4096;

// The most components of a vector.
constexpr unsigned COMPONENTS = 4;

// So many times as many instructions may come of unrolling loops around products: each has all its accumulators as operands.
constexpr unsigned PRODUCTS = 4;

using Loops = SmallSetVector<Loop *, 8>;

// Whether a user computes another value, and neither decides a branch nor uses an address. Functions compute, mathematical ones
// above all; but what waits for lanes may do so for those that are named.
bool computes(const User *user) {
  auto *call = dyn_cast<CallBase>(user);
  return (call && !(call->isConvergent() && call->getType()->isVoidTy())) ||
         (isa<BinaryOperator, CastInst, CmpInst, PHINode, SelectInst, UnaryOperator, FreezeInst>(user) &&
          !isa<IntToPtrInst>(user));
}

// Whether an address or a branch may depend on a value, through arrays of the thread's own, too; not through what other threads
// may read.
bool decides(const Value *from) {
  SmallPtrSet<const Value *, 32> seen;
  SmallVector<const Value *, 32> open{from};
  while (!open.empty()) {
    const Value *value = open.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (seen.size() > MOST_USERS)
      return true;
    bool is_address = isa<AllocaInst, GetElementPtrInst>(value);
    for (const User *user : value->users()) {
      auto *store = dyn_cast<StoreInst>(user);
      if (is_address) {
        if (isa<LoadInst, GetElementPtrInst>(user))
          open.push_back(user);
      } else if (store && store->getValueOperand() == value) {
        if (auto *array = dyn_cast<AllocaInst>(getUnderlyingObject(store->getPointerOperand(), 0)))
          open.push_back(array);
      } else if (computes(user)) {
        open.push_back(user);
      } else {
        return true;
      }
    }
  }
  return false;
}

// Whether a loop makes products of matrices by a warp group, and does nothing besides that others wait for.
bool multiplies(const Loop &L) {
  bool products = false;
  for (const BasicBlock *block : L.blocks())
    for (const Instruction &I : *block) {
      auto *call = dyn_cast<CallBase>(&I);
      if (!call)
        continue;
      if (auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand())) {
        StringRef text = assembly->getAsmString();
        if (text.contains("wgmma.mma_async"))
          products = true;
        else if (assembly->hasSideEffects() && !text.trim().empty() && !text.contains("wgmma.fence"))
          return false;
      } else if (call->isConvergent()) {
        return false;
      }
    }
  return products;
}

// Whether a loop writes variables of the thread's own, and does nothing else that another thread may notice.
bool is_own(const Loop &L) {
  for (const BasicBlock *block : L.blocks())
    for (const Instruction &I : *block) {
      if (auto *call = dyn_cast<CallBase>(&I); call && (call->isConvergent() || call->isInlineAsm()))
        return false;
      if (auto *store = dyn_cast<StoreInst>(&I); store && !isa<AllocaInst>(getUnderlyingObject(store->getPointerOperand(), 0)))
        return false;
    }
  return true;
}

class Unroller {
public:
  Unroller(Function &F, unsigned trips, unsigned size)
      : F(F), trips(trips), left(size), left_of_products(PRODUCTS * size), DT(F), LI(DT), AC(F), TLII(Triple(F.getParent()->getTargetTriple())), TLI(TLII),
        SE(F, TLI, AC, DT, LI), TTI(F.getParent()->getDataLayout()), ORE(&F) {}

  bool run() {
    Loops chosen;
    for (Instruction &I : F.getEntryBlock())
      if (auto *array = dyn_cast<AllocaInst>(&I)) {
        Loops counted;
        bool matters = false;
        if (is_counted_through(array, counted, matters) && (matters || all_of(counted, [&](Loop *L) { return is_of_vector(L); })))
          chosen.insert(counted.begin(), counted.end());
      }
    for (Loop *L : LI.getLoopsInPreorder())
      if (unsigned most = iterations(L); most != 0 && most <= trips && multiplies(*L))
        chosen.insert(L);
    SmallVector<Loop *, 8> order(chosen.begin(), chosen.end());
    stable_sort(order, [](Loop *a, Loop *b) { return a->getLoopDepth() > b->getLoopDepth(); });
    bool changed = false;
    for (Loop *L : order)
      changed |= unroll(L);
    return changed;
  }

private:
  // Whether all that is done with an array's address is to read and write its elements, by constants and by `counted`, which
  // have few iterations each; and whether something `matters` that is read so.
  bool is_counted_through(const Value *address, Loops &counted, bool &matters) {
    for (const User *user : address->users()) {
      if (auto *load = dyn_cast<LoadInst>(user)) {
        matters |= decides(load);
      } else if (auto *store = dyn_cast<StoreInst>(user)) {
        if (store->getValueOperand() == address)
          return false;
      } else if (auto *element = dyn_cast<GetElementPtrInst>(user)) {
        for (const Use &index : element->indices())
          if (!isa<Constant>(index) && !counts(SE.getSCEV(index), counted))
            return false;
        if (!is_counted_through(element, counted, matters))
          return false;
      } else if (auto *intrinsic = dyn_cast<IntrinsicInst>(user)) {
        if (!intrinsic->isLifetimeStartOrEnd() && !isa<MemIntrinsic>(intrinsic))
          return false;
      } else {
        return false;
      }
    }
    return true;
  }

  // Whether an index is known in each iteration of loops with few iterations.
  bool counts(const SCEV *index, Loops &counted) {
    return !SCEVExprContains(index, [&](const SCEV *part) {
      auto *sum = dyn_cast<SCEVAddRecExpr>(part);
      if (!sum)
        return isa<SCEVUnknown, SCEVCouldNotCompute>(part);
      auto *L = const_cast<Loop *>(sum->getLoop());
      unsigned most = iterations(L);
      counted.insert(L);
      return most == 0 || most > trips;
    });
  }

  // The most iterations of a loop, one of whose exits is taken after exactly so many if no other one is before; 0 if there is none.
  // A bound that rests on what a counter's type can hold is none.
  unsigned iterations(Loop *L) {
    unsigned most = SE.getSmallConstantMaxTripCount(L);
    SmallVector<BasicBlock *, 4> exiting;
    L->getExitingBlocks(exiting);
    auto is_exact = [&](BasicBlock *block) { return SE.getSmallConstantTripCount(L, block) == most; };
    return any_of(exiting, is_exact) ? most : 0;
  }

  // Whether a loop goes over the components of a vector.
  bool is_of_vector(Loop *L) {
    unsigned most = iterations(L);
    return most != 0 && most <= COMPONENTS && L->isInnermost() && is_own(*L);
  }

  bool unroll(Loop *L) {
    simplifyLoop(L, &DT, &LI, &SE, &AC, nullptr, false);
    unsigned most = iterations(L), size = 0;
    for (BasicBlock *block : L->blocks())
      size += block->size();
    unsigned &room = multiplies(*L) ? left_of_products : left;
    if (most == 0 || size > room / most || !L->isLoopSimplifyForm())
      return false;
    room -= most * size;
    formLCSSARecursively(*L, DT, &LI, &SE);
    UnrollLoopOptions options;
    options.Count = most;
    options.Force = true;
    options.Runtime = false;
    options.AllowExpensiveTripCount = false;
    options.UnrollRemainder = false;
    options.ForgetAllSCEV = true;
    return UnrollLoop(L, options, &LI, &SE, &DT, &AC, &TTI, &ORE, true) != LoopUnrollResult::Unmodified;
  }

  Function &F;
  unsigned trips, left, left_of_products;
  DominatorTree DT;
  LoopInfo LI;
  AssumptionCache AC;
  TargetLibraryInfoImpl TLII;
  TargetLibraryInfo TLI;
  ScalarEvolution SE;
  TargetTransformInfo TTI;
  OptimizationRemarkEmitter ORE;
};

} // namespace

extern "C" {

// Unrolls the loops of at most `trips` iterations that count through an array of the thread's own of which something is read
// that an address or a branch depends on, and those around products of matrices, until the function has `size` instructions more;
// whether something was changed.
bool rp_unroll_own_arrays(LLVMValueRef function, uint32_t trips, uint32_t size) {
  return Unroller(*unwrap<Function>(function), trips, size).run();
}

} // extern "C"
