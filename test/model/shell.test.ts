import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCommand, readReach } from '../../src/model/shell/parse/command.ts';
import { hasGit } from '../../src/model/shell/verdict.ts';

const kindOf = (command: string): string => readCommand(command).kind;
const writesOf = (command: string): string => {
  const { writes } = readCommand(command);
  const what = writes.kind === 'paths' ? writes.paths.join(' ') : `<${writes.kind}>`;
  return writes.kind !== 'git' && hasGit(writes) ? `${what} <git>` : what;
};

describe('explorations, which change nothing', () => {
  test.each([
    'cat test.txt',
    'ls -la test/',
    'grep -rn "cargo test" docs',
    'rg lint',
    'find . -name "*.js" | xargs grep foo',
    'find . -exec grep x {} \\;',
    "sed -n '1,200p' src/a.js",
    'git status',
    'git log | head',
    'git diff',
    'git blame f',
    'git stash list',
    'git branch',
    'git remote -v',
    'echo hi',
    'pwd',
    'which test',
    'command -v git',
    'ps aux',
    'node --version',
    'npm --version',
    'npm ls',
    'curl -s https://x | jq .',
    'wc -l f',
    'head f',
    'tail -f f',
    'sort f',
    'FOO=1',
    'cd src && ls',
    'echo x > /dev/null 2>&1',
    'cat f 2>&1',
    "awk '{print $1}' f",
    'for f in a b; do echo $f; done',
    'bash -c "ls | head"',
    'echo $(cat f)',
    'env',
    'test -f x',
    '[ -f x ]',
    'git --no-pager -C sub log',
    'patch --dry-run < x',
    'git apply --check p',
  ])('%s', (command) => {
    expect([kindOf(command), writesOf(command)]).toEqual(['exploration', '<none>']);
  });
});

describe('verifications, which may change anything', () => {
  test.each([
    'cargo test',
    'cargo clippy',
    'cargo check',
    'cargo +nightly test',
    'cargo fmt --check',
    'npm test',
    'npm t',
    'npm run test:unit',
    'npm run -s lint',
    'npm --prefix web run typecheck',
    'pnpm test',
    'pnpm vitest run',
    'pnpm --filter web test',
    'yarn lint',
    'yarn jest',
    'bun test',
    'npx jest --coverage',
    'npx -y vitest run',
    'bunx tsc',
    'uvx ruff check',
    'poetry run pytest',
    'uv run pytest -x',
    'uv run python -m pytest',
    'pytest',
    'python -m pytest -x',
    'python3 -m unittest',
    'python manage.py test',
    'node --test',
    'node test/all.test.js',
    'tsc --noEmit',
    'mypy src',
    'eslint .',
    'prettier --check .',
    'go test ./...',
    'go vet ./...',
    'mvn -q verify',
    './gradlew :app:testDebugUnitTest',
    'gradle check',
    'dotnet test',
    'make check',
    'make -C sub test',
    'just lint',
    'task test',
    'rake spec',
    'bundle exec rspec',
    './run-tests.sh',
    'bash scripts/check.sh',
    'shellcheck x.sh',
    'FOO=1 cargo test',
    'env X=1 cargo test',
    'sudo -u me nice -n 5 timeout 30 cargo test',
    'time cargo test',
    'nohup npm test',
    'cd core && cargo test',
    'npm test | tail -20',
    'echo start; npm test; echo done',
    '(cd a && npm test)',
    'bash -lc "cd a && npm test"',
    'sh -c "sh -c \'cargo test\'"',
    'cargo build && cargo test && git commit -am x',
    'if [ -f x ]; then npm test; fi',
    'echo $(cargo test)',
    'ls | xargs npx eslint',
    'source .venv/bin/activate && pytest',
    'npm test > /tmp/log 2>&1',
    'coverage run -m pytest',
    'command cargo test',
    'exec cargo test',
  ])('%s', (command) => {
    expect([kindOf(command), writesOf(command)]).toEqual(['verification', '<any>']);
  });

  test('git diff --check verifies and changes nothing', () => {
    expect(readCommand('git diff --check')).toEqual({
      kind: 'verification',
      writes: { kind: 'none' },
      commits: false,
      decisive: true,
      runs: [{ kind: 'lint', label: 'git diff --check', decisive: true, quiet: true }],
      label: 'git diff --check',
    });
  });

  test('the label is the part that verifies, without the parts around it', () => {
    expect(readCommand('cd core && RUST_LOG=1 time cargo test -p x 2>&1 | tail').label).toBe('cargo test -p x');
  });
});

