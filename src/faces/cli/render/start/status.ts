import type { CaptureMode } from '../../../../recorder/session/capture-mode.ts';
import type { BadEvent, SessionAtWork } from '../../../../recorder/health.ts';
import { shortSession } from '../../../../model/ids.ts';
import type { AgentFacts } from '../../../../install/inspect.ts';
import type { Status } from './status-report.ts';
import { renderFields, row, span, type Field, type TextStyle, type Span } from '../fields.ts';
import { stopSpans } from '../knowledge/behaviours.ts';
import { declaredRows } from '../knowledge/declared.ts';
import { commitRows } from './status-commits.ts';
import { unreadableRows } from './status-notes.ts';
import { remoteRows } from './status-remotes.ts';
import { term } from '../term.ts';
import { ago, counted, underHome } from '../words.ts';

/** The current time in milliseconds since the epoch, and the folder that is shown as `~`. */
export interface StatusPlace {
  readonly now: number;
  readonly home: string;
}

const MAX_SHOWN = 5;
const MINUTE_MS = 60_000;

/** The status for people: a few lines when all is well, and otherwise also the problems. */
export const renderStatus = (status: Status, style: TextStyle, where: StatusPlace): string =>
  renderFields(statusRows(status, where), style, 0);

/** The rows of the status; problems have the tone `failed` or `stale`. */
export function statusRows(status: Status, where: StatusPlace): Field[] {
  if (status.recording === 'no')
    return [
      row('recording', span('nothing here', 'stale'), span('(run git prov init; fetched notes can be read)', 'quiet')),
      ...cloneRows(status),
      ...commitRows(status),
      ...unreadableRows(status),
    ];
  const { capture } = status;
  return [
    recordingRow(status),
    keepingRow(status),
    ...hookRows(status),
    ...agentRows(status, where),
    ...sessionRows(capture?.sessions ?? [], where),
    ...uncommittedRows(status),
    ...crowdRows(status),
    ...cloneRows(status),
    ...commitRows(status),
    ...unreadableRows(status),
    ...knownRows(status),
    ...status.stopped.map((one) => row('behaviour', span(term(one.name, 80)), ...stopSpans(one, one.name))),
    ...declaredRows(status.declared ?? { state: 'absent', faults: [] }, 'declared'),
    ...warnedRows(status),
    ...waitingRows(status, where),
    ...remoteRows(status, where.now),
    ...faultRows(status, where),
  ];
}

const bad = (text: string): Span => span(text, 'failed');
const quiet = (text: string): Span => span(text, 'quiet');
const more = (label: string, count: number, what: string): Field[] =>
  count > 0 ? [row(label, quiet(`and ${counted(count, `more ${what}`)}`))] : [];

const LACKS = {
  shallow: 'shallow: lines of its last commits may be older. git fetch --unshallow brings the rest.',
  partial: 'partial: objects that are missing are fetched from the remote when they are read.',
} as const;

const cloneRows = ({ clone }: Status): Field[] =>
  clone.map((lack, i) => row(i === 0 ? 'clone' : '', span(LACKS[lack], 'stale')));

function recordingRow({ recording, bare }: Status): Field {
  if (bare) return row('recording', span('nothing: a bare repository has no work tree', 'stale'));
  return row('recording', span('yes', 'passed'), quiet(recording === 'global' ? '(init --global)' : '(init)'));
}

function knownRows({ known }: Status): Field[] {
  const { proposed = 0, warnings = [] } = known ?? {};
  return [
    ...(proposed > 0
      ? [row('review', span(`${counted(proposed, 'proposal')} of agents`, 'stale'), quiet('(git prov review)'))]
      : []),
    ...warnings.slice(0, MAX_SHOWN).map((what) => row('warning', span(term(what, 200), 'stale'))),
    ...more('', warnings.length - MAX_SHOWN, 'warning'),
  ];
}

const KEPT: Readonly<Record<CaptureMode, string>> = {
  summary: 'shortened, redacted text',
  full: 'shortened, redacted text; here also whole inputs and outputs',
  hashes: 'no text: kinds of steps, changed files, and hashes',
};

function keepingRow({ keeping: { mode, unknown } }: Status): Field {
  if (unknown === undefined) return row('capture', span(KEPT[mode]), quiet(`(prov.capture = ${mode})`));
  return row(
    'capture',
    bad(`${KEPT.hashes}:`),
    span(`prov.capture = ${term(unknown, 40)} is unknown, so ${mode} applies. Set summary, full or hashes.`),
  );
}

function hookRows({ recording, install: { hooks, reflog, runtime } }: Status): Field[] {
  const rows: Field[] = [];
  if (!reflog)
    rows.push(
      row(
        'reflog',
        span('git keeps none here:', 'stale'),
        span('a commit that is made without hooks is not seen. Run git config core.logAllRefUpdates true.'),
      ),
    );
  if (hooks.notRunning.length > 0 && recording === 'global' && hooks.by === undefined)
    rows.push(
      row('git hooks', quiet("come with an agent's next event here (init --global); git prov init installs them now")),
    );
  else if (hooks.notRunning.length > 0)
    rows.push(
      row(
        'git hooks',
        bad(`git does not run ${hooks.notRunning.join(', ')}:`),
        span(
          `it takes its hooks from ${term(hooks.dir)}${hooks.by ? ` (${hooks.by})` : ''}. Run git prov doctor --fix.`,
        ),
      ),
    );
  if (!runtime.works)
    rows.push(
      row(
        'program',
        bad('the hooks do not find it:'),
        span(
          `${term(runtime.node ?? 'no node')}, ${term(runtime.bundle ?? 'no git-prov')}. Run git prov doctor --fix.`,
        ),
      ),
    );
  return rows;
}

