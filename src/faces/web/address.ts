/**
 * The addresses of the views: what stands after `#` in the browser. The same in a served page and in an exported file.
 */

/** A parsed address. */
export interface Address {
  /** The view: '' for the overview. */
  readonly view: string;
  /** What it shows: a path, a session, a range … */
  readonly subject: string;
  readonly options: Readonly<Record<string, string>>;
}

const made = (view: string, subject: string, options: Readonly<Record<string, string | undefined>> = {}): string => {
  const query = Object.entries(options)
    .flatMap(([key, value]) => (value === undefined || value === '' ? [] : [`${key}=${encodeURIComponent(value)}`]))
    .join('&');
  const path = subject.split('/').map(encodeURIComponent).join('/');
  return `/${view}${subject === '' ? '' : `/${path}`}${query === '' ? '' : `?${query}`}`;
};

export const overviewAddress = (folder?: string): string => made('', '', { folder });
export const fileAddress = (path: string, line?: number, at?: string): string =>
  made('file', path, { line: line === undefined ? undefined : String(line), at });
export const sessionAddress = (session: string, step?: string): string => made('session', session, { step });
export const graphAddress = (place: string, node?: string): string => made('graph', place, { node });
export const reviewAddress = (range: string, file?: string): string => made('review', range, { file });
export const knowledgeAddress = (node?: string): string => made('knowledge', '', { node });
export const attestationAddress = (place: string): string => made('attestation', place);
export const searchAddress = (text: string): string => made('search', '', { q: text });

/** Reads an address; what cannot be read is the overview. */
export function parseAddress(text: string): Address {
  const [path = '', query = ''] = text.replace(/^#?\/?/, '').split(/\?(.*)/s);
  try {
    const [view = '', ...rest] = path.split('/');
    const pairs = query.split('&').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))] as const] : [];
    });
    return { view, subject: rest.map(decodeURIComponent).join('/'), options: Object.fromEntries(pairs) };
  } catch {
    return { view: '', subject: '', options: {} };
  }
}

/** The place that a commit, a session or a node has in commands and addresses. */
export const commitPlace = (oid: string): string => `commit:${oid}`;
export const sessionPlace = (id: string): string => `session:${id}`;
