import { useEffect, useState } from 'preact/hooks';
import { fileAddress, graphAddress, knowledgeAddress, searchAddress, sessionAddress } from '../../address.ts';
import type { Statement } from '../../contract.ts';
import type { ViewProps } from '../view-props.ts';
import { useAnswer, usePage } from '../ask.ts';
import { Answered, Empty } from '../parts/states.tsx';
import { brief, counted, kindWord, timeWords } from '../parts/words.ts';

/** Everything with these words, in all notes; and the place that they name. */
export function SearchView({ address }: ViewProps) {
  const text = address.options['q'] ?? '';
  const { go } = usePage();
  const asked = useAnswer(text === '' ? undefined : { kind: 'search', text });
  return (
    <>
      <h1>Search</h1>
      <form
        class="range"
        onSubmit={(event) => {
          event.preventDefault();
          go(searchAddress((event.currentTarget.elements.namedItem('q') as HTMLInputElement).value));
        }}
      >
        <input
          type="search"
          name="q"
          aria-label="Words"
          value={text}
          key={text}
          placeholder="All words must match; the last may be a beginning"
        />
        <button type="submit">Search</button>
      </form>
      {text === '' ? (
        <Empty title="Type words of a prompt, a reason or a step." />
      ) : (
        <>
          <Place text={text} />
          <Files text={text} />
          <Answered asked={asked} what="the notes">
            {({ results }) => <Results results={results} />}
          </Answered>
        </>
      )}
    </>
  );
}

// What was typed may be a place: a file, a commit, a range, a session.
function Place({ text }: { readonly text: string }) {
  const asked = useAnswer({ kind: 'place', text });
  if (asked.state !== 'ready') return null;
  return (
    <p>
      <a href={`#${asked.data.address}`}>Go to {text}</a>
    </p>
  );
}

function Files({ text }: { readonly text: string }) {
  const { source, version } = usePage();
  const [paths, setPaths] = useState<readonly string[]>([]);
  useEffect(() => {
    let wanted = true;
    source.ask({ kind: 'tree' }).then(
      ({ files }) => {
        const lower = text.toLowerCase();
        if (wanted) setPaths(files.map(({ path }) => path).filter((path) => path.toLowerCase().includes(lower)));
      },
      () => undefined, // the other results stand without the files
    );
    return () => {
      wanted = false;
    };
  }, [text, version]);
  if (paths.length === 0) return null;
  return (
    <section>
      <h2>Files</h2>
      <ul class="rows-list">
        {paths.slice(0, 12).map((path) => (
          <li key={path}>
            <a href={`#${fileAddress(path)}`}>{path}</a>
          </li>
        ))}
      </ul>
      {paths.length > 12 && <p class="quiet">and {counted(paths.length - 12, 'more file')}</p>}
    </section>
  );
}

/** Entries of a kind that is declared have a history; steps are best seen in their session. */
function addressOf({ type, id, session, layer }: Statement): string {
  if (layer === 'knowledge' || layer === 'project') return knowledgeAddress(`${type}:${id}`);
  return session ? sessionAddress(session, id) : graphAddress(`${type}:${id}`, id);
}

function Results({ results }: { readonly results: readonly Statement[] }) {
  if (results.length === 0)
    return (
      <Empty title="Nothing in the notes has all of these words.">
        <p>Use fewer words, or the beginning of the last one.</p>
      </Empty>
    );
  return (
    <section>
      <h2>{counted(results.length, 'result')}</h2>
      <ul class="rows-list">
        {results.map((one) => (
          <li key={one.id}>
            <span class="tag">{kindWord(one.type)}</span> <a href={`#${addressOf(one)}`}>{brief(one.statement, 220)}</a>
            <span class="quiet">
              {[one.agent, timeWords(one.created_at), one.status === 'accepted' ? null : one.status]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
