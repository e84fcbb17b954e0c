import { makeRepo, type TestRepo } from '../helpers/repo.ts';
import { made, nodeAt, noteOf, writeNotes } from '../ask/setup.ts';

/** Texts that would end a label, a line or a document, or control a terminal, if printed unchanged. */
export const HOSTILE = [
  '"]; evil [label="',
  'a\\',
  '\\"]; evil',
  'one\ntwo\r\nthree',
  '--> end',
  '</script><script>alert(1)</script>',
  '\u001b]0;title\u0007\u001b[31mred\u009b31m',
  '\u202egnitrom\u2066',
  '%%{init: {"theme":"dark"}}%%',
  '"] click n1 href "javascript:alert(1)"',
  '`**bold**`',
  'style x fill:#f00;',
  '#quot; &quot; &#34; \\N \\G \\l',
  '#35;#59;',
  'ends with a lone \ud800',
  '{{}} [[ ]] (( )) |pipe| ~~~ <br/>',
  '---',
  '1. a list',
] as const;

/** A repository with one commit; its note has all of these texts, in a session and a sub-agent. */
export async function hostileRepo(): Promise<TestRepo> {
  const repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  repo.write('a.txt', 'one\ntwo\nthree\n');
  repo.write('b c.txt', 'x\n');
  const commit = repo.commit('subject "]; <b>--></b>');
  const nodes = HOSTILE.map((summary, i) => ({
    n: i + 1,
    kind: i === 0 ? 'goal' : i % 3 === 0 ? 'decision' : 'commitment',
    summary,
    ...(i % 3 === 1 && { tool: summary, duration: 5, output: 'a'.repeat(64) }),
    detail: { [summary]: summary, because: summary },
  }));
  const edges = nodes.slice(1).map(({ n }) => [1, 'led_to', n] as const);
  const graph = made('s', nodes, edges, { of: { agent: 'evil"]; agent', model: '--><script>' }, explains: [commit] });
  const sub = made('s/sub', [{ n: 1, kind: 'goal', summary: 'sub' }], [[nodeAt('s', 2), 'spawned', 1]], {
    of: { parent: graph.session.id },
  });
  const lines = [
    ['a.txt', 2, 1, nodeAt('s', 2)],
    ['b c.txt', 1, 1, nodeAt('s/sub', 1)],
  ] as const;
  await writeNotes(repo, [[commit, noteOf([graph, sub], lines)]]);
  return repo;
}
