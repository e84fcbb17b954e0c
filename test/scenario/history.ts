import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { TestAgent } from '../helpers/agent.ts';
import type { TestRepo } from '../helpers/repo.ts';

const FILES = ['a.txt', 'b.txt', 'dir/c.txt'] as const;
const AGENTS = ['a', 'b'] as const;

/** One operation of a random history. Numbers are taken modulo what there is. */
export type Operation = readonly [kind: (typeof KINDS)[number], who: number, file: number, at: number, size: number];

const KINDS = [
  'agent edit',
  'agent edit',
  'agent edit',
  'agent write',
  'agent append',
  'agent script',
  'agent commit',
  'agent moves',
  'person edit',
  'person edit',
  'person indents',
  'person moves',
  'person deletes',
  'person restores',
  'commit',
  'commit',
  'commit part',
  'amend',
  'soft reset',
  'stash',
  'pop',
  'switch',
  'rename',
  'look',
] as const;

/** Random histories of ordinary operations: nothing in them rewrites what is committed, but for the last commit. */
export const history = (max: number): fc.Arbitrary<Operation[]> =>
  fc.array(fc.tuple(fc.constantFrom(...KINDS), fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99)), {
    minLength: 3,
    maxLength: max,
  });

/**
 * Plays a history on a repository. Every written line is unique and names its author (`@a`, `@b`, `@human`), so
 * the judge does not need to know how the line came about.
 */
export class Player {
  readonly #repo: TestRepo;
  readonly #agents: readonly TestAgent[];
  readonly #look: () => void;
  #count = 0;
  #stashed = 0;

  /** @param look reads the repository with git prov in the middle of a history */
  constructor(repo: TestRepo, look: () => void) {
    this.#repo = repo;
    this.#look = look;
    this.#agents = AGENTS.map((name) => new TestAgent(repo, name).start().prompt('go on'));
  }

  play(operations: readonly Operation[]): void {
    for (const operation of operations) this.#play(operation);
    if (this.#stashed > 0 && this.#clean()) this.#try('stash', 'pop', '-q');
    this.#resolve();
    this.#repo.commit('the end');
  }

  #play([kind, who, file, at, size]: Operation): void {
    const repo = this.#repo;
    const agent = this.#agents[who % this.#agents.length]!;
    const present = FILES.filter((name) => existsSync(join(repo.dir, name)));
    const path = (present.length > 0 ? present : FILES)[file % (present.length || FILES.length)]!;
    const lines = this.#lines(path);
    const place = lines.length === 0 ? 0 : at % lines.length;
    switch (kind) {
      case 'agent edit': {
        if (lines.length === 0) return void agent.write(path, text([this.#line(agent.session)]));
        const old = lines[place]!;
        const fresh = Array.from({ length: size % 3 }, () => this.#line(agent.session));
        return void agent.edit(path, `${old}\n`, text(at % 2 === 0 ? [old, ...fresh] : fresh));
      }
      case 'agent write':
        return void agent.write(
          FILES[file % FILES.length]!,
          text([...this.#lines(FILES[file % FILES.length]!), this.#line(agent.session)].slice(size % 2)),
        );
      case 'agent append':
        return void agent.bash(`printf '%s\\n' '${this.#line(agent.session)}' >> ${path}`);
      case 'agent script': {
        const script = `for f in ${FILES.join(' ')}; do [ -f $f ] && echo "${this.#line(agent.session)} in $f" >> $f; done; true`;
        return void agent.bash(`sh -c '${script}'`);
      }
      case 'agent commit':
        return void agent.bash(
          `echo '${this.#line(agent.session)}' >> ${path} && git add -A && git commit -qm 'by the agent'`,
        );
      case 'agent moves': {
        const other = FILES[(file + 1) % FILES.length]!;
        const block = lines.slice(place, place + 1 + (size % 3));
        if (block.length === 0 || other === path) return;
        agent.write(other, text([...this.#lines(other), ...block]));
        return void agent.edit(path, text(block), '');
      }
      case 'person edit': {
        const fresh = Array.from({ length: 1 + (size % 2) }, () => this.#line('human'));
        return this.#save(path, lines.toSpliced(place, at % 3 === 0 ? 1 : 0, ...fresh));
      }
      case 'person indents':
        return this.#save(
          path,
          lines.map((line, i) => (i >= place && i < place + 3 ? `  ${line.trim()}` : line)),
        );
      case 'person moves': {
        const block = lines.splice(place, 1 + (size % 3));
        return this.#save(path, lines.toSpliced(lines.length === 0 ? 0 : size % (lines.length + 1), 0, ...block));
      }
      case 'person deletes':
        return rmSync(join(repo.dir, path), { force: true });
      case 'person restores':
        return void this.#try('checkout', '-q', 'HEAD', '--', path);
      case 'commit':
        return void repo.commit('by a person');
      case 'commit part':
        repo.git('add', '--', ...present.slice(0, 1));
        return void this.#try('commit', '-qm', 'part');
      case 'amend':
        return void this.#try('commit', '-qa', '--amend', '-m', 'amended');
      case 'soft reset':
        return void this.#try('reset', '-q', '--soft', 'HEAD~1');
      case 'stash':
        if (this.#try('stash', '-q', '-u') && !this.#clean()) return;
        this.#stashed = this.#repo.git('stash', 'list').split('\n').filter(Boolean).length;
        return;
      case 'pop':
        if (this.#stashed === 0 || !this.#clean()) return;
        this.#try('stash', 'pop', '-q');
        this.#resolve();
        this.#stashed = this.#repo.git('stash', 'list').split('\n').filter(Boolean).length;
        return;
      case 'switch':
        return void (this.#try('switch', '-q', `branch${size % 2}`) || this.#try('switch', '-qc', `branch${size % 2}`));
      case 'rename': {
        const target = FILES.find((name) => !present.includes(name));
        if (target && present.includes(path)) {
          if (who % 2 === 0)
            agent.bash(`mkdir -p dir && git mv -f ${path} ${target} 2>/dev/null || mv ${path} ${target}`);
          else this.#try('mv', path, target);
        }
        return;
      }
      case 'look':
        return this.#look();
    }
  }

  // Conflicts of a stash are solved by taking both sides, as a person with an editor would.
  #resolve(): void {
    for (const path of FILES)
      if (this.#lines(path).some((line) => line.startsWith('<<<<<<<')))
        this.#save(
          path,
          this.#lines(path).filter((line) => !/^(<<<<<<<|=======|>>>>>>>)/.test(line)),
        );
    if (this.#repo.git('ls-files', '-u') !== '') this.#repo.git('add', '-A');
    if (this.#repo.git('stash', 'list') !== '' && this.#repo.git('diff', '--name-only', '--diff-filter=U') !== '')
      this.#try('stash', 'drop', '-q');
  }

  #line(author: string): string {
    const n = ++this.#count;
    const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron', 'inlet', 'jetty'];
    return `${words[n % 10]} ${words[(n * 7) % 10]} number ${n} of these lines @${author}`;
  }

  #lines(path: string): string[] {
    if (!existsSync(join(this.#repo.dir, path))) return [];
    return this.#repo.read(path).split('\n').slice(0, -1);
  }

  #save(path: string, lines: readonly string[]): void {
    this.#repo.write(path, text(lines));
  }

  #clean(): boolean {
    return this.#repo.git('status', '--porcelain') === '';
  }

  #try(...args: string[]): boolean {
    this.#repo.tick();
    try {
      this.#repo.git(...args);
      return true;
    } catch {
      return false;
    }
  }
}

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
