import { ProvError } from '../../../errors.ts';
import { wrongKinds } from '../../../git/repository/folder-kinds.ts';

const DOCTOR = 'Run git prov doctor: it names what is wrong and what to do.';
const FREE = 'Free some space, then run the command again. What agents did waits.';
const FAULTS: Readonly<Record<string, readonly [what: string, hint: string]>> = {
  EACCES: [
    'Not allowed to use a file',
    'After sudo git commit: sudo chown -R "$(id -un)" .git/prov. If it is read-only: chmod -R u+w .git/prov',
  ],
  EPERM: ['Not allowed to use a file', DOCTOR],
  EROFS: ['The file system is read-only', 'Nothing can be recorded or written there.'],
  ENOSPC: ['No space is left on the disk', FREE],
  EDQUOT: ['The disk quota is used up', FREE],
  EISDIR: ['A folder is where a file should be', DOCTOR],
  ENOTDIR: ['A file is where a folder should be', DOCTOR],
  // Node's message when it cannot make a folder.
  EEXIST: ['A file is where a folder should be', DOCTOR],
};

/** An error of the user's files, disk or permissions in words; undefined for any other error. A stack trace would not explain it. */
export function fileFault(error: unknown): ProvError | undefined {
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  const fault = FAULTS[code];
  if (!fault) return undefined;
  const [what, hint] = fault;
  const where = path === undefined ? '' : `: ${JSON.stringify(path)}`;
  return new ProvError('data', `${what}${where}.`, { cause: message, hint });
}

/** Why something could not be recorded, and what to do, in a warning of one line. */
export function whyNotRecorded(error: unknown): string {
  const known = error instanceof ProvError ? error : fileFault(error);
  const message = known?.message ?? (error instanceof Error ? error.message : String(error));
  const why = message.replace(/(?<![.!?:])$/, '.'); // git's own messages end without a full stop
  return `${why} ${known?.hint ?? 'Run git prov doctor.'}`;
}

/** Refuses a private folder with files in place of folders, or the reverse. @throws ProvError `data` that names the first */
export function refuseWrongKinds(dir: string): void {
  const [first, ...others] = wrongKinds(dir);
  if (!first) return;
  const rest = others.length > 0 ? ` There ${others.length === 1 ? 'is one more' : `are ${others.length} more`}.` : '';
  throw new ProvError('data', `${JSON.stringify(first.path)} is ${first.is}.${rest}`, {
    cause: 'Another program put it there; git prov does not.',
    hint: 'Run git prov doctor --fix: it moves it aside.',
  });
}
