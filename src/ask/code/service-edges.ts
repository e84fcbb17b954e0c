import type { McpTool, Service } from '../../code/services/service.ts';
import type { EdgeKind } from '../../model/model.ts';
import { placedId } from './code-list.ts';
import type { CodeNeighbour } from './code-reference.ts';

/** The services and tools of a tree. */
export interface Placed {
  readonly services: readonly Service[];
  readonly tools: readonly McpTool[];
}

type Kind = 'service' | 'tool';

/** What a service or a tool needs, exposes, and which secrets it is given. */
export function usedByPlaced({ services, tools }: Placed, kind: Kind, id: string): CodeNeighbour[] {
  const own = (kind === 'service' ? services : tools).find(({ path, name }) => placedId(kind, path, name) === id);
  if (!own) return [];
  const { path, line } = own;
  const needs = ('dependsOn' in own ? own.dependsOn : []).map((name): CodeNeighbour => {
    const other = needed(services, path, name);
    return other
      ? placed('service', other, 'depends_on')
      : outside(`external:service/${name}`, path, line, 'depends_on');
  });
  return [...needs, ...edgesOf(own).map(([edge, other]) => outside(other, path, line, edge))];
}

/** What depends on a service. Nothing in a repository depends on a tool: agents use it. */
export const usersOfPlaced = ({ services }: Placed, id: string): CodeNeighbour[] =>
  services.flatMap((one) =>
    one.dependsOn.some((name) => {
      const other = needed(services, one.path, name);
      return other !== undefined && placedId('service', other.path, other.name) === id;
    })
      ? [placed('service', one, 'depends_on')]
      : [],
  );

/** The services and tools that expose a port or a host, or are given a secret. */
export const usersOfOutside = ({ services, tools }: Placed, id: string): CodeNeighbour[] => [
  ...services.flatMap((one) => usersAmong('service', one, id)),
  ...tools.flatMap((one) => usersAmong('tool', one, id)),
];

const usersAmong = (kind: Kind, one: Service | McpTool, id: string): CodeNeighbour[] =>
  edgesOf(one).flatMap(([edge, other]) => (other === id ? [placed(kind, one, edge)] : []));

// In the same file, otherwise the only one of the name.
function needed(services: readonly Service[], path: string, name: string): Service | undefined {
  const named = services.filter((one) => one.name === name);
  return named.find((one) => one.path === path) ?? (named.length === 1 ? named[0] : undefined);
}

function edgesOf(one: Service | McpTool): [EdgeKind, string][] {
  const exposed =
    'ports' in one
      ? [...one.ports.map((port) => `external:port/${port}`), ...one.hosts.map((host) => `external:host/${host}`)]
      : one.host === undefined
        ? []
        : [`external:host/${one.host}`];
  return [
    ...exposed.map((id): [EdgeKind, string] => ['exposes', id]),
    ...one.secrets.map((name): [EdgeKind, string] => ['uses_secret', `external:secret/${name}`]),
  ];
}

function placed(kind: Kind, { path, name, line }: Service | McpTool, edge: EdgeKind): CodeNeighbour {
  const id = placedId(kind, path, name);
  return { id, path, line, kind: edge, confidence: 1, next: { is: 'placed', kind, id, path, name } };
}

const outside = (id: string, path: string, line: number, kind: EdgeKind): CodeNeighbour => ({
  id,
  path,
  line,
  kind,
  confidence: 1,
  next: { is: 'external', id },
});
