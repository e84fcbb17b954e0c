// JavaScript text shared by the plug-ins that agents load into their own processes.

/** How long the plug-in may block the agent. */
export const LIMITS = `// Time limit for one event (ms), timeouts in a row before a pause, the length of the pause (ms), characters kept of a tool's output.
const TIMEOUT_MS = 10000;
const TIMEOUTS_BEFORE_PAUSE = 3;
const PAUSE_MS = 600000;
const MAX_OUTPUT_CHARACTERS = 1000000;
`;

/**
 * The source of `run(payload, listen)`. It passes an event to the script that other agents run as a hook, and returns the
 * script's output. It never fails. The plug-in must define `directory` (the folder) and the numbers `late` and `silent`.
 */
export const runAs = (agent: string): string => `  const run = (payload, listen) =>
    new Promise((resolve) => {
      let said = '';
      try {
        const script = join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'git-prov', 'agent');
        if (Date.now() < silent || !existsSync(script)) return resolve('');
        const child = spawn('sh', [script, '${agent}'], { cwd: directory, stdio: ['pipe', listen ? 'pipe' : 'ignore', 'ignore'] });
        const timer = setTimeout(() => {
          if (++late % TIMEOUTS_BEFORE_PAUSE === 0) silent = Date.now() + PAUSE_MS;
          child.kill('SIGKILL');
          resolve('');
        }, TIMEOUT_MS);
        const done = () => {
          clearTimeout(timer);
          if (!child.killed) late = 0;
          resolve(said);
        };
        child.on('error', done);
        child.on(listen ? 'close' : 'exit', done);
        child.stdin.on('error', () => {});
        if (listen) child.stdout.on('data', (part) => (said += part));
        child.stdin.end(JSON.stringify(payload));
      } catch {
        resolve('');
      }
    });

`;
