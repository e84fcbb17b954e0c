/**
 * Variables that make each start of Node slower, or that change what it prints. The hooks and the first lines of `dist/git-prov.js` start
 * Node without them, and hand the user's values on as `GIT_PROV_` and the name. See docs/decisions/0153-node-starts-without-some-variables.md.
 */
const HELD = [
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_ENV_PROXY',
  'NODE_OPTIONS',
  'NODE_V8_COVERAGE',
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
] as const;

/**
 * Puts the user's values back, so that git and all other programs that we start get the environment that the user had.
 * @param env of this process; changed
 */
export function putBackHeldVariables(env: NodeJS.ProcessEnv): void {
  for (const name of HELD) {
    const value = env[`GIT_PROV_${name}`];
    if (value === undefined) continue;
    env[name] = value;
    delete env[`GIT_PROV_${name}`];
  }
}
