import { parse as parseToml } from 'smol-toml';
import { findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser';
import { commandOf, listOf, recordOf, textOf, textsOf, unique, type McpTool } from './service.ts';

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
  ['.codex/config.toml', 'mcp_servers'],
];

const keyOf = (path: string): string | undefined =>
  SETTINGS.find(([end]) => path === end || path.endsWith(`/${end}`))?.[1];

/** Whether a file may name MCP servers, by its path. */
export const namesTools = (path: string): boolean => keyOf(path) !== undefined;

/** The MCP servers of a settings file. Comments and trailing commas are accepted, as the agents accept them. */
export function readTools(path: string, text: string): McpTool[] {
  const key = keyOf(path);
  if (key === undefined) return [];
  return path.endsWith('.toml') ? ofToml(path, text, key) : ofJson(path, text, key);
}

function ofJson(path: string, text: string, key: string): McpTool[] {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const servers = tree && findNodeAtLocation(tree, [key]);
  if (servers?.type !== 'object') return [];
  return (servers.children ?? []).flatMap((property): McpTool[] => {
    const [name, value] = property.children ?? [];
    const given = value && recordOf(getNodeValue(value) as unknown);
    return name && given ? [toolOf(String(name.value), path, lineAt(text, name.offset), given)] : [];
  });
}

function ofToml(path: string, text: string, key: string): McpTool[] {
  try {
    return Object.entries(recordOf(parseToml(text)[key]) ?? {}).flatMap(([name, value]): McpTool[] => {
      const given = recordOf(value);
      const at = text.search(new RegExp(`^\\s*\\[\\s*${key}\\s*\\.\\s*["']?${escaped(name)}["']?\\s*\\]`, 'm'));
      return given ? [toolOf(name, path, lineAt(text, Math.max(0, at)), given)] : [];
    });
  } catch {
    return []; // not TOML
  }
}

function toolOf(name: string, path: string, line: number, given: Readonly<Record<string, unknown>>): McpTool {
  const command = commandOf(given['command'], given['args']);
  const host = hostOf(textOf(given['url'] ?? given['httpUrl'] ?? given['serverUrl']));
  const named = ['env', 'environment', 'headers', 'http_headers', 'env_http_headers'].flatMap((one) =>
    Object.keys(recordOf(given[one]) ?? {}),
  );
  const passedOn = textsOf(given['env_vars']).concat(textsOf(given['bearer_token_env_var']));
  return {
    name,
    path,
    line,
    ...(command !== undefined && { command }),
    ...(host !== undefined && { host }),
    secrets: unique(named.concat(passedOn, inputsOf(given))),
  };
}

// Visual Studio Code asks for values that the settings name: ${input:token}.
const inputsOf = (given: Readonly<Record<string, unknown>>): string[] =>
  listOf(given['args']).flatMap((one) =>
    [...(textOf(one) ?? '').matchAll(/\$\{input:([^}]{1,100})\}/g)].map(([, name]) => name!),
  );

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host || undefined : undefined;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
