import { isSecretName } from '../../redact/vocabulary/names.ts';
import { unique, type Service } from './service.ts';

/** Whether a file is a systemd unit that starts a program, by its name. A template has `@` before the dot. */
export const isUnit = (name: string): boolean => /\.(?:service|socket)(?:\.in|\.j2)?$/.test(name);

interface Unit {
  /** Values by `Section.Key`, in order. An empty value removes the ones before it. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly line: number;
}

/** The name of a unit without its ending. */
const unitName = (file: string): string =>
  file.slice(file.lastIndexOf('/') + 1).replace(/\.(?:service|socket|target)(?:\.in|\.j2)?$/, '');

/**
 * The services of systemd's unit files (systemd.unit(5), systemd.service(5), systemd.socket(5)).
 * @param files texts by path; the socket of a service gives it its ports
 */
export function readUnits(files: ReadonlyMap<string, string>): Service[] {
  const ports = new Map<string, string[]>();
  const services: Service[] = [];
  for (const [path, text] of files) {
    const unit = readUnit(text);
    const all = (key: string): readonly string[] => unit.values.get(key) ?? [];
    if (/\.socket(?:\.in|\.j2)?$/.test(path)) {
      const of = unitName(all('Socket.Service').at(-1) ?? path);
      ports.set(
        of,
        ['ListenStream', 'ListenDatagram'].flatMap((key) => all(`Socket.${key}`)),
      );
      continue;
    }
    const command = all('Service.ExecStart').join('; ');
    const user = all('Service.User').at(-1);
    services.push({
      name: unitName(path),
      path,
      line: unit.line,
      source: 'systemd',
      ...(command !== '' && { command }),
      ...(user !== undefined && { user }),
      ports: [],
      hosts: [],
      dependsOn: unique(
        ['Requires', 'Requisite', 'Wants', 'BindsTo', 'PartOf']
          .flatMap((key) => all(`Unit.${key}`))
          .flatMap((value) => value.split(/\s+/))
          .filter((name) => name.endsWith('.service') || name.endsWith('.socket'))
          .map(unitName),
      ),
      secrets: unique([
        ...['LoadCredential', 'LoadCredentialEncrypted', 'SetCredential', 'SetCredentialEncrypted', 'ImportCredential']
          .flatMap((key) => all(`Service.${key}`))
          .map((value) => value.split(':')[0]!),
        ...all('Service.Environment')
          .flatMap((value) => [...value.matchAll(/(?:^|[\s"'])([A-Za-z_]\w*)=/g)].map(([, name]) => name!))
          .filter(isSecretName),
      ]),
    });
  }
  return services.map((service) => Object.assign(service, { ports: unique(ports.get(service.name) ?? []) }));
}

function readUnit(text: string): Unit {
  const values = new Map<string, string[]>();
  let section = '';
  let line = 1;
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    let own = lines[at]!;
    const start = at + 1;
    if (/^\s*(?:[#;]|$)/.test(own)) continue;
    while (own.endsWith('\\') && at + 1 < lines.length) own = `${own.slice(0, -1)} ${lines[++at]!}`;
    const [, named] = /^\[([^\]]+)\]\s*$/.exec(own) ?? [];
    if (named !== undefined) {
      section = named;
      if (named === 'Service') line = start;
      continue;
    }
    const [, key, value = ''] = /^\s*([A-Za-z]\w*)\s*=\s*(.*?)\s*$/.exec(own) ?? [];
    if (key === undefined) continue;
    const name = `${section}.${key}`;
    values.set(name, value === '' ? [] : [...(values.get(name) ?? []), value]);
  }
  return { values, line };
}
