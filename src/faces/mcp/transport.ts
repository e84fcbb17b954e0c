import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';

/** The longest line that is read. */
const MAX_LINE_BYTES = 10 * 1024 * 1024;
/** The most messages of a batch. */
const MAX_BATCH = 100;

/**
 * Messages of JSON-RPC as lines of two streams. Unlike the SDK's transport, it answers what is no message with an error, as
 * JSON-RPC asks: a client would otherwise wait for ever. A batch, which the protocol has in its version 2025-03-26, is read
 * as its messages.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  #parts: Buffer[] = [];
  #length = 0;
  #isTooLong = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read);
  }

  async close(): Promise<void> {
    this.#input.off('data', this.#read);
    this.#input.pause();
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#output.write(`${JSON.stringify(message)}\n`)) return;
    await new Promise<void>((resolve) => void this.#output.once('drain', resolve));
  }

  readonly #read = (chunk: Buffer): void => {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, end));
      this.#line();
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
  };

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MAX_LINE_BYTES) {
      this.#isTooLong = true;
      this.#parts = [];
    } else if (part.length > 0) this.#parts.push(part);
  }

  #line(): void {
    const line = Buffer.concat(this.#parts);
    const isTooLong = this.#isTooLong;
    this.#parts = [];
    this.#length = 0;
    this.#isTooLong = false;
    if (isTooLong)
      return this.#refuse(null, ErrorCode.InvalidRequest, `A message has at most ${MAX_LINE_BYTES} bytes.`);
    const text = decode(line);
    if (text === undefined) return this.#refuse(null, ErrorCode.ParseError, 'The message is not UTF-8.');
    if (text.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.#refuse(null, ErrorCode.ParseError, 'The message is not JSON.');
    }
    if (!Array.isArray(value)) this.#take(value);
    else if (value.length === 0 || value.length > MAX_BATCH)
      this.#refuse(null, ErrorCode.InvalidRequest, `A batch has from 1 to ${MAX_BATCH} messages.`);
    else for (const one of value) this.#take(one);
  }

  #take(value: unknown): void {
    const parsed = JSONRPCMessageSchema.safeParse(value);
    const fault = parsed.success ? faultOfCall(parsed.data) : undefined;
    if (!parsed.success) this.#refuse(idOf(value), ErrorCode.InvalidRequest, 'This is not a message of JSON-RPC 2.0.');
    else if (fault !== undefined) this.#refuse(idOf(value), ErrorCode.InvalidParams, fault);
    else this.onmessage?.(parsed.data);
  }

  #refuse(id: string | number | null, code: ErrorCode, message: string): void {
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }
}

function decode(line: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(line);
  } catch {
    return undefined;
  }
}

function idOf(value: unknown): string | number | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

// The SDK answers a call without a name or with other arguments as an internal error, with a dump of its own checks.
function faultOfCall(message: JSONRPCMessage): string | undefined {
  if (!('method' in message) || !('id' in message) || message.method !== 'tools/call') return undefined;
  const { name, arguments: args } = (message.params ?? {}) as { name?: unknown; arguments?: unknown };
  if (typeof name !== 'string') return 'tools/call needs the name of a tool, as text.';
  if (args !== undefined && (typeof args !== 'object' || args === null || Array.isArray(args)))
    return 'The arguments of tools/call are an object.';
  return undefined;
}
