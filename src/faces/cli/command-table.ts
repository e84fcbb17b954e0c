import type { Command } from './command.ts';

/** Loads a command's file. */
type Load = () => Promise<Command>;

/** The groups of `git prov help`, with their commands in the order of the help. */
export const GROUPS: ReadonlyMap<string, Readonly<Record<string, Load>>> = new Map([
  [
    'start',
    {
      init: async () => (await import('./setup.ts')).initCommand,
      status: async () => (await import('./commands/status.ts')).command,
      doctor: async () => (await import('./commands/doctor.ts')).command,
      deinit: async () => (await import('./setup.ts')).deinitCommand,
    },
  ],
  [
    'ask',
    {
      blame: async () => (await import('./commands/blame.ts')).command,
      why: async () => (await import('./commands/why.ts')).command,
      log: async () => (await import('./commands/log.ts')).command,
      show: async () => (await import('./commands/show.ts')).command,
      sessions: async () => (await import('./commands/sessions.ts')).command,
      report: async () => (await import('./commands/report.ts')).command,
      search: async () => (await import('./commands/search.ts')).command,
      list: async () => (await import('./commands/list.ts')).command,
      trace: async () => (await import('./commands/trace.ts')).command,
    },
  ],
  [
    'share',
    {
      push: async () => (await import('./commands/sync.ts')).pushCommand,
      fetch: async () => (await import('./commands/sync.ts')).fetchCommand,
      sync: async () => (await import('./commands/sync.ts')).syncCommand,
      reconcile: async () => (await import('./commands/reconcile.ts')).command,
      gc: async () => (await import('./commands/gc.ts')).command,
    },
  ],
  [
    'knowledge',
    {
      decide: async () => (await import('./commands/decide.ts')).command,
      add: async () => (await import('./commands/add.ts')).command,
      revise: async () => (await import('./commands/revise.ts')).command,
      link: async () => (await import('./commands/change.ts')).linkCommand,
      retract: async () => (await import('./commands/change.ts')).retractCommand,
      review: async () => (await import('./commands/review.ts')).command,
      context: async () => (await import('./commands/context.ts')).command,
    },
  ],
  [
    'other tools',
    {
      import: async () => (await import('./commands/import.ts')).command,
      export: async () => (await import('./commands/export.ts')).command,
      record: async () => (await import('./commands/record.ts')).command,
      mcp: async () => (await import('./commands/mcp.ts')).command,
    },
  ],
  [
    'trust',
    {
      verify: async () => (await import('./commands/verify.ts')).command,
      attest: async () => (await import('./commands/attest.ts')).command,
      redact: async () => (await import('./commands/redact.ts')).command,
      forget: async () => (await import('./commands/forget.ts')).command,
    },
  ],
]);

/** Other names of commands with an option. Help leaves them out of the list. */
const ALIASES: Readonly<Record<string, Load>> = {
  agents: async () => (await import('./commands/agents.ts')).command,
  replay: async () => (await import('./commands/replay.ts')).command,
  evidence: async () => (await import('./commands/evidence.ts')).command,
  'raw-sources': async () => (await import('./commands/raw-sources.ts')).command,
  history: async () => (await import('./commands/history.ts')).command,
};

/** All commands by name. */
export const COMMANDS: ReadonlyMap<string, Load> = new Map(
  [...GROUPS.values(), ALIASES].flatMap((group) => Object.entries(group)),
);
