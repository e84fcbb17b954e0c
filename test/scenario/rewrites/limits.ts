/**
 * The share of an operation's lines, from 0 to 1, that may be missed; where nothing is said here, none may. A line with a
 * wrong owner is never allowed.
 */
export const MAY_MISS: Readonly<Record<string, number>> = {
  // What no hook and no reflog tells of.
  'am in another clone': 1,
  'commit-tree, the same tree': 1,
  'commit-tree, two in one': 1,
  'filter-branch --msg-filter': 1,
  'filter-branch --tree-filter': 1,
  'filter-branch that renames': 1,
  'forge, rebase merge': 1,
  'forge, squash merge': 1,
  'forge, squash merge edited by a reviewer': 1,
  'linked work tree': 1,
  // What was not the last text that the work tree had when it was found.
  'a branch that is dropped and picked again': 0.5,
  'rebase --autosquash': 0.5,
  'rebase -i edit': 0.5,
  'rebase -i reorder': 0.5,
  'rebase -i split': 0.5,
  'rebase and rename': 0.5,
  'rebase, conflict solved by a person': 0.5,
  commit: 0.02,
};
