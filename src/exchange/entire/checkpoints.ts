import { parseLine } from '../../agents/common/jsonl.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { git } from '../../git/process/process.ts';
import { records } from '../../git/process/records.ts';
import { inRepo } from '../../git/repository/repo.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import type { SourceRequest } from '../import-source.ts';

/** The branch of checkpoints, local and of remotes, and the refs of newer versions, one for each checkpoint. */
const REFS = ['refs/heads/entire/checkpoints', 'refs/remotes/*/entire/checkpoints', 'refs/entire/checkpoints'];
/** Size limit in bytes of a file of metadata or of a prompt. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** A session in a checkpoint. */
export interface CheckpointSession {
  readonly metadata: Payload;
  readonly prompt: string | undefined;
  /** The parts of the agent's transcript up to this checkpoint, in order. */
  readonly transcript: readonly Oid[];
  /** Its size in bytes. */
  readonly size: number;
}

/** The checkpoints in this repository, by id. Only the locations of their files are loaded. */
export class Checkpoints {
  readonly #request: SourceRequest;
  readonly #files = new Map<string, Map<string, Oid>>();

  constructor(request: SourceRequest) {
    this.#request = request;
  }

  get size(): number {
    return this.#files.size;
  }

  has(id: string): boolean {
    return this.#files.has(id);
  }

  /** Finds the checkpoints. @throws ProvError `git` when git fails */
  async load(): Promise<void> {
    const { repo, ref } = this.#request;
    const patterns = ref === undefined ? REFS : [ref];
    const { stdout } = await git(['for-each-ref', '--format=%(refname)', ...patterns], inRepo(repo));
    for (const name of stdout.toString('utf8').split('\n').filter(Boolean)) {
      const own = /^refs\/entire\/checkpoints\/[^/]+\/(\w+)$/.exec(name)?.[1];
      const args = ['ls-tree', '-r', '-z', '--full-tree', name];
      for await (const entry of records(args, { cwd: repo.cwd, env: repo.env })) this.#add(entry, own);
    }
  }

  #add(entry: string, own: string | undefined): void {
    const tab = entry.indexOf('\t');
    const [, type, blob = ''] = entry.slice(0, tab).split(' ');
    const path = entry.slice(tab + 1);
    const [, first = '', rest = '', inside = ''] =
      (own === undefined ? /^(\w{2})\/(\w+)\/(.+)$/ : /^()()(.+)$/).exec(path) ?? [];
    if (type !== 'blob' || !isOid(blob) || inside === '') return;
    const id = own ?? first + rest;
    const files = this.#files.get(id) ?? new Map<string, Oid>();
    this.#files.set(id, files.set(inside, blob));
  }

  /** The sessions of a checkpoint, in numerical order; numbers may be missing. */
  async sessions(id: string): Promise<CheckpointSession[]> {
    const files = this.#files.get(id) ?? new Map<string, Oid>();
    const numbers = [...new Set([...files.keys()].flatMap((path) => /^(\d{1,6})\//.exec(path)?.[1] ?? []))];
    const found: CheckpointSession[] = [];
    for (const n of numbers.toSorted((a, b) => Number(a) - Number(b))) {
      const [metadata, prompt] = await this.#texts([files.get(`${n}/metadata.json`), files.get(`${n}/prompt.txt`)]);
      const parsed = metadata === undefined ? undefined : parseLine(metadata);
      if (!parsed) this.#request.tally.add({ what: 'sessions without readable metadata', where: `${id}/${n}` });
      else found.push({ metadata: parsed, prompt, ...(await this.#transcript(files, n)) });
    }
    return found;
  }

  async #transcript(files: ReadonlyMap<string, Oid>, n: string): Promise<{ transcript: Oid[]; size: number }> {
    const parts = [...files.keys()].filter(
      (path) => /^\d+\/full\.jsonl(?:\.\d+)?$/.test(path) && path.startsWith(`${n}/`),
    );
    const transcript = parts.toSorted().map((path) => files.get(path)!);
    const infos = await this.#request.objects.info(transcript);
    return { transcript, size: infos.reduce((sum, info) => sum + (info?.size ?? 0), 0) };
  }

  async #texts(blobs: readonly (Oid | undefined)[]): Promise<(string | undefined)[]> {
    const found = await this.#request.objects.read(
      blobs.map((blob) => blob ?? ''),
      { limit: MAX_FILE_BYTES },
    );
    return found.map((object) => (object && 'bytes' in object ? object.bytes.toString('utf8') : undefined));
  }
}
