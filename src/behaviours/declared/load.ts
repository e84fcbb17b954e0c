import { TextDecoder } from 'node:util';
import { provDirOf } from '../../git/repository/local-files.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { Behaviour } from '../../model/behaviours/behaviour.ts';
import { acceptedContent, contentName } from './accepted.ts';
import { mappedCommands } from '../commands/mapped.ts';
import { type Decoded, decode, type DeclaredBehaviour } from './decode.ts';
import { DECLARED_FILE, readDeclaredFile } from './file.ts';
import type { DeclaredFault } from './table.ts';

/** Tables and lists inside each other. */
const MAX_DEPTH = 8;

/**
 * How the file of this work tree stands: `new` when no content was accepted in this clone yet, `changed` when another one was.
 */
export type DeclaredState = 'absent' | 'unreadable' | 'new' | 'changed' | 'accepted';

/** What the repository declares. */
export interface Declared extends Decoded {
  readonly state: DeclaredState;
  /** The content, for `rememberAccepted`. */
  readonly content: string | undefined;
  /** The text of the file. */
  readonly text: string | undefined;
  /** The names of commands that the user's git configuration gives a command. */
  readonly mapped: ReadonlySet<string>;
}

/** Reads `.gitprov.toml` in the work tree. What it declares runs only in the state `accepted`. Never throws for what it contains. */
export async function loadDeclared(repo: Repo): Promise<Declared> {
  const read = repo.workTree === undefined ? undefined : readDeclaredFile(repo.workTree);
  const none = { content: undefined, text: undefined, behaviours: [], faults: [], mapped: new Set<string>() };
  if (!read) return { state: 'absent', ...none };
  if ('fault' in read) return { state: 'unreadable', ...none, faults: [read.fault] };
  const content = contentName(read.bytes);
  const accepted = acceptedContent(repo);
  const state = accepted === content ? 'accepted' : accepted === undefined ? 'new' : 'changed';
  const parsed = await parse(read.bytes);
  if ('fault' in parsed) return { state: 'unreadable', ...none, faults: [parsed.fault] };
  const decoded = await withPlainNames(repo, decode(parsed.file, content));
  return { state, content, text: parsed.text, ...(await withCommands(repo, decoded)) };
}

/** The declared behaviours that may act. */
export const inForce = (declared: Declared): readonly Behaviour[] =>
  declared.behaviours.filter((one) => mayAct(one, declared));

/** Whether a declared behaviour may act: its file was accepted, and its commands are the user's own. */
export const mayAct = (
  { commands }: Pick<DeclaredBehaviour, 'commands'>,
  { state, mapped }: Pick<Declared, 'state' | 'mapped'>,
): boolean => state === 'accepted' && commands.every((name) => mapped.has(name));

// A command from a file of the repository is a fault, also when no behaviour asks for it now.
async function withCommands(repo: Repo, { behaviours, faults }: Decoded): Promise<Decoded & Pick<Declared, 'mapped'>> {
  const wanted = new Set(behaviours.flatMap(({ commands }) => commands));
  if (wanted.size === 0) return { behaviours, faults, mapped: new Set() };
  const { commands, refused } = await mappedCommands(repo);
  const bad = refused
    .filter((name) => wanted.has(name))
    .map((name) => ({
      name: null,
      what: `prov.run.${name} comes from a file in a work tree of this repository.`,
      why: 'Anyone who can push could change the command, so it does not count.',
      todo: `Set it in your own configuration: git config prov.run.${name} COMMAND.`,
    }));
  return { behaviours, faults: [...faults, ...bad], mapped: new Set(commands.keys()) };
}

async function parse(bytes: Uint8Array): Promise<{ file: object; text: string } | { fault: DeclaredFault }> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const toml = await import('smol-toml');
    return { file: toml.parse(text, { maxDepth: MAX_DEPTH, unsafeKeyBehaviour: 'throw' }), text };
  } catch (error) {
    const [first = ''] = String((error as Error).message).split('\n', 1);
    const { line } = error as { line?: number };
    return {
      fault: {
        name: null,
        what: `${DECLARED_FILE}${line === undefined ? '' : `, line ${line},`} is not TOML: ${first.slice(0, 200)}.`,
        why: 'What it declares does not run.',
        todo: 'Correct it.',
      },
    };
  }
}

// The limits count the recorded actions of a name, so redaction must not change the name.
async function withPlainNames(repo: Repo, { behaviours, faults }: Decoded): Promise<Decoded> {
  if (behaviours.length === 0) return { behaviours, faults };
  const { Redactor } = await import('../../redact/redact.ts');
  const redactor = new Redactor(provDirOf(repo));
  const plain: DeclaredBehaviour[] = [];
  const hidden: DeclaredFault[] = [];
  for (const one of behaviours) {
    if ((await redactor.text(one.name)) === one.name) plain.push(one);
    else
      hidden.push({
        name: one.name,
        what: `The name ${one.name} looks like a password.`,
        why: 'It would be recorded without it, and its limits could not be counted.',
        todo: 'Use words.',
      });
  }
  return { behaviours: plain, faults: [...faults, ...hidden] };
}
