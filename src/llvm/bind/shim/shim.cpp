// A flat C ABI over the parts of LLVM that its own C API leaves out: loops, dominators, underlying objects,
// memory effects of calls, promotion of indirect calls, synchronisation scopes, NVVM annotations and the demangler.
//
// Source: LLVM 19.1's C++ headers. Invariants: no exception and no C++ type crosses the boundary; every string
// returned is allocated with malloc and freed by rp_free_string; nothing here keeps state but rp_configure, which
// sets process-wide options once.

#include "llvm-c/Core.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

using namespace llvm;

namespace {

constexpr uint32_t NONE = UINT32_MAX;

char *copy(StringRef text) {
  char *out = static_cast<char *>(std::malloc(text.size() + 1));
  if (!out)
    return nullptr;
  std::memcpy(out, text.data(), text.size());
  out[text.size()] = 0;
  return out;
}

// A function's name in the source, null if it has none.
char *source_name(const DISubprogram *function) {
  return function && !function->getName().empty() ? copy(function->getName()) : nullptr;
}

struct CfgData {
  std::vector<LLVMBasicBlockRef> blocks;
  std::vector<uint32_t> idom, ipostdom, loop_of, loop_header, loop_parent;
  bool irreducible = false;
};

using Blocks = SmallPtrSet<const BasicBlock *, 16>;

// The blocks from which threads may come to a convergent call: to a barrier, or to what may have one.
Blocks leading_to_convergence(Function &F) {
  Blocks leading;
  SmallVector<const BasicBlock *, 16> open;
  for (BasicBlock &block : F)
    if (any_of(block, [](Instruction &I) { return isa<CallBase>(I) && cast<CallBase>(I).isConvergent(); }))
      open.push_back(&block);
  while (!open.empty())
    if (const BasicBlock *block = open.pop_back_val(); leading.insert(block).second)
      append_range(open, predecessors(block));
  return leading;
}

// Appends the blocks of `loop` (of the function, if null) in reverse post-order from `start`, each inner loop taken
// as one node and its blocks emitted together. Of a block's successors those in `late` come behind the others, so that
// what a thread does on its way out of the kernel does not stand behind a barrier that it does not come to.
// Recursion is as deep as loops nest.
void append_in_order(LoopInfo &LI, const Loop *loop, const BasicBlock *start, const Blocks &late,
                     std::vector<const BasicBlock *> &out) {
  auto inner = [&](const BasicBlock *block) -> const Loop * {
    const Loop *inside = LI.getLoopFor(block);
    while (inside && inside != loop && inside->getParentLoop() != loop)
      inside = inside->getParentLoop();
    return inside == loop ? nullptr : inside;
  };
  struct Open {
    const BasicBlock *node;
    SmallVector<BasicBlock *, 4> next;
  };
  auto open = [&](const BasicBlock *node) {
    Open entry{node, {}};
    if (const Loop *inside = inner(node))
      inside->getExitBlocks(entry.next);
    else
      for (const BasicBlock *successor : successors(node))
        entry.next.push_back(const_cast<BasicBlock *>(successor));
    std::stable_partition(entry.next.begin(), entry.next.end(), [&](const BasicBlock *next) { return !late.contains(next); });
    return entry;
  };
  DenseSet<const BasicBlock *> seen{start};
  std::vector<const BasicBlock *> postorder;
  std::vector<Open> stack{open(start)};
  while (!stack.empty()) {
    if (stack.back().next.empty()) {
      postorder.push_back(stack.back().node);
      stack.pop_back();
      continue;
    }
    const BasicBlock *next = stack.back().next.pop_back_val();
    if (loop && !loop->contains(next))
      continue;
    if (const Loop *inside = inner(next))
      next = inside->getHeader();
    if (seen.insert(next).second)
      stack.push_back(open(next));
  }
  for (auto it = postorder.rbegin(); it != postorder.rend(); ++it)
    if (const Loop *inside = inner(*it))
      append_in_order(LI, inside, *it, late, out);
    else
      out.push_back(*it);
}

} // namespace

