import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AgentContext } from '../../../src/ask/context/context.ts';
import { forgetOldCompacted, sessionsAtWork, writeCompacted } from '../../../src/ask/context/compacted-file.ts';
import { filesOf, provDirOf } from '../../../src/git/repository/local-files.ts';
import type { Repo } from '../../../src/git/repository/repo.ts';
import type { SessionId } from '../../../src/model/ids.ts';
import { emptyState } from '../../../src/recorder/state/state-schema.ts';
import { saveState, type SessionState } from '../../../src/recorder/state/state.ts';
import { startCursor } from '../../../src/model/graph/cursor.ts';
import { GENESIS } from '../../../src/model/graph/ledger.ts';

const HOUR_MS = 3_600_000;
const NOW = 1_700_000_000_000;

let root: string;
let repo: Repo;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'git-prov-compacted-'));
  repo = { commonDir: root, gitDir: root, env: {} } as Repo;
  mkdirSync(provDirOf(repo));
});
afterEach(() => rmSync(root, { recursive: true }));

function session(id: string, lastAt: number, more: Partial<SessionState> = {}, parent?: string): SessionState {
  const chain = { head: GENESIS, parentHash: null };
  const named = { id: id as SessionId, agent: 'claude-code', ...(parent && { parent: parent as SessionId }) };
  return {
    session: named,
    cursor: startCursor(named),
    nodes: [],
    edges: [],
    ledgerBytes: 0,
    cutAt: chain,
    context: [],
    graphs: [],
    narration: {},
    usage: {},
    ended: [],
    lastAt,
    ...more,
  };
}

const atWork = (...all: SessionState[]): string[] => {
  saveState(provDirOf(repo), {
    ...emptyState(),
    sessions: Object.fromEntries(all.map((one) => [one.session.id, one])),
  });
  return sessionsAtWork(repo, NOW).map(({ id }) => id);
};

test('sessions are at work until they end or rest for hours; sub-agents and unknown agents are left out', () => {
  expect(
    atWork(
      session('earlier', NOW - 2 * HOUR_MS),
      session('latest', NOW),
      session('resting', NOW - 4 * HOUR_MS),
      session('over', NOW, { over: true }),
      session('child', NOW, {}, 'latest'),
      session('unknown', NOW, { session: { id: 'unknown' as SessionId, agent: 'nobody' } }),
    ),
  ).toEqual(['latest', 'earlier']);
});

test('of many sessions the last eight are at work', () => {
  const many = Array.from({ length: 9 }, (_, i) => session(`s${i}`, NOW - 1000 * (9 - i)));
  expect(atWork(...many)).toEqual(['s8', 's7', 's6', 's5', 's4', 's3', 's2', 's1']);
});

test('no file is written for a session id that is no file name', () => {
  const context = { text: 'x', bytes: 1, items: [], left: 0, unread: 0 } as unknown as AgentContext;
  const write = (id: string): void =>
    writeCompacted(repo, { agent: 'a', vendor: '', session: id as SessionId }, context, 'x', NOW);
  write('../outside');
  write('n'.repeat(129));
  expect(existsSync(filesOf(repo).start)).toBe(false);
  write('plain.1');
  expect(readdirSync(filesOf(repo).start)).toEqual(['a.plain.1.compact']);
});

test('only texts of sessions that did not work for a day are removed', () => {
  const files = { 'a.old.compact': 25, 'a.young.compact': 23, claude: 25 };
  for (const [name, hours] of Object.entries(files)) {
    writeFileSync(join(root, name), '');
    utimesSync(join(root, name), (NOW - hours * HOUR_MS) / 1000, (NOW - hours * HOUR_MS) / 1000);
  }
  forgetOldCompacted(root, NOW);
  expect(readdirSync(root).toSorted()).toEqual(['a.young.compact', 'claude', 'prov']);
});
