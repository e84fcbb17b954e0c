// `git prov check` of a range with many files, with and without signed notes.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fastImport, makePlace } from './place.mjs';
import { loadSource } from './source.mjs';

const PROGRAM = resolve(import.meta.dirname, '../dist/git-prov.js');
const DATE = 1_767_225_600;
const FILES_PER_COMMIT = 10;
const LINES = 50;
const RULES = '* prov=known,verified,tested,decided,approved,signed,reviewed-by=ada@example.com\n';

/** 1,000 files with 50,000 added lines of an agent, in 100 commits. A person accepted the decision behind each of them. */
export async function check({ quick }) {
  const commits = quick ? 5 : 100;
  const place = makePlace();
  try {
    place.git('init', '-q');
    const signer = makeKey(place);
    const made = fillCommits(place, commits, signer);
    const rows = [];
    for (const isSigned of [false, true]) {
      const [base] = made;
      await fillNotes(place, made.slice(1), isSigned ? signer : undefined);
      const runs = Array.from({ length: quick ? 1 : 5 }, () => run(place, base, isSigned)).sort((a, b) => a - b);
      const [least, middle, most] = [runs[0], runs[runs.length >> 1], runs.at(-1)].map(Math.round);
      const files = commits * FILES_PER_COMMIT;
      rows.push({
        what: `git prov check, ${files.toLocaleString('en')} files, ${(files * LINES).toLocaleString('en')} lines, ${isSigned ? 'signed notes' : 'no signers'}`,
        measured: `${middle.toLocaleString('en')} ms (${least} ms – ${most} ms)`,
        result: `${(middle / 1000).toFixed(1)} s`,
        value: middle,
        limit: 3000,
        budget: '≤ 3 s',
      });
    }
    return rows;
  } finally {
    place.remove();
  }
}

function run(place, base, isSigned) {
  const start = process.hrtime.bigint();
  const done = spawnSync(process.execPath, [PROGRAM, 'check', `${base}..main`, '--json'], {
    cwd: place.repo,
    env: place.env,
    maxBuffer: 1 << 28,
  });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  const answer = JSON.parse(done.stdout.toString() || '{}');
  const wanted = isSigned ? 0 : answer.lines?.judged; // without signers, every line breaks the rule `signed`
  if (answer.signing?.asked !== isSigned || answer.lines?.broken !== wanted || wanted === undefined)
    throw new Error(`check gave another result: ${done.stdout.toString().slice(0, 600)}${done.stderr}`);
  return ms;
}

function makeKey(place) {
  const file = join(place.home, 'key');
  place.run('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', 'ada', '-f', file);
  const line = place.run('cat', `${file}.pub`).trim();
  return { file, line };
}