extern "C" {

// LLVM looks at debug information while it reads a module, and does not come back from scopes in a cycle: rp_mend_debug_info
// does that instead.
//
// LLVM's limits on how far it looks for a thread's own store fit code without markers, each of which counts as a
// store, and host code in which no long row of arguments stands between a launch's shape and the launch: raise them.
// Only precision depends on it.
void rp_configure() {
  static std::once_flag once;
  std::call_once(once, [] {
    auto &options = cl::getRegisteredOptions();
    for (auto [name, value] : {std::pair<const char *, const char *>{"earlycse-mssa-optimization-cap", "20000"},
                               {"memssa-check-limit", "1000"},
                               {"memdep-block-scan-limit", "1000"},
                               {"memdep-block-number-limit", "2000"},
                               {"disable-auto-upgrade-debug-info", "true"}})
      if (auto it = options.find(name); it != options.end())
        it->second->addOccurrence(0, name, value);
  });
}

// Plain view of a CfgData; the pointers live until rp_cfg_free(owner).
struct RpCfg {
  void *owner;
  uint32_t block_count;
  uint32_t loop_count;
  const LLVMBasicBlockRef *blocks; // reachable blocks in reverse post-order, loops consecutive
  const uint32_t *idom;            // per block: index or NONE for the entry
  const uint32_t *ipostdom;        // per block: index or NONE for the virtual exit
  const uint32_t *loop_of;         // per block: innermost loop or NONE
  const uint32_t *loop_header;     // per loop: block
  const uint32_t *loop_parent;     // per loop: loop or NONE; a parent comes before its children
  bool irreducible;
};

void rp_cfg_build(LLVMValueRef function, RpCfg *out) {
  Function &F = *unwrap<Function>(function);
  auto *data = new CfgData;
  DominatorTree DT(F);
  PostDominatorTree PDT(F);
  LoopInfo LI(DT);
  std::vector<const BasicBlock *> order;
  append_in_order(LI, nullptr, &F.getEntryBlock(), leading_to_convergence(F), order);
  DenseMap<const BasicBlock *, uint32_t> index;
  for (const BasicBlock *block : order) {
    index[block] = data->blocks.size();
    data->blocks.push_back(wrap(const_cast<BasicBlock *>(block)));
  }
  DenseMap<const Loop *, uint32_t> loops;
  for (const Loop *loop : LI.getLoopsInPreorder()) {
    loops[loop] = data->loop_header.size();
    data->loop_header.push_back(index.lookup(loop->getHeader()));
    const Loop *parent = loop->getParentLoop();
    data->loop_parent.push_back(parent ? loops.lookup(parent) : NONE);
  }
  for (const BasicBlock *block : order) {
    auto *dom = DT.getNode(block)->getIDom();
    data->idom.push_back(dom ? index.lookup(dom->getBlock()) : NONE);
    auto *node = PDT.getNode(block);
    auto *post = node ? node->getIDom() : nullptr;
    data->ipostdom.push_back(post && post->getBlock() ? index.lookup(post->getBlock()) : NONE);
    const Loop *loop = LI.getLoopFor(block);
    data->loop_of.push_back(loop ? loops.lookup(loop) : NONE);
  }
  ReversePostOrderTraversal<const Function *> traversal(&F);
  data->irreducible = containsIrreducibleCFG<const BasicBlock *>(traversal, LI);
  *out = RpCfg{data,
               static_cast<uint32_t>(data->blocks.size()),
               static_cast<uint32_t>(data->loop_header.size()),
               data->blocks.data(),
               data->idom.data(),
               data->ipostdom.data(),
               data->loop_of.data(),
               data->loop_header.data(),
               data->loop_parent.data(),
               data->irreducible};
}

void rp_cfg_free(void *owner) { delete static_cast<CfgData *>(owner); }

void rp_free_string(char *text) { std::free(text); }

char *rp_demangle(const char *name) { return copy(demangle(std::string_view(name))); }

// Deletes the blocks that no path from the entry reaches by branches whose conditions are not constant otherwise; whether
// something was changed. Exploits no undefined behaviour: LLVM's own folding takes no switch to come to a default that is
// `unreachable`, which would be an assumption that nobody lists.
bool rp_remove_unreachable_blocks(LLVMValueRef function) {
  Function &F = *unwrap<Function>(function);
  bool folded = false;
  for (BasicBlock &block : F) {
    auto *choice = dyn_cast<SwitchInst>(block.getTerminator());
    if (!choice || isa<ConstantInt>(choice->getCondition()))
      folded |= ConstantFoldTerminator(&block);
  }
  return EliminateUnreachableBlocks(F) || folded;
}

// Has a call be made only where a condition holds.
void rp_make_conditional(LLVMValueRef call, LLVMValueRef condition) {
  auto *made = unwrap<Instruction>(call);
  made->moveBefore(SplitBlockAndInsertIfThen(unwrap(condition), made, false));
}

// What every object that a pointer may be based on has in common:
// 0 nothing, 1 private to the thread (alloca, byval argument), 2 constant memory of the module.
uint32_t rp_pointer_base(LLVMValueRef pointer) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(unwrap(pointer), objects, nullptr, 0);
  bool all_private = !objects.empty(), all_constant = !objects.empty();
  for (const Value *object : objects) {
    auto *argument = dyn_cast<Argument>(object);
    all_private &= isa<AllocaInst>(object) || (argument && argument->hasByValAttr());
    auto *global = dyn_cast<GlobalVariable>(object);
    all_constant &= global && global->isConstant();
  }
  return all_private ? 1 : all_constant ? 2 : 0;
}

