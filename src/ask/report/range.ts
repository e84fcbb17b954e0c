import { ProvError } from '../../errors.ts';
import { git } from '../../git/process/process.ts';
import { lackOf } from '../../git/history/reachable.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import { commitNamed, resolveCommit } from '../history/commit-info.ts';

/** The commits of a report, and the base of the comparison. */
export interface Range {
  /** In the usual notation: `origin/main...topic`. */
  readonly name: string;
  /** The source of a default base: `the upstream of topic`. */
  readonly taken: string | undefined;
  readonly head: Oid;
  /** The commit to compare with, the same as on a forge: the merge base. Undefined: compare with nothing. */
  readonly base: Oid | undefined;
  /** The commit that the range is added to: A of `A..B`. With a stale branch it is newer than `base`. */
  readonly onto: Oid | undefined;
  /** Arguments for `git log`. */
  readonly revisions: readonly string[];
}

const DOTS = /^(.*?)\.{2,3}(.*)$/s;
const ALONE = /^(.+)\^(?:!|-([0-9]*))$/s;
const HEADS = 'refs/heads/';
const REMOTES = 'refs/remotes/';
/** Usual names of the main branch, when no remote names it. */
const TRUNKS = ['refs/remotes/origin/main', 'refs/remotes/origin/master', 'refs/heads/main', 'refs/heads/master'];

/**
 * Parses a range in git's syntax: `A..B` and `A...B` (both mean the commits of B that A lacks, compared with their merge
 * base), `B^!`, `B^-`, or one revision, which is compared with its upstream or the remote's default branch; default: HEAD.
 * @throws ProvError `data` for a missing revision, when there is nothing to compare with, or when the history is incomplete
 */
export async function readRange(repo: Repo, text = 'HEAD'): Promise<Range> {
  const dots = DOTS.exec(text);
  const alone = ALONE.exec(text);
  if (dots) return between(repo, dots[1] || 'HEAD', dots[2] || 'HEAD', text);
  if (!alone) return fromUpstream(repo, text);
  const head = await commitOf(repo, alone[1]!);
  const parent = await resolveCommit(repo, `${head}^${alone[2] || 1}`);
  const revisions = text.endsWith('!') ? [`${head}^!`] : [head, ...(parent ? [`^${parent}`] : [])];
  return { name: text, taken: undefined, head, base: parent, onto: parent, revisions };
}

/** Everything that a revision contains. @throws ProvError `data` for a missing revision */
export async function wholeHistory(repo: Repo, revision: string): Promise<Range> {
  const head = await commitOf(repo, revision);
  return { name: revision, taken: undefined, head, base: undefined, onto: undefined, revisions: [head] };
}

async function between(repo: Repo, from: string, to: string, name: string, taken?: string): Promise<Range> {
  const a = await commitOf(repo, from);
  const b = await commitOf(repo, to);
  return { name, taken, head: b, base: await mergeBase(repo, a, b), onto: a, revisions: [b, `^${a}`] };
}

async function commitOf(repo: Repo, revision: string): Promise<Oid> {
  if (revision === 'HEAD' && !(await resolveCommit(repo, revision)))
    throw new ProvError('data', 'HEAD is on a branch without commits: there is nothing to report on.', {
      hint: 'Commit something first, or name a range such as main..topic.',
    });
  return commitNamed(repo, revision, 'Use a range such as main..topic, or fetch missing commits first.');
}

// With several merge bases, git diff also takes the first.
async function mergeBase(repo: Repo, a: Oid, b: Oid): Promise<Oid | undefined> {
  const { stdout } = await git(['merge-base', a, b], inRepo(repo, { accept: [0, 1] }));
  const base = stdout.toString('latin1').trim();
  if (isOid(base)) return base;
  if ((await lackOf(repo)) === 'shallow')
    throw new ProvError('data', 'This clone is shallow, and its history does not reach the place where the two part.', {
      hint: 'Run git fetch --unshallow, or check out with the full history (fetch-depth: 0).',
    });
  return undefined;
}

