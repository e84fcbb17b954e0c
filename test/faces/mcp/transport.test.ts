import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serve } from '../../../src/faces/mcp/server.ts';

let input: PassThrough;
let output: PassThrough;
let served: Promise<void>;

beforeEach(() => {
  input = new PassThrough();
  output = new PassThrough();
  served = serve(
    async () => ({ schema: 'git-prov/search/1', results: [] }),
    () => [],
    '1',
    { input, output },
  );
});
afterEach(async () => {
  input.end();
  await served;
});

interface Reply {
  readonly id: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Sends bytes, closes the input, and returns the answers in order. */
async function answersTo(...lines: readonly (string | Buffer)[]): Promise<Reply[]> {
  for (const line of lines) input.write(Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
  input.end();
  await served;
  const text = (output.read() as Buffer | null)?.toString() ?? '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Reply);
}

const PING = '{"jsonrpc":"2.0","id":7,"method":"ping"}';
const PARSE = -32700;
const REQUEST = -32600;
const PARAMS = -32602;

test.each([
  ['a line that is no JSON', '{', null, PARSE],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), null, PARSE],
  ['a value that is no message', 'null', null, REQUEST],
  ['a request of another version', '{"jsonrpc":"1.0","id":3,"method":"ping"}', 3, REQUEST],
  ['a request without a method', '{"jsonrpc":"2.0","id":"a"}', 'a', REQUEST],
  ['a request with a list of parameters', '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":[1]}', 4, REQUEST],
  ['an empty batch', '[]', null, REQUEST],
  ['a call without a name', '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{}}', 5, PARAMS],
  [
    'a call with a text as its arguments',
    '{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"why","arguments":"a.txt:1"}}',
    6,
    PARAMS,
  ],
])('%s is answered with an error, so that no client waits for ever', async (_, line, id, code) => {
  expect(await answersTo(line, PING)).toMatchObject([
    { id, error: { code } },
    { id: 7, result: {} },
  ]);
});

test('an answer, an unknown notification and an empty line get no answer', async () => {
  const lines = ['{"jsonrpc":"2.0","id":9,"result":{}}', '{"jsonrpc":"2.0","method":"notifications/none"}', '', ' \r'];
  expect(await answersTo(...lines, PING)).toMatchObject([{ id: 7, result: {} }]);
});

test('each request of a batch is answered, also beside one that is no request', async () => {
  const other = '{"jsonrpc":"2.0","id":8,"method":"ping"}';
  expect(await answersTo(`[${PING},5,${other}]`)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: 7, result: {} }),
      expect.objectContaining({ id: 8, result: {} }),
      expect.objectContaining({ id: null, error: expect.objectContaining({ code: REQUEST }) as unknown }),
    ]),
  );
});

test('a message may come in parts, and a line that is too long ends with its line break', async () => {
  input.write(PING.slice(0, 10));
  await new Promise((resolve) => void setTimeout(resolve, 20));
  input.write(`${PING.slice(10)}\r\n`);
  const answers = await answersTo('x'.repeat(10 * 1024 * 1024 + 1), PING);
  expect(answers.map(({ id, error }) => `${String(id)} ${error?.code ?? 'ok'}`).toSorted()).toEqual([
    '7 ok',
    '7 ok',
    `null ${REQUEST}`,
  ]);
});
