import { useMemo, useState } from 'preact/hooks';
import type { SessionStory } from '../../contract.ts';
import { useAnswer } from '../ask.ts';
import { Code, useTokens } from './code.tsx';
import { Answered } from './states.tsx';
import { counted } from './words.ts';

/** Lines of a file that are shown beside the steps. */
const MAX_LINES = 1500;

/** The files that the session changed, as they were when the step at the play head ended. */
export function PlayedFiles({ story, head }: { readonly story: SessionStory; readonly head: number }) {
  const { played, landed, commits_by_id: commits, snapshots } = story;
  const commitOf = useMemo(() => {
    const files = new Map<string, string | undefined>(Object.keys(snapshots).map((path) => [path, undefined]));
    for (const { files: paths } of played)
      for (const path of paths) {
        const found = landed.find(({ commit }) => commits[commit]?.files.includes(path));
        if (found) files.set(path, found.commit);
      }
    return files;
  }, [story]);
  const latest = played
    .slice(0, head + 1)
    .findLast(({ kind, files }) => kind === 'commitment' && files.some((path) => commitOf.has(path)));
  const [chosen, setChosen] = useState<string>();
  const path = chosen ?? latest?.files.find((one) => commitOf.has(one)) ?? [...commitOf.keys()][0];
  if (path === undefined)
    return (
      <aside class="panel" aria-label="Files">
        <p class="quiet">This session changed no file, or neither a snapshot nor a commit of it is here.</p>
      </aside>
    );
  const commit = commitOf.get(path);
  const kept = snapshots[path] ?? [];
  const order = new Map(played.map(({ id }, at) => [id, at]));
  const snapshot = kept.findLast(({ node }) => (order.get(node) ?? Infinity) <= head);
  return (
    <aside class="panel wide-panel" aria-label="Files at this step" tabIndex={0}>
      <label>
        File{' '}
        <select value={path} onChange={(event) => setChosen(event.currentTarget.value)}>
          {[...commitOf.keys()].map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      {snapshot ? (
        <Kept path={path} snapshot={snapshot} story={story} head={head} order={order} />
      ) : commit === undefined ? (
        <p class="quiet">No snapshot of this file is kept from before this step, and no commit has it.</p>
      ) : (
        <Landed path={path} commit={commit} head={head} order={order} />
      )}
    </aside>
  );
}

interface At {
  readonly path: string;
  readonly head: number;
  /** The places of the steps. */
  readonly order: ReadonlyMap<string, number>;
}

type Runs = readonly { readonly from: number; readonly to: number; readonly node: string | null }[];

function stateAt(runs: Runs, { head, order }: At, line: number): string {
  const node = runs.find(({ from, to }) => line >= from && line <= to)?.node;
  const at = node == null ? undefined : order.get(node);
  return at === undefined ? 'before' : at > head ? 'not-yet' : at === head ? 'now' : 'written';
}

// The file as this clone saw it after a step.
function Kept({
  snapshot,
  story,
  ...at
}: At & { readonly snapshot: { readonly node: string; readonly blob: string }; readonly story: SessionStory }) {
  const { path, head, order } = at;
  const asked = useAnswer({ kind: 'snapshot', path, blob: snapshot.blob });
  const since = order.get(snapshot.node)!;
  // A step that only removed lines has no snapshot of its own.
  const isLate = story.played
    .slice(since + 1, head + 1)
    .some(({ kind, files }) => kind === 'commitment' && files.includes(path));
  return (
    <Answered asked={asked} what={path}>
      {({ lines, runs, left }) => (
        <>
          <p class="quiet">
            The text of the file after step {since + 1}.
            {isLate && ' A later step changed it too, and no snapshot of that is kept.'}
          </p>
          <Text path={path} lines={lines} stateOf={(line) => stateAt(runs, at, line)} />
          {left > 0 && <p class="quiet">{counted(left, 'more line')} are left out.</p>}
        </>
      )}
    </Answered>
  );
}

// Without a snapshot: the committed file, in which the lines of later steps are faint.
function Landed({ commit, ...at }: At & { readonly commit: string }) {
  const { path } = at;
  const asked = useAnswer({ kind: 'file', path, revision: commit });
  return (
    <Answered asked={asked} what={path}>
      {(file) => (
        <>
          <p class="quiet">
            No snapshot of this file at this step is kept here. This is the committed file; lines of later steps are
            faint.
          </p>
          <Text path={path} lines={file.lines.slice(0, MAX_LINES)} stateOf={(line) => stateAt(file.runs, at, line)} />
        </>
      )}
    </Answered>
  );
}

const STATES: Readonly<Record<string, string>> = {
  'not-yet': 'not written yet',
  now: 'written by this step',
  written: 'written by this session',
  before: '',
};

function Text({
  path,
  lines,
  stateOf,
}: {
  readonly path: string;
  readonly lines: readonly string[];
  readonly stateOf: (line: number) => string;
}) {
  const tokens = useTokens(path, lines);
  return (
    <>
      <div class="played" role="list" tabIndex={0} aria-label={`Lines of ${path}`}>
        {lines.map((text, at) => {
          const state = stateOf(at + 1);
          return (
            <div key={at} role="listitem" class={`played-line ${state}`} title={STATES[state]}>
              <span class="number">{at + 1}</span>
              <code>
                <Code text={text} tokens={tokens?.[at]} />
              </code>
            </div>
          );
        })}
      </div>
    </>
  );
}