// Bits: 1 convergent, 2 may read memory, 4 may write memory, 8 touches inaccessible memory at most.
uint32_t rp_call_effects(LLVMValueRef instruction) {
  auto *call = dyn_cast<CallBase>(unwrap(instruction));
  if (!call)
    return 0;
  return (call->isConvergent() ? 1 : 0) | (call->mayReadFromMemory() ? 2 : 0) |
         (call->mayWriteToMemory() ? 4 : 0) | (call->onlyAccessesInaccessibleMemory() ? 8 : 0);
}

// The name of the synchronisation scope of an atomic instruction ("" for the whole system); null if it has none.
char *rp_sync_scope(LLVMValueRef instruction) {
  auto *I = cast<Instruction>(unwrap(instruction));
  auto scope = getAtomicSyncScopeID(I);
  if (!scope)
    return nullptr;
  SmallVector<StringRef, 8> names;
  I->getContext().getSyncScopeNames(names);
  return *scope < names.size() ? copy(names[*scope]) : nullptr;
}

// The name that the source gives a global variable; null without debug information.
char *rp_global_source_name(LLVMValueRef global) {
  auto *variable = dyn_cast<GlobalVariable>(unwrap(global));
  if (!variable)
    return nullptr;
  SmallVector<DIGlobalVariableExpression *, 1> infos;
  variable->getDebugInfo(infos);
  for (auto *info : infos)
    if (!info->getVariable()->getName().empty())
      return copy(info->getVariable()->getName());
  return nullptr;
}

// The name of the function that a place stands in; null if it has none.
char *rp_location_function(LLVMMetadataRef location) {
  return source_name(unwrap<DILocation>(location)->getScope()->getSubprogram());
}

// The name of a function in the source, null without debug information.
char *rp_function_source_name(LLVMValueRef function) {
  return source_name(unwrap<Function>(function)->getSubprogram());
}

// Whether something else is done with the address of a function than to call it.
bool rp_has_address_taken(LLVMValueRef function) { return unwrap<Function>(function)->hasAddressTaken(); }

// Whether a call has arguments and a result as the function has.
bool rp_may_call(LLVMValueRef call, LLVMValueRef function) {
  return isLegalToPromote(*unwrap<CallBase>(call), unwrap<Function>(function));
}

// Makes an indirect call one of these functions, which it may call: the one that is pointed to, or the last.
void rp_choose(LLVMValueRef call, const LLVMValueRef *functions, uint32_t count) {
  CallBase &indirect = *unwrap<CallBase>(call);
  for (uint32_t i = 0; i + 1 < count; ++i)
    promoteCallWithIfThenElse(indirect, unwrap<Function>(functions[i]));
  promoteCall(indirect, unwrap<Function>(functions[count - 1]));
}

// Makes a definition a declaration. Its parameters keep their names.
void rp_delete_body(LLVMValueRef function) {
  auto *F = unwrap<Function>(function);
  F->deleteBody();
  F->setComdat(nullptr);
}

// Makes what stands behind an instruction unreachable.
void rp_end_after(LLVMValueRef instruction) {
  if (Instruction *next = cast<Instruction>(unwrap(instruction))->getNextNode())
    changeToUnreachable(next);
}

// Has a function without a result return at an instruction, which stands in a block of its own then, of this name.
void rp_return_at(LLVMValueRef instruction, const char *name) {
  auto *I = cast<Instruction>(unwrap(instruction));
  BasicBlock *block = I->getParent();
  if (I != &block->front())
    block = block->splitBasicBlock(I, name);
  changeToUnreachable(I->getNextNode());
  Instruction *end = block->getTerminator();
  auto *ret = ReturnInst::Create(I->getContext(), nullptr, end->getIterator());
  ret->setDebugLoc(I->getDebugLoc());
  end->eraseFromParent();
}

