import { findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser';
import { commandOf, listOf, recordOf, textOf, unique, type McpTool } from './service.ts';

/** The settings of agents that name MCP servers, by the end of their paths, and the key that holds the servers. */
const SETTINGS: readonly (readonly [end: string, key: string])[] = [
  ['.mcp.json', 'mcpServers'],
  ['.cursor/mcp.json', 'mcpServers'],
  ['.gemini/settings.json', 'mcpServers'],
  ['.qwen/settings.json', 'mcpServers'],
  ['.kilocode/mcp.json', 'mcpServers'],
  ['.roo/mcp.json', 'mcpServers'],
  ['.claude/settings.json', 'mcpServers'],
  ['.vscode/mcp.json', 'servers'],
  ['opencode.json', 'mcp'],
  ['opencode.jsonc', 'mcp'],
  ['.kilo/kilo.json', 'mcp'],
];

const keyOf = (path: string): string | undefined =>
  SETTINGS.find(([end]) => path === end || path.endsWith(`/${end}`))?.[1];

/** Whether a file may name MCP servers, by its path. */
export const namesTools = (path: string): boolean => keyOf(path) !== undefined;

/** The MCP servers of a settings file. Comments and trailing commas are accepted, as the agents accept them. */
export function readTools(path: string, text: string): McpTool[] {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const key = keyOf(path);
  const servers = tree && key !== undefined ? findNodeAtLocation(tree, [key]) : undefined;
  if (servers?.type !== 'object') return [];
  return (servers.children ?? []).flatMap((property): McpTool[] => {
    const [name, value] = property.children ?? [];
    const given = value && recordOf(getNodeValue(value) as unknown);
    if (!name || !given) return [];
    const command = commandOf(given['command'], given['args']);
    const host = hostOf(textOf(given['url'] ?? given['httpUrl'] ?? given['serverUrl']));
    return [
      {
        name: String(name.value),
        path,
        line: lineAt(text, name.offset),
        ...(command !== undefined && { command }),
        ...(host !== undefined && { host }),
        secrets: unique(
          ['env', 'environment', 'headers']
            .flatMap((one) => Object.keys(recordOf(given[one]) ?? {}))
            .concat(inputsOf(given)),
        ),
      },
    ];
  });
}

// Visual Studio Code asks for values that the settings name: ${input:token}.
const inputsOf = (given: Readonly<Record<string, unknown>>): string[] =>
  listOf(given['args']).flatMap((one) =>
    [...(textOf(one) ?? '').matchAll(/\$\{input:([^}]{1,100})\}/g)].map(([, name]) => name!),
  );

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host || undefined : undefined;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
