import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  attestationAddress,
  commitPlace,
  graphAddress,
  reviewAddress,
  sessionAddress,
  sessionPlace,
} from '../../address.ts';
import type { PlayedStep, SessionStory } from '../../contract.ts';
import type { ViewProps } from '../view-props.ts';
import { useAnswer, usePage } from '../ask.ts';
import { Panel } from '../parts/panel.tsx';
import { PlayedFiles } from '../parts/played-files.tsx';
import { SessionTable } from '../parts/sessions-chart.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { StepPanel } from '../parts/step.tsx';
import {
  counted,
  kindWord,
  sessionName,
  SHORT_DIGITS,
  shortOid,
  timeWords,
  tookWords,
  usageWords,
} from '../parts/words.ts';

/** A session step by step; or all sessions. */
export function SessionView({ address }: ViewProps) {
  const { subject, options } = address;
  const one = useAnswer(subject === '' ? undefined : { kind: 'session', session: subject });
  if (subject === '') return <SessionList />;
  return (
    <Answered asked={one} what="the session">
      {(story) => <Story story={story} step={options['step']} />}
    </Answered>
  );
}

function SessionList() {
  const asked = useAnswer({ kind: 'sessions' });
  const [shown, setShown] = useState(200);
  return (
    <>
      <h1>Sessions</h1>
      <Answered asked={asked} what="the sessions">
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Empty title="No session is recorded yet.">
              <p>
                Run <code>git prov init</code>, then start an agent here. Older sessions come with{' '}
                <code>git prov import --transcripts</code>.
              </p>
            </Empty>
          ) : (
            <>
              <SessionTable sessions={sessions.slice(0, shown)} />
              {sessions.length > shown && (
                <button type="button" onClick={() => setShown(shown + 500)}>
                  Show more of {counted(sessions.length, 'session')}
                </button>
              )}
            </>
          )
        }
      </Answered>
    </>
  );
}

function Story({ story, step }: { readonly story: SessionStory; readonly step: string | undefined }) {
  const { go } = usePage();
  const { session, played } = story;
  const [head, setHead] = useState(() => headAt(played, step));
  const [open, setOpen] = useState(step !== undefined);
  useEffect(() => {
    if (step !== undefined) setHead(headAt(played, step));
    setOpen(step !== undefined);
  }, [step]);
  const choose = (at: number, opens: boolean): void => {
    const next = Math.max(0, Math.min(played.length - 1, at));
    setHead(next);
    if (opens) setOpen(true);
    if (opens || open) go(sessionAddress(session.id, played[next]?.id), true);
  };
  const close = useCallback(() => {
    setOpen(false);
    go(sessionAddress(session.id), true);
  }, [session.id]);
  const onKey = (event: KeyboardEvent): void => {
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      j: 1,
      k: -1,
      PageDown: 15,
      PageUp: -15,
    };
    const move = moves[event.key];
    if (move === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    choose(head + (move ?? 0), event.key === 'Enter');
  };
  const moved = useRef(false);
  useEffect(() => {
    // The beginning of a session tells more than its end.
    if (moved.current || step !== undefined)
      document.querySelector('.step.chosen')?.scrollIntoView({ block: 'nearest' });
    moved.current = true;
  }, [head]);
  const now = played[head];
  return (
    <>
      <Facts story={story} />
      {played.length === 0 ? (
        <Empty title="No step of this session is known here." />
      ) : (
        <div class="split tall">
          <div class="story">
            <PlayHead played={played} head={head} choose={(at) => choose(at, false)} />
            <ol
              class="steps"
              role="listbox"
              tabIndex={0}
              aria-label="Steps"
              aria-activedescendant={`step-${head}`}
              onKeyDown={onKey}
            >
              {played.map((one, at) => (
                <StepRow key={one.id} step={one} at={at} chosen={at === head} later={at > head} choose={choose} />
              ))}
            </ol>
            {story.left > 0 && <p class="quiet">{counted(story.left, 'more step')}: git prov replay shows them all.</p>}
          </div>
          {open && now ? (
            <Panel title={`${kindWord(now.kind)}, step ${head + 1}`} onClose={close}>
              <StepPanel step={now} story={story} />
            </Panel>
          ) : (
            now && <PlayedFiles story={story} head={head} />
          )}
        </div>
      )}
    </>
  );
}

const headAt = (played: readonly PlayedStep[], step: string | undefined): number => {
  const found = played.findIndex(({ id }) => id === step);
  return found < 0 ? Math.max(0, played.length - 1) : found;
};

