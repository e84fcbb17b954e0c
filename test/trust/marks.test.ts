import { expect, test } from 'vitest';
import type { Note } from '../../src/model/model.ts';
import { all, type Attacked, attacked, blame, count, FILE, stepOf, verify } from './attack.ts';
import { chained, claims, EVIL, NOTHING, step } from './pushed.ts';
import { joinNotes } from '../../src/model/graph/join.ts';
import { type Oid, sessionId } from '../../src/model/ids.ts';
import { HAS_SSH } from './signed.ts';
import type { Site } from '../sharing/world.ts';

// A clone that knows the signers marks sessions without a signature.

const byEve = (commit: Oid): Note => {
  const nodes = [
    step(EVIL, 1, 'commitment', 'changed the file', { detail: { files: [FILE] } }),
    step(EVIL, 2, 'patch', 'twenty lines', { detail: { commit } }),
  ];
  const graph = { ...chained({ id: sessionId(EVIL), agent: 'claude-code' }, nodes), explains: [commit] };
  return joinNotes({ ...NOTHING, commit, graphs: [graph] }, claims(all(stepOf(EVIL, 1), 'exact')));
};

/** Eve pushes a commit of hers, with a note that names a session. */
async function pushed({ eve, push }: Attacked): Promise<Oid> {
  eve.git('fetch', '-q', 'origin', 'main');
  eve.git('reset', '-q', '--hard', 'origin/main');
  eve.repo.write(FILE, Array.from({ length: 20 }, (_, i) => `another line ${i}\n`).join(''));
  const commit = eve.repo.commit('another');
  eve.git('push', '-q', 'origin', 'HEAD:main');
  await push(byEve(commit), commit);
  return commit;
}

const text = (site: Site, ...args: string[]): string => site.prov(...args).stdout;

test.runIf(HAS_SSH)('a session that is only claimed is marked wherever it is listed', () =>
  attacked({ signed: true }, async (around) => {
    await pushed(around);
    const fred = await around.fresh();
    expect(count(blame(fred), 'standing')).toEqual({ claimed: 20 });
    for (const args of [
      ['show', 'HEAD'],
      ['report', 'HEAD~1..HEAD'],
      ['report', '--format', 'md', 'HEAD~1..HEAD'],
      ['sessions'],
      ['blame', FILE],
    ])
      expect([args, text(fred, ...args)]).toEqual([args, expect.stringContaining('(claimed)')]);
    expect(JSON.parse(text(fred, 'show', '--json', 'HEAD'))).toMatchObject({ sessions: [{ standing: 'claimed' }] });
    const report = JSON.parse(text(fred, 'report', '--json', 'HEAD~1..HEAD')) as { sessionsById: object };
    expect(Object.values(report.sessionsById)).toMatchObject([{ standing: 'claimed' }]);
    expect(verify(fred, '--strict').code).toBe(1);
    // The signed commit before it has no mark.
    for (const args of [
      ['show', 'HEAD~1'],
      ['report', 'HEAD~2..HEAD~1'],
    ])
      expect([args, text(fred, ...args)]).toEqual([args, expect.not.stringContaining('(claimed)')]);
    fred.git('config', 'prov.trust', 'vouched');
    for (const args of [
      ['show', 'HEAD'],
      ['report', 'HEAD~1..HEAD'],
    ])
      expect([args, text(fred, ...args)]).toEqual([args, expect.not.stringContaining('claude-code')]);
  }),
);

test('without signing, text has no marks, and JSON has the standing', () =>
  attacked({}, async (around) => {
    await pushed(around);
    const fred = await around.fresh();
    expect(text(fred, 'show', 'HEAD')).toContain('claude-code');
    expect(text(fred, 'show', 'HEAD')).not.toContain('(claimed)');
    expect(JSON.parse(text(fred, 'show', '--json', 'HEAD'))).toMatchObject({ sessions: [{ standing: 'claimed' }] });
    expect(JSON.parse(text(around.vera, 'show', '--json', 'HEAD'))).toMatchObject({
      sessions: [{ standing: 'recorded' }],
    });
  }));
