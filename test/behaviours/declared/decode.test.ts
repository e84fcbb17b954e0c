import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { decode } from '../../../src/behaviours/declared/decode.ts';
import { DEFAULT_LIMITS } from '../../../src/model/behaviours/guards.ts';
import { like } from './declaring.ts';

const decoded = (toml: string): ReturnType<typeof decode> => decode(parse(toml), 'c0ffee');

const GOOD = '[behaviour.good]\non = "created"\ndo = { warn = "x" }\n';
const table = (lines: string): string => `[behaviour.api]\n${lines}\n${GOOD}`;

test('a whole declaration is read', () => {
  const { behaviours, faults } = decoded(`
    [behaviour.api]
    about = "says it"
    on = ["changed", "commit"]
    where = { path = "src/**", branch = "main", not = { agent = "person" } }
    do = [{ add = "task", text = "{files} and {entry}" }, { run = "notify" }]
    limits = { hour = 3, depth = 0 }
    [agent.reviewer]
    events = "commit"
    branches = "main"
    instructions = "Read it"`);
  expect(faults).toEqual([]);
  expect(behaviours.map(({ name, about, on, commands, limits }) => ({ name, about, on, commands, limits }))).toEqual([
    {
      name: 'api',
      about: 'says it',
      on: ['changed'],
      commands: ['notify'],
      limits: { hour: 3, run: 5, open: 50, depth: 0 },
    },
    {
      name: 'agent.reviewer',
      about: 'on commit: run reviewer',
      on: ['changed'],
      commands: ['reviewer'],
      limits: { ...DEFAULT_LIMITS, hour: 10, run: 5, depth: 1 },
    },
  ]);
});

