import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type ForgetArguments, runForget } from '../../../src/faces/cli/commands/trust/forget.ts';
import { type ForgetReport } from '../../../src/faces/cli/render/trust/forget-report.ts';
import { runVerify } from '../../../src/faces/cli/commands/trust/verify.ts';
import { type VerifyReport } from '../../../src/trust/verify-report.ts';
import { openReading } from '../../../src/faces/cli/reading/open-history.ts';
import { collect } from '../../faces/cli/collect.ts';
import { contextOf, makeSite, type Site } from '../../recorder/site.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { objectsWith } from '../../helpers/search.ts';

/** No redaction rule matches it. */
export const LEAK = 'the zebrafish tango';
/** A part of it that occurs nowhere else. */
export const TRACES = [LEAK, 'zebrafish'];
export const NOTES = 'refs/notes/provenance';
export const gitDirOf = (repo: TestRepo): string => join(repo.dir, '.git');

/** `git prov forget`, given the text on standard input. */
export async function forget(
  repo: TestRepo,
  args: Partial<ForgetArguments> = {},
): Promise<ForgetReport & { code: number; warnings: readonly string[] }> {
  const ctx = contextOf(repo);
  const { code, text } = await collect((stdout) =>
    runForget({ stdin: true, yes: false, json: true, ...args }, { ...ctx, stdout }, Readable.from([`${LEAK}\n`])),
  );
  return { ...(JSON.parse(text) as ForgetReport), code, warnings: ctx.warnings };
}

export async function verify(repo: TestRepo): Promise<VerifyReport> {
  const ctx = contextOf(repo);
  const read = await openReading(ctx);
  const { text } = await collect((stdout) => runVerify({ json: true }, { ...read, ...ctx, stdout }));
  await read.store.close();
  return JSON.parse(text) as VerifyReport;
}

/** Two clones of one server, with fetches that bring notes. */
export interface Pair {
  readonly server: TestRepo;
  readonly ada: Site;
  readonly bob: Site;
  /** The objects of the server's notes that hold the text. */
  readonly there: () => string[];
}

export const FETCH = `+${NOTES}*:refs/prov/remotes/origin/provenance*`;

export async function makePair(): Promise<Pair> {
  const server = makeRepo({ bare: true });
  const [ada, bob] = [await makeSite(), await makeSite()];
  for (const { repo } of [ada, bob]) {
    repo.git('remote', 'add', 'origin', server.dir);
    repo.git('config', '--add', 'remote.origin.fetch', FETCH);
  }
  return { server, ada, bob, there: () => objectsWith(server.dir, TRACES, NOTES) };
}

export async function withPair(story: (pair: Pair) => Promise<void>): Promise<void> {
  const pair = await makePair();
  try {
    await story(pair);
  } finally {
    for (const one of [pair.ada.repo, pair.bob.repo, pair.server]) one.cleanup();
  }
}
