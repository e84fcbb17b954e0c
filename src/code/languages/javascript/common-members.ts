import type { Hash } from 'node:crypto';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { Duplex } from 'node:stream';

/** Functions of browsers and of widely used packages for tests, which Node does not have. */
const OF_OTHERS = `addEventListener append appendChild click closest createElement dispatchEvent focus getAttribute json insertBefore
  preventDefault querySelector querySelectorAll remove removeAttribute removeChild removeEventListener scrollIntoView send
  setAttribute stopPropagation submit text toggle
  toBe toContain toEqual toHaveBeenCalled toHaveBeenCalledWith toMatch toThrow mockReturnValue mockImplementation
  alias command demandOption demandCommand help option options parse usage
  kill ref unref disconnect spawn exec
  cwd exit hrtime log error warn info debug trace table assert`;

let known: ReadonlySet<string> | undefined;

/**
 * The names of all functions of JavaScript's own types and of Node's streams and servers. They are collected when the first call is
 * resolved: Node's servers take ten milliseconds to load, and to name the function around a line they are not needed.
 */
export const commonMembers = (): ReadonlySet<string> =>
  (known ??= new Set([...OF_OTHERS.split(/\s+/), ...ownFunctions()]));

function ownFunctions(): Set<string> {
  const names = new Set<string>();
  const types = Object.getOwnPropertyNames(globalThis).map((name) => valueOf(globalThis, name));
  const require = createRequire(import.meta.url);
  const streams: unknown[] = [
    (require('node:stream') as { Duplex: typeof Duplex }).Duplex,
    (require('node:crypto') as { Hash: typeof Hash }).Hash,
    (require('node:http') as { Server: typeof Server }).Server,
  ];
  const iterators = [[].values(), new Map().keys(), (function* () {})(), (async function* () {})()];
  for (const value of [
    ...types,
    ...streams,
    ...iterators.map((one) => ({ prototype: Object.getPrototypeOf(one) as unknown })),
  ])
    for (let at of [value, valueOf(value, 'prototype')])
      for (
        ;
        at !== null && (typeof at === 'object' || typeof at === 'function');
        at = Object.getPrototypeOf(at) as unknown
      )
        for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  return names;
}

// Some of Node's globals warn when they are read; they have no functions that matter here.
function valueOf(of: unknown, name: string): unknown {
  if ((typeof of !== 'object' && typeof of !== 'function') || of === null) return undefined;
  return Object.getOwnPropertyDescriptor(of, name)?.value as unknown;
}
