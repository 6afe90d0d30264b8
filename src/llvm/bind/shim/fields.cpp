// What the source writes for the fields of structures that are passed by value.
//
// Source: LLVM 19.1's C++ headers; DWARF's entries for types. Invariants: as of shim.cpp.

#include "llvm-c/Core.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

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

bool is_unsigned_number(const DIType *type) {
  const auto *basic = dyn_cast_or_null<DIBasicType>(plain(type));
  const unsigned encoding = basic ? basic->getEncoding() : 0;
  return encoding == dwarf::DW_ATE_unsigned || encoding == dwarf::DW_ATE_unsigned_char;
}

// Whether it is a number, or the elements of an array or what a pointer leads to are numbers, that are unsigned.
bool holds_unsigned(const DIType *type) {
  type = plain(type);
  if (const auto *array = dyn_cast_or_null<DICompositeType>(type); array && array->getTag() == dwarf::DW_TAG_array_type)
    return is_unsigned_number(array->getBaseType());
  if (const auto *pointer = dyn_cast_or_null<DIDerivedType>(type))
    return pointer->getTag() == dwarf::DW_TAG_pointer_type && is_unsigned_number(pointer->getBaseType());
  return is_unsigned_number(type);
}

// The way to a field of this width.
struct Way {
  uint64_t width;
  std::string text;
  const DIType *field = nullptr;
  // Others may not name it.
  bool is_hidden = false;
  unsigned left = DEPTH;
};

bool lead(const DIType *type, uint64_t bit, Way &way);

// How many elements one dimension of an array has; 0 if that is not known.
uint64_t extent_of(const DINode *node) {
  const auto *extent = dyn_cast_or_null<DISubrange>(node);
  const auto *count = extent ? dyn_cast_if_present<ConstantInt *>(extent->getCount()) : nullptr;
  return count && count->getSExtValue() > 0 ? count->getZExtValue() : 0;
}

