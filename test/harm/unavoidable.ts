/** The differences with git prov that follow from git itself: it lists all refs and reports all its work. */
export interface Difference {
  readonly what: string;
  readonly why: string;
  /** The additional lines, in git's output or in a file. */
  readonly lines: RegExp;
  /** A story that shows them. */
  readonly example: string;
}

const AGENT = `
  agent: echo agent >agent.txt
  git add -A; git commit -qm one`;
// The other clone has git prov too, and its notes arrive here.
const MATE = `${AGENT}
  git push -q; git -C ../mate pull -q; touch ../mate/.git/prov/active 2>/dev/null || :
  git -C ../mate commit -q --amend -m mate; git -C ../mate push -qf`;

/** In files that git itself writes. */
export const IN_FILES: readonly Difference[] = [
  {
    what: 'FETCH_HEAD names the notes, as not for merging',
    why: 'git records everything that a fetch brought',
    lines: /^\S+FETCH_HEAD: [0-9a-f]+\tnot-for-merge\t'refs\/notes\/provenance' of .*\n?/gm,
    example: `${MATE}
      git fetch -q`,
  },
  {
    what: 'info/refs of a repository that is served as files names our refs',
    why: 'git lists all refs there when it packs',
    lines: /^\S+\/info\/refs: [0-9a-f]+\trefs\/(?:notes\/provenance|prov\/\S+)\n?/gm,
    example: `${AGENT}
      git gc -q`,
  },
];

/** In git's output: of fetched notes, */
export const FETCHED: Difference = {
  what: 'git fetch and git pull list the fetched notes',
  why: 'a refspec brings them, and git prints each ref; -q prints none',
  lines:
    /^(?:From \S+\n(?= .* refs\/notes\/provenance +-> .*\n(?! )))? [ *+=!-] .* refs\/notes\/provenance +-> refs\/prov\/remotes\/.*\n/gm,
  example: `${MATE}
      git fetch --dry-run
      git fetch
      git pull --ff-only`,
};

/** of all refs, */
export const LISTED: Difference = {
  what: 'git for-each-ref, show-ref, ls-remote, bundle list-heads and log --all include our refs',
  why: 'they list all refs; commands for branches and tags list only those',
  lines: /^[0-9a-f]+(?: commit)?[\t ]refs\/(?:notes\/provenance|prov\/\S+)\n/gm,
  example: `${AGENT}
      git push -q
      git for-each-ref
      git show-ref
      git ls-remote
      git ls-remote .
      git bundle create -q ../b.bundle --all; git bundle list-heads ../b.bundle; rm ../b.bundle`,
};

/** of a remote that is renamed, */
export const RENAMED: Difference = {
  what: 'git remote rename warns that it does not change our refspec',
  why: 'it changes those only that lead below refs/remotes, where git branch -r would list the notes',
  lines: /^warning: Not updating non-default fetch refspec\n\t\+refs\/notes\/provenance\*:.*\n\tPlease update .*\n/gm,
  example: `
      git remote rename origin source
      git fetch`,
};

/** and of notes, where all are asked for. */
export const ALL_NOTES: Difference = {
  what: "git log --notes='*' shows our notes, which are not text",
  why: 'it shows those of all refs below refs/notes; plain git log shows those of refs/notes/commits',
  lines: /^\nNotes \(provenance\):\n(?: {4}[^\n]*\n|\x00-\x09)*/gm,
  example: `${AGENT}
      git log -1 --notes='*'`,
};

export const IN_PRINT = [FETCHED, LISTED, RENAMED, ALL_NOTES];
