import { useCallback, useMemo, useState } from 'preact/hooks';
import { commitPlace, fileAddress, graphAddress, reviewAddress, sessionAddress } from '../../address.ts';
import type { Review, ReviewFile, ReviewPiece } from '../../contract.ts';
import type { ViewProps } from '../view-props.ts';
import { useAnswer, usePage } from '../ask.ts';
import { Diff } from '../parts/diff.tsx';
import { CheckMark, OwnerMark, Share, sessionColors } from '../parts/marks.tsx';
import { Panel } from '../parts/panel.tsx';
import { ReviewFilter, isWanted, NO_FILTER, type Filter } from '../parts/review-filter.tsx';
import { Answered, Empty } from '../parts/states.tsx';
import { WhyPanel } from '../parts/why.tsx';
import { counted, dayWords, sessionName, shortOid, statedWords } from '../parts/words.ts';
import { LookFirst, type Chosen } from './look-first.tsx';

/** Files whose diff is open from the start; the others open with a click. */
const OPEN_FILES = 12;

/** A range as a reviewer reads it: what to look at first, then the diff with who wrote each line. */
export function ReviewView({ address }: ViewProps) {
  const { start, go } = usePage();
  const range = address.subject || start.range || '';
  const asked = useAnswer(range === '' ? undefined : { kind: 'review', range });
  if (range === '') return <Empty title="There is no commit to review yet." />;
  return (
    <>
      <form
        class="range"
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem('range') as HTMLInputElement;
          go(reviewAddress(field.value.trim()));
        }}
      >
        <h1>Review</h1>
        {!start.exported && <input type="text" name="range" aria-label="Range" value={range} key={range} />}
        {start.exported !== undefined && <code>{range}</code>}
      </form>
      <Answered asked={asked} what="the range">
        {(review) => <Reviewed review={review} place={range} />}
      </Answered>
    </>
  );
}

function Reviewed({ review, place }: { readonly review: Review; readonly place: string }) {
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const [chosen, setChosen] = useState<Chosen>();
  const close = useCallback(() => setChosen(undefined), []);
  const colors = useMemo(() => sessionColors(Object.keys(review.sessionsById)), [review]);
  const files = review.files.filter((file) => isWanted(file, filter));
  const isFiltered = filter !== NO_FILTER;
  if (review.files.length === 0)
    return (
      <Empty title="This range changes no file.">
        <p>
          Name another range, such as <code>main..HEAD</code>.
        </p>
      </Empty>
    );
  return (
    <div class="split">
      <div>
        <Summary review={review} place={place} />
        <LookFirst review={review} choose={setChosen} />
        <section>
          <h2>Changes</h2>
          <ReviewFilter filter={filter} set={setFilter} review={review} />
          {files.length === 0 && <p class="quiet">No line matches the filter.</p>}
          {files.map((file, at) => (
            <FileChanges
              key={file.path}
              file={file}
              review={review}
              colors={colors}
              filter={isFiltered ? filter : undefined}
              open={at < OPEN_FILES}
              chosen={chosen}
              choose={setChosen}
            />
          ))}
          {review.left > 0 && <p class="quiet">{counted(review.left, 'more file')}: git prov report names them all.</p>}
        </section>
      </div>
      {chosen && (
        <Panel title={`${chosen.path}:${chosen.line}`} onClose={close}>
          <WhyPanel path={chosen.path} line={chosen.line} revision={review.range.head} />
        </Panel>
      )}
    </div>
  );
}

