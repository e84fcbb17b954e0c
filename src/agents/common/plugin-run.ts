// Parts of the plug-ins that agents load into their own processes: the text of JavaScript, which all of them share.

/** How long the agent is kept waiting. */
export const LIMITS = `// Milliseconds that one event may take, how often in a row, and for how long nothing is told then; characters of a tool's output.
const PATIENCE = 10000;
const TRIES = 3;
const PAUSE = 600000;
const MOST = 1000000;
`;

/**
 * The function `run(payload, listen)`, which hands an event to the script that other agents run as a hook, and gives what it
 * prints. It never fails. Stands where `directory` is the folder, and `late` and `silent` are numbers of its own.
 */
export const runAs = (agent: string): string => `  const run = (payload, listen) =>
    new Promise((resolve) => {
      let said = '';
      try {
        const script = join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'git-prov', 'agent');
        if (Date.now() < silent || !existsSync(script)) return resolve('');
        const child = spawn('sh', [script, '${agent}'], { cwd: directory, stdio: ['pipe', listen ? 'pipe' : 'ignore', 'ignore'] });
        const timer = setTimeout(() => {
          if (++late % TRIES === 0) silent = Date.now() + PAUSE;
          child.kill('SIGKILL');
          resolve('');
        }, PATIENCE);
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
