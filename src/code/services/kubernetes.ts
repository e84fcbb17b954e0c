import { commandOf, listOf, recordOf, recordsOf, textOf, unique, type Service } from './service.ts';
import { readYaml, type YamlDocument } from './yaml-file.ts';

/** Whether a file may be a manifest of Kubernetes, by its name. Its content decides. */
export const mayBeManifest = (name: string): boolean => /\.ya?ml$/.test(name);

type Given = Readonly<Record<string, unknown>>;

/** Kinds with a pod, and the way to its specification. */
const POD_AT: Readonly<Record<string, readonly string[]>> = {
  Pod: ['spec'],
  Deployment: ['spec', 'template', 'spec'],
  StatefulSet: ['spec', 'template', 'spec'],
  DaemonSet: ['spec', 'template', 'spec'],
  ReplicaSet: ['spec', 'template', 'spec'],
  ReplicationController: ['spec', 'template', 'spec'],
  Job: ['spec', 'template', 'spec'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
};

interface Workload extends Omit<Service, 'ports' | 'hosts'> {
  ports: readonly string[];
  hosts: readonly string[];
  readonly namespace: string;
  readonly labels: Given;
}

interface Exposed {
  readonly name: string;
  readonly namespace: string;
  readonly selector: Given;
  readonly ports: readonly string[];
  readonly hosts: readonly string[];
}

/**
 * The workloads of Kubernetes manifests as services (https://kubernetes.io/docs/reference/kubernetes-api). A `Service` object
 * gives its ports and its name to the workloads that it selects; an `Ingress` gives its hosts to those of its `Service`.
 * @param files texts by path; files that are no manifests are skipped
 */
export function readManifests(files: ReadonlyMap<string, string>): Service[] {
  const workloads: Workload[] = [];
  const exposed: Exposed[] = [];
  const hosts = new Map<string, string[]>();
  for (const [path, text] of files) {
    if (!/^\s*["']?apiVersion["']?\s*:/m.test(text)) continue;
    for (const document of readYaml(text))
      for (const object of objectsOf(document.value)) {
        const kind = textOf(object['kind']) ?? '';
        const { name, namespace } = namedBy(object);
        if (POD_AT[kind]) workloads.push(workload(path, document, object, POD_AT[kind]));
        else if (kind === 'Service') exposed.push({ name, namespace, ...exposedBy(object) });
        else if (kind === 'Ingress')
          for (const [service, host] of hostsOf(object)) add(hosts, `${namespace}/${service}`, host);
      }
  }
  for (const one of workloads) {
    const own = exposed.filter(
      ({ namespace, selector }) => namespace === one.namespace && selects(selector, one.labels),
    );
    one.ports = unique(own.flatMap(({ ports }) => ports).concat(one.ports));
    one.hosts = unique(
      own.flatMap(({ name, hosts: given }) => [name].concat(given, hosts.get(`${one.namespace}/${name}`) ?? [])),
    );
  }
  return workloads.map(({ namespace: _namespace, labels: _labels, ...service }) => service);
}

// A `List` holds several objects.
function objectsOf(value: unknown): Given[] {
  const object = recordOf(value);
  if (!object) return [];
  const items = object['kind'] === 'List' ? listOf(object['items']) : [object];
  return recordsOf(items);
}

function namedBy(object: Given): { readonly name: string; readonly namespace: string } {
  const metadata = recordOf(object['metadata']) ?? {};
  return { name: textOf(metadata['name']) ?? '', namespace: textOf(metadata['namespace']) ?? '' };
}

const at = (value: unknown, keys: readonly string[]): Given =>
  keys.reduce<Given>((one, key) => recordOf(one[key]) ?? {}, recordOf(value) ?? {});

function workload(path: string, document: YamlDocument, object: Given, podAt: readonly string[]): Workload {
  const pod = at(object, podAt);
  const template = at(object, podAt.slice(0, -1));
  const containers = recordsOf([...listOf(pod['initContainers']), ...listOf(pod['containers'])]);
  const main = recordOf(listOf(pod['containers'])[0]) ?? {};
  const user = textOf(at(main, ['securityContext'])['runAsUser'] ?? at(pod, ['securityContext'])['runAsUser']);
  const command = commandOf(main['command'], main['args']);
  const image = textOf(main['image']);
  return {
    ...namedBy(object),
    labels: at(template, ['metadata', 'labels']),
    path,
    line: document.lineOf('metadata', 'name'),
    source: 'kubernetes',
    ...(command !== undefined && { command }),
    ...(image !== undefined && { image }),
    ...(user !== undefined && { user }),
    ports: unique(
      containers
        .flatMap((one) => listOf(one['ports']))
        .flatMap((port) => textOf(recordOf(port)?.['containerPort']) ?? []),
    ),
    hosts: [],
    dependsOn: [],
    secrets: unique([...containers.flatMap(secretsOfContainer), ...secretsOfPod(pod)]),
  };
}

function secretsOfContainer(container: Given): string[] {
  const single = listOf(container['env']).flatMap((one) => {
    const { name, key } = at(one, ['valueFrom', 'secretKeyRef']);
    const [of, its] = [textOf(name), textOf(key)];
    return of === undefined ? [] : [its === undefined ? of : `${of}/${its}`];
  });
  const whole = listOf(container['envFrom']).flatMap((one) => textOf(at(one, ['secretRef'])['name']) ?? []);
  return [...single, ...whole];
}

function secretsOfPod(pod: Given): string[] {
  const mounted = listOf(pod['volumes']).flatMap((volume) => textOf(at(volume, ['secret'])['secretName']) ?? []);
  const pulled = listOf(pod['imagePullSecrets']).flatMap((one) => textOf(recordOf(one)?.['name']) ?? []);
  return [...mounted, ...pulled];
}

function exposedBy(object: Given): Pick<Exposed, 'selector' | 'ports' | 'hosts'> {
  const spec = at(object, ['spec']);
  const ports = listOf(spec['ports']).flatMap((one) => {
    const { port, targetPort } = recordOf(one) ?? {};
    const [outer, inner] = [textOf(port), textOf(targetPort)];
    return outer === undefined ? [] : [inner === undefined || inner === outer ? outer : `${outer}:${inner}`];
  });
  const hosts = textOf(spec['externalName']);
  return { selector: recordOf(spec['selector']) ?? {}, ports, hosts: hosts === undefined ? [] : [hosts] };
}

function selects(selector: Given, labels: Given): boolean {
  const wanted = Object.entries(selector);
  return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value);
}

function hostsOf(object: Given): [service: string, host: string][] {
  return listOf(at(object, ['spec'])['rules']).flatMap((rule) => {
    const host = textOf(recordOf(rule)?.['host']);
    if (host === undefined) return [];
    return listOf(at(rule, ['http'])['paths']).flatMap((one): [string, string][] => {
      const backend = at(one, ['backend']);
      const service = textOf(at(backend, ['service'])['name'] ?? backend['serviceName']);
      return service === undefined ? [] : [[service, host]];
    });
  });
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}
