import { parse } from 'smol-toml';
import { filesNamed, folderOf, type TreeView } from '../../tree-view.ts';
import { nearestOf } from '../nearest.ts';

/** The distribution of an imported module, and its version as locked, otherwise as asked for. */
export type Versions = (
  folder: string,
  module: readonly string[],
) => { readonly name: string; readonly version?: string };

const LOCK_FILES = ['poetry.lock', 'uv.lock', 'pdm.lock', 'Pipfile.lock'];

/** Distributions that have another name than their module. */
const DISTRIBUTIONS: Readonly<Record<string, readonly string[]>> = {
  attr: ['attrs'],
  bs4: ['beautifulsoup4'],
  Crypto: ['pycryptodome', 'pycrypto'],
  cv2: ['opencv-python', 'opencv-python-headless'],
  dateutil: ['python-dateutil'],
  dotenv: ['python-dotenv'],
  git: ['gitpython'],
  google: ['protobuf'],
  jose: ['python-jose'],
  jwt: ['pyjwt'],
  magic: ['python-magic'],
  MySQLdb: ['mysqlclient'],
  OpenSSL: ['pyopenssl'],
  PIL: ['pillow'],
  pkg_resources: ['setuptools'],
  psycopg2: ['psycopg2', 'psycopg2-binary'],
  _pytest: ['pytest'],
  rest_framework: ['djangorestframework'],
  serial: ['pyserial'],
  skimage: ['scikit-image'],
  sklearn: ['scikit-learn'],
  websocket: ['websocket-client'],
  yaml: ['pyyaml'],
  zmq: ['pyzmq'],
};

/** Reads what the lock files, the lists of requirements and the project files say of versions. */
export async function versionsIn(tree: TreeView): Promise<Versions> {
  const lists = [...tree.paths].filter((path) => /(?:^|\/)requirements(?:[^/]*|\/[^/]+)\.(?:txt|in)$/.test(path));
  const locked = await readAll(tree, filesNamed(tree, LOCK_FILES), ofLock);
  const listed = await readAll(tree, lists, ofRequirements);
  const projects = await readAll(tree, filesNamed(tree, ['pyproject.toml']), ofProject);
  const find = (folder: string, name: string): string | undefined =>
    nearestOf(locked, folder, name) ?? nearestOf(listed, folder, name) ?? nearestOf(projects, folder, name);
  return (folder, module) => {
    const [first = ''] = module;
    const names = [
      ...(Object.hasOwn(DISTRIBUTIONS, first) ? DISTRIBUTIONS[first]! : []),
      first,
      module.slice(0, 2).join('-'),
    ];
    for (const name of names.map(normalized)) {
      const version = find(folder, name);
      if (version !== undefined) return version === '' ? { name } : { name, version };
    }
    return { name: normalized(names[0]!) };
  };
}

type Found = ReadonlyMap<string, string>;

// A list in the folder `requirements` is for the folder around it.
async function readAll(tree: TreeView, files: readonly string[], read: (text: string, path: string) => Found) {
  const byFolder = new Map<string, Map<string, string>>();
  for (const [path, text] of await tree.texts(files)) {
    const own = folderOf(path);
    const folder = /(?:^|\/)requirements$/.test(own) ? folderOf(own) : own;
    const found = byFolder.get(folder) ?? new Map<string, string>();
    for (const [name, version] of read(text, path)) if (!found.get(name)) found.set(name, version);
    byFolder.set(folder, found);
  }
  return byFolder;
}

/** The form of a name in which PyPI compares names. */
const normalized = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');

function ofLock(text: string, path: string): Found {
  if (path.endsWith('Pipfile.lock')) return ofPipfile(text);
  const found = new Map<string, string>();
  for (const [, name, version] of text.matchAll(/^name = "([^"]+)"\r?\nversion = "([^"]+)"/gm))
    found.set(normalized(name!), version!);
  return found;
}

function ofPipfile(text: string): Found {
  const found = new Map<string, string>();
  const lock = objectIn(() => JSON.parse(text) as unknown);
  for (const group of ['default', 'develop'])
    for (const [name, one] of entriesOf(lock[group])) {
      const version = isObject(one) ? one['version'] : undefined;
      if (typeof version === 'string') found.set(normalized(name), version.replace(/^==/, ''));
    }
  return found;
}

function ofRequirements(text: string): Found {
  return requirements(text.split('\n').map((line) => line.replace(/(?:^|\s)#.*/, '')));
}

// `a`, `a[b]==1.2; python_version < "3"`, `a>=1,<2`, `a @ https://…`. An exact version stands without its `==`.
function requirements(lines: Iterable<unknown>): Found {
  const found = new Map<string, string>();
  for (const line of lines) {
    const parts = typeof line === 'string' ? /^\s*([\w][\w.-]*)\s*(?:\[[^\]]*\])?\s*\(?([^;@()\\]*)/.exec(line) : null;
    if (parts) found.set(normalized(parts[1]!), parts[2]!.replace(/\s+(?:--.*)?/g, '').replace(/^===?(?=[^,*]+$)/, ''));
  }
  return found;
}

function ofProject(text: string): Found {
  const file = objectIn(() => parse(text));
  const project = isObject(file['project']) ? file['project'] : {};
  const tool = isObject(file['tool']) ? file['tool'] : {};
  const poetry = isObject(tool['poetry']) ? tool['poetry'] : {};
  const groups = [project['optional-dependencies'], file['dependency-groups']].flatMap((one) =>
    entriesOf(one).map(([, list]) => list),
  );
  const lines = [project['dependencies'], ...groups].flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  const found = new Map(requirements(lines));
  const tables = [poetry, ...entriesOf(poetry['group']).map(([, group]) => (isObject(group) ? group : {}))];
  for (const table of tables)
    for (const [name, one] of [...entriesOf(table['dependencies']), ...entriesOf(table['dev-dependencies'])]) {
      const version = isObject(one) ? one['version'] : one;
      found.set(normalized(name), typeof version === 'string' ? version : '');
    }
  return found;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** What a text says; nothing where it is damaged. */
function objectIn(read: () => unknown): Record<string, unknown> {
  try {
    const value = read();
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