test.each([
  ['npm test', true],
  ['cd a && npm test', true],
  ['npm test && git commit -m x', true],
  ['npm test || exit 1', true],
  ['npm test || { echo no; exit 1; }', true],
  ['set -e; npm test; echo done', true],
  ['set -o pipefail; npm test | tail', true],
  ['bash -c "npm test"', true],
  ['npm test > log 2>&1', true],
  ['npm test | tail', false],
  ['npm test || true', false],
  ['npm test; echo done', false],
  ['! npm test', false],
  ['npm test &', false],
  ['if npm test; then echo y; fi', false],
  ['bash -c "npm test | tail"', false],
  ['echo $(npm test)', false],
  ['ls', false],
])('the exit status of "%s" decides whether it passed: %s', (command, decisive) => {
  expect(readCommand(command).decisive).toBe(decisive);
});

test.each([
  ['npm test && git commit -m x', 'before commit'],
  ['git commit -m x && npm test', 'after commit'],
  ['npm run lint && git commit -m x && npm test', 'around commit'],
  ['bash -c "git commit -m x && npm test"', 'after commit'],
  ['git pull && npm test', undefined], // a pull that brings nothing does not fail
  ['git commit -m x', undefined],
  ['npm test', undefined],
])('%s verifies %s', (command, checks) => {
  expect(readCommand(command).checks).toBe(checks);
});

describe('executions', () => {
  test.each([
    ['npm install', '<any>'],
    ['npm ci', '<any>'],
    ['npm start', '<any>'],
    ['python script.py', '<any>'],
    ['node -e "x"', '<any>'],
    ['cargo run --example test', '<any>'],
    ['prettier --write .', '<any>'],
    ['frobnicate', '<any>'],
    ['$CMD test', '<any>'],
    ['eval "$X"', '<any>'],
    ['mkdir -p a/b', '<none>'],
    ['kill %1', '<none>'],
    ['sleep 1', '<none>'],
    ['git add -A', '<none>'],
    ['git commit -m test', '<none>'],
    ['git push origin test', '<none>'],
    ['git fetch', '<none>'],
    ['git st', '<any>'],
    ['git -c alias.x=!rm x', '<any>'],
    ['git commit -m "$(cat <<\'EOF\'\nrun the test\nEOF\n)"', '<none>'],
  ])('%s writes %s', (command, writes) => {
    expect([kindOf(command), writesOf(command)]).toEqual(['execution', writes]);
  });
});

