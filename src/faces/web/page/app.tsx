import type { ComponentType } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import {
  type Address,
  attestationAddress,
  graphAddress,
  knowledgeAddress,
  overviewAddress,
  parseAddress,
  reviewAddress,
  searchAddress,
} from '../address.ts';
import type { Start } from '../contract.ts';
import { Page, type PageContext } from './ask.ts';
import { Failed, Waiting } from './parts/states.tsx';
import { nextScheme, schemeName, useScheme } from './scheme.ts';
import type { Source } from './source.ts';
import type { ViewProps } from './view-props.ts';
import { shortOid } from './parts/words.ts';

type View = ComponentType<ViewProps>;

/** Each view is a file of its own, loaded when it is first shown. */
const VIEWS: Readonly<Record<string, { readonly name: string; readonly load: () => Promise<View> }>> = {
  '': { name: 'Overview', load: async () => (await import('./views/overview.tsx')).OverviewView },
  file: { name: 'Files', load: async () => (await import('./views/file.tsx')).FileView },
  review: { name: 'Review', load: async () => (await import('./views/review.tsx')).ReviewView },
  session: { name: 'Sessions', load: async () => (await import('./views/session.tsx')).SessionView },
  graph: { name: 'Graph', load: async () => (await import('./views/graph.tsx')).GraphView },
  knowledge: { name: 'Knowledge', load: async () => (await import('./views/knowledge.tsx')).KnowledgeView },
  attestation: { name: 'Attestations', load: async () => (await import('./views/attestation.tsx')).AttestationView },
  search: { name: 'Search', load: async () => (await import('./views/search.tsx')).SearchView },
};

/** The whole page: the bar at the top, and the view that the address names. */
export function App({ source }: { readonly source: Source }) {
  const [start, setStart] = useState<Start | Error>();
  const [hash, setHash] = useState(location.hash);
  const [version, setVersion] = useState(0);
  const [gone, setGone] = useState(false);
  const [indexing, setIndexing] = useState<Indexing>();
  useEffect(() => {
    const ask = (): void => void source.ask({ kind: 'start' }).then(setStart, setStart);
    ask();
    source.listen((message) => {
      if (message.kind === 'indexing') setIndexing(message.done < message.all ? message : undefined);
      if (message.kind !== 'changed') return;
      ask();
      setVersion((before) => before + 1);
    }, setGone);
    addEventListener('hashchange', () => setHash(location.hash));
    setHash(location.hash); // it may have changed since the first drawing, when nobody listened
  }, [source]);
  const go = useCallback((address: string, replace = false) => {
    if (replace) history.replaceState(null, '', `#${address}`);
    else history.pushState(null, '', `#${address}`);
    setHash(`#${address}`);
  }, []);
  if (start instanceof Error) return <Failed error={start} />;
  if (start === undefined) return <Waiting what="the repository" />;
  const address = parseAddress(hash.replace(/^#/, '') || start.address);
  const page: PageContext = { source, start, version, go };
  return (
    <Page.Provider value={page}>
      <Bar address={address} start={start} go={go} />
      {gone && (
        <p class="banner" role="alert">
          git prov web does not answer any more. What you see may be old; start it again to go on.
        </p>
      )}
      {indexing && <IndexProgress {...indexing} />}
      <Shown address={address} />
    </Page.Provider>
  );
}

interface Indexing {
  readonly done: number;
  readonly all: number;
}

// Without an index the first questions take seconds, after a fetch of thousands of notes.
const IndexProgress = ({ done, all }: Indexing) => (
  <p class="indexing" role="status">
    <progress max={all} value={done} aria-label="Notes that were read" /> Reading new notes: {done.toLocaleString('en')}{' '}
    of {all.toLocaleString('en')}. What needs them appears when they are read.
  </p>
);

function Bar({
  address,
  start,
  go,
}: {
  readonly address: Address;
  readonly start: Start;
  readonly go: PageContext['go'];
}) {
  const scheme = useScheme();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  const all: readonly (readonly [view: string, href: string])[] = [
    ['', overviewAddress()],
    ['file', '/file'],
    ['review', reviewAddress(start.range ?? '')],
    ['session', '/session'],
    ['graph', graphAddress(start.range ?? '')],
    ['knowledge', knowledgeAddress()],
    ['attestation', attestationAddress(start.head ? `commit:${start.head.oid}` : '')],
  ];
  // An exported file has an overview and a review only of a range.
  const links = all.filter(
    ([view]) =>
      start.exported === undefined ||
      view === 'session' ||
      (view === 'knowledge' && start.knows === true) ||
      (start.range !== undefined && ['', 'review', 'graph', 'file'].includes(view)),
  );
  const home = start.exported === undefined ? overviewAddress() : start.address;
  return (
    <header class="bar">
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('main')?.focus();
        }}
      >
        Skip to content
      </a>
      <p class="where">
        <a href={`#${home}`}>{start.repository}</a>
        {start.head && <span class="quiet"> {start.head.branch ?? shortOid(start.head.oid)}</span>}
        {start.exported !== undefined && <span class="quiet"> · exported {start.exported.slice(0, 10)}</span>}
      </p>
      <nav aria-label="Views">
        {links.map(([view, href]) => (
          <a key={view} href={`#${href}`} aria-current={address.view === view ? 'page' : undefined}>
            {VIEWS[view]!.name}
          </a>
        ))}
      </nav>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          go(searchAddress(field.current?.value ?? ''));
        }}
      >
        <input ref={field} type="search" aria-label="Search" placeholder="Search or go to a place" />
      </form>
      <button type="button" class="plain scheme" title="Light, dark, or as the system" onClick={nextScheme}>
        {schemeName(scheme)}
      </button>
    </header>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable);

const loaded = new Map<string, View>();

function Shown({ address }: { readonly address: Address }) {
  const [, setLoads] = useState(0);
  const known = VIEWS[address.view] ?? VIEWS['']!;
  const View = loaded.get(known.name);
  useEffect(() => {
    document.title = `${known.name}${address.subject === '' ? '' : ` · ${address.subject}`} · git prov`;
  }, [known.name, address.subject]);
  useEffect(() => {
    if (View) return;
    void known.load().then((view) => {
      loaded.set(known.name, view);
      setLoads((before) => before + 1);
    });
  }, [known.name]);
  return (
    <main id="main" tabIndex={-1} class={`view-${known.name.toLowerCase()}`}>
      {View ? <View address={address} key={known.name} /> : <Waiting what="the view" />}
    </main>
  );
}
