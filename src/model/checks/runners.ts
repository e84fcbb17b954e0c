import { BUILD, COMPILES, count, failures, faults, FORMAT, LINT, type Summary, TYPES, worst } from './summary.ts';
import { BUILD_TOOL_SUMMARIES } from './patterns/build-tools.ts';
import { TEST_SUMMARIES } from './test-runners.ts';

/** Summary lines of test runners, type checkers, linters, formatters and builds. */
export const SUMMARIES: readonly Summary[] = [
  ...TEST_SUMMARIES,
  ...BUILD_TOOL_SUMMARIES,
  // TypeScript, mypy, Pyright
  worst(
    ['types', 'build', 'test'],
    /^\S+\(\d+,\d+\): error TS\d+:|^\S+:\d+:\d+ - error TS\d+:|^error TS\d+:/,
    'failed',
  ),
  worst(TYPES, /^Success: no issues found in \d+ source files?/, 'passed'),
  worst(TYPES, /^Found (\d+) errors? in \d+ files?/, faults),
  worst(TYPES, /^(\d+) errors?, \d+ warnings?,/, faults),
  worst(TYPES, /^Found (\d+) diagnostics?$|^INFO (\d+) errors?\b/, ([, some, others]) =>
    count(some ?? others) > 0 ? 'failed' : 'passed',
  ),
  worst(TYPES, /^svelte-check found (\d+) errors?/, faults),
  worst(TYPES, /^"errorCount": (\d+),?$/, faults),
  worst(TYPES, /^\[OK\] No errors$|^No errors found!$|^done \(passed successfully\)$/, 'passed'),
  worst(TYPES, /^\[ERROR\] Found [1-9]\d* errors?|^[1-9]\d* errors? found$/, 'failed'),
  worst(TYPES, /^- (\d+) errors?$/, faults),
  worst(['types', 'build', 'test'], /^(?:error: )?TS\d+ \[ERROR\]: |^error: Type checking failed\./, 'failed'),
  // Rust's compiler
  worst(COMPILES, /^error: (?:could not compile|aborting due to)|^error\[E\d+\]/, 'failed'),
  worst(
    ['types', 'lint', 'build'],
    /^Finished `?(?:dev|release|test|bench|debug|\w+)`?(?: profile)? .*target\(s\) in/,
    'passed',
  ),
  worst(LINT, /^(?:advisories|bans|licenses|sources) FAILED/, 'failed'),
  // Go's compiler and vet
  worst(['build', 'lint', 'test'], /^(?:vet: )?\S+\.go:\d+:\d+: /, 'failed'),
  worst(
    ['build', 'lint', 'test'],
    /^package \S+(?: is not in |: (?:cannot find|no Go files|build constraints))|import cycle not allowed|^no required module provides package |^go: (?:cannot find main module|updates to go\.(?:mod|sum) needed|go\.mod file not found)|^no Go files in |^found packages \w+ \(/,
    'failed',
  ),
  worst(LINT, /^No vulnerabilities found\.$/, 'passed'),
  worst(LINT, /^Your code is affected by (\d+) vulnerabilit/, faults),
  // Elixir
  worst(BUILD, /^Generated \S+ app$/, 'passed'),
  worst(COMPILES, /^== Compilation error in file |^Compilation failed due to warnings/, 'failed'),
  worst(LINT, /^\d+ mods\/funs, found (no issues)?/, ([, none]) => (none ? 'passed' : 'failed')),
  worst(FORMAT, /^\*\* \(Mix\) mix format failed/, 'failed'),
  // Linters
  worst(LINT, /^[\w .,:/()+'"@-]+?\.{3,}(?:\(no files to check\))?(Passed|Failed|Skipped)$/, ([, how]) =>
    how === 'Passed' ? 'passed' : how === 'Failed' ? 'failed' : 'nothing',
  ),
  worst(LINT, /^In \S+ line \d+:$|^\S+:\d+ (?:DL|SC)\d{4} |^\S+:\d+(?::\d+)? (?:error )?MD\d{3}\//, 'failed'),
  worst(LINT, /^Summary: (\d+) issues? in (\d+) files?/, ([, found, all]) =>
    count(found) > 0 ? 'failed' : count(all) > 0 ? 'passed' : 'nothing',
  ),
  worst(LINT, /^Found (\d+) problems?$/, faults),
  worst(LINT, /^Checked (\d+) files?$/, ([, all]) => (count(all) > 0 ? 'passed' : 'nothing')),
  worst(LINT, /^✔ No ESLint warnings or errors|^All files pass linting\./, 'passed'),
  worst(LINT, /^(?:→ )?No staged files (?:match any configured task|found)\.$/, 'nothing'),
  worst(LINT, /^Lint errors found in the listed files\./, 'failed'),
  worst(LINT, /^Success! The configuration is valid\b|^No issues identified\.$/, 'passed'),
  worst(LINT, /^│ Error: /, 'failed'),
  worst(LINT, /^\d+ chart\(s\) linted, (\d+) chart\(s\) failed/, faults),
  worst(LINT, /^(?:(?:advisories|bans|licenses|sources) ok(?:, |$))+/, 'passed'),
  worst(LINT, /^FOUND (\d+) ERRORS?\b/, failures),
  worst(LINT, /^(\d+) issues[.:]/, faults),
  { ...worst(LINT, /^[✖×] 1 problem \((\d+) errors?,/, faults), unlessAfter: /^0:0 +warning +File ignored / },
  worst(LINT, /^[✖×] \d+ problems \((\d+) errors?,/, faults),
  worst(LINT, /^0:0 +warning +File ignored /, 'nothing'),
  worst(LINT, /^× Some errors were emitted while running checks/, 'failed'),
  worst(LINT, /^Found (\d+) errors?\.?$/, faults),
  worst(LINT, /^Found \d+ warnings? and (\d+) errors?\.?/, faults),
  worst(LINT, /^Checked (\d+) files? in \S+ (?:No fixes applied|Fixed \d+ files?)\.$/, ([, all]) =>
    count(all) > 0 ? 'passed' : 'nothing',
  ),
  worst(LINT, /^warning: No Python files found under the given path\(s\)$/, 'nothing'),
  {
    ...worst(LINT, /^All checks passed!$/, 'passed'),
    unlessAfter: /^warning: No Python files found under /,
  },
  // ty prints the same line
  worst(TYPES, /^All checks passed!$/, 'passed'),
  worst(TYPES, /^error\[[a-z][a-z-]+\]: /, 'failed'),
  worst(LINT, /^✂️ +Excellent, Knip found no issues\./, 'passed'),
  worst(LINT, /^(?:Unused|Unlisted|Unresolved|Duplicate) [\w ]+ \(\d+\)$/, 'failed'),
  worst(LINT, /^== \[.+\] FAIL$|^L: +\d+ \| P: +\d+ \| \w+ \|/, 'failed'),
  worst(LINT, /^(?:Ran \d+ rules? on \d+ files?|• Findings): (\d+) (?:findings?\b|\()/, faults),
  // Cppcheck and clang-format exit with 0 then
  worst(LINT, /^\S+:\d+:\d+: (?:error|warning): .* \[\w+\]$/, 'failed'),
  worst(FORMAT, / \[-Wclang-format-violations\]$/, 'failed'),
  worst(LINT, /^Found (\d+) errors? \(\d+ fixed, (\d+) remaining\)/, ([, , left]) =>
    count(left) > 0 ? 'failed' : 'passed',
  ),
  worst(
    LINT,
    /^\d+ files? inspected, (no|\d+) offenses?(?: detected, (\d+) offenses? corrected)?/,
    ([, found, mended]) => (found === 'no' || found === mended ? 'passed' : 'failed'),
  ),
  worst(LINT, /^--> \S+\.pyi?:\d+:\d+$|^\S+\.pyi?:\d+:\d+: [A-Z]+\d+ |^[A-Z]{1,4}\d{3,4} \[\*\] /, 'failed'),
  worst(TYPES, /^\S+\.pyi?:\d+(?::\d+)?: error: /, 'failed'),
  worst(LINT, /^\d+:\d+ +error +\S/, 'failed'),
  worst(LINT, /^\S+\.go:\d+: .*\([\w-]+\)$/, 'failed'),
  worst(LINT, /^\S+:\d+:\d+: error [\w@/-]+\([\w@/-]+\): /, 'failed'),
  worst(LINT, /^[x×] [\w-]+\([\w/@-]+\): /, 'failed'),
  worst(LINT, /^Done linting! Found \d+ violations?, (\d+) serious/, faults),
  worst(LINT, /^No issues found!/, 'passed'),
  // Vale
  worst(LINT, /^[✖✔] (\d+) errors?, \d+ warnings? and \d+ suggestions? in \d+ (?:files?|stdin)/, faults),
  worst(LINT, /^Summary: (\d+) error\(s\)/, faults),
  worst(LINT, /^(\d+) issues? found\.?/, faults),
  worst(LINT, /^(?:Your code has been rated at|⚠|✗) /, () => undefined),
  // Formatters
  worst(FORMAT, /^Format issues found in /, 'failed'),
  // `gofmt -l` and `google-java-format -n` print the paths of files, and their exit status shows nothing; so does `terraform fmt`
  worst(['format'], /^[\w@.+/\\-]+\.(?:go|java|tf|tfvars)$|^diff (?:-u )?\S+\.orig \S+$/, 'failed'),
  worst(FORMAT, /^All matched files use (?:Prettier code style!|the correct format\.)/, 'passed'),
  worst(FORMAT, /Code style issues (?:found|detected)/, 'failed'),
  worst(FORMAT, /^(\d+) files? would be reformatted/, faults),
  worst(FORMAT, /^(?:All done!|\d+ files? (?:already formatted|would be left unchanged))/, 'passed'),
  worst(FORMAT, /^Diff in \S+/, 'failed'),
  worst(FORMAT, /^error: Found [1-9]\d* not formatted files?\b|^ERROR: \S+ Imports are incorrectly sorted/, 'failed'),
  worst(FORMAT, /^Found (\d+) of \d+ files that can be fixed\b/, faults),
  worst(FORMAT, /^[✖×] (?:Formatter would have printed|File content differs)/, 'failed'),
  // Bundlers and frameworks
  worst(
    BUILD,
    /^✓ built in |^built in |^(?:webpack|rspack) .*compiled (?:successfully|with \d+ warning)|^✓ Compiled successfully|^Done in [\d.]+m?s\.?$|⚡️ Build success|^\[build\] Complete!|^Created \d+ bundles?/,
    'passed',
  ),
  worst(
    BUILD,
    /^Failed to compile\.?|^(?:webpack|rspack) .*compiled with \d+ errors?|^✗ Build failed|^error during build:|^Build failed\b|^ERROR in \S+/,
    'failed',
  ),
  worst(
    BUILD,
    /^> Build error occurred|^(?:⨯ )?Next\.js build worker exited with code: [1-9]|, exiting the build\.$/,
    'failed',
  ),
  worst(BUILD, /^\S+:\d+:\d+: (?:fatal )?error: /, 'failed'),
  worst(BUILD, /^Application bundle generation (complete|failed)\./, ([, how]) =>
    how === 'failed' ? 'failed' : 'passed',
  ),
  worst(BUILD, /^created \S+(?:, \S+)* in [\d.]+m?s$/, 'passed'),
  worst(['build', 'test'], /^failed to load config from /, 'failed'),
  // The last lines of Next.js, which prints its table of routes after a build, and of Docusaurus
  worst(BUILD, /^[○●◐ƒλ] +\((?:Static|SSG|ISR|Partial Prerender|Dynamic|Server)\) +\S/, 'passed'),
  worst(BUILD, /^\[SUCCESS\] Generated static files in /, 'passed'),
];