describe('commitments and the paths they write', () => {
  test.each([
    ['echo hi > f', 'f'],
    ['echo hi >> a/b', 'a/b'],
    ['cat > src/f.ts <<EOF\nx\nEOF', 'src/f.ts'],
    ['cat <<< x &> f', 'f'],
    ["sed -i 's/a/b/' src/a.js b.js", 'src/a.js b.js'],
    ["sed -i.bak -e 's/a/b/' f", 'f f.bak'],
    ["sed -i '' 's/a/b/' f", 'f'],
    ['tee a.txt < b', 'a.txt'],
    ['ls | tee -a x | wc', 'x'],
    ['cp a b', 'b b/a'],
    ['cp a b dir/', 'dir/a dir/b'],
    ['mv a b', 'b a b/a'],
    ['rm a "b c"', 'a b c'],
    ['touch x', 'x'],
    ['git mv a b', 'a b b/a'],
    ['git rm x', 'x'],
    ['git -C sub rm x', 'sub/x'],
    ['sort -o f f', 'f'],
    ['tree -o f', 'f'],
    ['curl -sSo out.json https://x', 'out.json'],
    ['cd sub && echo x > f', 'sub/f'],
    ['cd .. && echo x > f', '../f'],
    ['cd a && cd b && echo x > ../f', 'a/f'],
    ['cd /repo && echo x > f', '/repo/f'],
    ['cd sub || exit 1; echo x > f', 'sub/f'],
    // Here the echo still runs when the cd fails.
    ['cd sub; echo x > f', 'sub/f f'],
    ['(cd sub && echo x > f) && echo y > g', 'sub/f g'],
    ["bash -c 'cd a && echo x > f'", 'a/f'],
    ['echo $(rm x)', 'x'],
    ['for i in 1 2; do echo $i >> f; done', 'f'],
    ['ls | xargs -n1 touch', '<any>'],
    ["apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: README.md\n*** End Patch\nEOF", 'README.md'],
    ['*** Begin Patch\n*** Add File: a\n+x\n*** Move to: b c\n*** End Patch', 'a b c'],
    ['echo x > $F', '<any>'],
    ['echo x > *.js', '<any>'],
    ['echo x > ~/f', '<any>'],
    ['echo x > {a,b}', '<any>'],
    ['cd $D && echo x > f', '<any>'],
    ['cd - && echo x > f', '<any>'],
    ['for i in 1 2; do cd sub; echo x > y; done', '<any>'],
    ['for f in a b; do cd $f; echo x > y; done', '<any>'],
    ['rm -rf dist', '<any>'],
    ['cp -r a b', '<any>'],
    ['patch -p1 < x', '<any>'],
    ['git apply p.diff', '<any>'],
    ['find . -name "*.o" -delete', '<any>'],
    ['find . -exec rm {} +', '<any>'],
    ['f() { echo x > y; }; f', '<any>'],
    ['echo x > f && git stash', 'f <git>'],
    ['git stash pop && echo x > f && git commit -am x && echo y > g', 'f g <git>'],
  ])('%s → %s', (command, writes) => {
    expect([kindOf(command), writesOf(command)]).toEqual(['commitment', writes]);
  });

  test('notes in a scratch directory are not a commitment, though their path is listed', () => {
    expect([kindOf('grep x f > /tmp/out'), writesOf('grep x f > /tmp/out')]).toEqual(['execution', '/tmp/out']);
  });

  test.each(["sed -n 's/a/b/w out' f", 'awk \'{print > "x"}\' f'])('%s explores, and may write', (command) => {
    expect([kindOf(command), writesOf(command)]).toEqual(['exploration', '<any>']);
  });
});

describe('git that runs a command of the caller for each commit', () => {
  test.each([
    'rebase -x "npm run format" main',
    "rebase --exec='make fmt'",
    'filter-branch --tree-filter "sed -i s/a/b/ f"',
    'bisect run sh t',
  ])('git %s may write anything', (words) => expect(writesOf(`git ${words}`)).toBe('<any> <git>'));
});

describe('git that puts its own content into the work tree', () => {
  test.each([
    'reset --hard',
    'stash',
    'stash pop',
    'merge x',
    'rebase main',
    'pull',
    'restore f',
    'clean -fd',
    'cherry-pick x',
    'cherry-pick -x y',
    'clean -x',
    'revert x',
    'am p',
  ])('git %s', (rest) => {
    expect([kindOf(`git ${rest}`), writesOf(`git ${rest}`)]).toEqual(['execution', '<git>']);
  });

  test.each(['git checkout main', 'git checkout -b fix/test-lint', 'git switch x'])(
    '%s is an exploration',
    (command) => {
      expect([kindOf(command), writesOf(command)]).toEqual(['exploration', '<git>']);
    },
  );

  test.each(['commit -m x', 'merge x', 'cherry-pick x', 'revert x', 'rebase x', 'am x', 'pull', 'filter-branch'])(
    'git %s commits',
    (rest) => {
      expect(readCommand(`cd a && git ${rest} | cat`).commits).toBe(true);
    },
  );

  test('git add and git status commit nothing', () => {
    expect(readCommand('git add -A && git status').commits).toBe(false);
  });
});

describe('an unreadable command may have done anything', () => {
  const unreadable = { kind: 'execution', writes: { kind: 'any' }, commits: false, decisive: false };

  test.each([
    'if x; then',
    'echo "',
    `ls ${'x'.repeat(65 * 1024)}`,
    `${'('.repeat(5000)}ls${')'.repeat(5000)}`,
    'echo $(if)',
  ])('%#', (command) => {
    expect(readCommand(command)).toEqual(unreadable);
  });

  test('nested scripts and loops end in bounded time', () => {
    const loops = `${'for i in 1; do cd x; '.repeat(60)}ls${'; done'.repeat(60)}`;
    let nested = 'ls';
    for (let i = 0; i < 10; i++) nested = `bash -c ${JSON.stringify(nested)}`;
    expect(readCommand(loops)).toEqual(unreadable);
    expect(kindOf(nested)).toBe('execution');
  });

  test('no text makes it throw', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'git',
        'cd',
        '&&',
        '|',
        ';',
        '(',
        ')',
        '$(',
        '>',
        'f',
        '-i',
        'sed',
        '<<EOF',
        '\n',
        'bash',
        '-c',
        '"',
        "'",
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        expect(readCommand(words.join(' '))).toHaveProperty('writes');
      }),
    );
  });
});

