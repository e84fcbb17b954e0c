import { spawnSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from '../../helpers/repo.ts';
import { commit, type Site } from '../../recorder/site.ts';
import { run } from '../../trust/signed.ts';
import type { Secrets } from './imported.ts';

/** Places that git itself has: notes and files of git prov must not repeat them. */
export const GIT_PLACES = ['name of a branch', 'name of a tag', 'message of a commit', 'name of a remote'];

/** Plants secrets in names and words of git, and in the addresses of remotes that do not answer. */
export function plantInGit({ repo, agent }: Site, server: TestRepo, { text, name }: Secrets): void {
  // A server that refuses notes, so that what waits for it is written down.
  const hook = join(server.dir, 'hooks/update');
  writeFileSync(hook, '#!/bin/sh\ncase $1 in refs/notes/*) exit 1 ;; esac\n', { mode: 0o755 });
  const address = `https://ada:${name('password of a remote')}@example.com/`;
  const other = `https://example.com/shop.git?private_token=${name('query of a remote')}`;
  for (const url of [address, other]) repo.git('config', '--add', `url.${server.dir}.insteadOf`, url);
  repo.git('remote', 'add', 'lost', address);
  repo.git('remote', 'add', 'asked', other);
  repo.git('checkout', '-q', '-b', name('name of a branch'));
  agent.write('f.txt', 'one @agent\n');
  commit(repo, text('message of a commit'));
  agent.stop();
  repo.git('tag', name('name of a tag'));
  agent.bash(`git checkout -q -b '${name('branch that an agent makes')}'`);
  agent.bash(`git push 'http://ada:${name('password in a push of an agent')}@127.0.0.1:9/x' HEAD || true`);
  for (const remote of ['lost', 'asked', address, other]) {
    spawnSync('git', ['push', '-q', remote, 'HEAD'], { cwd: repo.dir, env: repo.env });
    for (const command of ['push', 'fetch']) run(repo, command, remote);
  }
  run(repo, 'status');
  agent.end();
  run(repo, 'status');
}

/** Plants secrets in what behaviours declare and answer, and in the answer of a model. */
export function plantInRules({ repo }: Site, { text }: Secrets): void {
  const rule = (title: string, on: string, what: string): string => `[behaviour.${title}]\non = "${on}"\n${what}\n`;
  const toml = (words: string): string => JSON.stringify(words);
  appendFileSync(
    join(repo.dir, '.gitprov.toml'),
    rule(
      'told',
      'created',
      `where = { kind = "note" }\ndo = { add = "risk", text = ${toml(text('text of a behaviour'))} }`,
    ) + rule('ran', 'created', 'where = { kind = "note" }\ndo = { run = "notify" }'),
  );
  writeFileSync(join(repo.home, 'answer'), `${text('output of a behaviour')}\n`);
  repo.git(
    'config',
    'prov.run.notify',
    `cat '${join(repo.home, 'answer')}'; echo '${text('command of a behaviour')}' >&2`,
  );
  run(repo, 'behaviours', '--accept', '--yes');
  run(repo, 'behaviours', '--run');
  run(repo, 'add', 'note', 'x');
  run(repo, 'behaviours', '--run');
}
