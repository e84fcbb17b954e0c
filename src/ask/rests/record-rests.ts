import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import {
  type CodePlace,
  type LineSpan,
  MAX_RESTS,
  recordedContent,
  type Rest,
  withoutBlanks,
} from '../../model/knowledge/rests-on.ts';
import { secretsIn } from '../../redact/redact.ts';
import { Contents } from './contents.ts';

/**
 * The present contents of places, for the record. The hash of a short text can be guessed, so a place with a secret in
 * it has none, and neither has a file that git ignores: its content does not leave this machine. Places that are missing, or
 * cannot be compared, are left out.
 */
export async function restsNow(repo: Repo, places: readonly CodePlace[]): Promise<Rest[]> {
  const contents = new Contents(repo);
  const found: Rest[] = [];
  for (const place of places.slice(0, MAX_RESTS)) {
    const now = await contents.of(place);
    if (now.kind !== 'text') continue;
    const text = withoutBlanks(now.text);
    if (text === '' || (await isIgnored(repo, place.path)) || (await hasSecret(now.file, now.lines))) continue;
    found.push({ place, content: recordedContent(text) });
  }
  return found;
}

/** Whether a file has these lines, and is a text that can be compared. */
export const hasLines = async (repo: Repo, place: CodePlace): Promise<boolean> =>
  (await new Contents(repo).of(place)).kind === 'text';

async function isIgnored(repo: Repo, path: string): Promise<boolean> {
  if (repo.workTree === undefined) return false;
  const args = ['check-ignore', '-q', '--', `./${path}`];
  const { code } = await git(args, inRepo(repo, { cwd: repo.workTree, accept: [0, 1, 128] }));
  return code !== 1;
}

// The whole file is read, because the text around a value shows what it is. Fails closed.
async function hasSecret(file: string, lines: readonly LineSpan[]): Promise<boolean> {
  try {
    const lineAt = (at: number): number => file.slice(0, at).split('\n').length;
    return (await secretsIn(file)).some(({ from, to }) => {
      const [first, last] = [lineAt(from), lineAt(to)];
      return lines.some((one) => first <= one.to && one.from <= last);
    });
  } catch {
    return true;
  }
}
