/** Names that test runners take for tests, in the languages that are parsed. */
const TEST_FILES: readonly RegExp[] = [
  /(?:^|\/)(?:tests?|__tests__|specs?|testing)\//i,
  /(?:^|[/._-])(?:test|tests|spec|specs)\.[^/]+$/i,
  /_(?:test|spec)\.[a-z]+$/i,
  /(?:^|\/)test_[^/]+\.py$/,
  /(?:Test|Tests|Spec|IT)\.(?:java|cs|php|kt)$/,
];

/** Whether a file contains tests, by its path. */
export const isTestFile = (path: string): boolean => TEST_FILES.some((pattern) => pattern.test(path));
