// A backlog of events: how long recording takes, and whether an event is lost.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commitAll, registered } from './hook.mjs';
import { execute } from './measure.mjs';
import { makePlace } from './place.mjs';
import { ms } from './table.mjs';

const PROGRAM = resolve(import.meta.dirname, '../dist/git-prov.js');

/** The hooks write one cycle of ten events; copies of it with other numbers and call ids make the backlog. */
export function drain({ quick }) {
  const events = quick ? 200 : 5000;
  const place = makePlace();
  try {
    place.git('init', '-q');
    place.write('a.txt', 'one\ntwo\nthree\n');
    commitAll(place);
    const agent = registered(place).start().prompt('Keep two and zwei in step.');
    record(place);
    const spool = join(place.repo, '.git/prov/spool');
    const ledger = join(place.repo, '.git/prov/sessions/bench.jsonl');
    const before = readFileSync(ledger, 'utf8').split('\n').length;
    cycle(agent, join(place.repo, 'a.txt'));
    multiply(join(spool, 'new'), events);

    const start = process.hrtime.bigint();
    record(place);
    const took = Number(process.hrtime.bigint() - start) / 1e6;

    const left = readdirSync(join(spool, 'new')).length;
    const bad = readdirSync(join(spool, 'bad')).length;
    const steps = readFileSync(ledger, 'utf8').split('\n').length - before;
    if (left > 0 || bad > 0 || steps !== events / 2)
      throw new Error(`Of ${events} events ${left} were left and ${bad} set aside; ${steps} steps came of them.`);
    return [
      {
        what: `recording a backlog of ${events.toLocaleString('en')} events`,
        measured: `${ms(took)} (${Math.round((events / took) * 1000).toLocaleString('en')} a second)`,
        result: 'nothing lost',
        // A lost event is an error above; time has no budget here.
        value: 0,
        limit: 0,
        budget: 'loses nothing',
      },
    ];
  } finally {
    place.remove();
  }
}

// The command of a git hook.
const record = (place) =>
  execute(process.execPath, [PROGRAM, 'hook', 'post-commit'], { cwd: place.repo, env: place.env });

/** Five steps with two events each. The file is unchanged at the end. */
export function cycle(agent, file) {
  agent.call('Read', { file_path: file });
  agent.call('Edit', { file_path: file, old_string: 'two', new_string: 'zwei' });
  agent.call('Bash', { command: 'true' });
  agent.call('Edit', { file_path: file, old_string: 'zwei', new_string: 'two' });
  agent.call('Bash', { command: 'cat a.txt' });
}

/** Makes `events` events of a cycle of ten in a spool. */
export function multiply(dir, events) {
  const names = readdirSync(dir).toSorted();
  if (names.length !== 10) throw new Error(`The hooks wrote ${names.length} events where ten were to be.`);
  const texts = names.map((name) => readFileSync(join(dir, name), 'utf8'));
  for (const name of names) rmSync(join(dir, name));
  const first = Number(names[0].split('.')[0]);
  for (let event = 0; event < events; event++) {
    const round = Math.floor(event / texts.length);
    const text = texts[event % texts.length].replace(
      /"tool_use_id":"(\w+)"/,
      (_, id) => `"tool_use_id":"${id}r${round}"`,
    );
    writeFileSync(join(dir, `${String(first + event).padStart(9, '0')}.1`), text);
  }
}
