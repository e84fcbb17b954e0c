import { isSecretName } from '../../redact/vocabulary/names.ts';
import { commandOf, listOf, recordOf, textOf, textsOf, unique, type Service } from './service.ts';
import { readYaml } from './yaml-file.ts';

/** Whether a file is a compose file, by its name. The names are those that Docker Compose looks for, and their overrides. */
export const isCompose = (name: string): boolean => /^(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml$/.test(name);

/** The services of a compose file (https://github.com/compose-spec/compose-spec/blob/main/spec.md). */
export function readCompose(path: string, text: string): Service[] {
  return readYaml(text).flatMap((document) => {
    const services = recordOf(recordOf(document.value)?.['services']) ?? {};
    return Object.entries(services).flatMap(([name, value]): Service[] => {
      const given = recordOf(value);
      if (!given) return [];
      const { image, user, hostname, ports, expose, secrets, environment, build } = given;
      const command = commandOf(given['entrypoint'], given['command']);
      return [
        {
          name,
          path,
          line: document.lineOf('services', name),
          source: 'compose',
          ...(command !== undefined && { command }),
          ...optional(
            'image',
            textOf(image) ?? (build === undefined ? undefined : textOf(recordOf(build)?.['context'] ?? build)),
          ),
          ...optional('user', textOf(user)),
          ports: unique([...listOf(ports).flatMap(portOf), ...textsOf(expose)]),
          hosts: unique([...textsOf(hostname), ...hostsOf(given['labels'])]),
          dependsOn: unique([...namesOf(given['depends_on']), ...textsOf(given['links']).map(beforeColon)]),
          secrets: unique([
            ...listOf(secrets).flatMap(secretOf),
            ...namesOf(environment).map(beforeEqual).filter(isSecretName),
          ]),
        },
      ];
    });
  });
}

const optional = <K extends string>(key: K, value: string | undefined): { [Key in K]?: string } =>
  value === undefined ? {} : ({ [key]: value } as { [Key in K]: string });

/** The keys of an object, or the texts of a list: compose accepts both for most of its settings. */
const namesOf = (value: unknown): string[] => (recordOf(value) ? Object.keys(recordOf(value)!) : textsOf(value));

const beforeColon = (text: string): string => text.split(':')[0]!;
const beforeEqual = (text: string): string => text.split('=')[0]!;

// The long form names the two ports: published:target.
function portOf(value: unknown): string[] {
  const long = recordOf(value);
  if (!long) return textsOf(value);
  const [published, target] = [textOf(long['published']), textOf(long['target'])];
  return target === undefined ? [] : [published === undefined ? target : `${published}:${target}`];
}

const secretOf = (value: unknown): string[] => {
  const name = recordOf(value) ? textOf(recordOf(value)!['source']) : textOf(value);
  return name === undefined ? [] : [name];
};

// Traefik's rule names hosts: Host(`a.example`).
function hostsOf(labels: unknown): string[] {
  const texts = recordOf(labels)
    ? Object.values(recordOf(labels)!).flatMap((one) => textOf(one) ?? [])
    : textsOf(labels);
  return texts.flatMap((text) => [...text.matchAll(/\bHost\(`([^`]{1,253})`\)/g)].map(([, host]) => host!));
}
