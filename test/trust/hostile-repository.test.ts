import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeNote } from '../../src/model/format/note.ts';
import type { Note } from '../../src/model/model.ts';
import { NOTES, type Site } from '../sharing/world.ts';
import { all, attacked, blame, count, FILE, verify } from './attack.ts';
import { HAS_SSH, sshKey } from './signed.ts';

// A repository with a hostile owner, or with hostile branches: replaced objects, attributes, links, a list of signers that blesses itself.

const said = (site: Site): unknown => [count(blame(site), 'owner'), verify(site).code, site.prov('sessions').stdout];

test('an object that refs/replace puts in the place of a note, its folder or its commit is not read', () =>
  attacked({}, async ({ vera, note, commit }) => {
    const before = said(vera);
    const object = (name: string): string => vera.git('rev-parse', name).trim();
    const forged: Note = { ...note, commit, lines: new Map([[FILE, [all(null, 'exact')]]]) };
    const written = vera.repo.gitRaw(['hash-object', '-w', '--stdin'], Buffer.from(encodeNote(forged)));
    const empty = vera.repo.gitRaw(['mktree'], Buffer.from('')).toString().trim();
    for (const [from, to] of [
      [object(`${NOTES}:${commit.slice(0, 2)}/${commit.slice(2)}`), written.toString().trim()],
      [object(`${NOTES}^{tree}`), empty],
      [object(`${NOTES}:${commit.slice(0, 2)}`), empty],
      [object(NOTES), vera.git('commit-tree', '-m', 'no notes', empty).trim()],
    ] as const) {
      vera.git('replace', from, to);
      expect(said(vera)).toEqual(before);
      vera.git('replace', '-d', from);
    }
  }));

test('a history that a person joined with git replace is blamed and reported as git shows it', () =>
  attacked({}, async ({ vera, agent, commit }) => {
    agent.stop().end();
    const before = vera.git('commit-tree', '-m', 'before', `${commit}~1^{tree}`).trim();
    vera.git('replace', '--graft', `${commit}~1`, before);
    expect(count(blame(vera), 'owner')).toEqual({ agent: 20 });
    expect(vera.prov('report', '--json', `${commit}~2..HEAD`).code).toBe(0);
    expect(vera.prov('log', '--json').stdout).toContain(commit);
    expect(vera.git('rev-list', 'HEAD').trim().split('\n')).toHaveLength(3);
  }));

test.each([
  '*.txt -diff',
  '*.txt binary',
  '*.txt -text -merge',
  '*.txt filter=lfs diff=lfs -text',
  '*.txt ident eol=crlf',
])('with the attributes %j an agent’s lines stay an agent’s', (line) =>
  attacked({}, async ({ vera, agent }) => {
    vera.repo.write('.gitattributes', `${line}\n`);
    vera.repo.commit('attributes');
    agent.write('g.txt', '$Id$\none\ntwo\nthree\n');
    vera.repo.commit('a file');
    vera.prov('status');
    expect(count(blame(vera, 'g.txt'), 'owner')).toEqual({ agent: 4 });
    expect(verify(vera).code).toBe(0);
  }),
);

test.runIf(HAS_SSH)('a branch that changes the list of allowed signers is reported, and not strictly valid', () =>
  attacked({ signed: true }, async ({ vera, eve }) => {
    const list = join(vera.repo.dir, '.gitprov/allowed_signers');
    const own = `ada@example.com namespaces="git" ${readFileSync(join(vera.repo.home, 'ada.pub'), 'utf8')}`;
    vera.git('config', '--unset', 'gpg.ssh.allowedSignersFile');
    mkdirSync(join(list, '..'));
    writeFileSync(list, own);
    vera.repo.commit('the list');
    vera.repo.write('x.txt', 'x\n');
    vera.repo.commit('something else');
    expect(verify(vera, '--strict', 'HEAD~1..HEAD')).toMatchObject({ code: 0, words: '' });
    writeFileSync(list, `${own}eve@example.com namespaces="git" ${sshKey(eve.repo, 'eve-key').line}\n`);
    vera.repo.commit('Eve blesses herself');
    const strict = verify(vera, '--strict', 'HEAD~1..HEAD');
    expect(strict.words).toBe(
      'gap signatures.signers: It changes .gitprov/allowed_signers, the list that its signatures were checked with.',
    );
    expect(strict.code).toBe(1);
    // A list outside of the branch decides instead.
    vera.git('config', 'gpg.ssh.allowedSignersFile', join(vera.repo.home, 'allowed'));
    expect(verify(vera, '--strict', 'HEAD~1..HEAD').words).toBe('');
  }),
);

test.runIf(HAS_SSH)('a list of allowed signers that is a link is neither read nor written', () =>
  attacked({}, async ({ vera }) => {
    mkdirSync(join(vera.repo.dir, '.gitprov'));
    const victim = join(vera.repo.home, 'victim');
    writeFileSync(victim, 'echo mine\n');
    symlinkSync('/dev/zero', join(vera.repo.dir, '.gitprov/allowed_signers'));
    vera.git('config', 'prov.sign', 'false');
    expect(verify(vera).code).toBe(0);
    vera.git('rm', '-q', '--cached', '--ignore-unmatch', '.gitprov/allowed_signers');
    rmSync(join(vera.repo.dir, '.gitprov/allowed_signers'));
    symlinkSync(victim, join(vera.repo.dir, '.gitprov/allowed_signers'));
    const { code, stderr } = vera.prov('init', '--sign');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/allowed_signers is a link/)]);
    expect(readFileSync(victim, 'utf8')).toBe('echo mine\n');
  }),
);
