import { parentPort } from 'node:worker_threads';
import { unpack, type Packed } from './decoding.ts';
import { rowsOf } from './rows.ts';

// The entry of the threads that `decoding.ts` starts.
parentPort?.on('message', (packed: Packed) => parentPort?.postMessage(unpack(packed).map(rowsOf)));
