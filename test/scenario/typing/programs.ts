import type { TestRepo } from '../../helpers/repo.ts';

/** What one program of the agent will do, as the simulated agent starts it. */
export interface Program {
  readonly command: string;
  /** The agent moves the command to the background, and its call returns at once. */
  readonly behind?: boolean;
}

/** Makes a line that names the agent as its author. */
type Line = () => string;
type Make = (path: string, line: Line, repo: TestRepo, lines: readonly string[]) => Program;

/** Milliseconds are short, so that a campaign is quick; the person types in all of them. */
const NAP = 'sleep 0.12';

/** Kinds of programs, by how git prov can learn what they write. */
export const PROGRAMS: Readonly<Record<string, Make>> = {
  'sed inserts after a wait': (path, line) => ({ command: `${NAP}; sed -i '1i ${line()}' ${path}` }),
  'printf appends before a wait': (path, line) => ({ command: `printf '%s\\n' '${line()}' >> ${path}; ${NAP}` }),
  'echo appends and a server follows': (path, line) => ({
    command: `echo '${line()}' >> ${path} && npm run dev`,
    behind: true,
  }),
  'a here-document makes a file': (_path, line) => {
    const words = line();
    return {
      command: `cat > made-${words.split(' ')[3]}.txt <<'EOF'\n${words}\n${line()}\n${line()}\nEOF\n${NAP}`,
    };
  },
  'sed substitutes': (path, line, _repo, lines) => {
    const number = / number (\d+) /.exec(lines[lines.length >> 1] ?? '')?.[1];
    if (number === undefined) return { command: `${NAP}; sed -i '$a ${line()}' ${path}` };
    return { command: `${NAP}; sed -i 's/^.* number ${number} .*$/${line()}/' ${path}` };
  },
  'a script holds its lines': (path, line, repo) => {
    repo.write('../home/gen.mjs', scriptOf(path, [line(), line()]));
    return { command: `${NAP}; cp ../home/gen.mjs gen.mjs; node gen.mjs; ${NAP}; rm gen.mjs` };
  },
  'a program in a here-document': (path, line) => ({
    command: `node --input-type=module - <<'EOF'\n${scriptOf(path, [line(), line()])}\nEOF\n${NAP}`,
  }),
  'a loop of the shell': (_path, line) => ({
    command: `for f in a.txt b.txt; do echo "${line()} in $f" >> $f; ${NAP}; done`,
  }),
  'a program computes its lines': (path, line, repo) => {
    const [before, after] = line().split(' number ') as [string, string];
    repo.write('../home/compute.mjs', scriptOf(path, [`${before} \${'num' + 'ber'} ${after}`]).replaceAll("'X", '`'));
    return { command: `${NAP}; node ../home/compute.mjs; ${NAP}` };
  },
  'a package manager': (_path, line, repo) => {
    repo.write('../home/lock', `${line()}\n${line()}\n${line()}\n${line()}\n${line()}\n${line()}\n`);
    return { command: `npm install left-pad` };
  },
  'a build': (_path, line, repo) => {
    repo.write('../home/out', `${line()}\n${line()}\n${line()}\n${line()}\n`);
    return { command: `npm run build` };
  },
  'containers start': () => ({ command: 'docker compose up -d' }),
  'a database answers': () => ({ command: 'psql -c "select 1"' }),
  'a command writes and commits': (path, line) => ({
    command: `echo '${line()}' >> ${path}; ${NAP}; git add -A && git commit -qm 'in one command'; ${NAP}`,
  }),
  'a program writes and the command commits': (path, line, repo) => {
    repo.write('../home/commits.mjs', scriptOf(path, [line(), line()]));
    return { command: `${NAP}; node ../home/commits.mjs; git add ${path} && git commit -qm 'of a program'` };
  },
  'a here-document and the tests': (_path, line) => {
    const words = line();
    return { command: `cat > ${words.split(' ')[0]}.txt <<'EOF'\n${words}\n${line()}\nEOF\nnpm test` };
  },
  'a pattern is replaced': (path, line) => ({
    command: `echo '${line()}' >> ${path}; ${NAP}; sed -i 's/lines @a$/lines, all of them @a/' ${path}`,
  }),
  'tests run': () => ({ command: 'npm test' }),
  'a program copies': (_path, line, repo) => {
    repo.write('../home/template.txt', `${line()}\n${line()}\n`);
    return { command: `cp ../home/template.txt copy.txt; ${NAP}` };
  },
};

// A program that adds these lines to a file.
const scriptOf = (path: string, lines: readonly string[]): string =>
  `import { appendFileSync } from 'node:fs';\n${lines.map((line) => `appendFileSync('${path}', \`${line}\\n\`);`).join('\n')}\n`;

/** Replaces tools that are slow or need a network: these write what the real ones write, and wait. */
export function fakeTools(repo: TestRepo): void {
  const tool = (name: string, script: string): void =>
    repo.write(`../home/bin/${name}`, `#!/bin/sh\n${script}\n`, 0o755);
  tool(
    'npm',
    `case "$1 $2" in
'install '*) ${NAP}; cat "$HOME/lock" >> package-lock.json; ${NAP} ;;
'run build') ${NAP}; mkdir -p dist; cat "$HOME/out" > dist/bundle.js; ${NAP} ;;
'run dev') sleep 0.5 ;;
*) sleep 0.2 ;;
esac`,
  );
  tool('docker', 'sleep 0.2');
  tool('psql', 'sleep 0.2');
  repo.env['PATH'] = `${repo.home}/bin:${repo.env['PATH'] ?? ''}`;
}
