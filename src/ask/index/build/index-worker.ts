import { parentPort } from 'node:worker_threads';
import { quickenHash } from '../../../git/objects/native-hash.ts';
import { unpack, type Packed } from './decoding.ts';
import { rowsOf } from './rows.ts';

// The entry of the threads that `decoding.ts` starts.
const port = parentPort!;

// Messages wait until there is a listener.
void quickenHash().then(() => {
  port.on('message', (packed: Packed) => port.postMessage(unpack(packed).map(rowsOf)));
});
