import { ProvError } from '../../../../errors.ts';
import { confirmedRests } from '../../../../ask/rests/confirmed-rests.ts';
import { isGroup, type Judged, judgedEntry, linkNamed, waitingIn } from '../../../../ask/review/waiting.ts';
import { shortId, type Oid } from '../../../../model/ids.ts';
import type { Detail } from '../../../../model/model.ts';
import type { Declaration } from '../../../../recorder/spool/own-events.ts';
import { ask, type GraphQueryContext } from '../../reading/with-graph.ts';
import { jsonAnswer, type ReadingContext } from '../../reading/reading-context.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import { term } from '../../render/term.ts';
import { proposalCount } from '../../render/knowledge/proposals.ts';
import { speakerDetail } from './add.ts';
import { record, declaredAnswer, type Declarer, whereTo } from './entries/declare-entry.ts';
import { notesToChange } from './entries/noted-commits.ts';
import { requirePerson, permittedDeclarer } from './entries/require-person.ts';

/** The name of the format of `git prov review --accept --json` for several proposals. */
const VERDICTS_SCHEMA = 'git-prov/verdicts/1';

export interface VerdictOptions {
  readonly references?: readonly string[] | undefined;
  readonly kind?: string | undefined;
  readonly all?: boolean | undefined;
  readonly words?: boolean | undefined;
  readonly accept: boolean;
  readonly because?: string | undefined;
  readonly yes?: boolean | undefined;
  readonly json: boolean;
}

/**
 * Accepts or rejects proposals as a person.
 * @returns the exit code
 * @throws ProvError `usage` in an agent's shell, without a terminal and `--yes`, or while a command of an agent runs; `data` when
 * nothing of the group waits
 */
export async function decideOn(options: VerdictOptions, ctx: ReadingContext): Promise<number> {
  const { accept, json } = options;
  const declarer = await permittedDeclarer(ctx, undefined);
  if (!declarer.person)
    throw new ProvError('usage', 'An agent cannot review what agents proposed.', {
      hint: 'A person runs this in a shell of their own.',
    });
  if (accept) await requirePerson(declarer, options, ctx, { doing: 'Accepting', deed: 'accept what agents proposed' });
  const chosen = await ask(ctx, async (asking) => {
    const found: (Judged & { readonly rests: Detail })[] = [];
    for (const one of await chosenIn(asking, options)) {
      const isConfirmed = accept && !one.link;
      found.push({ ...one, rests: isConfirmed ? await confirmedRests(asking.world, one.subject, ctx.repo) : {} });
    }
    return found;
  });
  if (chosen.length === 0)
    throw new ProvError('data', 'No proposal of this group waits for a review.', {
      hint: 'Run git prov review to see what waits.',
    });
  const all = [];
  for (const one of chosen)
    all.push({
      declaration: declarationOf(one, declarer, options),
      on: await notesToChange(declarer, one.commits),
    });
  const nodes = await record(declarer, all);
  const answers = all.map((one, i) => declaredAnswer(declarer, one, nodes[i], 'event'));
  const { output } = await openUnpaged(ctx, json);
  const links = chosen.filter(({ link }) => link).length;
  const counts = { entries: chosen.length - links, links };
  const verdict = accept ? 'accepted' : 'rejected';
  if (json)
    await output.write(
      jsonAnswer(answers.length === 1 ? answers[0]! : { schema: VERDICTS_SCHEMA, verdict, ...counts, said: answers }),
    );
  else await output.write(textOf(chosen, all, accept ? 'Accepted' : 'Rejected', counts));
  return output.close();
}

function textOf(
  chosen: readonly Judged[],
  all: readonly { readonly on: readonly Oid[] }[],
  done: string,
  counts: { readonly entries: number; readonly links: number },
): string {
  const lines = chosen.map(({ name }, i) => `${done} ${term(shortened(name), 200)}${whereTo(all[i]!.on)}.\n`);
  if (chosen.length === 1) return lines.join('');
  return `${lines.join('')}${done} ${proposalCount(counts)}.\n`;
}

// Ids of nodes in their short form.
const shortened = (name: string): string => name.replace(/:([0-9a-f]+-[0-9]+)/g, (_, id: string) => `:${shortId(id)}`);

function declarationOf(
  { subject, link, rests }: Judged & { readonly rests: Detail },
  declarer: Declarer,
  { accept, because }: VerdictOptions,
): Declaration {
  const changed = {
    subject: { node: subject },
    ...(because !== undefined && { because }),
    detail: { ...rests, ...speakerDetail(declarer, {}) },
  };
  if (!link) return { type: 'change', changed: { change: accept ? 'accepted' : 'rejected', ...changed } };
  const edge = link.kind as NonNullable<Extract<Declaration, { type: 'change' }>['changed']['edge']>;
  const change = accept ? 'link_accepted' : 'link_rejected';
  return { type: 'change', changed: { change, edge, object: { node: link.to }, ...changed } };
}

// What is named, and what waits in the named groups, each once.
async function chosenIn(
  asking: GraphQueryContext,
  { references = [], kind, all = false, words }: VerdictOptions,
): Promise<Judged[]> {
  const chosen = new Map<string, Judged>();
  for (const reference of references.filter((one) => !isGroup(one))) {
    const one = (await linkNamed(asking, reference)) ?? (await entryNamed(asking, reference));
    chosen.set(one.name, one);
  }
  const groups = references.filter(isGroup);
  if (all || groups.length > 0 || (kind !== undefined && chosen.size === 0)) {
    const { entries, links } = await waitingIn(asking, { groups: all ? [] : groups, kind, words });
    for (const { node } of entries) {
      const one = await judgedEntry(asking, node.id, node.kind);
      chosen.set(one.name, one);
    }
    for (const { reference } of links) {
      const one = await linkNamed(asking, reference);
      if (one) chosen.set(one.name, one);
    }
  }
  return [...chosen.values()];
}

async function entryNamed(asking: GraphQueryContext, reference: string): Promise<Judged> {
  const { type, nodes } = await asking.target(reference);
  const [node] = nodes;
  if (!node || nodes.length !== 1 || type === 'line' || type === 'file')
    throw new ProvError('usage', 'Only an entry or a link can be reviewed.', {
      hint: 'Use kind:id, such as decision:8f3a21c0-4. git prov review lists what waits.',
    });
  await asking.world.learn([node]);
  return judgedEntry(asking, node, asking.world.node(node)?.kind ?? type);
}
