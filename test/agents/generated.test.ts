import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ADAPTERS } from '../../src/agents/all/adapters.ts';
import { AGENTS } from '../../src/agents/all/installers.ts';
import { READERS } from '../../src/agents/all/transcripts.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** What docs/generate/agents.mjs exports. */
interface Generator {
  agentsIn(root: string): readonly {
    readonly name: string;
    readonly text: string;
    readonly about: {
      readonly title?: string;
      readonly tried?: string;
      readonly untried?: string;
      readonly sessions?: object;
      readonly hook?: Readonly<Record<string, string>>;
    };
  }[];
  filesOfAgents(root: string): Readonly<Record<string, string>>;
}

const { agentsIn, filesOfAgents } = (await import(join(ROOT, 'docs/generate/agents.mjs'))) as Generator;
const agents = agentsIn(ROOT);
const words = (names: string | undefined): string[] => (names ?? '').split(' ').filter(Boolean);

test('the lists, the names in the hook, and the tables match the folders of the agents (npm run docs)', () => {
  const stale = Object.entries(filesOfAgents(ROOT)).filter(
    ([path, text]) => readFileSync(join(ROOT, path), 'utf8') !== text,
  );
  expect(stale.map(([path]) => path)).toEqual([]);
});

test('every folder of an agent is in the lists, under its own name', () => {
  const folders = readdirSync(join(ROOT, 'src/agents')).filter((name) =>
    existsSync(join(ROOT, 'src/agents', name, 'hooks.ts')),
  );
  expect(agents.map(({ name }) => name)).toEqual(expect.arrayContaining(folders));
  const having = (file: string): string[] =>
    folders.filter((name) => name !== 'generic' && existsSync(join(ROOT, 'src/agents', name, file)));
  expect(ADAPTERS.map(({ agent }) => agent).toSorted()).toEqual(having('hooks.ts'));
  expect(AGENTS.map(({ name }) => name).toSorted()).toEqual(having('settings.ts'));
  expect(READERS.map(({ adapter }) => adapter.agent).toSorted()).toEqual(having('transcript.ts'));
});

test('a tool that writes for an agent is never taken for a tool that only reads for another agent', () => {
  const reads = new Set(agents.flatMap(({ about }) => words(about.hook?.['reads'])));
  const files = new Set(agents.flatMap(({ about }) => words(about.hook?.['files'])));
  expect([...files].filter((name) => reads.has(name))).toEqual([]);
  // What an adapter calls a shell or an edit must have a snapshot.
  const wrong = ADAPTERS.flatMap(({ agent, read }) =>
    [...reads].filter((tool) => {
      const tool_input = { command: 'x', file_path: '/f', path: '/f', filePath: '/f' };
      const plugin = { plugin: agent, sessions: ['s'] };
      const call = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: tool, tool_input };
      const body = read({ ...plugin, ...call, transcript_path: '/t.jsonl' })?.body;
      return body?.type === 'before' && ['edit', 'shell'].includes(body.call.action);
    }),
  );
  expect(wrong).toEqual([]);
});

test('the text of an agent begins with its title, and a table row has what it needs', () => {
  const incomplete = agents.filter(({ name, about, text }) => {
    if (about.title === undefined) return false;
    const isRead = existsSync(join(ROOT, 'src/agents', name, 'transcript.ts'));
    const isTold = text.startsWith(`# ${about.title}\n`) && /\n\*\*Tried:\*\* /.test(text);
    return !isTold || !(about.tried ?? about.untried) || isRead !== (about.sessions !== undefined);
  });
  expect(incomplete.map(({ name }) => name)).toEqual([]);
});
