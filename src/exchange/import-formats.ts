import type { ImportSource } from './import-source.ts';

/**
 * The sources of `git prov import NAME`. To add one, write a reader (`ReadRecords`, see source.ts) that yields `ForeignRecord`s, and
 * add a line here. write-imported.ts writes the records and the command reports them. The names in the help and in the completions come
 * from here (`npm run docs`).
 */
export const SOURCES: readonly ImportSource[] = [
  {
    name: 'git-ai',
    about: 'the notes of git-ai, refs/notes/ai',
    takes: 'revisions',
    load: async () => (await import('./git-ai/git-ai.ts')).readGitAi,
  },
  {
    name: 'agentnote',
    about: 'the notes of Agent Note, refs/notes/agentnote',
    takes: 'revisions',
    load: async () => (await import('./agentnote/agentnote.ts')).readAgentNote,
  },
  {
    name: 'agentblame',
    about: 'the notes of Agent Blame, refs/notes/agentblame',
    takes: 'revisions',
    load: async () => (await import('./agentblame/agentblame.ts')).readAgentBlame,
  },
  {
    name: 'qwen',
    about: 'the notes of Qwen Code, refs/notes/ai-attribution',
    takes: 'revisions',
    load: async () => (await import('./qwen/qwen.ts')).readQwen,
  },
  {
    name: 'agent-trace',
    about: 'Agent Trace records, .agent-trace/traces.jsonl or the files that are named',
    takes: 'paths',
    ref: false,
    load: async () => (await import('./agent-trace/agent-trace.ts')).readAgentTrace,
  },
  {
    name: 'entire',
    about: 'the checkpoints of Entire, on the branch entire/checkpoints/v1',
    takes: 'revisions',
    evidence: 'inferred',
    load: async () => (await import('./entire/entire.ts')).readEntire,
  },
  {
    name: 'aider',
    about: 'the commits that Aider made',
    takes: 'revisions',
    ref: false,
    evidence: 'inferred',
    load: async () => (await import('./aider/aider.ts')).readAider,
  },
];
