// Secrets in the example commands of tldr-pages: its placeholders for passwords and keys, filled with made-up ones.
// node bench/redaction/manual-pages.mjs GIT-DIRECTORY   SHOW=1 also prints the commands that keep their secret; SEED=2 draws others
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundle } from './program.mjs';

const TIMES = 2;
const SECRET =
  /^(?:[a-z]+[_ ])*(?:password|passwd|passphrase|pass|pwd|secret|token|api_?key|(?:api|access|auth|bearer)_?token|(?:secret|access|auth|encryption)_?key|(?:client|consumer|api)_secret|psk|twitter_api_secret)\d*$/i;
const directory = process.argv[2];
if (directory === undefined) {
  process.stderr.write('Name a git directory of tldr-pages.\n');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'git-prov-manuals-'));
try {
  const { Redactor, dice, draw, humanPassword, leaks } = await bundle(folder, {
    'src/redact/redact.ts': 'Redactor',
    'test/redact/typed.ts': 'leaks',
    'test/redact/corpus.ts': 'dice, draw',
    'test/redact/human-passwords.ts': 'humanPassword',
  });
  const random = dice(Number(process.env.SEED ?? 7));
  const pick = (from) => from[Math.floor(random() * from.length)];
  const uuid = () => [8, 4, 4, 4, 12].map((count) => draw('h', count, random)).join('-');
  const key = () => pick([draw('a', 40, random), draw('h', 32, random), draw('w', 36, random), uuid()]);

  const fill = (command, time) => {
    const secrets = [];
    const text = command.replaceAll(/\{\{(\[[^\]]*\]|[^{}]*?)\}\}/g, (_, inner, at) => {
      if (/^\[.*\]$/.test(inner)) return pick(inner.slice(1, -1).split('|'));
      if (/user(?:name)?$/i.test(inner)) return pick(['admin', 'alice', 'bob', 'root', 'deploy', 'j.smith']);
      if (!SECRET.test(inner))
        return inner
          .split('|')[0]
          .replace(/ \.\.\.$/, '')
          .replaceAll(' ', '_');
      const isQuoted = /["']$/.test(command.slice(0, at));
      const isTyped = /pass|pwd|psk/i.test(inner) || (/secret$/i.test(inner) && time === 0);
      const secret = isTyped ? humanPassword(isQuoted ? 'q' : 'l', random).replaceAll(/["']/g, '') : key();
      secrets.push(secret);
      return secret;
    });
    return { text, secrets };
  };

  const redactor = new Redactor('', () => 'key');
  const programs = new Set();
  let [texts, left] = [0, 0];
  for (const { program, command } of commands(directory))
    for (let time = 0; time < TIMES; time++) {
      const one = fill(command, time);
      if (one.secrets.length === 0) continue;
      programs.add(program);
      texts++;
      const { text: kept } = await redactor.look(one.text);
      if (leaks(one, kept).length === 0) continue;
      left++;
      if (process.env.SHOW) process.stdout.write(`${one.text}\n`);
    }
  const share = ((100 * left) / texts).toFixed(2);
  process.stdout.write(`${programs.size} programs, ${texts} commands, ${left} keep their secret, ${share} %\n`);
} finally {
  rmSync(folder, { recursive: true });
}

function commands(directory) {
  const git = (...args) =>
    execFileSync('git', ['--git-dir', resolve(directory), ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const words = 'pass|secret|token|key|credential|psk|pwd';
  return git('grep', '-i', '-E', `\\{\\{[^}]*(${words})`, 'HEAD', '--', 'pages')
    .split('\n')
    .map((line) => /^HEAD:pages\/[^/]+\/([^:]+)\.md:`(.*)`$/.exec(line))
    .filter((match) => match !== null)
    .map(([, program, command]) => ({ program, command }));
}
