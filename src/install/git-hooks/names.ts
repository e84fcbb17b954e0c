/** The git hooks that record something, and the one that brings a remote the notes. `reference-transaction` is not among them: a rebase calls it dozens of times. */
export const GIT_HOOKS = ['post-commit', 'post-rewrite', 'post-merge', 'post-applypatch', 'pre-push'] as const;

/** The one that must not run before the user's own: what that declines is not pushed, and neither are its notes. Git runs configured hooks first. */
export const FILE_HOOK = 'pre-push';

/** Runs nothing of ours but `git lfs post-checkout`, so it is installed where Git LFS is in use. */
export const LFS_HOOK = 'post-checkout';

/** Every other hook, for the case that ours is the hooks folder and has to pass the call on. */
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

/** That these exist changes what git does, or they run very often: passed on only where the user has one. */
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
