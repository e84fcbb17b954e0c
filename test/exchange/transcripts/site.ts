import {
  importTranscripts,
  type Imported,
  type ImportOptions,
} from '../../../src/exchange/transcripts/import-transcripts.ts';
import { prov } from '../../helpers/agent.ts';
import { judge } from '../../helpers/judge.ts';
import type { Oid } from '../../../src/model/ids.ts';
import type { TestRepo } from '../../helpers/repo.ts';
import { Claude } from './transcripts/claude.ts';

const NONE = { agents: [], paths: [], since: undefined, dryRun: false, progress: () => undefined };

/** The time of the next commit, in milliseconds. */
export const next = (repo: TestRepo): number => Number(repo.env['GIT_COMMITTER_DATE']!.split(' ')[0]) * 1000;

/** A session that starts shortly before the next commit. */
export const where = (repo: TestRepo): { home: string; cwd: string; at: number } => ({
  home: repo.home,
  cwd: repo.dir,
  at: next(repo) - 50_000,
});

/** Imports the transcripts of all agents. */
export const run = async (repo: TestRepo, more: Partial<ImportOptions> = {}): Promise<Imported> =>
  importTranscripts(await repo.open(), { ...NONE, env: repo.env, ...more });

/** The owners of a file's lines, read by an independent reader. */
export const owners = (repo: TestRepo, path: string): string[] => judge(repo, path).map(({ owner }) => owner);

/** Lines that name their author, as `judge` reads them. */
export const by = (author: string, ...words: string[]): string =>
  words.map((one) => `const ${one}Rate = load('${one}'); // @${author}\n`).join('');

export const verify = (repo: TestRepo): string => prov(repo, 'verify', '--all');

/** A session of Claude Code that wrote lines of b.ts, which are committed unchanged. */
export function committed(repo: TestRepo, ...words: string[]): { story: Claude; commit: Oid } {
  const story = new Claude(where(repo));
  story.prompt('One');
  story.write('b.ts', by('agent', ...words), null);
  story.save();
  repo.write('b.ts', by('agent', ...words));
  return { story, commit: repo.commit('One') };
}
