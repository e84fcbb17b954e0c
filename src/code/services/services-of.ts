import { secretsIn, UNREADABLE } from '../../redact/redact.ts';
import type { TreeTexts } from '../tree-view.ts';
import { isCompose, readCompose } from './compose.ts';
import { mayBeManifest, readManifests } from './kubernetes.ts';
import { namesTools, readTools } from './mcp-servers.ts';
import { isProcfile, readProcfile } from './procfile.ts';
import type { McpTool, Service } from './service.ts';
import { isUnit, readUnits } from './systemd.ts';

/** The most files that are read for services. */
const MAX_FILES = 5000;
/** Length limit of one such file, in characters. Generated lists of resources are longer, and define no services. */
const MAX_CHARACTERS = 1024 * 1024;
/** The most services and tools that one file may define. */
const MAX_OF_A_FILE = 1000;
/** Length limit of a command, in characters. */
const MAX_COMMAND_CHARACTERS = 1000;

/** The services that the files of a tree define, by path and line. Files that cannot be read define none. */
export async function servicesOf(tree: TreeTexts): Promise<Service[]> {
  const texts = await textsOf(tree, (path) => {
    const name = nameOf(path);
    return isCompose(name) || mayBeManifest(name) || isProcfile(name) || isUnit(name);
  });
  const [manifests, units] = [new Map<string, string>(), new Map<string, string>()];
  const found: Service[] = [];
  for (const [path, text] of texts) {
    const name = nameOf(path);
    if (isCompose(name)) found.push(...readCompose(path, text).slice(0, MAX_OF_A_FILE));
    else if (isProcfile(name)) found.push(...readProcfile(path, text).slice(0, MAX_OF_A_FILE));
    else if (isUnit(name)) units.set(path, text);
    else manifests.set(path, text);
  }
  found.push(...readUnits(units), ...readManifests(manifests));
  return Promise.all(inOrder(found).map(withoutSecrets));
}

/** The MCP servers that settings files of a tree name, by path and line. */
export async function toolsOf(tree: TreeTexts): Promise<McpTool[]> {
  const texts = await textsOf(tree, namesTools);
  const found = [...texts].flatMap(([path, text]) => readTools(path, text).slice(0, MAX_OF_A_FILE));
  return Promise.all(inOrder(found).map(withoutSecrets));
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

async function textsOf(tree: TreeTexts, isMeant: (path: string) => boolean): Promise<Map<string, string>> {
  const paths = [...tree.paths].filter(isMeant).slice(0, MAX_FILES);
  const texts = await tree.texts(paths);
  return new Map([...texts].filter(([, text]) => text.length <= MAX_CHARACTERS));
}

const inOrder = <T extends { readonly path: string; readonly line: number }>(found: readonly T[]): T[] =>
  found.toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));

// A command may contain a password, so it is shown without what looks like one.
async function withoutSecrets<T extends { readonly command?: string }>(one: T): Promise<T> {
  if (one.command === undefined) return one;
  let command = one.command.slice(0, MAX_COMMAND_CHARACTERS);
  try {
    for (const { from, to } of (await secretsIn(command)).toReversed())
      command = `${command.slice(0, from)}[redacted]${command.slice(to)}`;
    return { ...one, command };
  } catch {
    return { ...one, command: UNREADABLE };
  }
}
