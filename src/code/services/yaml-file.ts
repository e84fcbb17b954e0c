import { isMap, isScalar, LineCounter, parseAllDocuments, type YAMLMap } from 'yaml';

/** Aliases that one document may use. More of them can make a small file very large. */
const MAX_ALIASES = 100;

/** One document of a YAML file. */
export interface YamlDocument {
  /** As plain values. */
  readonly value: unknown;
  /** The line of a key, from 1; of the document where the key is missing. */
  lineOf(...keys: readonly string[]): number;
}

/** The documents of a YAML file. A document with an error is left out: templates of Helm are no YAML, for example. */
export function readYaml(text: string): YamlDocument[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, merge: true, logLevel: 'silent', uniqueKeys: false });
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document): YamlDocument[] => {
    if (document.errors.length > 0) return [];
    try {
      const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
      return [
        {
          value,
          lineOf: (...keys) => {
            const offset = offsetOf(document.contents, keys) ?? document.contents?.range?.[0];
            return offset === undefined ? 1 : lines.linePos(offset).line;
          },
        },
      ];
    } catch {
      return []; // too many aliases
    }
  });
}

// Where a key stands in the text, following the keys around it.
function offsetOf(contents: unknown, keys: readonly string[]): number | undefined {
  let node: unknown = contents;
  let offset: number | undefined;
  for (const key of keys) {
    if (!isMap(node)) return offset;
    const pair = pairOf(node, key);
    if (!pair) return offset;
    offset = isScalar(pair.key) ? pair.key.range?.[0] : offset;
    node = pair.value;
  }
  return offset;
}

const pairOf = (map: YAMLMap, key: string): YAMLMap['items'][number] | undefined =>
  map.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
