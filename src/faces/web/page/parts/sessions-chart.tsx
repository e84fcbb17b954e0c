import { useMemo } from 'preact/hooks';
import { sessionAddress } from '../../address.ts';
import type { SessionSummary } from '../../contract.ts';
import { counted, dayWords, sessionName, timeWords } from './words.ts';

const WIDTH = 1000;
const HEIGHT = 120;
const DAY_MS = 86_400_000;
/** Bars of the chart at most. */
const BARS = 60;
const MAX_SHOWN_SESSIONS = 10;

interface Bar {
  readonly from: number;
  readonly lines: number;
  readonly sessions: number;
}

/** How many lines sessions wrote, by day or longer, and the latest sessions. */
export function SessionsOverTime({ sessions }: { readonly sessions: readonly SessionSummary[] }) {
  const { bars, days } = useMemo(() => barsOf(sessions), [sessions]);
  const most = Math.max(1, ...bars.map(({ lines }) => lines));
  const width = WIDTH / Math.max(1, bars.length);
  const unit = days === 1 ? 'day' : `${days} days`;
  return (
    <>
      {bars.length > 1 && (
        <figure>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            role="img"
            aria-label={`Lines of agents by ${unit}, ${bars.length} bars`}
          >
            {bars.map(({ from, lines, sessions: count }, at) => {
              const height = lines === 0 ? (count > 0 ? 2 : 0) : Math.max(3, (lines / most) * (HEIGHT - 20));
              return (
                <g key={from}>
                  <title>{`${dayWords(new Date(from).toISOString())}: ${counted(count, 'session')}, ${counted(lines, 'line')}`}</title>
                  <rect
                    class="fill-agent"
                    x={at * width + 1}
                    y={HEIGHT - height}
                    width={Math.max(1, Math.min(40, width - 2))}
                    height={height}
                    rx={2}
                  />
                </g>
              );
            })}
          </svg>
          <figcaption class="quiet between">
            <span>{dayWords(new Date(bars[0]!.from).toISOString())}</span>
            <span>lines of agents that stand, by {unit}</span>
            <span>{dayWords(new Date(bars.at(-1)!.from).toISOString())}</span>
          </figcaption>
        </figure>
      )}
      <SessionTable sessions={sessions.slice(0, MAX_SHOWN_SESSIONS)} />
      {sessions.length > MAX_SHOWN_SESSIONS && (
        <p>
          <a href="#/session">All {counted(sessions.length, 'session')}</a>
        </p>
      )}
    </>
  );
}

/** Sessions with what they did. */
export const SessionTable = ({ sessions }: { readonly sessions: readonly SessionSummary[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Session</th>
        <th scope="col" class="extra">
          Model
        </th>
        <th scope="col">Last step</th>
        <th scope="col" class="num">
          Steps
        </th>
        <th scope="col" class="num extra">
          Commits
        </th>
        <th scope="col" class="num">
          Lines
        </th>
      </tr>
    </thead>
    <tbody>
      {sessions.map(({ session, last, steps, commits, lines }) => (
        <tr key={session.id}>
          <td>
            {session.parent !== null && <span class="quiet">↳ </span>}
            <a href={`#${sessionAddress(session.id)}`}>{sessionName(session)}</a>
          </td>
          <td class="quiet extra">{session.model ?? ''}</td>
          <td class="quiet">{timeWords(last)}</td>
          <td class="num">{steps}</td>
          <td class="num extra">{commits}</td>
          <td class="num">{lines}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

function barsOf(sessions: readonly SessionSummary[]): { bars: Bar[]; days: number } {
  const known = sessions.flatMap(({ last, lines }) => {
    const time = Date.parse(last ?? '');
    return Number.isNaN(time) ? [] : [{ time, lines }];
  });
  if (known.length === 0) return { bars: [], days: 1 };
  const times = known.map(({ time }) => time);
  const first = Math.floor(times.reduce((a, b) => Math.min(a, b)) / DAY_MS);
  const end = Math.floor(times.reduce((a, b) => Math.max(a, b)) / DAY_MS);
  const days = Math.max(1, Math.ceil((end - first + 1) / BARS));
  const bars = Array.from({ length: Math.floor((end - first) / days) + 1 }, (_, at) => ({
    from: (first + at * days) * DAY_MS,
    lines: 0,
    sessions: 0,
  }));
  for (const { time, lines } of known) {
    const bar = bars[Math.floor((Math.floor(time / DAY_MS) - first) / days)]!;
    bar.lines += lines;
    bar.sessions++;
  }
  return { bars, days };
}
