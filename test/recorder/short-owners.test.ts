import { readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { commitAll, tell } from '../harm/damage.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { withRepo } from '../helpers/repo.ts';
import { withPreparedSite } from '../sharing/prepared.ts';
import type { Site } from './site.ts';

test.each([0, 0.5])(
  "after a power cut left %d of owners.jsonl, an agent's lines may be unknown, but are never a person’s",
  (part) =>
    withRepo({ files: { 'a.txt': 'one\n', 'b.txt': 'one\n' } }, (repo) => {
      enable(repo);
      const agent = new TestAgent(repo, 'claude');
      agent.prompt('Count').write('a.txt', 'one\ntwo by the agent\n').write('b.txt', 'one\ntwo by the agent too\n');
      prov(repo, 'status');
      const file = join(repo.dir, '.git/prov/owners.jsonl');
      truncateSync(file, Math.floor(readFileSync(file).length * part));
      expect(prov(repo, 'status')).toContain('owners.jsonl');
      expect(() => prov(repo, 'doctor')).toThrow('exited with 1');
      repo.write('a.txt', 'one\ntwo by the agent\nthree by hand\n');
      repo.commit('a person commits');
      const owners = (path: string): string[] =>
        (JSON.parse(prov(repo, 'blame', '--json', path)) as { lines: { owner: string }[] }).lines.map(
          ({ owner }) => owner,
        );
      // Half of the file still has the owners of a.txt, which was written first.
      expect([owners('a.txt')[1], owners('a.txt')[2]]).toEqual([part === 0 ? 'unknown' : 'agent', 'human']);
      expect(owners('b.txt')[1]).toBe('unknown');
    }),
);

type Cut = (file: string) => void;

const CUTS: Readonly<Record<string, Cut>> = {
  'cut between two lines': (file) => {
    const text = readFileSync(file, 'utf8');
    truncateSync(file, Buffer.byteLength(text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)));
  },
  'cut in a line': (file) => truncateSync(file, readFileSync(file).length - 20),
  empty: (file) => truncateSync(file, 0),
  removed: (file) => rmSync(file),
};

/** A site with two recorded changes. It is made once and copied. */
const withRecorded = (story: (site: Site) => void): Promise<void> =>
  withPreparedSite(
    'two recorded changes',
    (site) => {
      site.agent.start().prompt('go').write('n.txt', 'n @a\n').write('m.txt', 'm @a\n');
      tell(site, ['status']);
    },
    story,
  );

test.each(
  ['owners.jsonl', 'sessions/a.jsonl'].flatMap((name) =>
    Object.keys(CUTS).flatMap((cut) => ['doctor', 'commit'].map((first) => [name, cut, first] as const)),
  ),
)(
  '%s is %s: doctor and status name it, doctor --fix mends it, and no line is a person’s (first: %s)',
  (name, cut, first) =>
    withRecorded((site) => {
      const { agent, repo, prov: dir } = site;
      CUTS[cut]!(join(dir, name));
      const mends = first === 'doctor' ? [['doctor'], ['doctor', '--fix']] : [];
      const [found, mended] = mends.map((words) => tell(site, words));
      agent.write('o.txt', 'o @a\n');
      expect(commitAll(site, 'two')).toEqual([0, '']);
      // Either doctor finds the loss and mends it, or the commit records it for status.
      expect([found?.code ?? 1, mended?.code ?? 0]).toEqual([1, 0]);
      const status = tell(site, ['status']).text;
      const isGap = first === 'doctor' && name !== 'owners.jsonl';
      expect(found?.text ?? `problem ${name} doctor --fix`).toMatch(new RegExp(`problem.*${name}[^]*doctor --fix`));
      expect(isGap ? 'faults The end of the ledger' : status).toMatch(
        /faults .*(?:The end of (?:owners\.jsonl|the ledger)|owners\.jsonl is|A part of the local state was damaged)/,
      );
      expect(tell(site, ['doctor']).code).toBe(0);
      expect(tell(site, ['verify'])).toMatchObject({ code: 0, text: expect.not.stringMatching(/^fault/m) as string });
      const owners = ['n.txt', 'm.txt', 'o.txt'].map((path) =>
        judge(repo, path)
          .map(({ owner }) => owner)
          .join(),
      );
      const kept = name !== 'owners.jsonl' || cut.startsWith('cut');
      expect(owners).toEqual([kept ? 'a' : 'unsure', name === 'owners.jsonl' ? 'unsure' : 'a', 'a']);
      // Nothing that was drained is lost: the state has it.
      const noted = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.flatMap(({ nodes }) => nodes));
      for (const step of ['go', 'write n.txt', 'write m.txt', 'write o.txt'])
        expect(noted.map(({ summary }) => summary)).toContain(step);
    }),
);
