// What the source writes for the fields of structures that are passed by value.
//
// Source: LLVM 19.1's C++ headers; DWARF's entries for types. Invariants: as of shim.cpp.

#include "llvm-c/Core.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include <cstdint>
#include <cstring>
#include <string>

using namespace llvm;

namespace {

// How deep types lie in each other; malformed ones lie in themselves.
constexpr unsigned DEPTH = 64;

// A type without its other names and qualifiers.
const DIType *plain(const DIType *type) {
  for (unsigned left = DEPTH; left > 0; --left) {
    const auto *derived = dyn_cast_or_null<DIDerivedType>(type);
    if (!derived)
      return type;
    switch (derived->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_template_alias:
      type = derived->getBaseType();
      break;
    default:
      return type;
    }
  }
  return nullptr;
}

// The way to a field of this width.
struct Way {
  uint64_t width;
  std::string text;
  bool is_unsigned = false;
  unsigned left = DEPTH;
};

bool lead(const DIType *type, uint64_t bit, Way &way);

// The element of an array of known length.
bool lead_to_element(const DICompositeType *array, uint64_t bit, Way &way) {
  const DIType *element = plain(array->getBaseType());
  const DINodeArray extents = array->getElements();
  const auto *extent = extents.size() == 1 ? dyn_cast_or_null<DISubrange>(extents[0]) : nullptr;
  const uint64_t bits = element ? element->getSizeInBits() : 0;
  if (array->isVector() || !extent || bits == 0)
    return false;
  way.text += "[" + std::to_string(bit / bits) + "]";
  return lead(element, bit % bits, way);
}

// The member of a structure or class, which may be one of a base class.
bool lead_to_member(const DICompositeType *object, uint64_t bit, Way &way) {
  const bool is_class = object->getTag() == dwarf::DW_TAG_class_type;
  for (const DINode *node : object->getElements()) {
    const auto *member = dyn_cast_or_null<DIDerivedType>(node);
    if (!member || member->isStaticMember())
      continue;
    const DIType *type = plain(member->getBaseType());
    const uint64_t first = member->getOffsetInBits(), bits = type ? type->getSizeInBits() : 0;
    if (bit < first || bit - first >= bits)
      continue;
    const bool is_open = is_class ? member->isPublic() : !member->isPrivate() && !member->isProtected();
    if (!is_open || member->isBitField() || member->isVirtual())
      return false;
    if (member->getTag() == dwarf::DW_TAG_member && !member->getName().empty())
      way.text += "." + member->getName().str();
    return lead(type, bit - first, way);
  }
  return false;
}

// Appends the way to the field of this width that begins at a bit; false if none does, or if that is a matter of how it is read.
bool lead(const DIType *type, uint64_t bit, Way &way) {
  if (way.left-- == 0)
    return false;
  type = plain(type);
  const auto *composite = dyn_cast_or_null<DICompositeType>(type);
  if (!composite) {
    const auto *basic = dyn_cast_or_null<DIBasicType>(type);
    const unsigned encoding = basic ? basic->getEncoding() : 0;
    way.is_unsigned = encoding == dwarf::DW_ATE_unsigned || encoding == dwarf::DW_ATE_unsigned_char;
    return type && bit == 0 && type->getSizeInBits() == way.width;
  }
  switch (composite->getTag()) {
  case dwarf::DW_TAG_array_type:
    return lead_to_element(composite, bit, way);
  case dwarf::DW_TAG_structure_type:
  case dwarf::DW_TAG_class_type:
    return lead_to_member(composite, bit, way);
  case dwarf::DW_TAG_enumeration_type:
    return bit == 0 && type->getSizeInBits() == way.width;
  default:
    return false;
  }
}

// Goes to the field of a parameter of a function.
bool lead_from(const Function &F, uint32_t parameter, uint64_t byte, Way &way) {
  const DISubprogram *program = F.getSubprogram();
  if (!program || !program->getType())
    return false;
  // First stands what is returned.
  DITypeRefArray types = program->getType()->getTypeArray();
  if (types.size() != F.arg_size() + 1 || parameter + 1 >= types.size())
    return false;
  return lead(types[parameter + 1], byte * 8, way);
}

} // namespace

extern "C" {

// What the source writes behind a parameter of a function for the field of so many bits that begins at a byte of it:
// `.rows[2].pitch`. Null if there is none, or one that others may not name.
char *rp_field_source_name(LLVMValueRef function, uint32_t parameter, uint64_t byte, uint64_t width) {
  Way way{width, ""};
  return lead_from(*unwrap<Function>(function), parameter, byte, way) ? strdup(way.text.c_str()) : nullptr;
}

// Whether that field, or the parameter itself at byte 0, is an unsigned number.
bool rp_field_is_unsigned(LLVMValueRef function, uint32_t parameter, uint64_t byte, uint64_t width) {
  Way way{width, ""};
  return lead_from(*unwrap<Function>(function), parameter, byte, way) && way.is_unsigned;
}

} // extern "C"