// The element of an array, whose rows follow one another: only the first extent need not be known.
bool lead_to_element(const DICompositeType *array, uint64_t bit, Way &way) {
  const DIType *element = plain(array->getBaseType());
  const DINodeArray extents = array->getElements();
  const uint64_t bits = element ? element->getSizeInBits() : 0;
  if (array->isVector() || extents.empty() || bits == 0)
    return false;
  uint64_t index = bit / bits;
  std::string text;
  for (unsigned dimension = extents.size() - 1; dimension > 0; --dimension) {
    const uint64_t extent = extent_of(extents[dimension]);
    if (extent == 0)
      return false;
    text = "[" + std::to_string(index % extent) + "]" + text;
    index /= extent;
  }
  way.text += "[" + std::to_string(index) + "]" + text;
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
    way.is_hidden |= !is_open;
    if (member->isBitField() || member->isVirtual())
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
    way.field = type;
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

// The most fields of a structure that are listed.
constexpr unsigned LISTED = 64;

// Lists the numbers and pointers of a type that begins at a bit: first byte, bytes, extent, path.
void list(const DIType *type, uint64_t bit, const std::string &path, unsigned deeper, std::vector<std::string> &found) {
  type = plain(type);
  if (!type || deeper == 0 || found.size() > LISTED)
    return;
  const uint64_t bits = type->getSizeInBits();
  auto add = [&](uint64_t width, uint64_t extent) {
    if (bit % 8 == 0 && width % 8 == 0)
      found.push_back(std::to_string(bit / 8) + " " + std::to_string(width / 8) + " " + std::to_string(extent) + " " + path);
  };
  const auto *composite = dyn_cast<DICompositeType>(type);
  if (!composite || composite->getTag() == dwarf::DW_TAG_enumeration_type)
    return add(bits, 0);
  if (composite->getTag() == dwarf::DW_TAG_array_type) {
    const DIType *element = plain(composite->getBaseType());
    const uint64_t width = element ? element->getSizeInBits() : 0;
    const DINodeArray extents = composite->getElements();
    if (composite->isVector() || extents.size() != 1 || width == 0)
      return;
    if (!isa<DICompositeType>(element))
      return add(width, bits / width);
    for (uint64_t i = 0; i < bits / width && found.size() <= LISTED; ++i)
      list(element, bit + i * width, path + "[" + std::to_string(i) + "]", deeper - 1, found);
    return;
  }
  if (composite->getTag() != dwarf::DW_TAG_structure_type && composite->getTag() != dwarf::DW_TAG_class_type)
    return;
  for (const DINode *node : composite->getElements()) {
    const auto *member = dyn_cast_or_null<DIDerivedType>(node);
    const unsigned tag = member ? member->getTag() : 0;
    if ((tag != dwarf::DW_TAG_member && tag != dwarf::DW_TAG_inheritance) || member->isStaticMember() ||
        member->isBitField() || member->isVirtual())
      continue;
    const bool is_named = tag == dwarf::DW_TAG_member && !member->getName().empty();
    const std::string name = is_named ? "." + member->getName().str() : "";
    list(member->getBaseType(), bit + member->getOffsetInBits(), path + name, deeper - 1, found);
  }
}

// The only member of a union, in which objects of shared memory lie that have constructors.
const DIType *stored(const DIType *type) {
  const auto *composite = dyn_cast_or_null<DICompositeType>(plain(type));
  if (!composite || composite->getTag() != dwarf::DW_TAG_union_type)
    return type;
  const DIType *only = nullptr;
  for (const DINode *node : composite->getElements())
    if (const auto *member = dyn_cast_or_null<DIDerivedType>(node); member && member->getTag() == dwarf::DW_TAG_member) {
      if (only)
        return type;
      only = member->getBaseType();
    }
  return only ? only : type;
}

// The size of a structure and its fields; null for other types, and where there are too many.
char *fields_of(const DIType *type) {
  const auto *composite = dyn_cast_or_null<DICompositeType>(plain(stored(type)));
  if (!composite ||
      (composite->getTag() != dwarf::DW_TAG_structure_type && composite->getTag() != dwarf::DW_TAG_class_type))
    return nullptr;
  std::vector<std::string> found;
  list(composite, 0, "", DEPTH, found);
  if (found.empty() || found.size() > LISTED)
    return nullptr;
  std::string text = std::to_string(composite->getSizeInBits() / 8);
  for (const std::string &line : found)
    text += "\n" + line;
  return strdup(text.c_str());
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
// `.rows[2].pitch`. Null if there is none. Also whether it is one that others may not name.
char *rp_field_source_name(LLVMValueRef function, uint32_t parameter, uint64_t byte, uint64_t width, bool *is_hidden) {
  Way way{width, ""};
  const bool is_there = lead_from(*unwrap<Function>(function), parameter, byte, way);
  *is_hidden = way.is_hidden;
  return is_there ? strdup(way.text.c_str()) : nullptr;
}

// Whether that field, or the parameter itself at byte 0, is an unsigned number.
bool rp_field_is_unsigned(LLVMValueRef function, uint32_t parameter, uint64_t byte, uint64_t width) {
  Way way{width, ""};
  return lead_from(*unwrap<Function>(function), parameter, byte, way) && is_unsigned_number(way.field);
}

// Whether that field, or the parameter itself at byte 0, is a pointer to unsigned numbers.
bool rp_led_to_unsigned(LLVMValueRef function, uint32_t parameter, uint64_t byte) {
  Way way{64, ""};
  return lead_from(*unwrap<Function>(function), parameter, byte, way) && holds_unsigned(way.field);
}

// What the structures are made of that the field, or the parameter itself at byte 0, leads to.
char *rp_led_to_fields(LLVMValueRef function, uint32_t parameter, uint64_t byte) {
  Way way{64, ""};
  if (!lead_from(*unwrap<Function>(function), parameter, byte, way))
    return nullptr;
  const auto *pointer = dyn_cast_or_null<DIDerivedType>(plain(way.field));
  const bool leads = pointer && (pointer->getTag() == dwarf::DW_TAG_pointer_type ||
                                 pointer->getTag() == dwarf::DW_TAG_reference_type);
  return leads ? fields_of(pointer->getBaseType()) : nullptr;
}

// What the structures are made of that a variable holds.
char *rp_global_fields(LLVMValueRef global) {
  auto *variable = dyn_cast<GlobalVariable>(unwrap(global));
  SmallVector<DIGlobalVariableExpression *, 1> infos;
  if (variable)
    variable->getDebugInfo(infos);
  if (infos.empty())
    return nullptr;
  const DIType *type = plain(infos.front()->getVariable()->getType());
  if (const auto *array = dyn_cast_or_null<DICompositeType>(type); array && array->getTag() == dwarf::DW_TAG_array_type)
    type = array->getBaseType();
  return fields_of(type);
}

// Whether a variable is an unsigned number, or holds such.
bool rp_global_is_unsigned(LLVMValueRef global) {
  auto *variable = dyn_cast<GlobalVariable>(unwrap(global));
  SmallVector<DIGlobalVariableExpression *, 1> infos;
  if (variable)
    variable->getDebugInfo(infos);
  return any_of(infos, [](DIGlobalVariableExpression *info) { return holds_unsigned(info->getVariable()->getType()); });
}

// The DIGlobalVariable of a global variable; null without debug information.
LLVMMetadataRef rp_global_variable(LLVMValueRef global) {
  auto *variable = dyn_cast<GlobalVariable>(unwrap(global));
  if (!variable)
    return nullptr;
  SmallVector<DIGlobalVariableExpression *, 1> infos;
  variable->getDebugInfo(infos);
  return infos.empty() ? nullptr : wrap(infos.front()->getVariable());
}

} // extern "C"
