import { parentPort } from 'node:worker_threads';
import { readContents, type RawContent } from './read-contents.ts';
import { CodeParser } from './parser.ts';

// The entry of the threads that `parsing.ts` starts.
const port = parentPort!;
const parser = new CodeParser();

port.on('message', (contents: readonly RawContent[]) => {
  readContents(parser, contents).then(
    (read) => port.postMessage({ read }),
    (error: unknown) => port.postMessage({ error: String(error) }),
  );
});
