import { below, dress, pick, type Random } from './values.ts';

/** What a text is: a line of a file, a command of a shell, or words that a person says. */
export type Form = 'line' | 'shell' | 'prose';

const BEFORE = [
  'const retries = 3;',
  '# see the notes of the last release',
  'timeout: 30',
  'import os',
  'log_level = info',
  '// called once at the start',
  'name: {name}',
  'host = {host}',
];
const AFTER = ['return result;', 'port: 8080', '# end', 'pool_size = 10', 'enabled: true', '}', 'export default app;'];
const indent = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => by + line)
    .join('\n');

type Wrap = (r: Random, text: string) => string;
const asIs: Wrap = (_, text) => text;
const commit: Wrap = (r, text) =>
  `${pick(r, ['Fix the {name} job', 'Add settings for {name}', 'chore({name}): rotate and retry', 'Revert "Use the new host"'])}\n\nThe job failed on {host} since Tuesday. This is what I ran:\n\n    ${indent(text, '    ').trimStart()}\n\nIt passes now.`;
const code: Wrap = (r, text) =>
  [pick(r, BEFORE), pick(r, BEFORE), text, pick(r, AFTER)]
    .map((line) => indent(line, pick(r, ['', '  ', '\t'])))
    .join('\n');
const diff: Wrap = (r, text) =>
  `diff --git a/${pick(r, ['conf/app', 'deploy/{name}', 'src/setup'])} b/conf/app\n@@ -${1 + below(r, 90)},4 +${1 + below(r, 90)},5 @@\n ${pick(r, BEFORE)}\n-${pick(r, AFTER)}\n${indent(text, '+')}\n ${pick(r, AFTER)}`;
const toolOutput: Wrap = (r, text) =>
  JSON.stringify({ tool: 'Bash', output: { stdout: `${pick(r, BEFORE)}\n${text}\n${pick(r, AFTER)}`, code: 0 } });
const markdown: Wrap = (r, text) =>
  `## ${pick(r, ['Setup', 'How to run {name}', 'Notes'])}\n\n1. Start the service.\n2. Then:\n\n\`\`\`\n${text}\n\`\`\`\n`;
const search: Wrap = (r, text) =>
  text
    .split('\n')
    .map((line, at) => `${pick(r, ['conf/{name}.conf', './deploy.txt', 'src/app'])}:${at + 12}:${line}`)
    .join('\n');
const heredoc: Wrap = (r, text) =>
  `cat > /etc/${pick(r, ['{name}.conf', 'app/{name}'])} <<'EOF'\n${pick(r, BEFORE)}\n${text}\nEOF`;
const pipe: Wrap = (r, text) =>
  `cd /srv/{name} && ${text}${pick(r, [' | tee out.log', ' 2>&1 | tail -20', ' && echo done', ' || exit 1', ' > /dev/null', ''])}`;
const remote: Wrap = (r, text) => `$ ${text}\n${pick(r, ['OK', 'Connected to {host}', '1 row in set', ''])}`;
const script: Wrap = (r, text) =>
  `#!/bin/bash\nset -e\n# ${pick(r, ['runs each night', 'used by {name}'])}\n${text}\necho "done"`;
const list: Wrap = (r, text) => `- ${pick(r, ['First point.', 'Ask {user} if it fails.'])}\n- ${text}\n- Done.`;
const quote: Wrap = (_, text) => `${indent(text, '> ')}\n\nIs this still right?`;
const inline: Wrap = (_, text) => `Please run \`${text}\` and show me the output.`;
const said: Wrap = (r, text) =>
  `${pick(r, ['Hi, ', 'The tests of {name} fail. ', 'Deploy {name} to {host}. ', ''])}${text}${pick(r, [' Thanks!', ' Then run the tests again.', '', '\nDo not commit it.'])}`;

const WRAPS: Record<Form, Wrap[]> = {
  line: [asIs, commit, code, code, diff, toolOutput, markdown, search, heredoc],
  shell: [asIs, commit, pipe, pipe, remote, script, toolOutput, markdown, diff, inline],
  prose: [asIs, said, said, commit, list, quote, toolOutput],
};

/** @returns a text with random surroundings that fit its form; a text of several lines is never put on one */
export function surround(r: Random, form: Form, text: string): string {
  for (;;) {
    const wrap = pick(r, WRAPS[form]);
    if (text.includes('\n') && (wrap === inline || wrap === pipe)) continue;
    return dress(r, wrap(r, text));
  }
}
