import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { fileAddress } from '../../address.ts';
import type { FileLines, Run } from '../../contract.ts';
import type { ViewProps } from '../view-props.ts';
import { useAnswer, usePage } from '../ask.ts';
import { Code, useTokens } from '../parts/code.tsx';
import { CheckMark, OwnerMark, sessionColors } from '../parts/marks.tsx';
import { Panel } from '../parts/panel.tsx';
import { Rows } from '../parts/rows.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { WhyPanel } from '../parts/why.tsx';
import { OWNER_WORDS, counted, dayWords, sessionName, shortOid, statedWords } from '../parts/words.ts';
import { FileList } from './file-list.tsx';

const ROW_HEIGHT = 20;

/** A file: its lines, and who wrote each; or the list of files. */
export function FileView({ address }: ViewProps) {
  const { subject: path, options } = address;
  const asked = useAnswer(
    path === '' ? undefined : { kind: 'file', path, ...(options['at'] !== undefined && { revision: options['at'] }) },
  );
  if (path === '') return <FileList />;
  return (
    <Answered asked={asked} what={path}>
      {(file) => <Lines file={file} line={Number(options['line']) || undefined} at={options['at']} />}
    </Answered>
  );
}

function Lines({
  file,
  line,
  at,
}: {
  readonly file: FileLines;
  readonly line: number | undefined;
  readonly at: string | undefined;
}) {
  const { go } = usePage();
  const { path, lines, runs } = file;
  const [chosen, setChosen] = useState(line ?? 1);
  const [open, setOpen] = useState(line !== undefined);
  useEffect(() => {
    if (line !== undefined) setChosen(line);
    setOpen(line !== undefined);
  }, [line]);
  const colors = useMemo(() => sessionColors(runs.flatMap(({ session }) => session ?? [])), [runs]);
  const tokens = useTokens(path, lines);
  const byLine = useMemo(() => {
    const found = new Map<number, Run>();
    for (const run of runs) for (let number = run.from; number <= run.to; number++) found.set(number, run);
    return found;
  }, [runs]);
  const choose = (number: number, opens: boolean): void => {
    const next = Math.min(lines.length, Math.max(1, number));
    setChosen(next);
    if (opens || open) {
      setOpen(true);
      go(fileAddress(path, next, at), true);
    }
  };
  const close = useCallback(() => {
    setOpen(false);
    go(fileAddress(path, undefined, at), true);
    document.querySelector<HTMLElement>('.lines')?.focus();
  }, [path, at]);
  const onKey = (event: KeyboardEvent): void => {
    const move = moveOf(event, chosen, lines.length, runs);
    if (move === undefined) {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      return choose(chosen, true);
    }
    event.preventDefault();
    choose(move, false);
  };
  const row = (index: number) => {
    const number = index + 1;
    const run = byLine.get(number);
    return (
      <Line
        key={number}
        number={number}
        text={lines[index]!}
        tokens={tokens?.[index]}
        run={run}
        file={file}
        color={run?.session ? colors.get(run.session) : undefined}
        chosen={chosen === number}
        count={lines.length}
        choose={choose}
      />
    );
  };
  if (file.binary) return <Empty title="This file has no lines: git takes it for binary." />;
  return (
    <div class="split">
      <div class="file">
        <header class="head">
          <h1>{path}</h1>
          <Versions path={path} at={at} />
          <Legend file={file} colors={colors} />
        </header>
        {lines.length === 0 ? (
          <Empty title="This file is empty." />
        ) : (
          <Rows
            count={lines.length}
            height={ROW_HEIGHT}
            row={row}
            visible={chosen - 1}
            box={{
              class: 'lines',
              role: 'listbox',
              tabIndex: 0,
              'aria-label': `Lines of ${path}`,
              'aria-activedescendant': `line-${chosen}`,
              onKeyDown: onKey,
            }}
          />
        )}
        {file.left > 0 && (
          <p class="quiet">
            {counted(file.left, 'more line')} are not shown: the file is too long. git prov blame shows them all.
          </p>
        )}
      </div>
      {open && lines.length > 0 && (
        <Panel title={`Line ${chosen}`} onClose={close}>
          <WhyPanel path={path} line={chosen} revision={at} />
        </Panel>
      )}
    </div>
  );
}

