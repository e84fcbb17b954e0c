import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BoundedOptions, type Ended, runBounded } from '../process/bounded.ts';
import { gitText } from '../process/process.ts';
import { inRepo, type Repo } from '../repository/repo.ts';
import { isLiteral, type Scheme, type SigningSettings } from './signing-settings.ts';

/** A signature, or the reason why it is missing. */
export type Signed =
  | { readonly kind: 'signed'; readonly scheme: Scheme; readonly signature: string }
  | { readonly kind: 'unsigned'; readonly why: string };

export interface SignOptions {
  /** Milliseconds for each program that is run. */
  readonly timeout: number;
  /** Whether the user may be asked for a passphrase. Must be false in a hook. */
  readonly interactive?: boolean;
}

/** What ssh signatures are for. Git's own, so that lists of allowed signers that name it hold for us too. */
export const SSH_NAMESPACE = 'git';

/**
 * Signs bytes as git signs commits: with the same key, the same programs and the same arguments. Never throws, and unless
 * it is interactive never asks anybody for anything.
 */
export async function sign(
  repo: Repo,
  settings: SigningSettings,
  bytes: Uint8Array,
  options: SignOptions,
): Promise<Signed> {
  const { scheme } = settings;
  if (scheme === undefined) return unsigned('gpg.format has an unknown value');
  const run = (program: string, args: readonly string[], input?: Uint8Array): Promise<Ended> =>
    runBounded(program, args, { ...environment(repo, options), ...(input && { input }) });
  try {
    return scheme === 'ssh'
      ? await signWithSsh(settings, bytes, run)
      : await signWithGpg(repo, settings, scheme, bytes, options, run);
  } catch (cause) {
    return unsigned(cause instanceof Error ? cause.message : String(cause));
  }
}

type ProgramRun = (program: string, args: readonly string[], input?: Uint8Array) => Promise<Ended>;

const unsigned = (why: string): Signed => ({ kind: 'unsigned', why });

function environment(repo: Repo, { timeout, interactive = false }: SignOptions): BoundedOptions {
  if (interactive) return { cwd: repo.cwd, env: repo.env, timeout, interactive };
  // `false` as the askpass program never answers; older ssh-keygen does not know `never`, and would open a passphrase window.
  const env: NodeJS.ProcessEnv = { ...repo.env, SSH_ASKPASS: 'false', SSH_ASKPASS_REQUIRE: 'never' };
  delete env['GPG_TTY'];
  return { cwd: repo.cwd, env, timeout };
}

async function signWithSsh(settings: SigningSettings, bytes: Uint8Array, run: ProgramRun): Promise<Signed> {
  const key = settings.key ?? (await defaultKey(settings, run));
  if (key === undefined) return unsigned('neither user.signingKey nor gpg.ssh.defaultKeyCommand names a key');
  const folder = mkdtempSync(join(tmpdir(), 'git-prov-'));
  try {
    const [payload, keyFile] = [join(folder, 'payload'), join(folder, 'key')];
    writeFileSync(payload, bytes, { mode: 0o600 });
    const literal = isLiteral(key);
    if (literal) writeFileSync(keyFile, `${key.replace(/^key::/, '')}\n`, { mode: 0o600 });
    // `-U`: the private half of a key that is named by its public one is in the agent.
    const args = [
      '-Y',
      'sign',
      '-n',
      SSH_NAMESPACE,
      '-f',
      literal ? keyFile : key,
      ...(literal ? ['-U'] : []),
      payload,
    ];
    const ended = await run(settings.programs.ssh, args);
    if (ended.code !== 0) return unsigned(whyNot(settings.programs.ssh, ended));
    return { kind: 'signed', scheme: 'ssh', signature: readFileSync(`${payload}.sig`, 'latin1') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function defaultKey({ keyCommand }: SigningSettings, run: ProgramRun): Promise<string | undefined> {
  if (keyCommand === undefined) return undefined;
  const { code, stdout } = await run('sh', ['-c', keyCommand]);
  const line = stdout.toString('utf8').split('\n')[0]!;
  return code === 0 && isLiteral(line) ? line : undefined;
}

async function signWithGpg(
  repo: Repo,
  settings: SigningSettings,
  scheme: 'openpgp' | 'x509',
  bytes: Uint8Array,
  { interactive = false }: SignOptions,
  run: ProgramRun,
): Promise<Signed> {
  const key = settings.key ?? (await committer(repo));
  const program = settings.programs[scheme];
  const quiet = interactive ? [] : ['--batch', '--pinentry-mode', 'error'];
  const ended = await run(program, [...quiet, '--status-fd=2', '-bsau', key], bytes);
  // The exit code alone is not enough, according to git's own source.
  if (ended.code !== 0 || !/^\[GNUPG:\] SIG_CREATED /m.test(ended.stderr)) return unsigned(whyNot(program, ended));
  return { kind: 'signed', scheme, signature: ended.stdout.toString('latin1') };
}

const committer = async (repo: Repo): Promise<string> =>
  (await gitText(['var', 'GIT_COMMITTER_IDENT'], inRepo(repo))).replace(/ \d+ [+-]\d+$/, '');

/** Why a program gave no answer, in a few words. */
export function whyNot(program: string, { fault, stderr, code }: Ended): string {
  if (fault === 'absent') return `${program} could not be started`;
  if (fault === 'late') return `${program} did not end in its time`;
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('[GNUPG:]'));
  return `${program} said: ${lines.at(-1)?.trim().slice(0, 200) ?? `exit code ${code}`}`;
}
