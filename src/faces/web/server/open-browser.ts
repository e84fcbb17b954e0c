import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * A file that leads a browser to the page, readable for its owner alone. Other users of the machine see the arguments of
 * every process, so the address with the token is never an argument.
 */
export class LaunchFile {
  readonly #file: string;

  /** @param dir the git dir: browsers that may not read temporary folders read projects */
  constructor(dir: string, address: string) {
    this.#file = join(dir, `prov-web-${process.pid}.html`);
    rmSync(this.#file, { force: true });
    writeFileSync(this.#file, pageTo(address), { mode: 0o600, flag: 'wx' });
  }

  get url(): string {
    return pathToFileURL(this.#file).href;
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }
}

// The address is made of digits and base64url, so nothing in it needs to be escaped.
const pageTo = (address: string): string => `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>git prov</title>
<a href="${address}">Open git prov</a>
`;

/**
 * Opens the person's browser.
 * @returns false when none could be started
 */
export function openBrowser(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [command, ...args] = commandFor(url, env);
  return new Promise((resolve) => {
    const child = spawn(command!, args, { env, stdio: 'ignore', detached: true, windowsHide: true });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
    // A browser that is still running was started.
    setTimeout(() => resolve(true), 3000).unref();
    child.unref();
  });
}

function commandFor(url: string, env: NodeJS.ProcessEnv): string[] {
  const chosen = env['BROWSER'];
  if (chosen !== undefined && chosen !== '' && !/[\s:%]/.test(chosen)) return [chosen, url];
  switch (process.platform) {
    case 'darwin':
      return ['open', url];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', url];
    default:
      return ['xdg-open', url];
  }
}
