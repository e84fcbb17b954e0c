import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ObjectReader } from '../../src/git/objects/objects.ts';
import { decodeNote, encodeNote } from '../../src/model/format/note.ts';
import type { Oid } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import { isDamaged, NoteStore } from '../../src/notes/notes.ts';
import type { VerifyFinding } from '../../src/trust/finding.ts';
import { type SignatureReport, Signatures } from '../../src/trust/checks/signatures.ts';
import type { TestRepo } from '../helpers/repo.ts';

const there = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
/** Whether the signing programs of git are installed. Tests that need one are skipped without it, and name it. */
export const HAS_SSH = there('ssh-keygen');
export const HAS_GPG = there('gpg') && there('gpgconf');

/** The built program, with its exit code. */
export function run(repo: TestRepo, ...args: string[]): { code: number | null; out: string; err: string } {
  const program = resolve(import.meta.dirname, '../../dist/git-prov.js');
  const done = spawnSync(process.execPath, [program, ...args], { cwd: repo.dir, env: repo.env, maxBuffer: 1 << 28 });
  return { code: done.status, out: done.stdout.toString(), err: done.stderr.toString() };
}

function ok(program: string, args: readonly string[], env: NodeJS.ProcessEnv): string {
  const done = spawnSync(program, args, { env });
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stderr.toString()}`);
  return done.stdout.toString();
}

/** Creates an SSH key beside the repository. @returns its file, and its public identity */
export function sshKey(
  repo: TestRepo,
  name: string,
  passphrase = '',
): { file: string; fingerprint: string; line: string } {
  const file = join(repo.home, name);
  ok('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-C', name, '-f', file], repo.env);
  const line = readFileSync(`${file}.pub`, 'utf8').trim();
  return { file, fingerprint: ok('ssh-keygen', ['-l', '-f', `${file}.pub`], repo.env).split(' ')[1]!, line };
}

/** Makes git prov sign notes with an SSH key of Ada's, who is on the list of allowed signers. @returns the key's fingerprint */
export function signWithSsh(repo: TestRepo): string {
  const { file, fingerprint, line } = sshKey(repo, 'ada');
  configure(repo, { 'gpg.format': 'ssh', 'user.signingKey': file, 'prov.sign': 'true' });
  allow(repo, `ada@example.com namespaces="git" ${line}`);
  return fingerprint;
}

/** Writes the list of allowed signers. */
export function allow(repo: TestRepo, ...lines: string[]): void {
  writeFileSync(join(repo.home, 'allowed'), `${lines.join('\n')}\n`);
  configure(repo, { 'gpg.ssh.allowedSignersFile': join(repo.home, 'allowed') });
}

/** Makes git prov sign notes with an OpenPGP key of Ada's in a keyring of the test. @returns its fingerprint */
export function signWithGpg(repo: TestRepo, passphrase = ''): string {
  const folder = join(repo.home, 'gnupg');
  mkdirSync(folder, { mode: 0o700 });
  repo.env['GNUPGHOME'] = folder;
  const protect = ['--batch', '--pinentry-mode', 'loopback', '--passphrase', passphrase];
  ok('gpg', [...protect, '--quick-gen-key', 'Ada Tester <ada@example.com>', 'ed25519', 'sign', 'never'], repo.env);
  const keys = ok('gpg', ['--list-secret-keys', '--with-colons'], repo.env);
  // From now on the agent knows the passphrase.
  ok('gpgconf', ['--kill', 'gpg-agent'], repo.env);
  configure(repo, { 'gpg.format': 'openpgp', 'user.signingKey': 'ada@example.com', 'prov.sign': 'true' });
  return /^fpr:+([0-9A-F]+):/m.exec(keys)![1]!;
}

/** Ends the keyring's agent. */
export const endGpg = (repo: TestRepo): unknown => spawnSync('gpgconf', ['--kill', 'all'], { env: repo.env });

export function configure(repo: TestRepo, settings: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(settings)) repo.git('config', name, value);
}

/** A program that replaces one of git's. */
export function script(repo: TestRepo, name: string, text: string): string {
  const file = join(repo.home, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** All notes of a repository. */
export async function notesOf(repo: TestRepo): Promise<Map<Oid, Note>> {
  const store = new NoteStore(await repo.open());
  const notes = new Map<Oid, Note>();
  for await (const [id, note] of store.each((await store.list()).keys())) if (!isDamaged(note)) notes.set(id, note);
  await store.close();
  return notes;
}

/** Replaces notes, and removes those that are undefined. */
export async function plant(repo: TestRepo, notes: Iterable<readonly [Oid, Note | undefined]>): Promise<void> {
  const store = new NoteStore(await repo.open());
  await store.update(new Map([...notes].map(([id, note]) => [id, () => note] as const)), 'planted');
  await store.close();
}

/** The findings about signatures of notes, which are written and read first, like a note in git. */
export async function judge(
  repo: TestRepo,
  notes: Iterable<readonly [Oid, Note]>,
): Promise<{ findings: VerifyFinding[]; report: SignatureReport }> {
  const opened = await repo.open();
  const objects = new ObjectReader(opened);
  const signatures = new Signatures(opened, objects);
  const findings: VerifyFinding[] = [];
  try {
    for (const [id, note] of notes) signatures.add(id, decodeNote(encodeNote(note)));
    for await (const finding of signatures.findings()) findings.push(finding);
    return { findings, report: signatures.report() };
  } finally {
    await objects.close();
  }
}

/** The faults in `git prov status`. */
export function faults(repo: TestRepo): string[] {
  const state = join(repo.git('rev-parse', '--absolute-git-dir'), 'prov', 'state.json');
  if (!existsSync(state)) return [];
  return (JSON.parse(readFileSync(state, 'utf8')) as { faults: { what: string }[] }).faults.map(({ what }) => what);
}
