/**
 * Git frees the memory of one object before it reads the next. The C library then returns the memory to the system and requests it
 * again, page by page: a third of the time of comparing commits of long files. glibc reads these variables; other libraries ignore
 * them. Both are in bytes and both are needed: with the first alone, blocks above 128 KB are returned each time, and `git blame` of a
 * long file takes a quarter longer than with neither. The second is the largest value that glibc accepts.
 */
export const KEEP_MEMORY: Readonly<Record<string, string>> = {
  MALLOC_TRIM_THRESHOLD_: String(64 * 1024 * 1024),
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 * 1024),
};
