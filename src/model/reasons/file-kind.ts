/** The purpose of a file, by its path. Agents explain each kind in other places. */
export type FileKind = 'record' | 'test' | 'docs' | 'config' | 'code';

/** Plans, progress and notes for the next session. Agents mostly write them without a reason. */
const RECORD =
  /(?:^|\/)(?:state|progress|handoff|todo|roadmap|memory|changelog|plan)[\w-]*\.md$|(?:^|\/)(?:\.planning|memory|plans?)\//i;
const TEST = /(?:^|\/)[^/]*(?:test|spec)[^/]*$|(?:^|\/)tests?\//i;
const DOCS = /\.(?:mdx?|txt|rst|adoc)$/i;
const CONFIG =
  /\.(?:jsonc?|ya?ml|toml|lock|cfg|ini|env|xml|plist|conf)$|(?:^|\/)(?:\.[\w-]+|Dockerfile|Makefile|justfile)$/i;

/** The kind of a file. The first pattern that fits decides: a plan in Markdown is a record. */
export function fileKindOf(path: string): FileKind {
  const name = path.replaceAll('\\', '/');
  if (RECORD.test(name)) return 'record';
  if (TEST.test(name)) return 'test';
  if (DOCS.test(name)) return 'docs';
  return CONFIG.test(name) ? 'config' : 'code';
}