function agentRows({ install: { agents, telling } }: Status, { home }: StatusPlace): Field[] {
  const registered = agents.filter((agent) => agent.registered.length > 0);
  const broken = agents.filter((agent) => agent.error !== undefined);
  const rows = registered.map((agent, i) => row(i === 0 ? 'agents' : '', ...agentSpans(agent, home)));
  for (const name of telling)
    rows.push(row(rows.length === 0 ? 'agents' : '', span(term(name, 64), 'agent'), quiet('(reports itself)')));
  for (const { name, error } of broken)
    rows.push(row(rows.length === 0 ? 'agents' : '', bad(`${name}:`), span(term(error!))));
  if (rows.length === 0)
    rows.push(
      row('agents', bad('none reports its events:'), span('run git prov init, or git prov init --agent NAME.')),
    );
  return rows;
}

function agentSpans({ name, file, missing, disabled, silent }: AgentFacts, home: string): Span[] {
  return [
    span(name, 'agent'),
    quiet(`(${term(underHome(file, home))})`),
    ...(disabled ? [bad('is configured to run no hooks')] : []),
    ...(missing.length > 0 ? [span(`does not report ${missing.join(', ')}: run git prov init again`, 'stale')] : []),
    ...(silent === undefined ? [] : [span('has sent no event here:', 'stale'), span(term(silent))]),
  ];
}

/** A session with an event within this time counts as open. */
const AT_WORK_MS = 60 * MINUTE_MS;

function sessionRows(sessions: readonly SessionAtWork[], where: StatusPlace): Field[] {
  const isAtWork = ({ ended, open, lastAt }: SessionAtWork): boolean =>
    open > 0 || (!ended && where.now - lastAt < AT_WORK_MS);
  const listed = (label: string, list: readonly SessionAtWork[]): Field[] => [
    ...list.slice(0, MAX_SHOWN).map((session, i) => row(i === 0 ? label : '', ...sessionSpans(session, where))),
    ...more('', list.length - MAX_SHOWN, 'session'),
  ];
  const left = sessions.filter((session) => !isAtWork(session));
  return [...listed('at work', sessions.filter(isAtWork)), ...listed('earlier', left)];
}

const sessionSpans = (
  { id, agent, model, lastAt, ended, open, uncommitted }: SessionAtWork,
  { now }: StatusPlace,
): Span[] => [
  span(`${term(agent, 40)} ${shortSession(id)}`, 'agent'),
  ...(model ? [quiet(`(${term(model, 40)})`)] : []),
  span(`${ended ? 'ended' : 'last event'} ${ago(now - lastAt)},`),
  span(
    `${open > 0 ? `${counted(open, 'call')} open, ` : ''}${uncommitted === 0 ? 'nothing' : counted(uncommitted, 'step')} uncommitted`,
  ),
];

function uncommittedRows({ uncommitted }: Status): Field[] {
  const shown = uncommitted
    .slice(0, MAX_SHOWN)
    .map(({ path, lines }, i) =>
      row(i === 0 ? 'uncommitted' : '', span(term(path)), quiet(`${counted(lines, 'line')} of agents`)),
    );
  return [...shown, ...more('', uncommitted.length - MAX_SHOWN, 'file')];
}

function crowdRows({ crowd }: Status): Field[] {
  if (!crowd) return [];
  const where = crowd.folder ? ` (most in ${term(crowd.folder, 60)})` : '';
  return [
    row(
      'not followed',
      bad(`${counted(crowd.files, 'new file')} that git does not ignore${where}: too many.`),
      span('New files of an agent’s shell are not recognised among them. Add generated files to .gitignore.'),
    ),
  ];
}

function warnedRows({ warned }: Status): Field[] {
  const rows = warned
    .slice(0, MAX_SHOWN)
    .map(({ behaviour, text }) =>
      row('warning', span(term(text, 200), 'stale'), quiet(`(behaviour ${term(behaviour, 80)})`)),
    );
  return [...rows, ...more('', warned.length - MAX_SHOWN, 'warning')];
}

function waitingRows({ capture }: Status, where: StatusPlace): Field[] {
  if (!capture) return [];
  const { spool, outgoing } = capture;
  const rows: Field[] = [];
  if (spool.waiting > 0) rows.push(row('waiting', span(`${counted(spool.waiting, 'event')} to be recorded`, 'stale')));
  if (outgoing.length > 0)
    rows.push(
      row(
        'unwritten',
        bad(`${counted(outgoing.length, 'note')} could not be written yet:`),
        span('run git prov doctor.'),
      ),
    );
  const [newest] = spool.bad;
  if (newest)
    rows.push(
      row(
        'set aside',
        span(`${counted(spool.bad.length, 'event')} that could not be used;`, 'stale'),
        ...newestSpans(newest, where),
      ),
    );
  return rows;
}

const newestSpans = ({ at, why }: BadEvent, { now }: StatusPlace): Span[] => [
  span(`the newest ${ago(now - at)}:`),
  span(`${term(why, 120)}.`),
  quiet('See git prov doctor.'),
];

function faultRows({ capture, install }: Status, where: StatusPlace): Field[] {
  const { failed } = install.hooks;
  const faults = [
    ...(capture?.faults ?? []),
    ...(failed ? [{ at: failed.at, what: `A git hook failed: ${failed.text}` }] : []),
  ].sort((a, b) => b.at - a.at);
  const shown = faults
    .slice(0, 3)
    .map(({ at, what }, i) =>
      row(i === 0 ? 'faults' : '', quiet(at > 0 ? ago(where.now - at) : 'once'), bad(term(what, 240))),
    );
  return [...shown, ...more('', faults.length - 3, 'fault')];
}