describe('programs that continue after the command has returned', () => {
  const lastingOf = (command: string, behind = false): string => {
    const { lasting } = readCommand(command, behind);
    return lasting ? [lasting.rest, ...lasting.paths].join(' ') : 'nothing';
  };

  test.each([
    ['python gen.py &', 'any'],
    ['(sleep 1; printf x > f.txt) &', 'none f.txt'],
    ['cd a && { sleep 1; echo x > f; } &', 'none a/f'],
    ['nohup python gen.py > out.log 2>&1 &', 'any out.log'],
    ['setsid python gen.py', 'any'],
    ['bash -c "python gen.py > a.txt" &', 'any a.txt'],
    ['sh -c "sleep 1; echo x >> f.txt" >/dev/null 2>&1 & disown', 'none f.txt'],
    ['make_it() { python x.py; }; make_it &', 'any'],
    ['for i in 1 2; do python g.py $i & done', 'any'],
    ['coproc python gen.py', 'any'],
    ['git pull &', 'git'],
    ['node server.js > server.log 2>&1 &', 'none server.log'],
    ['npm run build &', 'any'],
    ['npm run build:server &', 'any'],
    ['python gen.py', 'nothing'],
    ['echo "python gen.py &"', 'nothing'],
    ['sleep 100 & echo x > f', 'nothing'],
    ['python gen.py & wait', 'nothing'],
    ['npm start & sleep 3; curl localhost; kill $!', 'nothing'],
  ])('%s: %s', (command, expected) => {
    expect(lastingOf(command)).toBe(expected);
  });

  test.each([
    'npm run dev',
    'npm start',
    'yarn dev:web',
    'pnpm --filter web dev',
    'npx vite',
    'next dev',
    'python -m http.server 8000',
    'python3 app.py',
    'node server.js',
    'flask run',
    'uvicorn main:app',
    './manage.py runserver',
    'rails s',
    'docker compose up',
    'nodemon --exec "prettier -w ." src',
    'tsc -w',
    'vitest --watch',
    'webpack --watch',
    'cargo watch -x run',
    'make serve',
    'gulp watch',
    './bin/dev',
    'tail -f log/development.log',
    'npm test',
    'sleep 100',
  ])('%s writes nothing that anybody would call written', (command) => {
    expect(lastingOf(command, true)).toBe('nothing');
    expect(lastingOf(`${command} &`)).toBe('nothing');
  });

  test.each(['python gen.py', 'npm run build', 'vite build', 'cargo run', './generate-server', 'npm run docs', '(((('])(
    '%s may write anything while it runs',
    (command) => {
      expect(lastingOf(command, true)).toBe('any');
    },
  );

  test('a part that ends programs is recognised', () => {
    expect(readCommand('kill 123').kills).toBe(true);
    expect(readCommand('pkill -f gen.py && ls').kills).toBe(true);
    expect(readCommand('ls').kills).toBeUndefined();
  });
});

describe('the folder that each part of a command writes in', () => {
  test.each([
    ['echo x > f', { paths: ['f'] }],
    ['cd ../a && echo x > f && git commit -am m', { paths: ['../a/f'], commits: ['../a'] }],
    ['echo x > ../a/f; npm run build', { paths: ['../a/f'], any: [''] }],
    ['(cd ../a && make) && python gen.py', { any: ['../a', ''] }],
    ['git -C ../a checkout x && git -C sub commit -am m', { git: ['../a'], commits: ['sub'] }],
    ['cd ../a && git -C b stash pop', { git: ['../a/b'] }],
    ['cd ../a && git -C /abs pull', { git: ['/abs'], commits: ['/abs'] }],
    ['git worktree add ../a && cd ../a && sed -i s/x/y/ f', { paths: ['../a/f'] }],
    ['cd $D && make', { any: undefined }],
    ['git -C "$D" checkout x', { git: undefined }],
    ['git -C "$D" commit -am m', { commits: undefined }],
    ['git -C "$D" mv a b', { any: undefined }],
    ['git --work-tree=../a checkout x', { git: undefined }],
    ['cd ../a && git rebase -x make main', { any: ['../a'], git: ['../a'], commits: ['../a'] }],
    ["bash -c 'cd ../a && make'", { any: ['../a'] }],
    ['echo "', { any: undefined, commits: undefined }],
    ['*** Begin Patch\n*** Add File: ../a/f\n+x\n*** End Patch', { paths: ['../a/f'] }],
  ])('%s', (command, reach) => {
    expect(readReach(command)).toEqual({ paths: [], any: [], git: [], commits: [], ...reach });
  });
});

