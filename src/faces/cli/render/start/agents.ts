import type { AgentFacts } from '../../../../install/inspect.ts';
import type { AgentsReport } from './agents-report.ts';
import type { AgentState } from './agents-report.ts';
import { renderText, span, type TextStyle } from '../fields.ts';
import type { StatusPlace } from './status.ts';
import { type Column, renderTable } from '../table.ts';
import { term } from '../term.ts';
import { ago, counted, underHome } from '../words.ts';

/** Maximum width of a name and of a path. */
const NAME_COLUMNS = 24;
const PATH_COLUMNS = 48;

/** The agents for people: those with hooks or events, necessary actions, and the names of the others. */
export function renderAgents({ agents }: AgentsReport, style: TextStyle, where: StatusPlace): string {
  const near = agents.filter(isNear);
  const far = agents.filter((agent) => !isNear(agent)).map(({ name }) => term(name, NAME_COLUMNS));
  const table = near.length > 0 ? renderTable(columnsFor(where), near, style) : '';
  const todo = near.flatMap(wordsFor).map((words) => renderText([span(words)], style));
  const rest = far.length > 0 ? renderText([span(`Not here: ${far.join(', ')}.`, 'quiet')], style) : '';
  return [table, todo.join(''), rest].filter((part) => part !== '').join('\n');
}

const isNear = ({ program, settings, heard }: AgentState): boolean =>
  program !== undefined || heard !== undefined || settings.some((one) => isHooked(one) || one.error !== undefined);

const isHooked = ({ registered }: AgentFacts): boolean => registered.length > 0;

const columnsFor = ({ now, home }: StatusPlace): readonly Column<AgentState>[] => [
  { heading: 'agent', cell: ({ name }) => term(name, NAME_COLUMNS), cut: 'end' },
  { heading: 'hooks', cell: hooksOf },
  {
    heading: 'last event',
    cell: ({ heard }) => (heard ? (heard.lastAt > 0 ? ago(now - heard.lastAt) : 'once') : 'none yet'),
    rank: 3,
  },
  { heading: 'sessions', cell: ({ heard }) => (heard ? String(heard.sessions) : ''), right: true, rank: 2 },
  { heading: 'program', cell: ({ program }) => (program ? term(underHome(program, home), PATH_COLUMNS) : ''), rank: 1 },
];

function hooksOf({ settings, heard }: AgentState): string {
  if (settings.length === 0) return heard ? 'reports itself' : '';
  const found = settings.flatMap((one) => {
    if (one.error !== undefined) return [`${one.scope}: unreadable`];
    if (!isHooked(one)) return [];
    if (one.disabled) return [`${one.scope}: off`];
    return [one.missing.length > 0 ? `${one.scope}: partly` : one.scope];
  });
  return found.length > 0 ? found.join(', ') : 'none';
}

// What a person must do before the agent is recorded.
function wordsFor({ name, program, settings }: AgentState): string[] {
  if (settings.length === 0) return [];
  if (program !== undefined && !settings.some(isHooked))
    return [`${name} is not recorded: git prov init --agent ${name}.`];
  return settings.flatMap(({ error, missing, disabled, silent, registered, file }) => {
    if (error !== undefined) return [`${name}: ${term(error)}`];
    if (registered.length === 0) return [];
    return [
      ...(disabled ? [`${name} is configured to run no hooks (${term(file)}).`] : []),
      ...(missing.length > 0
        ? [
            `${name} does not report ${counted(missing.length, 'event')} (${missing.join(', ')}): run git prov init again.`,
          ]
        : []),
      ...(silent === undefined ? [] : [`${name} has sent no event here: ${term(silent)}`]),
    ];
  });
}
