/** A task of the project that a command runs by name, and the manifest that defines it. */
export interface Task {
  readonly file: 'package.json' | 'Makefile' | 'justfile';
  readonly name: string;
  /** Relative to the start of the command. */
  readonly folder: string;
}
