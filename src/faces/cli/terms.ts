/** The words that commands print, by heading; `docs/glossary.md` has the same. */
export const TERMS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  [
    'owners and checks',
    {
      agent: "The line was written by a step of an agent's session.",
      human: 'The commit has a note, and no recorded step wrote the line. An agent without hooks counts as human.',
      'unknown ?': 'The commit has no note, or the evidence does not decide.',
      'passed ✓': 'A check (for example a test run) passed after the change.',
      'stale ~':
        'A check passed, but not on what is here now: the file was changed afterwards, or its commit was moved to other code.',
      'partly ◐': 'Only in the log: a check passed for some lines of the commit.',
      'failed ✗': 'The last check after the change failed.',
      'none ·': 'No check was recorded after the change.',
      'blind !': 'The session edited the file and had not read it before.',
      'not applicable -': 'Prose, a licence or a generated file, and no check after the change covers it.',
    },
  ],
  [
    'evidence of an attribution',
    {
      exact: 'The line is as the step wrote it.',
      reformatted: 'Only white space or formatting changed since.',
      moved: 'The line was moved, within the file or from another one.',
      restored: 'The line was removed and came back, for example by a revert.',
      carried:
        'The commit was rewritten (amend, rebase, squash, cherry-pick); the owner comes from the original commit.',
      imported: 'Another tool recorded it.',
      inferred: 'No hook saw the write. The words of the command, its program or a transcript explain the line.',
      likely: 'A program of the agent ran while the line appeared, and nothing else explains it.',
      unsure: 'Several writers are possible, so no owner is named.',
    },
  ],
  [
    'decisions and trust',
    {
      declared: 'A decision that an agent or a person recorded with git prov decide.',
      narrated: "A decision in words of the session, taken from its transcript: the agent's, or the user's ('user:').",
      consolidated: 'A decision without words: a summary of what was read, changed and checked.',
      accepted: 'A person declared it or accepted it, or it is of a kind that needs no review.',
      proposed: 'An entry or a link by an agent, of a kind in prov.review; no person has decided on it.',
      constraint: 'A limit of the work, or something that must not change; declared or stated in a prompt.',
      'ruled out': 'An alternative that a decision did not take.',
      'rejected ⊘': 'A person rejected the entry or the link; it stays in the record.',
      completed: 'A task or a declared goal that is done.',
      open: 'A task without a start yet.',
      blocked: 'A task that was marked as blocked, or depends on a task that is not done.',
      active: 'A task in progress.',
      dropped: 'A task that was given up; it stays in the record.',
      superseded: 'Replaced by a newer entry; it stays in the record.',
      'retracted ⊘': 'Taken back; it stays in the record.',
      stale: 'What the entry is derived from has changed, is missing, or does not count any more.',
      'recorded here': 'This clone wrote it.',
      vouched: 'An allowed signer signed it.',
      claimed: 'Neither recorded here nor signed by an allowed signer.',
    },
  ],
]);