// Whether another unit may put something else in the place of a definition.
bool rp_is_interposable(LLVMValueRef global) {
  auto *value = dyn_cast<GlobalValue>(unwrap(global));
  return value && !value->isDeclaration() && value->isInterposable();
}

// Calls emit(state, name, bits) for each intrinsic that LLVM knows. Bits: 1 convergent, 2 may access memory, 4 only
// memory that the program cannot access otherwise.
void rp_intrinsics(void (*emit)(void *, const char *, uint32_t), void *state) {
  LLVMContext context;
  for (unsigned id = 1; id < Intrinsic::num_intrinsics; ++id) {
    AttributeSet attributes = Intrinsic::getAttributes(context, id).getFnAttrs();
    MemoryEffects effects = attributes.getMemoryEffects();
    uint32_t bits = (attributes.hasAttribute(Attribute::Convergent) ? 1 : 0) |
                    (effects.doesNotAccessMemory() ? 0 : 2) | (effects.onlyAccessesInaccessibleMem() ? 4 : 0);
    emit(state, Intrinsic::getBaseName(id).str().c_str(), bits);
  }
}

// The bits of an integer of at most 64 bits that have one value wherever it is defined; `mask` says which they are.
void rp_known_bits(LLVMModuleRef module, LLVMValueRef value, uint64_t *mask, uint64_t *bits) {
  KnownBits known = computeKnownBits(unwrap(value), unwrap(module)->getDataLayout());
  *mask = (known.Zero | known.One).getZExtValue();
  *bits = known.One.getZExtValue();
}

// Calls emit(state, function, key, value) for each integer of `__attribute__((annotate("name", 2, 1)))` of a function: its keys
// are the name and x, y, z, ...
static void rp_source_annotations(LLVMModuleRef module, void (*emit)(void *, LLVMValueRef, const char *, uint64_t),
                                  void *state) {
  GlobalVariable *all = unwrap(module)->getGlobalVariable("llvm.global.annotations");
  auto *list = all && all->hasInitializer() ? dyn_cast<ConstantArray>(all->getInitializer()) : nullptr;
  for (unsigned i = 0; list && i < list->getNumOperands(); ++i) {
    auto *entry = dyn_cast<ConstantStruct>(list->getOperand(i));
    if (!entry || entry->getNumOperands() < 5)
      continue;
    auto *function = dyn_cast<Function>(entry->getOperand(0)->stripPointerCasts());
    auto *text = dyn_cast<GlobalVariable>(entry->getOperand(1)->stripPointerCasts());
    auto *name = text && text->hasInitializer() ? dyn_cast<ConstantDataSequential>(text->getInitializer()) : nullptr;
    auto *given = dyn_cast<GlobalVariable>(entry->getOperand(4)->stripPointerCasts());
    auto *values = given && given->hasInitializer() ? dyn_cast<ConstantStruct>(given->getInitializer()) : nullptr;
    if (!function || !values || !name || !name->isCString())
      continue;
    for (unsigned axis = 0; axis < values->getNumOperands() && axis < 3; ++axis)
      if (auto *value = dyn_cast<ConstantInt>(values->getOperand(axis)))
        emit(state, wrap(function), (name->getAsCString() + Twine("xyz"[axis])).str().c_str(), value->getZExtValue());
  }
}

// Calls emit(state, function, key, value) for each integer annotation of a function, in !nvvm.annotations or of the source.
void rp_annotations(LLVMModuleRef module, void (*emit)(void *, LLVMValueRef, const char *, uint64_t), void *state) {
  rp_source_annotations(module, emit, state);
  NamedMDNode *list = unwrap(module)->getNamedMetadata("nvvm.annotations");
  if (!list)
    return;
  for (const MDNode *node : list->operands()) {
    if (node->getNumOperands() == 0)
      continue;
    auto *function = mdconst::dyn_extract_or_null<Function>(node->getOperand(0));
    for (unsigned i = 1; function && i + 1 < node->getNumOperands(); i += 2) {
      auto *key = dyn_cast_or_null<MDString>(node->getOperand(i));
      auto *value = mdconst::dyn_extract_or_null<ConstantInt>(node->getOperand(i + 1));
      if (key && value)
        emit(state, wrap(function), key->getString().str().c_str(), value->getZExtValue());
    }
  }
}

} // extern "C"
