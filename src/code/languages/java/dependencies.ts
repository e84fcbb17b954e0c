import { filesNamed, folderOf, type TreeView } from '../../tree-view.ts';

/** The dependency that a package or a type comes from. */
export type Dependencies = (
  folder: string,
  name: string,
) => { readonly name: string; readonly version?: string } | undefined;

interface Dependency {
  readonly group: string;
  readonly artifact: string;
  readonly version: string | undefined;
}

/** Reads the dependencies of Maven and Gradle projects. */
export async function dependenciesIn(tree: TreeView): Promise<Dependencies> {
  const byFolder = new Map<string, Dependency[]>();
  const files = [
    ...filesNamed(tree, ['pom.xml', 'build.gradle', 'build.gradle.kts']),
    ...[...tree.paths].filter((path) => /(?:^|\/)gradle\/[\w.-]+\.versions\.toml$/.test(path)),
  ];
  for (const [path, text] of await tree.texts(files)) {
    const folder = path.endsWith('.toml') ? folderOf(folderOf(path)) : folderOf(path);
    const found = path.endsWith('pom.xml') ? ofMaven(text) : path.endsWith('.toml') ? ofCatalog(text) : ofGradle(text);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), ...found]);
  }
  return (folder, name) => {
    const near: Dependency[] = [];
    for (let at = folder; ; at = folderOf(at)) {
      near.push(...(byFolder.get(at) ?? []));
      if (at === '') break;
    }
    const best = longestGroup(near, name);
    const version =
      best && (best.version ?? near.find((one) => isSame(one, best) && one.version !== undefined)?.version);
    return best && { name: `${best.group}:${best.artifact}`, ...(version !== undefined && { version }) };
  };
}

const isSame = (a: Dependency, b: Dependency): boolean => a.group === b.group && a.artifact === b.artifact;

// Several artifacts of one group differ by the words that the package's name has too.
function longestGroup(dependencies: readonly Dependency[], name: string): Dependency | undefined {
  const words = new Set(name.toLowerCase().split('.'));
  let best: Dependency | undefined;
  let most = 0;
  for (const one of dependencies) {
    if (name !== one.group && !name.startsWith(`${one.group}.`)) continue;
    const same = one.artifact
      .toLowerCase()
      .split(/[-._]/)
      .filter((word) => words.has(word)).length;
    const score = one.group.length * 100 + same;
    if (score > most) [best, most] = [one, score];
  }
  return best;
}

const MAX_PROPERTIES = 500;

function ofMaven(text: string): Dependency[] {
  const plain = text.replace(/<!--[\s\S]*?-->/g, '');
  const properties = new Map<string, string>();
  for (const [, name, value] of plain.matchAll(/<([\w.-]+)>([^<>]*)<\/\1>/g))
    if (properties.size < MAX_PROPERTIES && !properties.has(name!)) properties.set(name!, value!.trim());
  const valueOf = (value: string | undefined): string | undefined =>
    value?.replace(/\$\{([^}]+)\}/g, (whole, name: string) => properties.get(name.replace(/^project\./, '')) ?? whole);
  return [...plain.matchAll(/<dependency>([\s\S]*?)<\/dependency>/g)].flatMap(([, inside]): Dependency[] => {
    const field = (name: string): string | undefined =>
      valueOf(new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(inside!)?.[1]);
    const [group, artifact, version] = [field('groupId'), field('artifactId'), field('version')];
    return group && artifact ? [{ group, artifact, version: version?.includes('${') ? undefined : version }] : [];
  });
}

// 'a.b:c:1.0', or group: 'a.b', name: 'c', version: '1.0'
function ofGradle(text: string): Dependency[] {
  const short = [...text.matchAll(/["']([\w.-]+):([\w.-]+)(?::([\w.+-]+))?(?:[:@][\w.-]+)?["']/g)];
  const long = [
    ...text.matchAll(
      /group\s*[:=]\s*["']([\w.-]+)["']\s*,\s*name\s*[:=]\s*["']([\w.-]+)["'](?:\s*,\s*version\s*[:=]\s*["']([\w.+-]+)["'])?/g,
    ),
  ];
  return [...short, ...long].map(([, group, artifact, version]) => ({ group: group!, artifact: artifact!, version }));
}

// a = { module = "a.b:c", version.ref = "a" }, a = "a.b:c:1.0"
function ofCatalog(text: string): Dependency[] {
  const versions = new Map(
    [...text.matchAll(/^([\w.-]+)\s*=\s*"([^":]+)"/gm)].map(([, name, version]) => [name!, version!]),
  );
  const found = [...text.matchAll(/^[\w.-]+\s*=\s*"([\w.-]+):([\w.-]+):([^"]+)"/gm)].map(
    ([, group, artifact, version]): Dependency => ({ group: group!, artifact: artifact!, version }),
  );
  for (const [, inside] of text.matchAll(/^[\w.-]+\s*=\s*\{([^}\n]*)\}/gm)) {
    const field = (name: RegExp): string | undefined => name.exec(inside!)?.[1];
    const [group, artifact] = field(/\bmodule\s*=\s*"([^"]+)"/)?.split(':') ?? [
      field(/\bgroup\s*=\s*"([^"]+)"/),
      field(/\bname\s*=\s*"([^"]+)"/),
    ];
    const ref = field(/\bversion\.ref\s*=\s*"([^"]+)"/);
    const version = ref === undefined ? field(/\bversion\s*=\s*"([^"]+)"/) : versions.get(ref);
    if (group && artifact) found.push({ group, artifact, version });
  }
  return found;
}
