/**
 * The share of an operation's lines, from 0 to 1, that may be missed. A line with a wrong owner is never allowed. A kind
 * has some twenty lines in a campaign of a hundred histories, so that one short line too many is a twentieth.
 */
export const MAY_MISS: Readonly<Record<string, number>> = {
  // What neither a hook nor a reflog records.
  'am in another clone': 0.15,
  'commit-tree, the same tree': 0.15,
  'commit-tree, two in one': 0.15,
  'cherry-pick -n': 0.1,
  'filter-branch --msg-filter': 0.15,
  'filter-branch --tree-filter': 0.15,
  'filter-branch that renames': 0.15,
  'forge, squash merge': 0.15,
  'forge, squash merge edited by a reviewer': 0.15,
  'linked work tree': 0.15,
  'reset --mixed': 0.15,
  commit: 0.02,
};

/** Of the other kinds. */
export const MAY_MISS_ELSE = 0.06;

/** A block of a few short lines is a great share of a short run, so this many missed lines of a kind prove nothing. */
export const MAY_MISS_ONCE = 2;

/**
 * Kinds with fewer lines are not judged by their share, because one history may miss all of its lines together. How many histories
 * a short run plays depends on the speed of the machine.
 */
export const MIN_LINES = 20;

/** Of all lines of the other kinds together. */
export const MAY_MISS_OF_ALL = 0.01;