function Summary({ review, place }: { readonly review: Review; readonly place: string }) {
  const { lines, range, commits, sessionsById } = review;
  const { verification } = lines;
  return (
    <header class="head">
      <p>
        {counted(lines.added, 'added line')} in {counted(review.files.length, 'file')},{' '}
        {counted(commits.length, 'commit')}. {range.taken !== null && <span class="quiet">Range: {range.taken}. </span>}
        {range.shallow && <span class="quiet">The clone is shallow: its last commit may have older lines. </span>}
        <a href={`#${graphAddress(place)}`}>Graph</a>
      </p>
      <div class="two">
        <Share
          label="Added lines by writer"
          parts={[
            { name: 'agents', tone: 'agent', count: lines.agent },
            { name: 'people', tone: 'human', count: lines.human },
            { name: 'unknown', tone: 'unknown', count: lines.unknown },
          ]}
        />
        <Share
          label="The agents' lines by verification"
          parts={[
            { name: 'verified', tone: 'passed', count: verification.passed },
            { name: 'stale', tone: 'stale', count: verification.stale },
            { name: 'failed', tone: 'failed', count: verification.failed },
            { name: 'never checked', tone: 'none', count: verification.none },
          ]}
        />
      </div>
      <details>
        <summary>
          {counted(commits.length, 'commit')} and {counted(Object.keys(sessionsById).length, 'session')}
        </summary>
        <ul class="rows-list">
          {commits.slice(0, 200).map(({ oid, subject, author, time, note }) => (
            <li key={oid}>
              <a href={`#${reviewAddress(commitPlace(oid))}`}>
                <code>{shortOid(oid)}</code> {subject}
              </a>
              <span class="quiet">
                {author}, {dayWords(time)}
                {note === 'none' ? ' · no note' : note === 'unreadable' ? ' · its note cannot be read' : ''}
              </span>
            </li>
          ))}
        </ul>
        <p class="links">
          {Object.values(sessionsById).map((session) => (
            <a key={session.id} href={`#${sessionAddress(session.id)}`}>
              {sessionName(session)}
            </a>
          ))}
        </p>
      </details>
    </header>
  );
}

interface FileProps {
  readonly file: ReviewFile;
  readonly review: Review;
  readonly colors: ReadonlyMap<string, string>;
  readonly filter: Filter | undefined;
  readonly open: boolean;
  readonly chosen: Chosen | undefined;
  readonly choose: (chosen: Chosen) => void;
}

function FileChanges({ file, review, colors, filter, open, chosen, choose }: FileProps) {
  const [isOpen, setOpen] = useState(open);
  const byLine = useMemo(() => {
    const found = new Map<number, ReviewPiece>();
    for (const piece of file.pieces) for (let at = 0; at < piece.count; at++) found.set(piece.line + at, piece);
    return found;
  }, [file.pieces]);
  const { lines, removed, status, oldPath, path } = file;
  const beside = (line: number) => {
    const piece = byLine.get(line);
    return piece ? (
      <Beside piece={piece} line={line} review={review} color={piece.session ? colors.get(piece.session) : undefined} />
    ) : null;
  };
  const shows =
    filter &&
    ((line: number): boolean =>
      isWanted({ ...file, pieces: [byLine.get(line)].filter((one) => one !== undefined) }, filter));
  return (
    <details
      class="file-changes"
      open={isOpen}
      onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}
    >
      <summary>
        <code>{oldPath !== null && status === 'renamed' ? `${oldPath} → ${path}` : path}</code>{' '}
        <span class="quiet">
          {status === 'modified' ? '' : `${status}, `}+{lines.added} −{removed}
          {lines.agent > 0 && `, ${lines.agent} by agents`}
        </span>
      </summary>
      {isOpen && (
        <>
          {status !== 'deleted' && (
            <p class="quiet">
              <a href={`#${fileAddress(path, undefined, review.range.head)}`}>Whole file</a>
            </p>
          )}
          <Diff
            diff={file}
            beside={beside}
            shows={shows}
            onLine={(line) => choose({ path, line })}
            chosen={chosen?.path === path ? chosen.line : undefined}
          />
        </>
      )}
    </details>
  );
}

// At the first line of a piece, who wrote it and on which decision.
function Beside({
  piece,
  line,
  review,
  color,
}: {
  readonly piece: ReviewPiece;
  readonly line: number;
  readonly review: Review;
  readonly color: string | undefined;
}) {
  const { owner, verification, session, decision } = piece;
  const starts = piece.line === line;
  const known = session ? review.sessionsById[session] : undefined;
  const decided = decision ? review.nodesById[decision] : undefined;
  const words = decided && statedWords(decided);
  return (
    <span class={`who owner-${owner}`}>
      <span class={`stripe ${color ?? ''}`} />
      {owner === 'agent' && verification ? <CheckMark check={verification} /> : <span class="check"> </span>}
      <span class="note">
        {starts ? (
          owner === 'agent' ? (
            (words ?? (known ? sessionName(known) : 'agent'))
          ) : (
            <OwnerMark owner={owner} />
          )
        ) : (
          ''
        )}
      </span>
    </span>
  );
}
