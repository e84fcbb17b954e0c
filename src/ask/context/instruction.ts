import type { AgentContext } from './context.ts';
import type { ContextSettings } from './settings.ts';

/** The instruction at the start of a session (`prov.ask`). It is not part of the data in the frame. */
const INSTRUCTION = [
  'This repository keeps the reason for each change. When you choose one way over another, run this before you change the code:',
  'git prov decide "WHAT YOU CHOSE" --because "WHY" --ruled-out "THE ALTERNATIVE"   (leave out --ruled-out if there was none)',
  'One command for each decision; none for a change that needs no reason.',
  '',
].join('\n');

/**
 * Adds the instruction to a context, where agents are asked for reasons. An agent that resumes a session has it already.
 * @param source how the session starts: `startup`, `resume`, `compact` …
 * @param isWorth whether the context itself is worth a message
 */
export function withInstruction(
  context: AgentContext,
  source: string,
  { asks }: ContextSettings,
  isWorth = true,
): AgentContext {
  const data = isWorth ? context.text : '';
  const text = asks && source !== 'resume' ? [data, INSTRUCTION].filter(Boolean).join('\n') : data;
  const bytes = Buffer.byteLength(text, 'utf8');
  return data === '' ? { ...context, text, bytes, items: [], left: 0 } : { ...context, text, bytes };
}
