import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { localFiles } from '../git/repository/local-files.ts';
import {
  type Behaviour,
  idOf,
  type Intent,
  keyOf,
  numbersOf,
  runOf,
  type SeenEvent,
} from '../model/behaviours/behaviour.ts';
import { isNodeId, type NodeId, type SessionId } from '../model/ids.ts';
import type { Detail, Node } from '../model/model.ts';
import { oneLine } from '../model/one-line.ts';
import { ledgerName } from '../recorder/ledger/ledger.ts';
import { linesSince } from '../recorder/ledger/ledger-tail.ts';
import { parseRecord, recordedNode } from '../recorder/spool/ledger-line.ts';
import type { Declaration } from '../recorder/spool/own-events.ts';

/** Characters of a text that a behaviour records. */
const MAX_TEXT_CHARACTERS = 400;

/** An action that a behaviour is about to do. */
export interface PlannedAction {
  readonly behaviour: string;
  readonly run: string;
  readonly key: string;
  readonly intent: Intent;
  readonly event: SeenEvent;
}

export const planned = ({ name }: Behaviour, event: SeenEvent, intent: Intent): PlannedAction => ({
  behaviour: name,
  run: runOf(name, event),
  key: keyOf(name, event, intent),
  intent,
  event,
});

/** The action of the entry that records how a command ended. */
export const RAN = 'ran';

/** The kinds of action that leave an entry which a person or an agent has to deal with. */
export const isOpening = (action: string): boolean => action === 'add' || action === 'review';

/** The entry or the change that records an action: one event, with the behaviour and its run. */
export function declarationOf({ behaviour, run, key, intent, event }: PlannedAction): Declaration {
  const detail: Detail = {
    by: `behaviour ${behaviour}`,
    behaviour,
    run: numbersOf(run),
    key: numbersOf(key),
    action: intent.do,
    depth: event.depth + 1,
    source_type: 'inference',
    created_via: 'inference',
    promotion_context: `git prov behaviours: ${behaviour}`,
  };
  const because = oneLine(intent.because, MAX_TEXT_CHARACTERS);
  if (intent.do === 'stale')
    return { type: 'change', changed: { change: 'stale', subject: { node: intent.node }, because, detail } };
  if (intent.do === 'link') {
    const { edge, from, to: object } = intent;
    const proposed = { ...detail, status: 'proposed' };
    return {
      type: 'change',
      changed: { change: 'linked', subject: { node: from }, edge, object, because, detail: proposed },
    };
  }
  const isProposed = intent.do === 'review' || (intent.do === 'add' && intent.isProposed === true);
  return {
    type: 'knowledge',
    said: {
      kind: intent.do === 'add' ? intent.kind : 'note',
      text: oneLine(intent.text, MAX_TEXT_CHARACTERS),
      because,
      ruledOut: [],
      links: intent.links.map(({ edge, to }) => ({ edge, to: { node: to } })),
      detail: { ...detail, ...(isProposed && { status: 'proposed' }) },
    },
    risks: [],
  };
}

/** The nodes that an action is about: other clones may have done it there already. */
export const nearby = ({ intent, event }: PlannedAction): NodeId[] => [
  ...aboutOf(intent),
  ...(isNodeId(event.subject) ? [event.subject] : []),
];

function aboutOf(intent: Intent): NodeId[] {
  if (intent.do === 'stale') return [intent.node];
  if (intent.do === 'link') return [intent.from, ...('node' in intent.to ? [intent.to.node] : [])];
  return intent.links.map(({ to }) => to);
}

/** An action that was recorded in this clone. */
export interface RecordedAction {
  readonly behaviour: string;
  readonly run: string;
  readonly key: string;
  readonly action: string;
  readonly node: Node;
}

/** What behaviours did in this clone, oldest first, from the ledger of their session. */
export function recordedActions(provDir: string, session: SessionId): RecordedAction[] {
  const file = join(localFiles(provDir).ledgers, `${ledgerName(session)}.jsonl`);
  if (!existsSync(file)) return [];
  const found: RecordedAction[] = [];
  for (const line of linesSince(file, 0).lines) {
    const record = parseRecord(line);
    const node = record && recordedNode(record);
    const { behaviour, action } = node?.detail ?? {};
    const [run, key] = [idOf(node?.detail?.['run']), idOf(node?.detail?.['key'])];
    if (node && run && key && typeof behaviour === 'string' && typeof action === 'string')
      found.push({ node, behaviour, run, key, action });
  }
  return found;
}
