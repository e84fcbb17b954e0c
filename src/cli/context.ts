/** What every command is run with. */
export interface CliContext {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  /** The folder of the package: it holds `hooks/` and `dist/git-prov.js`. */
  readonly packageDir: string;
  /** Tells the user something beside the output. */
  readonly warn: (message: string) => void;
}
