import {
  type Answers,
  type AnswerTo,
  type Exported,
  type Failure,
  keyOf,
  type Message,
  type Question,
  type Verdict,
} from '../contract.ts';

/** Where the page has its data from: a server, or the file that it is in. */
export interface Source {
  readonly exported: boolean;
  readonly ask: <Q extends Question>(question: Q) => Promise<AnswerTo<Q>>;
  /** Records a verdict. */
  readonly decide: (verdict: Verdict) => Promise<void>;
  /** Calls `received` for each message of the server, and `lost` when the connection breaks (true) or works again (false). */
  readonly listen: (received: (message: Message) => void, lost: (gone: boolean) => void) => void;
}

/** An error with the words of the command line. */
export class AskError extends Error {
  readonly why: string | undefined;
  readonly hint: string | undefined;

  constructor({ error }: Failure) {
    super(error.what);
    this.why = error.why;
    this.hint = error.hint;
  }
}

const isFailure = (data: unknown): data is Failure => typeof data === 'object' && data !== null && 'error' in data;

/** Opens the data of an exported file, or else the server that the page came from. */
export async function openSource(): Promise<Source> {
  const embedded = document.querySelector('#record')?.textContent;
  return embedded ? fromFile(await unpack(embedded)) : fromServer(takeToken());
}

async function unpack(text: string): Promise<Exported> {
  const bytes = Uint8Array.from(atob(text.trim()), (char) => char.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(plain).text()) as Exported;
}

function fromFile({ answers, reasons }: Exported): Source {
  const find = (asked: Question): unknown => {
    const question = atRevision(asked, reasons);
    const key = keyOf(question);
    if (Object.hasOwn(answers, key)) return answers[key];
    if (question.kind === 'why') {
      const { path, revision, line } = question;
      const list = reasons[keyOf({ kind: 'file', path, revision })] ?? [];
      return list.find(({ lines }) => lines.some((one) => one.line === line));
    }
    return question.kind === 'search' ? searchIn(answers, question.text) : undefined;
  };
  return {
    exported: true,
    ask: async (question) => {
      const found = find(question);
      if (found === undefined)
        throw new AskError({
          error: { what: 'This is not in the exported file.', hint: 'Run git prov web in the repository to see it.' },
        });
      if (isFailure(found)) throw new AskError(found);
      return found as AnswerTo<typeof question>;
    },
    decide: async () => {
      throw new AskError({ error: { what: 'An exported file changes nothing.', hint: 'Run git prov review.' } });
    },
    listen: () => undefined,
  };
}

// A file without a revision is the one that the export contains.
function atRevision(question: Question, reasons: Exported['reasons']): Question {
  if ((question.kind !== 'file' && question.kind !== 'why') || question.revision !== undefined) return question;
  const { path } = question;
  if (Object.hasOwn(reasons, keyOf({ kind: 'file', path }))) return question;
  for (const key of Object.keys(reasons)) {
    const file = Object.fromEntries(JSON.parse(key) as [string, string][]);
    if (file['path'] === path) return { ...question, revision: file['revision'] };
  }
  return question;
}

// Without an index: the nodes of the exported sessions and reviews.
function searchIn(answers: Exported['answers'], text: string): Answers['search'] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = new Map<string, Answers['search']['results'][number]>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { id, kind, summary, at } = value as { id?: unknown; kind?: unknown; summary?: unknown; at?: string };
    if (typeof id === 'string' && typeof kind === 'string' && typeof summary === 'string') {
      const lower = summary.toLowerCase();
      if (words.every((word) => lower.includes(word)))
        found.set(id, { type: kind, id, statement: summary, status: null, confidence: null, created_at: at ?? null });
    }
    for (const one of Object.values(value)) look(one);
  };
  look(Object.values(answers));
  return { results: [...found.values()].slice(0, 100) };
}

/**
 * The token comes in the fragment of the first address, which browsers do not send. It is kept for other tabs of this
 * origin, and removed from the address.
 */
function takeToken(): string {
  const given = /^#token=([\w-]+)(.*)$/s.exec(location.hash);
  if (given) {
    localStorage.setItem('token', given[1]!);
    history.replaceState(null, '', `${location.pathname}#${given[2]!.replace(/^&to=/, '')}`);
  }
  return given?.[1] ?? localStorage.getItem('token') ?? '';
}

const NO_TOKEN: Failure = {
  error: {
    what: 'This page has no access to the repository.',
    why: 'The address has no token, or the token of an earlier start.',
    hint: 'Open the address that git prov web printed.',
  },
};
const NO_SERVER: Failure = {
  error: {
    what: 'git prov web does not answer.',
    why: 'It was ended, or the connection was lost.',
    hint: 'Start git prov web again.',
  },
};

async function given(response: Response): Promise<unknown> {
  const data: unknown = await response.json();
  if (isFailure(data)) throw new AskError(data);
  return data;
}

function fromServer(token: string): Source {
  const post = async (path: string, body: unknown, signal: AbortSignal | null = null): Promise<Response> => {
    const init: RequestInit = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      credentials: 'omit',
      redirect: 'error',
      signal,
    };
    const response = await fetch(path, init).catch(() => {
      throw new AskError(NO_SERVER);
    });
    if (response.status === 401) throw new AskError(NO_TOKEN);
    if (!response.ok) throw new AskError({ error: { what: (await response.text()).trim() } });
    return response;
  };
  return {
    exported: false,
    ask: async (question) => (await given(await post('/ask', question))) as AnswerTo<typeof question>,
    decide: async (verdict) => void (await given(await post('/verdict', verdict))),
    listen: (received, lost) => void follow(() => post('/events', {}), received, lost),
  };
}

/** How long to wait before the next attempt to reach the server, in milliseconds. */
const RETRY_MS = 2000;

async function follow(
  open: () => Promise<Response>,
  received: (message: Message) => void,
  lost: (gone: boolean) => void,
): Promise<never> {
  for (let first = true; ; first = false) {
    try {
      const reader = (await open()).body!.pipeThrough(new TextDecoderStream()).getReader();
      lost(false);
      if (!first) received({ kind: 'changed' });
      for (let rest = ''; ;) {
        const { value, done } = await reader.read();
        if (done) break;
        const lines = (rest + value).split('\n');
        rest = lines.pop()!;
        for (const line of lines) received(JSON.parse(line) as Message);
      }
    } catch {
      // Tried again below.
    }
    lost(true);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
