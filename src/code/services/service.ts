/** The formats of files that define services. */
export type ServiceSource = 'compose' | 'kubernetes' | 'systemd' | 'procfile';

/** A program that runs by itself, as a file of the repository defines it (fourth seed, "services as context"). */
export interface Service {
  readonly name: string;
  readonly path: string;
  /** The line of its definition, from 1. */
  readonly line: number;
  readonly source: ServiceSource;
  readonly command?: string;
  readonly image?: string;
  readonly user?: string;
  /** Ports that it can be reached at, as the file writes them: `8080:80`, `5432`. */
  readonly ports: readonly string[];
  /** Names of hosts that it can be reached at. */
  readonly hosts: readonly string[];
  /** Names of other services that it needs. */
  readonly dependsOn: readonly string[];
  /** Names of secrets. A value is never read. */
  readonly secrets: readonly string[];
}

/** A server of tools for agents (Model Context Protocol), as a settings file in the repository names it. */
export interface McpTool {
  readonly name: string;
  readonly path: string;
  /** The line of its definition, from 1. */
  readonly line: number;
  readonly command?: string;
  /** The host of a server that is reached by network. */
  readonly host?: string;
  /** Names of environment variables and headers that it is given. A value is never read. */
  readonly secrets: readonly string[];
}

/** An object of a parsed file; undefined for anything else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** The items of a list; one item for a single value, none for a missing one. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The objects of a list. */
export const recordsOf = (values: readonly unknown[]): Readonly<Record<string, unknown>>[] =>
  values.map(recordOf).filter((one) => one !== undefined);

/** A text or a number as text; undefined for anything else. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** The texts of a list. */
export const textsOf = (value: unknown): string[] => listOf(value).flatMap((one) => textOf(one) ?? []);

/** Without repetitions, in the order of their first appearance. */
export const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** A command line of a text or of a list of arguments; undefined for none. */
export function commandOf(value: unknown, ...further: readonly unknown[]): string | undefined {
  const words = [value, ...further].flatMap(textsOf);
  return words.length > 0 ? words.join(' ') : undefined;
}