describe('a fault is named with what to write, and stops no other behaviour', () => {
  test.each([
    ['do = { warn = "x" }', 'behaviour.api.on is missing.', 'Name what it waits for, such as on = "created".'],
    ['on = 3\ndo = { warn = "x" }', 'behaviour.api.on is not a text.', 'Write it in double quotes.'],
    ['on = []\ndo = { warn = "x" }', 'behaviour.api.on has 0 texts.', 'Use one to 20.'],
    ['on = "creatd"\ndo = { warn = "x" }', 'behaviour.api.on does not know "creatd".', /^Use created, superseded/],
    ['on = "created"', 'behaviour.api.do is missing.', /such as behaviour\.api\.do = \{ warn/],
    ['on = "created"\ndo = "warn"', 'behaviour.api.do is not a table.', /Write it as a table/],
    ['on = "created"\ndo = {}', 'behaviour.api.do names no action.', /^Use one of add, review/],
    ['on = "created"\ndo = []', 'behaviour.api.do has 0 actions.', 'Use one to 5.'],
    ['on = "created"\ndo = { warn = "x", tell = "y" }', 'behaviour.api.do names "warn" and "tell".', /^Use one of/],
    ['on = "created"\ndo = { warn = "x", to = "y" }', 'behaviour.api.do does not know the key "to".', 'Use warn.'],
    ['on = "created"\ndo = { warn = "" }', 'behaviour.api.do.warn is not a text.', /./],
    [
      'on = "created"\ndo = { warn = "{words}" }',
      'behaviour.api.do.warn does not know "{words}".',
      'Use {entry} or {files}.',
    ],
    [
      `on = "created"\ndo = { warn = "${'x'.repeat(401)}" }`,
      'behaviour.api.do.warn has 401 characters.',
      'Use at most 400.',
    ],
    ['on = "created"\ndo = { add = "task" }', 'behaviour.api.do.text is missing.', 'Add a text in double quotes.'],
    [
      'on = "created"\ndo = { add = "waiver", text = "x" }',
      'behaviour.api.do.add does not know "waiver".',
      /^Use decision/,
    ],
    ['on = "created"\ndo = { stale = false }', 'behaviour.api.do.stale is not true.', 'Use stale = true.'],
    ['on = "changed"\ndo = { stale = true }', /needs an entry/, 'Leave changed, commit and failed out of on.'],
    ['on = "created"\ndo = { link = "supports", to = "../x" }', /names no entry and no file/, /Use file:PATH/],
    ['on = "created"\ndo = { link = "supports", to = "file:../x" }', /names no entry and no file/, /Use file:PATH/],
    ['on = "created"\ndo = { link = "supports", to = "file:/etc/x" }', /names no entry and no file/, /Use file:PATH/],
    ['on = "created"\ndo = { run = "--version" }', /has the name "--version"/, /^Use small letters/],
    [
      'on = "created"\nwhere = { knd = "x" }\ndo = { warn = "x" }',
      /where does not know the key "knd"/,
      /^Use not, kind/,
    ],
    ['on = "created"\nwhere = { kind = "x" }\ndo = { warn = "x" }', /where.kind does not know "x"/, /claim/],
    [
      'on = "created"\nwhere = { path = "[ab]" }\ndo = { warn = "x" }',
      /has a pattern with one of/,
      'Use names, *, ** and ?.',
    ],
    ['on = "created"\nwhere = { text = "…" }\ndo = { warn = "x" }', /where.text has no word/, /./],
    ['on = "created"\nwhere = { not = { not = {} } }\ndo = { warn = "x" }', /not does not know the key "not"/, /./],
    ['on = "created"\nwhere = 1979-05-27\ndo = { warn = "x" }', 'behaviour.api.where is not a table.', /./],
    [
      'on = "created"\ndo = { warn = "x" }\nlimits = { hour = 61 }',
      /limits.hour is not a whole number from 1 to 60/,
      /./,
    ],
    [
      'on = "created"\ndo = { run = "x" }\nlimits = { hour = 11 }',
      /limits.hour is not a whole number from 1 to 10/,
      /./,
    ],
    ['on = "created"\ndo = { warn = "x" }\ncommand = "sh"', /does not know the key "command"/, /./],
  ])('%j', (lines, what, todo) => {
    const { behaviours, faults } = decoded(table(lines));
    expect(behaviours.map(({ name }) => name)).toEqual(['good']);
    expect(faults).toEqual([
      {
        name: 'behaviour.api',
        what: like(what),
        why: 'This behaviour does not run.',
        todo: like(todo),
      },
    ]);
  });

  test.each([
    ['[other]\nx = 1', 'The file does not know the key "other".'],
    ['agent = 3', 'agent is not a table.'],
    ['[agent.x]\nevents = "commit"\nrun = "sh"', 'agent.x does not know the key "run".'],
    ['[agent.x]\nevents = "commit"\nbranches = "a"\nwhere = { branch = "b" }', 'agent.x has branches twice.'],
    ['[behaviour.find-evidence]\non = "created"\ndo = { warn = "x" }', /has the name of a built-in one/],
    ['[behaviour."a b"]', 'A table of behaviour has the name "a b".'],
    ['[agent."-x"]', 'A table of agent has the name "-x".'],
    ['[agent."../x"]', 'A table of agent has the name "../x".'],
    ['[agent."x;touch y"]', 'A table of agent has the name "x;touch y".'],
    ['[agent."x\\ny"]', 'A table of agent has the name "x\\ny".'],
    [`[behaviour.${'x'.repeat(41)}]`, /has the name "x{41}"/],
  ])('%j', (toml, what) => {
    const { behaviours, faults } = decoded(`${toml}\n${GOOD}`);
    expect(behaviours.map(({ name }) => name)).toEqual(['good']);
    expect(faults.map((fault) => fault.what)).toEqual([like(what)]);
  });

  test('more than fifty behaviours are no behaviours', () => {
    const many = Array.from({ length: 51 }, (_, i) => `[behaviour.b${i}]\non = "created"\ndo = { warn = "x" }`).join(
      '\n',
    );
    expect(decoded(many)).toMatchObject({ behaviours: [], faults: [{ what: 'behaviour has 51 tables.' }] });
  });
});

test('names of methods of objects are ordinary names, and change no object', () => {
  const { behaviours, faults } = decoded(
    '[behaviour.constructor]\non = "created"\ndo = { warn = "x" }\n[behaviour."__proto__"]\npolluted = true\n',
  );
  expect(behaviours.map(({ name }) => name)).toEqual(['constructor']);
  expect(faults.map(({ what }) => what)).toEqual(['A table of behaviour has the name "__proto__".']);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('whatever a file contains, decoding ends with behaviours and faults', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(new Date(0)),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(
          'behaviour',
          'agent',
          'on',
          'events',
          'where',
          'do',
          'not',
          'warn',
          'run',
          'limits',
          'a',
          '__proto__',
        ),
        tie('any'),
        { maxKeys: 4 },
      ),
    ),
  })).any;
  const behaviour = fc.record({ on: value, do: value, where: value, limits: value }, { requiredKeys: [] });
  const file = fc.record(
    {
      behaviour: fc.oneof(value, fc.dictionary(fc.string(), behaviour)),
      agent: fc.oneof(value, fc.dictionary(fc.string(), value)),
      other: value,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(file, (one) => {
      const { behaviours, faults } = decode(one, 'c0ffee');
      for (const fault of faults) expect([fault.what, fault.why, fault.todo]).not.toContain('');
      for (const { name } of behaviours) expect(name).toMatch(/^(agent\.)?[a-z0-9-]{1,40}$/);
    }),
  );
});
