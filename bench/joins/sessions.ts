import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callKey } from '../../src/recorder/spool/call-key.ts';
import type { EventBody } from '../../src/recorder/spool/event.ts';
import { READERS } from '../reasons/sessions.ts';

/** A call of a session, or a prompt. */
export type Told =
  | { readonly type: 'prompt'; readonly at: number; readonly text: string }
  | {
      readonly type: 'call';
      readonly at: number;
      readonly key: string;
      readonly cwd: string | undefined;
      readonly body: Extract<EventBody, { type: 'after' }>;
    };

export interface Session {
  readonly agent: string;
  readonly session: string;
  readonly told: readonly Told[];
}

const git = (source: string, ...args: string[]): Buffer | undefined => {
  const { status, stdout } = spawnSync('git', ['-C', source, ...args], { maxBuffer: 1 << 28 });
  return status === 0 ? stdout : undefined;
};

/** Reads a transcript from the first of these git directories that has it. @param blob git's id of it */
export async function readSession(blob: string, sources: readonly string[]): Promise<Session | undefined> {
  for (const source of sources) {
    const text = git(source, 'cat-file', 'blob', blob);
    if (text) return readText(text);
  }
  return undefined;
}

async function readText(text: Buffer): Promise<Session | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'git-prov-joins-'));
  try {
    const beginning = text.subarray(0, 4096).toString();
    for (const [agent, reader] of Object.entries(READERS)) {
      const path = join(folder, agent === 'opencode' ? 'session.json' : 'session.jsonl');
      writeFileSync(path, text);
      if (!reader.sniff(path, beginning)) continue;
      const told: Told[] = [];
      let session = '';
      const known = new Set<string>();
      for await (const { parent, session: id, at, cwd, event } of reader.read(path, () => {}, [])) {
        if (parent || !event) continue;
        session ||= id;
        const { body } = event;
        if (body.type === 'prompt') told.push({ type: 'prompt', at, text: body.text });
        if (body.type !== 'after') continue;
        const key = callKey(body.call);
        if (known.has(key)) continue;
        known.add(key);
        told.push({ type: 'call', at, key, cwd: event.cwd ?? cwd, body });
      }
      return { agent, session, told };
    }
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The last commit of a project: its files, and the folder with the manifests of its tasks. */
export interface Tree {
  readonly paths: ReadonlySet<string>;
  readonly text: (path: string) => readonly string[];
  /** A folder that contains the manifests. */
  readonly top: string;
}

const TASKS = /(?:^|\/)(?:package\.json|(?:GNU)?[Mm]akefile|\.?[Jj]ustfile)$/;

/** Reads the last commit of a project. @param folder receives the manifests */
export function readTree(source: string, folder: string): Tree {
  const all = (git(source, 'ls-tree', '-r', '-z', '--name-only', 'HEAD') ?? Buffer.of()).toString().split('\0');
  const manifests = all.filter((path) => TASKS.test(path) && !path.includes('node_modules/'));
  const packed = git(source, 'archive', 'HEAD', '--', ...manifests);
  if (packed) spawnSync('tar', ['-x', '-C', folder], { input: packed });
  return {
    paths: new Set(all),
    text: (path) => (git(source, 'show', `HEAD:${path}`) ?? Buffer.of()).toString().split('\n'),
    top: folder,
  };
}

/** The labels of a part of a session. */
export interface Labelled {
  readonly project: string;
  readonly session: string;
  readonly blob: string;
  /** Not looked at before the rules were final. */
  readonly held: boolean;
  /** The calls that were looked at. */
  readonly seen: readonly string[];
  /**
   * `checks` are the commands that check an edit: of each kind of check all runs after it up to the first pass. `again` are runs that
   * may count too: after a pass, with nothing changed since, or scripts that are no usual check.
   */
  readonly edits: readonly {
    readonly call: string;
    readonly checks: readonly string[];
    readonly again?: readonly string[];
  }[];
}

export const labelsIn = (root: string): Labelled[] =>
  JSON.parse(readFileSync(join(root, 'bench/joins/labels.json'), 'utf8')) as Labelled[];