describe('tools that change the files in their arguments', () => {
  test.each([
    ['prettier --write a.js', 'a.js'],
    ['npx prettier --write src', '<any>'],
    ['prettier --check a.js', '<any>'],
    ['ruff format a.py b.py', 'a.py b.py'],
    ['black --check a.py', '<any>'],
    ['gofmt -w main.go', 'main.go'],
    ["printf '%s\\n' a.py b.py | xargs black", 'a.py b.py'],
    ['echo a.txt | xargs -I{} mv {} old/{}', 'old/a.txt a.txt old/a.txt/a.txt'],
    ["echo a.txt | xargs -I{} sh -c 'echo x >> {}'", 'a.txt'],
    ["ls | xargs -I{} sh -c 'echo x >> {}'", '<any>'],
    ["echo 'a b.txt' | tr b c | xargs touch", '<any>'],
    ['git config -f .gitmodules submodule.a.url b', '.gitmodules'],
    ['git config --file=x.ini --get a.b', '<none>'],
    ['git config user.name Ada', '<none>'],
  ])('%s writes %s', (command, writes) => expect(writesOf(command)).toBe(writes));

  test.each([
    ['eslint --fix a.js src', ['a.js']],
    ['cd sub && npx eslint --fix a.js', ['sub/a.js']],
    ['eslint a.js', undefined],
    ['ruff check --fix a.py', ['a.py']],
    ['biome check --write a.ts', ['a.ts']],
    ['biome check a.ts', undefined],
    ['vitest run -u a.test.ts', ['a.test.ts']],
    ['jest a.test.js', undefined],
    ['tsc --noEmit a.ts', undefined],
    ['tsc --outDir lib', ['lib']],
  ])('%s is given %j', (command, files) => expect(readCommand(command).fixes?.files).toEqual(files));
});

describe('a move to another branch', () => {
  test.each<[string, string | undefined]>([
    ['git checkout main', 'left'],
    ['git checkout -q main && npm test', 'left'],
    ['git switch topic', 'left'],
    ['git switch -', 'left'],
    ['git switch --detach', 'left'],
    ['git checkout -b topic origin/main', 'left'],
    ['git switch -c topic main', 'left'],
    ['git checkout --orphan pages', 'left'],
    ['git checkout -b topic', undefined],
    ['git switch -c topic', undefined],
    ['git checkout -q -b topic', undefined],
    ['git checkout -- a.ts', undefined],
    ['git checkout main -- a.ts', undefined],
    ['git checkout HEAD a.ts', undefined],
    ['git checkout src/a.ts', undefined],
    ['git checkout .', undefined],
    ['git checkout src/', undefined],
    ['git checkout v1.2', 'left'],
    ['git checkout feat/a-b', 'left'],
    ['git checkout', undefined],
    ['git merge topic', 'joined'],
    ['git merge -q --no-ff -m "Merge it" feat/a', 'joined'],
    ['git checkout main && git merge topic', 'joined'],
    ['git merge topic; git checkout topic', 'left'],
    ['git checkout main && git pull', 'left'],
    ['git merge main', undefined],
    ['git merge origin/main', undefined],
    ['git merge --abort', undefined],
    ['git pull', undefined],
    ['git rebase main', undefined],
    ['git cherry-pick abc', undefined],
    ['git reset --hard', undefined],
    ['git stash', undefined],
    ['npm test', undefined],
  ])('%s', (command, expected) => {
    expect(readCommand(command).branch).toBe(expected);
  });
});
