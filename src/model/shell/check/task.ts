/** A task of the project that a command runs by name, and the manifest that defines it. For `tsc` it is what its settings name. */
export interface Task {
  readonly file: 'package.json' | 'Makefile' | 'justfile' | 'tsconfig.json';
  readonly name: string;
  /** Relative to the start of the command. */
  readonly folder: string;
}
