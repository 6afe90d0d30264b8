// The passes of the plugin: each writes the module as it stands to a file, lets the raceproof program check that, prints
// what it says, and makes the compiler fail if a finding is an error.
//
// Source: LLVM 19.1's C++ headers. Invariants: the module is left as it was; the analysis runs in a process of its own, so
// that neither its options nor its failures reach the compiler; whatever goes wrong in it is one warning line.

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <cstdlib>
#include <dlfcn.h>
#include <optional>
#include <string>

using namespace llvm;

namespace {

constexpr int FINDINGS = 1; // raceproof's exit status if a finding is an error
constexpr int MISUSED = 3;  // and if its options are wrong
constexpr unsigned LIMIT = 600; // seconds

// The program: where the user says, else beside the plugin or one folder up, else wherever PATH has it.
std::string program() {
  if (const char *named = std::getenv("RACEPROOF_BIN"); named && *named)
    return named;
  Dl_info self;
  if (dladdr(reinterpret_cast<void *>(&program), &self) && self.dli_fname)
    for (StringRef folder : {".", "..", "../bin", "../../bin"}) {
      SmallString<256> path(sys::path::parent_path(self.dli_fname));
      sys::path::append(path, folder, "raceproof");
      if (sys::fs::can_execute(path))
        return std::string(path);
    }
  ErrorOr<std::string> found = sys::findProgramByName("raceproof");
  return found ? *found : std::string("raceproof");
}

void not_checked(const Twine &why) { errs() << "raceproof: warning: not checked for data races: " << why << "\n"; }

// A file of its own that is gone when this is.
struct Scratch {
  SmallString<128> path;
  int descriptor = -1;
  FileRemover remover;
  explicit Scratch(StringRef suffix) {
    if (sys::fs::createTemporaryFile("raceproof", suffix, descriptor, path))
      descriptor = -1;
    else
      remover.setFile(path);
  }
};

// Whether a finding is an error.
bool fails(Module &module, bool at_start) {
  Scratch code("bc"), said("txt");
  if (code.descriptor < 0 || said.descriptor < 0) {
    not_checked("no temporary file can be made");
    return false;
  }
  {
    raw_fd_ostream out(code.descriptor, /*shouldClose=*/true);
    std::unique_ptr<Module> clone = CloneModule(module);
    if (at_start)
      clone->getOrInsertNamedMetadata("raceproof.unoptimised");
    WriteBitcodeToFile(*clone, out);
  }
  raw_fd_ostream(said.descriptor, /*shouldClose=*/true).flush();

  std::string name = program();
  SmallVector<StringRef, 16> arguments{name, "check"};
  SmallVector<StringRef, 8> flags;
  const char *asked = std::getenv("RACEPROOF_FLAGS");
  StringRef(asked ? asked : "").split(flags, ' ', -1, /*KeepEmpty=*/false);
  arguments.append(flags.begin(), flags.end());
  // The project file of the source counts, not one above the temporary folder.
  std::string source = "--source=" + module.getSourceFileName();
  arguments.append({source, code.path});

  std::string problem;
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(said.path), StringRef(said.path)};
  int status = sys::ExecuteAndWait(name, arguments, std::nullopt, redirects, LIMIT, 0, &problem);
  auto read = MemoryBuffer::getFile(said.path);
  StringRef text = read ? (*read)->getBuffer() : StringRef();
  if (status == MISUSED) {
    StringRef first = text.ltrim().split('\n').first;
    first.consume_front("raceproof: error: ");
    errs() << "raceproof: error: RACEPROOF_FLAGS: " << first << "\n";
    return true;
  }
  if (status != 0 && status != FINDINGS) {
    std::string ended = "raceproof ended with status " + std::to_string(status);
    StringRef first = text.ltrim().split('\n').first;
    first.consume_front("raceproof: error: ");
    not_checked(!problem.empty() ? StringRef(problem) : !first.empty() ? first : StringRef(ended));
    return false;
  }
  errs() << text;
  return status == FINDINGS;
}

struct Check : PassInfoMixin<Check> {
  bool at_start;
  explicit Check(bool at_start) : at_start(at_start) {}
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    const char *value = std::getenv("RACEPROOF");
    StringRef policy(value ? value : "");
    if (policy == "off" || !StringRef(module.getTargetTriple()).starts_with("nvptx"))
      return PreservedAnalyses::all();
    if (fails(module, at_start) && policy != "warn")
      module.getContext().emitError("raceproof found errors in " + module.getSourceFileName());
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; } // without optimisation too
};

} // namespace

// Puts the check at the start of every pipeline, and makes `-passes=raceproof` name it.
extern "C" void rp_plugin_register(void *builder) {
  auto *passes = static_cast<PassBuilder *>(builder);
  passes->registerPipelineStartEPCallback(
      [](ModulePassManager &manager, OptimizationLevel) { manager.addPass(Check(true)); });
  passes->registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager &manager, ArrayRef<PassBuilder::PipelineElement>) {
        if (name != "raceproof")
          return false;
        manager.addPass(Check(false));
        return true;
      });
}
