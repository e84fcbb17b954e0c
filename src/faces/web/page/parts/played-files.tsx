import { useMemo, useState } from 'preact/hooks';
import type { SessionStory } from '../../contract.ts';
import { useAnswer } from '../ask.ts';
import { Code, useTokens } from './code.tsx';
import { Answered } from './states.tsx';

/** Lines of a file that are shown beside the steps. */
const MAX_LINES = 1500;

/** The files that the session changed, as they had grown when the step at the play head ended. */
export function PlayedFiles({ story, head }: { readonly story: SessionStory; readonly head: number }) {
  const { played, landed, commits_by_id: commits } = story;
  const written = useMemo(() => {
    const files = new Map<string, string>();
    for (const { files: paths } of played)
      for (const path of paths) {
        const found = landed.find(({ commit }) => commits[commit]?.files.includes(path));
        if (found) files.set(path, found.commit);
      }
    return files;
  }, [played]);
  const latest = played
    .slice(0, head + 1)
    .findLast(({ kind, files }) => kind === 'commitment' && files.some((path) => written.has(path)));
  const [chosen, setChosen] = useState<string>();
  const path = chosen ?? latest?.files.find((one) => written.has(one)) ?? [...written.keys()][0];
  if (path === undefined)
    return (
      <aside class="panel" aria-label="Files">
        <p class="quiet">No change of this session is in a commit yet.</p>
      </aside>
    );
  return (
    <aside class="panel wide-panel" aria-label="Files at this step" tabIndex={0}>
      <label>
        File{' '}
        <select value={path} onChange={(event) => setChosen(event.currentTarget.value)}>
          {[...written.keys()].map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <At path={path} commit={written.get(path)!} story={story} head={head} />
    </aside>
  );
}

function At({
  path,
  commit,
  story,
  head,
}: {
  readonly path: string;
  readonly commit: string;
  readonly story: SessionStory;
  readonly head: number;
}) {
  const asked = useAnswer({ kind: 'file', path, revision: commit });
  return (
    <Answered asked={asked} what={path}>
      {(file) => {
        const order = new Map(story.played.map(({ id }, at) => [id, at]));
        const now = story.played[head]?.id;
        const stateOf = (line: number): string => {
          const node = file.runs.find(({ from, to }) => line >= from && line <= to)?.node;
          const at = node == null ? undefined : order.get(node);
          return at === undefined ? 'before' : at > head ? 'not-yet' : node === now ? 'now' : 'written';
        };
        return <Text path={path} lines={file.lines.slice(0, MAX_LINES)} stateOf={stateOf} />;
      }}
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
      <p class="quiet">Lines of later steps are faint. Lines that a later commit replaced are not shown.</p>
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