// Arrows go by line, PageUp and PageDown by window, Home and End to the ends, [ and ] to the next lines of another origin.
function moveOf({ key }: KeyboardEvent, at: number, count: number, runs: readonly Run[]): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return at + 1;
    case 'ArrowUp':
    case 'k':
      return at - 1;
    case 'PageDown':
      return at + 30;
    case 'PageUp':
      return at - 30;
    case 'Home':
      return 1;
    case 'End':
      return count;
    case ']':
      return runs.find(({ from }) => from > at)?.from ?? at;
    case '[':
      return runs.findLast(({ to }) => to < at)?.from ?? at;
    default:
      return undefined;
  }
}

interface LineProps {
  readonly number: number;
  readonly text: string;
  readonly tokens: Parameters<typeof Code>[0]['tokens'];
  readonly run: Run | undefined;
  readonly file: FileLines;
  readonly color: string | undefined;
  readonly chosen: boolean;
  readonly count: number;
  readonly choose: (number: number, opens: boolean) => void;
}

function Line({ number, text, tokens, run, file, color, chosen, count, choose }: LineProps) {
  const starts = run?.from === number;
  const owner = run?.owner ?? 'unknown';
  const session = run?.session ? file.sessions[run.session] : undefined;
  const decided = starts && run?.decision ? file.nodes[run.decision] : undefined;
  const decision = decided && statedWords(decided);
  const who = owner === 'agent' ? (session?.agent ?? 'agent') : OWNER_WORDS[owner];
  return (
    <div
      id={`line-${number}`}
      role="option"
      class={`line owner-${owner}${chosen ? ' chosen' : ''}${starts ? ' starts' : ''}`}
      aria-selected={chosen}
      aria-posinset={number}
      aria-setsize={count}
      onClick={() => choose(number, true)}
    >
      <span class="number">{number}</span> <span class="unseen">{who} </span>
      <span class={`stripe ${color ?? ''}`} />
      <span class="mark">{owner === 'agent' && run ? <CheckMark check={run.verification} /> : null}</span>{' '}
      <span class="note">
        {starts ? (owner === 'agent' ? (decision ?? who) : owner === 'human' ? run.author : 'unknown') : ''}
      </span>{' '}
      <code>
        <Code text={text} tokens={tokens} />
      </code>
    </div>
  );
}

function Legend({ file, colors }: { readonly file: FileLines; readonly colors: ReadonlyMap<string, string> }) {
  const count = (owner: string): number =>
    file.runs.reduce((sum, run) => sum + (run.owner === owner ? run.to - run.from + 1 : 0), 0);
  return (
    <ul class="legend">
      {[...colors].slice(0, 12).map(([id, color]) => (
        <li key={id}>
          <span class={`stripe ${color}`} aria-hidden="true" />{' '}
          <a href={`#/session/${encodeURIComponent(id)}`}>
            {sessionName(file.sessions[id] ?? { agent: '', short: id })}
          </a>
        </li>
      ))}
      {(['human', 'unknown'] as const).map(
        (owner) =>
          count(owner) > 0 && (
            <li key={owner}>
              <OwnerMark owner={owner} /> {counted(count(owner), 'line')}
            </li>
          ),
      )}
    </ul>
  );
}

// The newest version is at the right end: the work tree, or HEAD.
function Versions({ path, at }: { readonly path: string; readonly at: string | undefined }) {
  const { go } = usePage();
  const asked = useAnswer({ kind: 'versions', path });
  if (asked.state !== 'ready' || asked.data.versions.length === 0) return null;
  const { versions } = asked.data;
  const last = versions.length;
  const found = versions.findIndex(({ oid }) => at !== undefined && oid.startsWith(at));
  const place = at === undefined || found < 0 ? last : last - 1 - found;
  const shown = place === last ? undefined : versions[last - 1 - place];
  const words = shown
    ? `${shortOid(shown.oid)} ${shown.subject}, ${dayWords(shown.time)}`
    : at === undefined
      ? 'now, with what is not committed'
      : `at ${shortOid(at)}`;
  return (
    <label class="versions">
      <span>Version</span>
      <input
        type="range"
        min={0}
        max={last}
        step={1}
        value={place}
        aria-valuetext={words}
        onInput={(event) => {
          const next = Number(event.currentTarget.value);
          const version = next === last ? undefined : versions[last - 1 - next];
          go(fileAddress(path, undefined, version?.oid), true);
        }}
      />
      <span class="quiet">{words}</span>
    </label>
  );
}
