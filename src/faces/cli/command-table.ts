import type { Command } from './command.ts';

/** Loads a command's file. */
type Load = () => Promise<Command>;

/** The groups of `git prov help`, with their commands in the order of the help. */
export const GROUPS: ReadonlyMap<string, Readonly<Record<string, Load>>> = new Map([
  [
    'start',
    {
      init: async () => (await import('./commands/start/setup.ts')).initCommand,
      status: async () => (await import('./commands/start/status.ts')).command,
      doctor: async () => (await import('./commands/start/doctor.ts')).command,
      deinit: async () => (await import('./commands/start/setup.ts')).deinitCommand,
    },
  ],
  [
    'ask',
    {
      blame: async () => (await import('./commands/ask/blame.ts')).command,
      why: async () => (await import('./commands/ask/why.ts')).command,
      log: async () => (await import('./commands/ask/log.ts')).command,
      show: async () => (await import('./commands/ask/show.ts')).command,
      sessions: async () => (await import('./commands/ask/sessions.ts')).command,
      report: async () => (await import('./commands/ask/report.ts')).command,
      impact: async () => (await import('./commands/ask/impact.ts')).command,
      stats: async () => (await import('./commands/ask/stats.ts')).command,
      search: async () => (await import('./commands/ask/search.ts')).command,
      list: async () => (await import('./commands/ask/list.ts')).command,
      trace: async () => (await import('./commands/ask/trace.ts')).command,
      web: async () => (await import('./commands/ask/web.ts')).command,
    },
  ],
  [
    'share',
    {
      push: async () => (await import('./commands/share/sync.ts')).pushCommand,
      fetch: async () => (await import('./commands/share/sync.ts')).fetchCommand,
      sync: async () => (await import('./commands/share/sync.ts')).syncCommand,
      'verify-run': async () => (await import('./commands/share/verify-run.ts')).command,
      reconcile: async () => (await import('./commands/share/reconcile.ts')).command,
      gc: async () => (await import('./commands/share/gc.ts')).command,
    },
  ],
  [
    'knowledge',
    {
      decide: async () => (await import('./commands/knowledge/decide.ts')).command,
      add: async () => (await import('./commands/knowledge/add.ts')).command,
      revise: async () => (await import('./commands/knowledge/revise.ts')).command,
      link: async () => (await import('./commands/knowledge/change-entry.ts')).linkCommand,
      complete: async () => (await import('./commands/knowledge/change-entry.ts')).completeCommand,
      retract: async () => (await import('./commands/knowledge/change-entry.ts')).retractCommand,
      review: async () => (await import('./commands/knowledge/review.ts')).command,
      behaviours: async () => (await import('./commands/knowledge/behaviours.ts')).command,
      migrate: async () => (await import('./commands/knowledge/migrate.ts')).command,
      consolidate: async () => (await import('./commands/knowledge/consolidate.ts')).command,
      context: async () => (await import('./commands/knowledge/context.ts')).command,
    },
  ],
  [
    'other tools',
    {
      import: async () => (await import('./commands/tools/import.ts')).command,
      export: async () => (await import('./commands/tools/export.ts')).command,
      record: async () => (await import('./commands/tools/record.ts')).command,
      mcp: async () => (await import('./commands/tools/mcp.ts')).command,
    },
  ],
  [
    'trust',
    {
      check: async () => (await import('./commands/trust/check.ts')).command,
      waive: async () => (await import('./commands/trust/waive.ts')).command,
      verify: async () => (await import('./commands/trust/verify.ts')).command,
      attest: async () => (await import('./commands/trust/attest.ts')).command,
      redact: async () => (await import('./commands/trust/redact.ts')).command,
      forget: async () => (await import('./commands/trust/forget.ts')).command,
    },
  ],
]);

/** Other names of commands with an option. Help leaves them out of the list. */
const ALIASES: Readonly<Record<string, Load>> = {
  agents: async () => (await import('./commands/aliases/agents.ts')).command,
  replay: async () => (await import('./commands/aliases/replay.ts')).command,
  evidence: async () => (await import('./commands/aliases/evidence.ts')).command,
  'raw-sources': async () => (await import('./commands/aliases/raw-sources.ts')).command,
  history: async () => (await import('./commands/aliases/history.ts')).command,
};

/** All commands by name. */
export const COMMANDS: ReadonlyMap<string, Load> = new Map(
  [...GROUPS.values(), ALIASES].flatMap((group) => Object.entries(group)),
);
