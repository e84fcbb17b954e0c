import { parentPort } from 'node:worker_threads';
import { unpack, type Packed } from './decoding.ts';
import { rowsOf } from './rows.ts';

// The entry of the threads that `decoding.ts` starts.
const port = parentPort!;

port.on('message', (packed: Packed) => port.postMessage(unpack(packed).map(rowsOf)));
