/**
 * The git hooks that record, and the one that pushes notes. Not `reference-transaction`: a rebase calls it dozens of times.
 */
export const GIT_HOOKS = ['post-commit', 'post-rewrite', 'post-merge', 'post-applypatch', 'pre-push'] as const;

/**
 * The hook that must run after the user's own, because a push that the user's hook rejects must not push notes. Git runs
 * configured hooks first, so this one has to be a file.
 */
export const FILE_HOOK = 'pre-push';

/** Only runs `git lfs post-checkout`, so it is installed only where Git LFS is in use. */
export const LFS_HOOK = 'post-checkout';

/** All other hooks. When our folder is the hooks folder, it must pass these calls on. */
export const PASSED_ON = [
  'applypatch-msg',
  'pre-applypatch',
  'pre-commit',
  'pre-merge-commit',
  'prepare-commit-msg',
  'commit-msg',
  'pre-rebase',
  'post-checkout',
  'pre-receive',
  'update',
  'post-receive',
  'post-update',
  'pre-auto-gc',
  'sendemail-validate',
];

/**
 * These hooks change git's behaviour by their mere existence, or run very often. They are passed on only where the user has
 * one.
 */
export const PASSED_ON_IF_THERE = [
  'push-to-checkout',
  'proc-receive',
  'reference-transaction',
  'post-index-change',
  'fsmonitor-watchman',
  'p4-changelist',
  'p4-prepare-changelist',
  'p4-post-changelist',
  'p4-pre-submit',
];
