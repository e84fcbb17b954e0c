import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agentCommand, type AgentInstaller } from '../../src/install/agent-settings.ts';

/** A user's possible settings, as text. */
export const written = (settings: fc.Arbitrary<object>): fc.Arbitrary<string> =>
  fc
    .tuple(settings, fc.constantFrom('', '  ', '\t'), fc.constantFrom('', '\n'))
    .map(([value, indent, end]) => JSON.stringify(value, null, indent) + end);

/**
 * Laws for the settings of every agent.
 * @param commandOf the command line of our entry in the list of an event
 */
export function testRegistering(
  agent: AgentInstaller,
  events: readonly string[],
  text: fc.Arbitrary<string>,
  path: string,
  commandOf: (entry: unknown) => unknown,
): void {
  test("registering keeps the user's settings, happens once, and is undone byte for byte", () => {
    fc.assert(
      fc.property(text, (before) => {
        const after = agent.register(before, path);
        const [old, now] = [before, after].map((json) => JSON.parse(json) as { hooks?: Record<string, unknown[]> });
        for (const event of events) {
          const entries = now!.hooks![event]!;
          expect(entries.slice(0, -1)).toEqual(old!.hooks?.[event] ?? []);
          expect(commandOf(entries.at(-1))).toBe(agentCommand(agent.name));
        }
        expect(agent.register(after, path)).toBe(after);
        expect(agent.state(after, path)).toEqual({ registered: [...events], missing: [], disabled: false });
        expect(agent.unregister(after, before, path)).toBe(before);
      }),
    );
  });
}

/** In a list of entries that have handlers, and in one of handlers. */
export const nested = (entry: unknown): unknown => (entry as { hooks: { command: string }[] }).hooks[0]!.command;
export const flat = (entry: unknown): unknown => (entry as { command: string }).command;
