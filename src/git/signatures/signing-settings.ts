import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../process/process.ts';
import { inRepo, type Repo } from '../repository/repo.ts';
import { isTrue, readSettings, type Settings } from '../repository/git-settings.ts';

/** How git signs: the setting `gpg.format`. */
export const SCHEMES = ['openpgp', 'ssh', 'x509'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Git's own configuration of signing, and ours of it. */
export interface SigningSettings {
  /** `prov.sign`: whether notes are signed. A value that is no boolean is off, and `unknown`. */
  readonly on: boolean;
  readonly unknown?: string;
  /** Undefined for an unknown `gpg.format`. */
  readonly scheme: Scheme | undefined;
  /** `user.signingKey`. */
  readonly key: string | undefined;
  /** `gpg.ssh.defaultKeyCommand`. */
  readonly keyCommand: string | undefined;
  readonly programs: Readonly<Record<Scheme, string>>;
  /** `gpg.ssh.allowedSignersFile`, or else the file that the repository has at `ALLOWED_SIGNERS`. */
  readonly allowedSigners: string | undefined;
  /** `gpg.ssh.revocationFile`. */
  readonly revoked: string | undefined;
  /** `gpg.minTrustLevel`, in lower case. */
  readonly minTrust: string;
  /** `prov.trust`: `vouched` hides notes without a trusted signature. */
  readonly trust: string | undefined;
}

/**
 * Reads how git would sign and verify in this repository.
 * @throws ProvError `git` when a configuration file cannot be read
 */
export async function readSigning(repo: Repo): Promise<SigningSettings> {
  const settings = await readSettings(['gpg', 'user', 'prov'], repo);
  const format = (settings.get('gpg.format') ?? 'openpgp').toLowerCase();
  const scheme = SCHEMES.find((one) => one === format);
  const setting = settings.get('prov.sign');
  const on = isTrue(setting, false);
  const path = (name: string): Promise<string | undefined> => pathIn(repo, settings, name);
  const key = settings.get('user.signingkey');
  return {
    on: on === true,
    ...(on === undefined && { unknown: setting! }),
    scheme,
    key: scheme === 'ssh' && key !== undefined && !isLiteral(key) ? await path('user.signingkey') : key,
    keyCommand: settings.get('gpg.ssh.defaultkeycommand'),
    programs: {
      openpgp: (await path('gpg.openpgp.program')) ?? (await path('gpg.program')) ?? 'gpg',
      ssh: (await path('gpg.ssh.program')) ?? 'ssh-keygen',
      x509: (await path('gpg.x509.program')) ?? 'gpgsm',
    },
    allowedSigners: (await path('gpg.ssh.allowedsignersfile')) ?? signersIn(repo),
    revoked: await path('gpg.ssh.revocationfile'),
    minTrust: (settings.get('gpg.mintrustlevel') ?? 'undefined').toLowerCase(),
    trust: settings.get('prov.trust')?.toLowerCase(),
  };
}

/** The list of allowed signers that a repository has in itself, relative to the top of the work tree. */
export const ALLOWED_SIGNERS = '.gitprov/allowed_signers';

/** Where that list is read. A link is not followed: a repository could make it lead to a device, which never ends. */
export function signersIn({ workTree }: Pick<Repo, 'workTree'>): string | undefined {
  const file = workTree === undefined ? undefined : join(workTree, ALLOWED_SIGNERS);
  const isRegular = file !== undefined && lstatSync(file, { throwIfNoEntry: false })?.isFile();
  return isRegular ? file : undefined;
}

/** Whether a setting holds a public key itself, and not the name of its file. */
export const isLiteral = (key: string): boolean => key.startsWith('key::') || key.startsWith('ssh-');

// `~/` and `~user/` as git reads them; git is asked only where there is one.
async function pathIn(repo: Repo, settings: Settings, name: string): Promise<string | undefined> {
  const value = settings.get(name);
  if (value === undefined || value === '' || !/^[~%]/.test(value)) return value || undefined;
  const { stdout } = await git(['config', '--type=path', '--get', name], inRepo(repo, { accept: [0, 1] }));
  return stdout.toString('utf8').replace(/\n$/, '') || undefined;
}
