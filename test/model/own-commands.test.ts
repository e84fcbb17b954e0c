import { describe, expect, test } from 'vitest';
import { readCommand } from '../../src/model/shell/parse/command.ts';

/** What a command line does, and the files that it may change. */
function verdictOf(command: string): string {
  const { kind, writes } = readCommand(command);
  return `${kind}: ${writes.kind === 'paths' ? writes.paths.join(' ') : writes.kind}`;
}

describe('our own commands in the shell of an agent', () => {
  test.each([
    ['git prov blame src/a.ts', 'exploration: none'],
    ['git prov web main..HEAD', 'exploration: none'],
    ['git prov export otel', 'exploration: none'],
    ['git prov decide "Keep it"', 'execution: none'],
    ['git prov init', 'execution: none'],
  ])('%s writes no file of the work tree', (command, verdict) => expect(verdictOf(command)).toBe(verdict));

  test.each([
    ['git prov web --export out.html main..HEAD', 'commitment: out.html'],
    ['git prov web --export=docs/out.html', 'commitment: docs/out.html'],
    ['git prov attest HEAD --output a.json', 'commitment: a.json'],
    ['git prov init --shared --guide', 'commitment: any'],
    ['git prov init --ci github', 'commitment: any'],
  ])('%s writes files', (command, verdict) => expect(verdictOf(command)).toBe(verdict));

  test.each(['npm test', 'npx eslint --fix src/a.js', 'npm run build', 'node gen.js > out.txt'])(
    'verify-run is read as what it runs: %s',
    (inner) => {
      const { checks, ...whole } = readCommand(`git prov verify-run --by me -- ${inner}`);
      const { checks: own, ...expected } = readCommand(inner);
      expect([whole, checks]).toEqual([expected, own]);
    },
  );

  test('verify-run of a report runs nothing', () =>
    expect(verdictOf('git prov verify-run --from junit.xml')).toBe('exploration: none'));
});
