// Compares the functions and classes that git prov finds in Python sources with those of Python's own `ast`.
//   node bench/judges/definitions.mjs DIR   (a git repository with Python files; needs python3; build first)
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const PROGRAM = resolve(import.meta.dirname, '../../dist/git-prov.js');
const [dir] = process.argv.slice(2);
if (!dir) {
  process.stderr.write('usage: node bench/judges/definitions.mjs DIR\n');
  process.exit(2);
}

// A definition of the same kind and name in the same place is one node, as overloads and properties with setters are.
const OF_AST = `
import ast, json, subprocess, sys
found, bad = {}, []
for path in subprocess.run(['git', 'ls-files', '-z', '*.py'], capture_output=True, check=True).stdout.decode().split('\\0'):
    if not path: continue
    with open(path, 'rb') as f: text = f.read()
    try: tree = ast.parse(text)
    except (SyntaxError, ValueError): bad.append(path); continue
    def visit(node, around):
        for child in ast.iter_child_nodes(node):
            kind = 'type' if isinstance(child, ast.ClassDef) else 'function' if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) else None
            name = around + [child.name] if kind else around
            if kind:
                key = f'{kind}:{path}#' + '.'.join(name)
                start, end = found.get(key, [child.lineno, child.end_lineno])
                found[key] = [min(start, child.lineno), max(end, child.end_lineno)]
            visit(child, name)
    visit(tree, [])
json.dump({'found': found, 'bad': bad}, sys.stdout)
`;

const run = (command, args) => {
  const done = spawnSync(command, args, { cwd: dir, encoding: 'utf8', maxBuffer: 1 << 30 });
  if (done.status !== 0) throw new Error(`${command} ended with ${done.status}: ${done.stderr}`);
  return JSON.parse(done.stdout);
};

const { found, bad } = run('python3', ['-c', OF_AST]);
const theirs = new Map(Object.entries(found).map(([id, lines]) => [id, lines.join('-')]));
const ours = new Map(
  ['function', 'type'].flatMap((kind) =>
    run(process.execPath, [PROGRAM, 'list', kind, '--json']).items.flatMap(({ id, path, lines }) =>
      path.endsWith('.py') && !bad.includes(path) ? [[id, lines.join('-')]] : [],
    ),
  ),
);
const right = [...ours].filter(([id]) => theirs.has(id));
const sameLines = right.filter(([id, lines]) => theirs.get(id) === lines);
const share = (part, whole) => `${((100 * part) / whole).toFixed(2)} % (${part} of ${whole})`;
process.stdout.write(
  [
    `precision: ${share(right.length, ours.size)}`,
    `recall: ${share(right.length, theirs.size)}`,
    `the same lines: ${share(sameLines.length, right.length)}`,
    `files that ast does not read: ${bad.length}`,
    ...[...ours.keys()].filter((id) => !theirs.has(id)).map((id) => `only ours: ${id}`),
    ...[...theirs.keys()].filter((id) => !ours.has(id)).map((id) => `only theirs: ${id}`),
    ...right
      .filter(([id, lines]) => theirs.get(id) !== lines)
      .map(([id, lines]) => `other lines: ${id} ${lines}, by ast ${theirs.get(id)}`),
  ].join('\n') + '\n',
);
