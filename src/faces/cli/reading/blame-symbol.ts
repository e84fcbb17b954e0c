import { ProvError } from '../../../errors.ts';
import { openRepo } from '../../../git/repository/repo.ts';
import type { CliContext } from '../context.ts';

/** Git's options of blame whose value is the next argument. */
const WITH_VALUE = new Set([
  '-L',
  '-S',
  '--contents',
  '--date',
  '--ignore-rev',
  '--ignore-revs-file',
  '--since',
  '--until',
]);

/**
 * Replaces `--symbol NAME` by the lines of that function or type, as `-L`, and names its file if none is named.
 * @throws ProvError `usage` without a name, or when there are several such symbols; `data` when there is none
 */
export async function withSymbolLines(argv: readonly string[], ctx: CliContext): Promise<string[]> {
  const { name, rest, named } = read(argv);
  const [{ symbolNamed }, { pathInWorkTree }, repo] = await Promise.all([
    import('./with-symbol.ts'),
    import('../../../git/paths/path-below.ts'),
    openRepo(ctx.cwd, ctx.env),
  ]);
  const file = named.at(-1);
  const revision = named.length > 1 ? named[0] : undefined;
  const text = file === undefined ? name : `${file}#${name}`;
  const found = await symbolNamed({ ...ctx, repo }, text, revision);
  if (!found)
    throw new ProvError('usage', `${JSON.stringify(name)} is not the name of a function or type.`, {
      hint: 'Use for example git prov blame --symbol mean src/calc.js.',
    });
  const lines = found.symbol.ranges.map(([start, end]) => `-L${start},${end}`);
  // Paths of blame are relative to the folder where it runs; one with this mark is relative to the top.
  const present = topPath(repo.prefix, found.symbol.path);
  if (file === undefined) return [...lines, ...rest, '--', present];
  const isRenamed = pathInWorkTree(repo, ctx.cwd, file) !== found.symbol.path;
  return [...lines, ...(isRenamed ? rest.with(rest.lastIndexOf(file), present) : rest)];
}

const topPath = (prefix: string, path: string): string => '../'.repeat(prefix.split('/').length - 1) + path;

interface Read {
  readonly name: string;
  /** The arguments without our option. */
  readonly rest: readonly string[];
  /** The revision and the file, as far as they are named. */
  readonly named: readonly string[];
}

function read(argv: readonly string[]): Read {
  const rest: string[] = [];
  const named: string[] = [];
  let name: string | undefined;
  let isPath = false;
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i]!;
    if (!isPath && arg === '--symbol') name = argv[++i];
    else if (!isPath && arg.startsWith('--symbol=')) name = arg.slice('--symbol='.length);
    else {
      rest.push(arg);
      if (isPath || !arg.startsWith('-')) named.push(arg);
      else if (arg === '--') isPath = true;
      else if (WITH_VALUE.has(arg) && i + 1 < argv.length) rest.push(argv[++i]!);
    }
  }
  if (name === undefined || name === '')
    throw new ProvError('usage', '--symbol needs the name of a function or type.', {
      hint: 'Use for example git prov blame --symbol mean src/calc.js.',
    });
  return { name, rest, named };
}
