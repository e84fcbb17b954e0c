import { ProvError } from '../../../errors.ts';
import type { CliContext } from '../../cli/context.ts';
import type { Commit, GraphEdge, Node, Session, Usage } from '../contract.ts';
import { dataOf } from './command.ts';

/** `git prov show COMMIT --json`. */
export interface ShownCommit {
  readonly kind: 'commit';
  readonly commit: Commit;
  readonly noted: boolean;
  readonly sessions: readonly {
    readonly short: string;
    readonly session: Session | null;
    readonly steps: number;
    readonly lines: number;
    readonly usage: Usage | null;
  }[];
  readonly files: readonly {
    readonly path: string;
    readonly added: number;
    readonly agent: number;
    readonly human: number;
    readonly unsure: number;
  }[];
  readonly graphs: readonly {
    readonly id: string;
    readonly session: Session;
    readonly nodes: readonly Node[];
    readonly edges: readonly Omit<GraphEdge, 'confidence'>[];
    readonly chain: { readonly head: string };
  }[];
  readonly lines: Readonly<
    Record<string, readonly { readonly start: number; readonly count: number; readonly node: string | null }[]>
  >;
}

/** `git prov show REFERENCE --json`, for any reference. */
export async function shown<T extends { readonly kind: string }>(
  ctx: CliContext,
  reference: string,
  trace = false,
): Promise<T> {
  const { runShow } = await import('../../cli/commands/ask/show.ts');
  return dataOf<T>(ctx, (read) => runShow({ reference, json: true, trace }, read));
}

/** The record of a commit. @throws ProvError `data` when the reference is no commit */
export async function showOf(ctx: CliContext, reference: string): Promise<ShownCommit> {
  const one = await shown<ShownCommit>(ctx, reference);
  if (one.kind === 'commit') return one;
  throw new ProvError('data', `${JSON.stringify(reference)} is no commit.`, { hint: 'Use the id of a commit.' });
}
