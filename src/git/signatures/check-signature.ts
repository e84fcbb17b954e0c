import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { type Ended, runBounded } from '../process/bounded.ts';
import { readGpgStatus, TRUST } from './gpg-status.ts';
import type { Repo } from '../repository/repo.ts';
import { SSH_NAMESPACE, whyNot } from './sign.ts';
import { type Scheme, SCHEMES, type SigningSettings } from './signing-settings.ts';
import { readSshSignature } from './ssh-signature.ts';

/**
 * The signer of a signature. `vouched`: a signer that the configuration names. `stranger`: the signature is valid or may be, but the
 * key is missing or nothing here allows it to sign. `bad`: it does not match these bytes. `unchecked`: it could not be checked.
 */
export type Checked =
  | { readonly kind: 'vouched'; readonly by: string; readonly key: string }
  | { readonly kind: 'stranger'; readonly key: string | undefined; readonly why: string }
  | { readonly kind: 'bad'; readonly why: string }
  | { readonly kind: 'unchecked'; readonly why: string };

/** Results of ssh-keygen for keys with the same validity at any time, by key. */
export type KnownKeys = Map<string, Checked>;

/** Milliseconds for each program that is run. */
const TIMEOUT_MS = 10_000;

/**
 * Checks a signature as git checks that of a commit, with the same programs and the same lists.
 * @param signed `at`: when it was made, as the signer says, in milliseconds: the key has to be valid then (ssh)
 * @param known for many signatures: what is known of their keys. Then only the first one of a key starts a program
 */
export async function checkSignature(
  repo: Repo,
  settings: SigningSettings,
  signed: { readonly scheme: string; readonly signature: string; readonly bytes: Uint8Array; readonly at: number },
  known: KnownKeys = new Map(),
): Promise<Checked> {
  const scheme = SCHEMES.find((one) => one === signed.scheme);
  if (!scheme) return { kind: 'unchecked', why: 'it is of a kind that is not known here' };
  const timeless = isTimeless(repo, settings);
  const ssh = scheme === 'ssh' && timeless ? readSshSignature(signed.signature, SSH_NAMESPACE) : undefined;
  const before = ssh && known.get(ssh.key);
  if (before && ssh.isOver(signed.bytes)) return before;
  const folder = mkdtempSync(join(tmpdir(), 'git-prov-'));
  try {
    const file = join(folder, 'signature');
    writeFileSync(file, signed.signature, { encoding: 'latin1', mode: 0o600 });
    const env = { ...repo.env, TZ: 'UTC', LC_ALL: 'C', LANGUAGE: '' };
    const run: ProgramRun = (args) =>
      runBounded(settings.programs[scheme], args, { cwd: repo.cwd, env, timeout: TIMEOUT_MS, input: signed.bytes });
    if (scheme !== 'ssh') return await checkGpg(settings, scheme, file, run);
    // Where the time does not matter none is named: what a stranger names must not count for others of the key.
    const checked = await checkSsh(repo, settings, file, timeless ? undefined : signed.at, run);
    if (ssh && (checked.kind === 'vouched' || checked.kind === 'stranger')) known.set(ssh.key, checked);
    return checked;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type ProgramRun = (args: readonly string[]) => Promise<Ended>;

const listOf = (repo: Repo, allowedSigners: string | undefined): string | undefined =>
  allowedSigners && (isAbsolute(allowedSigners) ? allowedSigners : join(repo.cwd, allowedSigners));

// The last list of signers read: its path, its state, and whether it contains times.
let looked = { list: '', state: '', timeless: false };

// Whether the allowed signers are the same at any signing time.
function isTimeless(repo: Repo, { allowedSigners }: SigningSettings): boolean {
  const list = listOf(repo, allowedSigners);
  const stat = list === undefined ? undefined : statSync(list, { throwIfNoEntry: false, bigint: true });
  if (list === undefined || !stat) return true;
  const state = `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
  if (looked.list !== list || looked.state !== state)
    looked = { list, state, timeless: !/valid-(?:after|before)/i.test(readFileSync(list, 'latin1')) };
  return looked.timeless;
}

async function checkSsh(
  repo: Repo,
  { allowedSigners, revoked, programs }: SigningSettings,
  file: string,
  at: number | undefined,
  run: ProgramRun,
): Promise<Checked> {
  const list = listOf(repo, allowedSigners);
  const isListed = list !== undefined && existsSync(list);
  if (isListed) {
    const time =
      at === undefined ? [] : ['-O', `verify-time=${new Date(at).toISOString().replaceAll(/[-:T]|\..*/g, '')}`];
    const found = await run(['-Y', 'find-principals', '-f', list, '-s', file, ...time]);
    if (found.fault !== undefined) return { kind: 'unchecked', why: whyNot(programs.ssh, found) };
    const principals = found.code === 0 ? found.stdout.toString('utf8').split('\n').filter(Boolean) : [];
    const krl = revoked !== undefined && existsSync(revoked) ? ['-r', revoked] : [];
    for (const by of principals) {
      const args = ['-Y', 'verify', '-n', SSH_NAMESPACE, '-f', list, '-I', by, '-s', file, ...time, ...krl];
      const verified = await run(args);
      const key = keyIn(verified);
      if (verified.code === 0 && key !== undefined) return { kind: 'vouched', by, key };
    }
  }
  const plain = await run(['-Y', 'check-novalidate', '-n', SSH_NAMESPACE, '-s', file]);
  if (plain.fault !== undefined) return { kind: 'unchecked', why: whyNot(programs.ssh, plain) };
  if (plain.code !== 0) return { kind: 'bad', why: whyNot(programs.ssh, plain) };
  const why = isListed
    ? 'the key is not one of the allowed signers'
    : 'gpg.ssh.allowedSignersFile names no allowed signers';
  return { kind: 'stranger', key: keyIn(plain), why };
}

const keyIn = ({ stdout }: Ended): string | undefined =>
  /^Good "git" signature .*with \S+ key (\S+)\s*$/m.exec(stdout.toString('utf8'))?.[1];

async function checkGpg(
  { programs, minTrust }: SigningSettings,
  scheme: Exclude<Scheme, 'ssh'>,
  file: string,
  run: ProgramRun,
): Promise<Checked> {
  // A stranger's signature must not make gpg ask a key server.
  const offline = scheme === 'openpgp' ? ['--no-auto-key-retrieve'] : [];
  const ended = await run([...offline, '--keyid-format=long', '--status-fd=1', '--verify', file, '-']);
  const { kind, why, key, by, trust } = readGpgStatus(ended.stdout);
  if (kind === 'bad') return { kind, why };
  if (kind === 'good' && key !== undefined && ended.code === 0) {
    if (trust === 0 || trust < TRUST.indexOf(minTrust)) return { kind: 'stranger', key, why: 'the key is not trusted' };
    return { kind: 'vouched', by, key };
  }
  if (ended.fault !== undefined || kind === 'none') return { kind: 'unchecked', why: whyNot(programs[scheme], ended) };
  return { kind: 'stranger', key, why };
}
