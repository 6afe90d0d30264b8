; An instruction that does not exist.
define void @kernel(ptr %out) {
  %x = wobble i32 1, 2
  ret void
}
