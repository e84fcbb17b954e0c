import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { History } from '../ask/history/history.ts';
import { ObjectReader } from '../git/objects/objects.ts';
import { binaryReader } from '../git/objects/port.ts';
import type { Repo } from '../git/repository/repo.ts';
import { readSigning, signersIn } from '../git/signatures/signing-settings.ts';
import type { Oid } from '../model/ids.ts';
import { isDamaged } from '../notes/notes.ts';
import { type Coverage, JudgedReader, RankedReader } from '../notes/standing/judged.ts';
import type { GraphSigners } from './signers.ts';
import { verifyRecord } from '../trust/verify-record.ts';

/** The notes as the base of the range lets them count. */
export interface BaseHistory {
  readonly history: History;
  /** Whether signing is asked for: then what is only claimed satisfies nothing. */
  readonly signs: boolean;
  /** Whether this clone knows allowed signers. */
  readonly knowsSigners: boolean;
  /** What supports the notes of commits; nothing for a commit without a note. */
  readonly coverage: (commits: readonly Oid[]) => Promise<ReadonlyMap<Oid, Coverage>>;
  /** The signers of the graphs in the notes of commits, by the graph's id. */
  readonly signers: (commits: readonly Oid[]) => Promise<GraphSigners>;
  /** What `git prov verify` finds wrong in notes of commits, in one sentence; The key `''` means all commits. */
  readonly faults: (revisions: readonly string[]) => Promise<ReadonlyMap<Oid | '', string>>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the notes with the allowed signers of the base: the file in the work tree may be the range's own. A list that the user's
 * configuration names (`gpg.ssh.allowedSignersFile`) counts instead.
 * @param signers the list in the base; undefined without one
 */
export async function openBase(history: History, signers: string | undefined): Promise<BaseHistory> {
  const { repo, dir } = await withSigners(history.repo, signers);
  const objects = new ObjectReader(repo);
  const notes = new JudgedReader(repo, binaryReader(repo, objects));
  const raw = new RankedReader(repo, binaryReader(repo, objects), notes.judge);
  const trust = await notes.judge.trust();
  return {
    history: { ...history, repo, notes, signs: () => notes.judge.signs() },
    signs: trust.vouching !== undefined,
    knowsSigners: trust.signing.allowedSigners !== undefined,
    coverage: async (commits) => {
      const located = await raw.locate(commits);
      const found = new Map<Oid, Coverage>();
      for await (const [commit, note] of raw.at(located))
        if (!isDamaged(note)) found.set(commit, await notes.judge.coverage(commit, note, located.get(commit)!));
      return found;
    },
    signers: async (commits) => {
      const found = new Map<string, Set<string>>();
      for await (const [commit, note] of raw.each(commits)) {
        if (isDamaged(note) || !note.signatures || !trust.vouching) continue;
        for (const [graph, names] of await trust.vouching.signers(commit, note.signatures))
          for (const name of names) found.set(graph, (found.get(graph) ?? new Set<string>()).add(name));
      }
      return found;
    },
    faults: (revisions) => faultsIn(repo, revisions),
    close: async () => {
      await objects.close();
      if (dir !== undefined) rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function withSigners(repo: Repo, signers: string | undefined): Promise<{ repo: Repo; dir?: string }> {
  const { allowedSigners } = await readSigning(repo);
  if (allowedSigners !== undefined && allowedSigners !== signersIn(repo)) return { repo };
  const bare = { ...repo, workTree: undefined }; // the list in the work tree is not read
  if (signers === undefined) return { repo: bare };
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-'));
  const file = join(dir, 'allowed_signers');
  writeFileSync(file, signers, { mode: 0o600 });
  return { repo: { ...bare, env: withSetting(repo.env, 'gpg.ssh.allowedSignersFile', file) }, dir };
}

// As `git -c` does it, without replacing other settings of this kind.
function withSetting(env: NodeJS.ProcessEnv, name: string, value: string): NodeJS.ProcessEnv {
  const count = Number(env['GIT_CONFIG_COUNT'] ?? 0) || 0;
  return {
    ...env,
    GIT_CONFIG_COUNT: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: name,
    [`GIT_CONFIG_VALUE_${count}`]: value,
  };
}

// A gap is only of interest where something signed is missing: other gaps are parts of the record that were never here. An unsigned
// graph beside signed ones is only claimed and satisfies nothing. It is no fault, or everyone who may push notes could stop every merge.
async function faultsIn(repo: Repo, revisions: readonly string[]): Promise<Map<Oid | '', string>> {
  const { findings } = await verifyRecord(repo, { revisions });
  const faults = new Map<Oid | '', string>();
  for (const { kind, field, commit, graph, what } of findings) {
    const isAdded = graph !== undefined && field === 'signatures';
    const isRemoved = kind === 'gap' && field.startsWith('signatures') && commit !== undefined && !isAdded;
    const key = commit ?? '';
    if ((kind === 'fault' || isRemoved) && !faults.has(key)) faults.set(key, what);
  }
  return faults;
}
