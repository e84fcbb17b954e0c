import { expect, test } from 'vitest';
import type { ForgeImportReport } from '../../../src/faces/cli/render/tools/import-forge.ts';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { run } from '../../trust/signed.ts';
import { type TestRepo, withRepo } from '../../helpers/repo.ts';
import { checkRuns, dump, pull, review, reviewComment } from './site.ts';

const imported = (repo: TestRepo, ...args: string[]): ForgeImportReport =>
  JSON.parse(prov(repo, 'import', 'github', '--json', ...args)) as ForgeImportReport;
const tip = (repo: TestRepo): string => repo.git('rev-parse', 'refs/notes/provenance');

test('try', () =>
  withRepo({ files: { 'lamp.js': 'one\n' } }, (repo) => {
    enable(repo);
    repo.git('switch', '-q', '-c', 'topic');
    const agent = new TestAgent(repo, 'aaaaaaaa-1111-4111-8111-111111111111').start().prompt('Work');
    agent.write('lamp.js', 'one\ntwo\nthree\n');
    const head = repo.commit('agent work');
    agent.stop();
    repo.git('switch', '-q', 'main');
    repo.git('merge', '-q', '--no-ff', '-m', 'Merge', 'topic');
    const merge = repo.oid('HEAD');
    const file = dump(
      repo,
      'dump.json',
      [pull(1, head, merge)],
      [reviewComment(11, 1, 'Why three?', { original_line: 3, original_commit_id: head }), reviewComment(12, 1, 'Because', { in_reply_to_id: 11 })],
      [review(21, 1, 'APPROVED', { commit_id: head })],
      checkRuns(head, { id: 31 }),
    );
    console.log(prov(repo, 'import', 'github', '--from', file, '--dry-run'));
    console.log(prov(repo, 'import', 'github', '--from', file));
    console.log(prov(repo, 'import', 'github', '--from', file));
    const { code, out, err } = run(repo, 'verify');
    console.log(code, out, err);
    console.log(run(repo, 'trace', 'commit:HEAD').out, run(repo, 'trace', 'file:lamp.js').out, run(repo, 'search', 'three').out, run(repo, 'history', 'task:'+ (JSON.parse(prov(repo,'list','task','--json')) as {nodes:{id:string}[]}).nodes?.[0]?.id).out);
    console.log(run(repo, 'list', 'claim', '--json').out);
  }));
