import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { dice, draw } from '../corpus.ts';

const RUNS = /[a-z0-9]{18,}/g;

/** Made-up secrets, two for each place of a story: one is known by its look, one only by its name. */
export class Planter {
  readonly #random = dice(11);
  readonly #cores = new Map<string, Set<string>>();

  /** A text with both secrets. @param place the name of the place, for the report */
  readonly text = (place: string): string =>
    `use ${this.#token(place)} for it, and DB_PASSWORD="${this.#core(place, draw('a', 24, this.#random))}"`;

  /** A name with the secret that is known by its look. */
  readonly name = (place: string): string => `x-${this.#token(place)}`;

  /** The places that a text or a file shows. It is read unchanged, deflated and in base64. */
  placesIn(bytes: Buffer): string[] {
    // A full-text index has words in lower case. Secrets are searched for only in runs of letters and digits that are as long as one.
    const plain = readingsOf(bytes).map((one) => one.toString('latin1').toLowerCase().match(RUNS)?.join(' ') ?? '');
    return [...this.#cores].flatMap(([place, cores]) =>
      [...cores].some((core) => plain.some((one) => one.includes(core))) ? [place] : [],
    );
  }

  #token(place: string): string {
    return `ghp_${this.#core(place, draw('a', 36, this.#random))}`;
  }

  #core(place: string, secret: string): string {
    const cores = this.#cores.get(place) ?? new Set();
    this.#cores.set(place, cores.add(secret.slice(4, -2).toLowerCase()));
    return secret;
  }
}

function readingsOf(bytes: Buffer): Buffer[] {
  const readings = [bytes];
  try {
    readings.push(inflateSync(bytes));
  } catch {
    // It is not deflated.
  }
  for (const [run] of bytes.toString('latin1').matchAll(/[A-Za-z0-9+/]{64,}={0,2}/g))
    readings.push(Buffer.from(run, 'base64'));
  return readings;
}

/** What the files below a folder show, as `place in file`; names of files count. `but` are left out. */
export function shownInFiles(planter: Planter, dir: string, but: RegExp): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    if (but.test(name)) return [];
    const isFile = statSync(join(dir, name), { throwIfNoEntry: false })?.isFile() ?? false;
    const content = isFile ? readFileSync(join(dir, name)) : Buffer.alloc(0);
    return planter.placesIn(Buffer.concat([Buffer.from(`${name}\n`), content])).map((place) => `${place} in ${name}`);
  });
}

/** What the objects of a repository show that are reachable from these refs. */
export function shownInRefs(planter: Planter, gitDir: string, ...revisions: string[]): string[] {
  const run = (args: readonly string[], input?: Buffer): Buffer =>
    spawnSync('git', ['--git-dir', gitDir, ...args], { ...(input && { input }), maxBuffer: 1 << 28 }).stdout;
  const ids = run(['rev-list', '--objects', '--no-object-names', ...revisions]);
  return planter.placesIn(run(['cat-file', '--batch'], ids)).map((place) => `${place} in ${revisions.join(' ')}`);
}
