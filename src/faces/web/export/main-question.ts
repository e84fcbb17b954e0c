import type { Question } from '../contract.ts';

/** The question about what an export is of. Without its answer the file would show only an error. */
export function mainQuestion(view: string, subject: string): Question {
  switch (view) {
    case 'review':
      return { kind: 'review', range: subject };
    case 'session':
      return { kind: 'session', session: subject };
    case 'file':
      return { kind: 'file', path: subject };
    default:
      return { kind: 'graph', place: subject };
  }
}
