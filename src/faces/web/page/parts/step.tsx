import { fileAddress, graphAddress, knowledgeAddress, sessionAddress } from '../../address.ts';
import type { PlayedStep, SessionStory } from '../../contract.ts';
import { useAnswer } from '../ask.ts';
import { Diff } from './diff.tsx';
import { Part } from './panel.tsx';
import { Failed, Waiting } from './states.tsx';
import { Decision, isOf } from './why.tsx';
import { brief, counted, kindWord, timeWords, tookWords } from './words.ts';

/** Details that the panel shows in their own place, or that say nothing to people. */
const NOT_LISTED = new Set(['files', 'saw', 'commit', 'session', 'rejected', 'because', 'source', 'place']);
const MAX_TEXT = 20_000;

/** One step of a session: what it did, what changed, and what it said. */
export function StepPanel({ step, story }: { readonly step: PlayedStep; readonly story: SessionStory }) {
  const decision = step.decision === null ? undefined : story.others[step.decision];
  const child = step.detail?.['session'];
  return (
    <>
      <p class="said">{step.summary}</p>
      <p class="quiet">
        {[step.tool, timeWords(step.started ?? step.at), tookWords(step.duration), step.outcome]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p class="links">
        <a href={`#${graphAddress(`${step.kind ?? 'node'}:${step.id}`, step.id)}`}>Show it in the graph</a>
        {typeof child === 'string' && <a href={`#${sessionAddress(child)}`}>Sub-agent</a>}
      </p>
      {decision && <Decision decision={decision} status={decision.status ?? null} />}
      {decision && (
        <p>
          <a href={`#${knowledgeAddress(`decision:${decision.id}`)}`}>History of the decision</a>
        </p>
      )}
      {step.kind === 'commitment' && <Changes step={step} story={story} />}
      <Details detail={step.detail} />
      <Contents node={step.id} kind={step.kind} />
    </>
  );
}

function Details({ detail = {} }: { readonly detail?: Readonly<Record<string, unknown>> | undefined }) {
  const rows = Object.entries(detail).filter(([key]) => !NOT_LISTED.has(key));
  if (rows.length === 0) return null;
  return (
    <Part title="Details">
      <dl>
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{key.replaceAll('_', ' ')}</dt>
            <dd>{Array.isArray(value) ? value.map(String).join(', ') : String(value)}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

// The change of a step, as its commit has it: lines of other steps are dimmed.
function Changes({ step, story }: { readonly step: PlayedStep; readonly story: SessionStory }) {
  const commits = story.landed
    .map(({ commit }) => story.commits_by_id[commit])
    .filter((commit) => commit !== undefined);
  return (
    <Part title="Change">
      {step.files.slice(0, 5).map((path) => {
        const candidates = commits.filter(({ files }) => files.includes(path));
        // The oldest commit after the step that changed the file.
        const commit =
          candidates.findLast(({ time }) => Date.parse(time ?? '') >= Date.parse(step.at ?? '') - 1000) ??
          candidates[0];
        return commit ? (
          <OneChange key={path} path={path} commit={commit.oid} node={step.id} />
        ) : (
          <p key={path}>{path}: in no commit yet.</p>
        );
      })}
      {step.files.length > 5 && <p class="quiet">and {counted(step.files.length - 5, 'more file')}</p>}
    </Part>
  );
}

function OneChange({ path, commit, node }: { readonly path: string; readonly commit: string; readonly node: string }) {
  const asked = useAnswer({ kind: 'change', commit, path });
  if (asked.state === 'waiting') return <Waiting what={path} />;
  if (asked.state === 'failed') return <Failed error={asked.error} />;
  const { diff, pieces } = asked.data;
  return (
    <>
      <p>
        <a href={`#${fileAddress(path, undefined, commit)}`}>{path}</a>
      </p>
      {diff && <Diff diff={diff} shows={(line) => isOf(pieces, node, line)} />}
    </>
  );
}

// What a tool got and gave, where this clone keeps it.
function Contents({ node, kind }: { readonly node: string; readonly kind: string | undefined }) {
  const asked = useAnswer({ kind: 'step', node: kind === undefined ? node : `${kind}:${node}` });
  if (asked.state !== 'ready') return null;
  const { input, output } = asked.data;
  return (
    <>
      {input?.text != null && <Kept title="Input" text={input.text} />}
      {output?.text != null && <Kept title="Output" text={output.text} />}
      {input?.text == null && output?.text == null && (input ?? output) && (
        <p class="quiet">
          The {kindWord(kind)}'s input and output are not kept here. git config prov.capture full keeps them from now
          on.
        </p>
      )}
    </>
  );
}

const Kept = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <Part title={title}>
    <pre tabIndex={0}>{brief(text, MAX_TEXT)}</pre>
  </Part>
);