function fillCommits(place, count, { line }) {
  const stream = [];
  const put = (text) => stream.push(Buffer.from(text));
  const file = (path, text) => put(`M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
  put(`commit refs/heads/main\nmark :1\ncommitter A <a@b> ${DATE} +0000\ndata 1\nc\n`);
  file('.gitattributes', RULES);
  file('.keep', `${line}\n`);
  for (let n = 0; n < count; n++) {
    put(`commit refs/heads/main\nmark :${n + 2}\ncommitter A <a@b> ${DATE + n + 1} +0000\ndata 1\nc\n`);
    for (let i = 0; i < FILES_PER_COMMIT; i++) file(pathOf(n, i), textOf(n, i));
  }
  put('done\n');
  fastImport(place, stream);
  place.git('reset', '-q', '--hard');
  return place.git('rev-list', '--reverse', 'main').trim().split('\n');
}

const pathOf = (n, i) => `src/part${n % 20}/file${n}-${i}.js`;
const textOf = (n, i) => Array.from({ length: LINES }, (_, k) => `call(${n}, ${i}, ${k});\n`).join('');

async function fillNotes(place, commits, signer) {
  const [{ encodeNote, graphIdOf }, { chainOf, GENESIS }, { claimsHash }, ids, { contentMark }, statements] =
    await Promise.all(
      ['format/note', 'graph/ledger', 'lines-hash', 'ids', 'checks/content', 'statement'].map((name) =>
        loadSource(`src/model/${name}.ts`),
      ),
    );
  const { sessionPrefix, NEW_SESSION } = ids;
  const graphOf = (session, commit, nodes, edges) => {
    const id = (number) => `${sessionPrefix({ id: session.id, ...NEW_SESSION })}-${number}`;
    const steps = nodes.map((node, i) => ({ id: id(i + 1), ...node, ...(i > 0 && { parent: id(i) }) }));
    const { head } = chainOf(session.id, steps, GENESIS, null);
    return {
      session: { ...session, ...NEW_SESSION },
      nodes: steps,
      edges: edges.map(([from, kind, to]) => ({ from: id(from), to: id(to), kind, source: 'observed' })),
      explains: [commit],
      previous: null,
      chain: { start: GENESIS, head },
    };
  };
  const notes = [Buffer.from(`commit refs/notes/provenance\ncommitter A <a@b> ${DATE} +0000\ndata 0\n`)];
  if (signer) {
    place.git('config', 'gpg.format', 'ssh');
    place.git('config', 'gpg.ssh.allowedSignersFile', join(place.home, 'allowed'));
    writeFileSync(join(place.home, 'allowed'), `ada@example.com namespaces="git" ${signer.line}\n`);
  }
  for (const [n, commit] of commits.entries()) {
    const at = (DATE + n + 1) * 1000;
    const session = { id: `bench-session-${n}`, agent: 'claude-code' };
    const prefix = sessionPrefix({ id: session.id, ...NEW_SESSION });
    const files = Array.from({ length: FILES_PER_COMMIT }, (_, i) => pathOf(n, i));
    const lines = new Map(
      files.map((path) => [path, [{ start: 1, count: LINES, node: `${prefix}-3`, evidence: 'exact' }]]),
    );
    const saw = files.flatMap((path, i) => contentMark(path, blobOf(textOf(n, i))));
    const work = graphOf(
      session,
      commit,
      [
        { kind: 'goal', at, summary: 'Make the parts' },
        {
          kind: 'decision',
          at,
          summary: 'Write them out',
          detail: { source: 'declared', because: 'a loop would hide them' },
        },
        { kind: 'commitment', at, summary: 'Write', tool: 'Write', detail: { files } },
        {
          kind: 'verification',
          at,
          summary: 'npm test passed',
          tool: 'Bash',
          detail: { check: 'test', passed: true, saw },
        },
        {
          kind: 'patch',
          at,
          summary: 'c',
          detail: { commit, files, lines: claimsHash(lines, { id: session.id, ...NEW_SESSION }) },
        },
      ],
      [
        [1, 'led_to', 3],
        [3, 'decided_by', 2],
        [3, 'verified_by', 4],
        [3, 'committed_via', 5],
      ],
    );
    const accepted = {
      kind: 'event',
      at: at + 1,
      summary: 'accepted',
      detail: { source: 'declared', event: 'accepted', subject: `${prefix}-2`, by: 'Ada <ada@example.com>' },
    };
    const review = graphOf({ id: `person/bench-${n}`, agent: 'person' }, commit, [accepted], []);
    const note = { commit, graphs: [work, review], lines, carried: [] };
    const bytes = encodeNote(signer ? signed(place, note, signer, statements, graphIdOf) : note);
    notes.push(Buffer.from(`M 100644 inline ${commit.slice(0, 2)}/${commit.slice(2)}\ndata ${bytes.length}\n`), bytes);
    notes.push(Buffer.from('\n'));
  }
  notes.push(Buffer.from('done\n'));
  if (signer) place.git('update-ref', '-d', 'refs/notes/provenance');
  fastImport(place, notes);
}

function signed(place, note, { file }, { encodeStatement, linesBySession, signedBytes }, graphIdOf) {
  const payload = encodeStatement({
    commit: note.commit,
    tree: place.git('rev-parse', `${note.commit}^{tree}`).trim(),
    at: DATE * 1000,
    graphs: note.graphs.map((graph) => ({ id: graphIdOf(graph), previous: null })),
    taken: [],
    lines: linesBySession(note.lines),
    carried: [],
    after: [],
    signed: [],
  });
  const done = spawnSync('ssh-keygen', ['-Y', 'sign', '-n', 'git', '-f', file], {
    input: signedBytes(payload),
    env: place.env,
  });
  if (done.status !== 0) throw new Error(done.stderr.toString());
  return { ...note, signatures: [{ payload, scheme: 'ssh', signature: done.stdout.toString() }] };
}

const blobOf = (text) =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex');
