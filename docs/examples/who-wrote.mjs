#!/usr/bin/env node
// Who wrote line 12 of this file? Answered without git: the repository, which may be bare, is read by isomorphic-git.
//
//     node who-wrote.mjs DIR FILE:LINE [REVISION]
import fs from 'node:fs';
import { openRepository, ProvError } from 'git-prov';

const [dir, place = '', revision = 'HEAD'] = process.argv.slice(2);
const [, path, line] = /^(.+):([0-9]+)$/.exec(place) ?? [];
if (!dir || !path) {
  console.error('usage: node who-wrote.mjs DIR FILE:LINE [REVISION]');
  process.exit(2);
}

// Notes and files contain other people's text, so control characters must not reach the terminal.
const shown = (text) =>
  JSON.stringify(text).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const say = (name, text) => text !== undefined && console.log(`${name.padEnd(9)} ${shown(text)}`);

try {
  const prov = await openRepository({ dir, fs });
  const found = await prov.whoWrote({ path, line: Number(line), revision });
  say('line', found.text);
  say('owner', found.owner);
  say('because', found.reason);
  say('agent', found.session?.agent);
  say('session', found.session?.id);
  say('step', found.node?.summary);
  // Without a reason, the decision only lists what was done.
  const isReason = found.decision && found.decision.detail?.source !== 'consolidated';
  say('decision', isReason ? found.decision.summary : undefined);
  say('goal', found.goal?.summary);
  say('verified', found.verification);
  say('commit', found.commit);
  await prov.close();
} catch (error) {
  if (!(error instanceof ProvError)) throw error;
  console.error([error.message, error.hint].filter(Boolean).join('\n'));
  process.exit(1);
}
