import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prov } from '../helpers/agent.ts';
import { adoptRepo, type TestRepo } from '../helpers/repo.ts';
import { tellStory } from '../ask/story.ts';

let repo: TestRepo;
beforeAll(() => {
  repo = tellStory();
});
afterAll(() => repo.cleanup());

function clone(name: string): TestRepo {
  const dir = join(repo.home, name);
  repo.git('clone', '-q', repo.dir, dir);
  return adoptRepo(repo, dir);
}

interface Blamed {
  readonly lines: readonly {
    readonly owner: string;
    readonly session: string | null;
    readonly evidence: string | null;
  }[];
  readonly sessions: Readonly<Record<string, { readonly agent: string }>>;
}
const blamed = (at: TestRepo, path: string): Blamed =>
  JSON.parse(prov(at, 'blame', '--json', 'HEAD', '--', path)) as Blamed;

// The first commit has no note, so its lines have no owner.
function expectSame(there: TestRepo): void {
  for (const path of ['src/auth.rs', 'src/new.rs']) {
    const [here, then] = [blamed(repo, path), blamed(there, path)];
    const owners = ({ lines }: Blamed): unknown => lines.map(({ owner, session }) => ({ owner, session }));
    expect(owners(then)).toEqual(owners(here));
    expect(Object.keys(then.sessions)).toEqual(Object.keys(here.sessions));
    expect(Object.values(then.sessions).map(({ agent }) => agent)).toEqual(
      Object.values(here.sessions).map(({ agent }) => agent),
    );
    expect(new Set(then.lines.map(({ evidence }) => evidence ?? 'imported'))).toEqual(new Set(['imported']));
  }
  prov(there, 'verify');
}

test('an export to git-ai notes and an import give the same lines, sessions and notes', () => {
  prov(repo, 'export', 'git-ai');
  const there = clone('git-ai');
  there.git('fetch', '-q', 'origin', 'refs/notes/ai:refs/notes/ai');
  prov(there, 'import', 'git-ai');
  expectSame(there);
  expect(prov(there, 'export', 'git-ai')).toBe('0 notes written to refs/notes/ai; 2 were there already.\n');
});

test('and as Agent Trace', () => {
  const there = clone('agent-trace');
  const traces = prov(repo, 'export', 'agent-trace');
  mkdirSync(join(there.dir, '.agent-trace'));
  writeFileSync(join(there.dir, '.agent-trace', 'traces.jsonl'), traces);
  prov(there, 'import', 'agent-trace');
  expectSame(there);
  expect(prov(there, 'export', 'agent-trace')).toBe(traces);
});
