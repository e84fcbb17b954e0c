import { parentPort, workerData } from 'node:worker_threads';
import { ObjectReader } from '../git/objects/objects.ts';
import { binaryReader } from '../git/objects/port.ts';
import { RankedReader } from '../notes/standing/judged.ts';
import type { WorkerAnswer, Question, WorkerTask } from './worker-pool.ts';
import { examiner } from './note-checker.ts';
import { quickenHash } from '../git/objects/native-hash.ts';

/*
 * The program of a worker of a `WorkerPool`: it reads notes with its own git processes and answers with what it found. Where it fails, it
 * answers with undefined, and the thread that asked does the work.
 */

void quickenHash().then(work); // messages wait until there is a listener

function work(): void {
  const { repo, search } = workerData as WorkerTask;
  const objects = new ObjectReader(repo);
  const { examine } = examiner(repo, new RankedReader(repo, binaryReader(repo)), objects, search);
  const port = parentPort!;
  port.on('message', ({ number, part }: Question) => {
    const answer = (examined: WorkerAnswer['examined']): void =>
      port.postMessage({ number, examined } satisfies WorkerAnswer);
    examine(part).then(answer, () => answer(undefined));
  });
}
