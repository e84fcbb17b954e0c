import type { CheckKind } from '../../checks/kind.ts';
import { taskKind } from './task-names.ts';

/** Launchers of test runners on the JVM. */
const JVM_RUNNERS =
  /\bjunit-platform-console\b|^org\.(?:junit\.runner\.JUnitCore|junit\.platform\.console\.\w+|testng\.TestNG)$/;
/** Tasks of Mix that packages define, and whose names do not say what they check. */
const MIX_TASKS: readonly (readonly [RegExp, CheckKind])[] = [
  [/^(?:coveralls(?:\.\w+)?|espec|test\.(?:all|ci|unit|integration|e2e|cover|coverage|watch))$/, 'test'],
  [/^(?:sobelow|doctor|recode)$/, 'lint'],
];

/**
 * The kind of check of programs that need a closer look at their words: a task of Mix that the project defines, a suite of Rails, a
 * launcher of tests in Java, and a test project of .NET that is run as a program.
 * @param command the first operand
 */
export function specialKind(name: string, words: readonly string[], command: string): CheckKind | undefined {
  switch (name) {
    case 'mix':
      // Tasks with dots belong to packages: `phx.gen.context`, `ecto.migrate`.
      return (
        MIX_TASKS.find(([form]) => form.test(command))?.[1] ?? (command.includes('.') ? undefined : taskKind(command))
      );
    case 'rails':
      return /^(?:test|spec):(?!prepare|db)/.test(command) ? 'test' : undefined;
    case 'java':
      return words.some((word) => JVM_RUNNERS.test(word)) ? 'test' : undefined;
    case 'dotnet': {
      const project = words[words.findIndex((word) => word === '--project' || word === '-p') + 1] ?? '';
      return command === 'run' && /Tests?(?:\.\w+proj)?\/?$/.test(project) ? 'test' : undefined;
    }
    case 'swift':
      return command === 'format' && words.includes('lint') ? 'format' : undefined;
    default:
      return undefined;
  }
}