interface Ref {
  readonly name: string;
  readonly upstream: string;
  /** The ref that a symbolic ref points to. */
  readonly target: string;
}

async function fromUpstream(repo: Repo, revision: string): Promise<Range> {
  await commitOf(repo, revision);
  const full = await fullName(repo, revision);
  const refs = await readRefs(repo, full);
  const upstream = refs.get(full)?.upstream ?? '';
  const [base, why] = baseOf(full, refs.has(upstream) ? upstream : '', refs);
  const name = full.startsWith(HEADS) ? short(full) : revision;
  if (base) return between(repo, base, revision, `${short(base)}...${name}`, why);
  throw new ProvError('data', `There is no branch to compare ${JSON.stringify(name)} with.`, {
    hint: 'Use a range such as main..topic or HEAD~3..HEAD.',
  });
}

// The full ref name of a revision, or of HEAD's branch; '' for a commit.
async function fullName(repo: Repo, revision: string): Promise<string> {
  const args = ['rev-parse', '--symbolic-full-name', '--end-of-options', revision];
  const { stdout } = await git(args, inRepo(repo, { accept: [0, 128] }));
  const lines = stdout.toString('utf8').split('\n');
  return lines.find((line) => line.startsWith('refs/')) ?? '';
}

async function readRefs(repo: Repo, full: string): Promise<Map<string, Ref>> {
  const format = '--format=%(refname)%00%(upstream)%00%(symref)';
  const args = ['for-each-ref', format, ...(full === '' ? [] : [full]), ...TRUNKS, `${REMOTES}*/HEAD`];
  const found = await git(args, inRepo(repo));
  const refs = new Map<string, Ref>();
  for (const line of found.stdout.toString('utf8').split('\n')) {
    const [name = '', upstream = '', target = ''] = line.split('\0');
    if (name !== '') refs.set(name, { name, upstream, target });
  }
  const upstream = refs.get(full)?.upstream ?? '';
  if (upstream !== '' && !refs.has(upstream) && (await resolveCommit(repo, upstream)))
    refs.set(upstream, { name: upstream, upstream: '', target: '' });
  return refs;
}

// A branch that is pushed under its own name has that as its upstream. Reviewers compare it with the main branch.
function baseOf(full: string, upstream: string, refs: ReadonlyMap<string, Ref>): [string | undefined, string?] {
  const trunk = trunkOf(refs, upstream);
  const branch = full.startsWith(HEADS) ? full.slice(HEADS.length) : undefined;
  const ofUpstream = `the upstream of ${branch ?? full}`;
  if (upstream !== '' && (trunk === upstream || leaf(upstream) !== branch)) return [upstream, ofUpstream];
  if (trunk && trunk !== full && leaf(trunk) !== branch) return [trunk, 'the default branch'];
  return upstream === '' ? [undefined] : [upstream, ofUpstream];
}

function trunkOf(refs: ReadonlyMap<string, Ref>, upstream: string): string | undefined {
  const remote = upstream.startsWith(REMOTES) ? upstream.slice(REMOTES.length).split('/')[0]! : 'origin';
  const heads = [...refs.keys()].filter((name) => name.startsWith(REMOTES) && name.endsWith('/HEAD'));
  const own = heads.find((name) => name === `${REMOTES}${remote}/HEAD`) ?? (heads.length === 1 ? heads[0] : undefined);
  const target = own && refs.get(own)!.target;
  return target || TRUNKS.find((name) => refs.has(name));
}

const short = (ref: string): string =>
  ref.startsWith(HEADS) ? ref.slice(HEADS.length) : ref.startsWith(REMOTES) ? ref.slice(REMOTES.length) : ref;

// A branch's name on its remote. The remote's own name normally has no slash.
const leaf = (ref: string): string => (ref.startsWith(REMOTES) ? short(ref).replace(/^[^/]*\//, '') : short(ref));