function Facts({ story }: { readonly story: SessionStory }) {
  const { session, first, last, steps, lines, usage, children, landed, commits_by_id: commits, uncommitted } = story;
  return (
    <header class="head">
      <h1>{sessionName(session)}</h1>
      <p class="quiet">
        {[
          session.model,
          session.vendor,
          `${timeWords(first)} to ${timeWords(last)}`,
          counted(steps, 'step'),
          `${counted(lines, 'line')} in commits`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p class="quiet">Cost: {usageWords(usage)}</p>
      <p class="links">
        <a href={`#${graphAddress(sessionPlace(session.id))}`}>Graph</a>
        <a href={`#${attestationAddress(sessionPlace(session.id))}`}>Attestation</a>
        {session.parent !== null && <a href={`#${sessionAddress(session.parent)}`}>Session that started it</a>}
        {children.map((child) => (
          <a key={child.session.id} href={`#${sessionAddress(child.session.id)}`}>
            Sub-agent {child.session.short.slice(0, SHORT_DIGITS)}
          </a>
        ))}
        {landed.slice(0, 8).map(({ commit, lines: count, reachable }) => (
          <a key={commit} href={`#${reviewAddress(commitPlace(commit))}`} title={commits[commit]?.subject}>
            <code>{shortOid(commit)}</code> {reachable ? counted(count, 'line') : 'not on a branch'}
          </a>
        ))}
      </p>
      {uncommitted > 0 && (
        <p class="quiet">
          {counted(uncommitted, 'step')} {uncommitted === 1 ? 'is' : 'are'} in no commit yet.
        </p>
      )}
    </header>
  );
}

function PlayHead({
  played,
  head,
  choose,
}: {
  readonly played: readonly PlayedStep[];
  readonly head: number;
  readonly choose: (at: number) => void;
}) {
  const [plays, setPlays] = useState(false);
  useEffect(() => {
    if (!plays) return;
    if (head >= played.length - 1) return setPlays(false);
    const clock = setTimeout(() => choose(head + 1), 600);
    return () => clearTimeout(clock);
  }, [plays, head]);
  const times = useMemo(() => played.map(({ started, at }) => Date.parse(started ?? at ?? '')), [played]);
  const from = times[0] ?? 0;
  const passed = (times[head] ?? from) - from;
  return (
    <div class="play">
      <button
        type="button"
        onClick={() => {
          if (!plays && head >= played.length - 1) choose(0);
          setPlays(!plays);
        }}
      >
        {plays ? '❚❚ Pause' : '▶ Play'}
      </button>
      <input
        type="range"
        min={0}
        max={Math.max(0, played.length - 1)}
        value={head}
        aria-label="Play head"
        aria-valuetext={`step ${head + 1} of ${played.length}`}
        onInput={(event) => choose(Number(event.currentTarget.value))}
      />
      <span class="quiet">
        step {head + 1} of {played.length}, after {tookWords(passed) || '0 ms'}
      </span>
    </div>
  );
}

const RESULTS: Readonly<Record<string, string>> = {
  ok: '',
  passed: '✓ passed',
  failed: '✗ failed',
  refused: '⊘ refused',
  interrupted: '◼ interrupted',
};

function StepRow({
  step,
  at,
  chosen,
  later,
  choose,
}: {
  readonly step: PlayedStep;
  readonly at: number;
  readonly chosen: boolean;
  readonly later: boolean;
  readonly choose: (at: number, opens: boolean) => void;
}) {
  const { kind, summary, status, tool, duration, outcome, depth } = step;
  return (
    <li
      id={`step-${at}`}
      role="option"
      aria-selected={chosen}
      class={`step kind-${kind ?? ''} depth-${Math.min(depth, 4)}${chosen ? ' chosen' : ''}${later ? ' later' : ''}`}
      onClick={() => choose(at, true)}
    >
      <span class="step-kind">{kindWord(kind)}</span>{' '}
      <span class="step-text">
        {depth > 0 && <span class="quiet">sub-agent: </span>}
        {status !== undefined && <strong class="tag overruled">{status}</strong>}
        {summary}
      </span>{' '}
      <span class={`step-result result-${outcome ?? 'none'}`}>{outcome ? (RESULTS[outcome] ?? outcome) : ''}</span>{' '}
      <span class="step-tool quiet">
        {tool} {tookWords(duration)}
      </span>
    </li>
  );
}
