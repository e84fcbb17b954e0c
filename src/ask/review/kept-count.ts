import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binaryReader } from '../../git/objects/port.ts';
import { readSettings } from '../../git/repository/git-settings.ts';
import { filesOf, provDirOf } from '../../git/repository/local-files.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { readSigning } from '../../git/signatures/signing-settings.ts';
import { NoteReader } from '../../notes/note-reader.ts';
import { isEnabled } from '../../recorder/repo-state.ts';
import { loadState } from '../../recorder/state/load-state.ts';
import { localKey } from '../../redact/forms/key.ts';

/** What `git prov status` says of declared entries. */
export interface KnownState {
  /** The number of entries that wait for a person's review. */
  readonly proposed: number;
  /** Violated structural invariants, as sentences. */
  readonly warnings: readonly string[];
}

/** Changes when the same notes would give another answer. */
const FORMAT = 1;
/** In bytes. A longer answer is not kept. */
const MAX_BYTES = 1 << 20;

// Beside the index: what removes the index for its words removes it too.
const fileOf = (repo: Repo): string => join(filesOf(repo).index, 'known.json');

/**
 * The answer of the index from the last time, while everything that it depends on is the same; otherwise that of `ask`, which is then
 * kept. The file is signed with this clone's key. Whatever is wrong with it, the index is asked.
 * @param tip the commit of the notes, '' without any; undefined where it is not known, and then nothing is kept
 */
export async function keptOr(
  repo: Repo,
  tip: string | undefined,
  ask: () => Promise<KnownState | undefined>,
): Promise<KnownState | undefined> {
  const before = tip === undefined ? undefined : await basis(repo, tip).catch(() => undefined);
  if (before === undefined) return ask();
  const kept = read(repo, before);
  if (kept) return kept;
  const answer = await ask();
  if (answer) await keep(repo, before, answer).catch(() => undefined); // a full disk: the index is asked again the next time
  return answer;
}

/** All that the answer depends on besides the index, which holds the notes. Undefined where signatures count: programs may judge them. */
async function basis(repo: Repo, tip: string): Promise<string | undefined> {
  const { on, allowedSigners, trust } = await readSigning(repo);
  if (on || allowedSigners !== undefined) return undefined;
  const review = (await readSettings(['prov'], repo)).get('prov.review');
  const sessions = isEnabled(repo) ? Object.values(loadState(provDirOf(repo)).sessions) : [];
  const uncommitted = sessions.filter(({ nodes }) => nodes.length > 0);
  const { recorded, graphs } = filesOf(repo);
  const version = process.env['GIT_PROV_VERSION'];
  return JSON.stringify([FORMAT, version, tip, trust, review, stamp(recorded), stamp(graphs), uncommitted]);
}

/** The state of the index's file. Undefined while its tables are written, and without one. */
function indexIn(repo: Repo): string | undefined {
  const dir = filesOf(repo).index;
  return existsSync(join(dir, 'writing')) ? undefined : stamp(join(dir, 'index.db'));
}

function stamp(file: string): string | undefined {
  const stat = lstatSync(file, { throwIfNoEntry: false, bigint: true });
  return stat && [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
}

function read(repo: Repo, about: string): KnownState | undefined {
  try {
    const index = indexIn(repo);
    const file = fileOf(repo);
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (index === undefined || !stat?.isFile() || stat.size > MAX_BYTES || !existsSync(filesOf(repo).key))
      return undefined;
    const text = readFileSync(file, 'latin1');
    const end = text.indexOf('\n');
    const answer = text.slice(end + 1);
    const [given, own] = [Buffer.from(text.slice(0, end), 'hex'), seal(repo, about, index, answer)];
    if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined;
    return JSON.parse(Buffer.from(answer, 'latin1').toString('utf8')) as KnownState; // this clone wrote it, and its key proves it
  } catch {
    return undefined;
  }
}

async function keep(repo: Repo, before: string, answer: KnownState): Promise<void> {
  const index = indexIn(repo);
  // Another process may have changed something while the index was asked.
  if (index === undefined || (await basis(repo, await tipOf(repo))) !== before) return;
  const text = Buffer.from(JSON.stringify(answer)).toString('latin1');
  const content = `${seal(repo, before, index, text).toString('hex')}\n${text}`;
  if (content.length <= MAX_BYTES) replaceFile(fileOf(repo), Buffer.from(content, 'latin1'), 'cache');
}

async function tipOf(repo: Repo): Promise<string> {
  const reader = binaryReader(repo);
  try {
    return (await new NoteReader(reader).tip()) ?? '';
  } finally {
    await reader.close();
  }
}

const seal = (repo: Repo, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', `known ${localKey(provDirOf(repo))()}`)
    .update(JSON.stringify(parts))
    .digest();
