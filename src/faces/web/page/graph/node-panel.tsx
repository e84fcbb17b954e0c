import { commitPlace, fileAddress, knowledgeAddress, reviewAddress, sessionAddress } from '../../address.ts';
import type { GraphData } from '../../contract.ts';
import { useAnswer } from '../ask.ts';
import { Part } from '../parts/panel.tsx';
import {
  brief,
  counted,
  edgeWord,
  detailWord,
  kindWord,
  openStatus,
  sessionName,
  timeWords,
  tookWords,
} from '../parts/words.ts';
import type { DrawnNode } from './fold.ts';

const MAX_LINKS = 40;
const MAX_TEXT = 20_000;

/** One node of the graph: what it is, and what leads there and away. */
export function NodePanel({
  node,
  data,
  unfold,
  choose,
}: {
  readonly node: DrawnNode;
  readonly data: GraphData;
  readonly unfold: () => void;
  readonly choose: (id: string) => void;
}) {
  const session = node.session === null ? undefined : data.sessions[node.session];
  if (node.folded)
    return (
      <>
        <p>{counted(node.folded.length, 'read')}, drawn as one node.</p>
        <button type="button" onClick={unfold}>
          Unfold
        </button>
        <ul>
          {node.folded.slice(0, 200).map(({ id, summary }) => (
            <li key={id}>{summary}</li>
          ))}
        </ul>
      </>
    );
  return (
    <>
      <p class="said">{node.summary}</p>
      <dl>
        <Row name="Status" value={node.status} />
        <Row name="Tool" value={node.tool} />
        <Row name="Call" value={node.call} />
        <Row name="Took" value={tookWords(node.duration)} />
        <Row name="Time" value={timeWords(node.at)} />
        <Row name="Layer" value={node.layer ?? 'not known to this version'} />
        <Row name="Id" value={node.id} />
        {Object.entries(node.detail ?? {})
          .filter(([key]) => key !== 'saw' && (key !== 'status' || node.status === undefined))
          .map(([key, value]) => (
            <Row
              key={key}
              name={detailWord(key)}
              value={Array.isArray(value) ? value.map(String).join(', ') : String(value)}
            />
          ))}
      </dl>
      <p class="links">
        {session && <a href={`#${sessionAddress(session.id, node.id)}`}>{sessionName(session)}</a>}
        {node.kind === 'file' && <a href={`#${fileAddress(node.summary)}`}>Open the file</a>}
        {node.kind === 'commit' && (
          <a href={`#${reviewAddress(commitPlace(node.id.replace(/^commit:/, '')))}`}>Review the commit</a>
        )}
        {(node.layer === 'knowledge' || node.layer === 'project') && (
          <a href={`#${knowledgeAddress(`${node.kind}:${node.id}`)}`}>History</a>
        )}
      </p>
      <Neighbours title="What led to it" node={node.id} data={data} back choose={choose} />
      <Neighbours title="What came of it" node={node.id} data={data} back={false} choose={choose} />
      {node.layer !== 'code' && <Contents reference={`${node.kind}:${node.id}`} />}
    </>
  );
}

const Row = ({ name, value }: { readonly name: string; readonly value: string | undefined }) =>
  value === undefined || value === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{brief(value, 2000)}</dd>
    </div>
  );

function Neighbours({
  title,
  node,
  data,
  back,
  choose,
}: {
  readonly title: string;
  readonly node: string;
  readonly data: GraphData;
  readonly back: boolean;
  readonly choose: (id: string) => void;
}) {
  const edges = data.edges.filter(({ from, to }) => (back ? to : from) === node);
  if (edges.length === 0) return null;
  const nodes = new Map(data.nodes.map((one) => [one.id, one]));
  return (
    <Part title={title}>
      <ul>
        {edges.slice(0, MAX_LINKS).map((edge) => {
          const id = back ? edge.from : edge.to;
          const other = nodes.get(id);
          return (
            <li key={`${id} ${edge.kind}`}>
              <span class="quiet">
                {edgeWord(edge.kind)} (
                {[edge.source, edge.confidence, openStatus(edge)].filter((one) => one !== undefined).join(', ')})
              </span>{' '}
              <button type="button" class="plain link" onClick={() => choose(id)}>
                {kindWord(other?.kind)}: {brief(other?.summary ?? id, 90)}
              </button>
            </li>
          );
        })}
      </ul>
      {edges.length > MAX_LINKS && <p class="quiet">and {edges.length - MAX_LINKS} more</p>}
    </Part>
  );
}

function Contents({ reference }: { readonly reference: string }) {
  const asked = useAnswer({ kind: 'step', node: reference });
  if (asked.state !== 'ready') return null;
  const { input, output } = asked.data;
  return (
    <>
      {[['Input', input?.text] as const, ['Output', output?.text] as const].map(
        ([title, text]) =>
          text != null && (
            <Part key={title} title={title}>
              <pre tabIndex={0}>{brief(text, MAX_TEXT)}</pre>
            </Part>
          ),
      )}
    </>
  );
}
