import type { Arg } from './parse/word.ts';
import { baseName } from './parse/word.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

// Programs that serve, or run something at every change, whatever their arguments.
const SERVICES = list(
  `nodemon uvicorn gunicorn hypercorn daphne waitress-serve puma unicorn sidekiq celery nginx caddy httpd postgres mysqld mongod
  jupyter jupyter-lab tensorboard streamlit ngrok cloudflared watchman watchexec chokidar onchange browser-sync foreman overmind
  honcho air bacon ssh kafka-server-start memcached`,
);
// Programs that do so with one of these words as first operand.
const SUBCOMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  docker: list('compose run logs'),
  podman: list('compose run logs'),
  'docker-compose': list('up logs'),
  kubectl: list('port-forward proxy logs'),
  flask: list('run'),
  rails: list('s server'),
  mix: list('phx.server'),
  cargo: list('watch'),
  dotnet: list('watch'),
  php: list('-S'),
  jekyll: list('serve s'),
  expo: list('start'),
  stripe: list('listen'),
};
// Bundlers that serve or watch unless their first operand is `build`.
const BARE = list('vite parcel webpack-dev-server');
const FLAGS = list(
  '--watch --watch-all --watchAll --watch-path --serve --reload --hot --livereload --live-reload --hot-reload',
);
const WORDS = list(
  'dev develop serve server runserver start watch watcher preview storybook emulators listen daemon worker http',
);
const MAKING = list(
  'build gen generate make create add new init install setup update deploy release publish export copy restart',
);

/**
 * Whether a program runs until it is stopped and writes no files as its purpose: a server, or a watcher that runs something
 * at every change (`npm run dev`, `vite`, `python -m http.server`, `nodemon app.js`).
 * @param words the words of the program, without its wrappers
 */
export function isService(words: readonly Arg[]): boolean {
  const values = words.map(({ value }) => value ?? '');
  const name = baseName(values[0] ?? '').replace(/\.\w+$/, '');
  const args = values.slice(1);
  if (SERVICES.has(name) || args.some((arg) => FLAGS.has(arg.replace(/=.*$/, '')))) return true;
  const operands = args.filter((arg) => !arg.startsWith('-')).map(baseName);
  const own = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined;
  if (own?.has(operands[0] ?? '') || own?.has(args[0] ?? '')) return true;
  if (BARE.has(name) && operands[0] !== 'build') return true;
  return [name, ...operands.slice(0, 2)].some((word, i) => isServiceName(word) || (i > 0 && /^app\.\w+$/.test(word)));
}

// Whether a name denotes a service: `dev:web`, `start`, `dev-server`, `server.js`; not `generate-server`.
function isServiceName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return !MAKING.has(words[0] ?? '') && words.some((word) => WORDS.has(word));
}
