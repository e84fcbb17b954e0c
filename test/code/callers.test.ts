import { expect, test } from 'vitest';
import { withCode } from '../../src/code/code-index.ts';
import { CodeGraph } from '../../src/code/resolve/code-graph.ts';
import { References } from '../../src/code/resolve/callers.ts';
import { findSymbols, parseSymbol } from '../../src/code/symbols.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const FILES = {
  'src/money.js': 'export default class Money {\n  constructor(x) {}\n  plus() { return new Money(1); }\n}\n',
  'src/use.js':
    "import Cash from './money.js';\nexport class Coin extends Cash { constructor() { super(3); } }\nexport const make = () => new Cash(2);\n",
  'a.py': 'class Money:\n    def __init__(self, x): pass\ndef make(): return Money(1)\n',
  'src/a/Money.java':
    'package a;\nclass Money { Money(int x) { } }\nclass Use { Money make() { return new Money(1); } }\n',
  'Money.cs': 'namespace A;\nclass Money { public Money(int x) { } }\nclass Use { Money Make() => new Money(1); }\n',
  'money.php': '<?php\nclass Money { function __construct($x) {} }\nfunction make() { return new Money(1); }\n',
  'money.rb': 'class Money\n  def initialize(x); end\nend\ndef make; Money.new(1); end\n',
  'money.cpp': 'struct Money { Money(int x) {} };\nvoid make() { new Money(1); }\n',
};

const callers = (repo: TestRepo, name: string): Promise<string[]> =>
  repo.open().then((opened) =>
    withCode(opened, {}, async (tree) => {
      const references = new References(tree, await CodeGraph.of(tree));
      const [symbol] = findSymbols(tree, parseSymbol(name)!);
      return references.to(symbol!).map(({ symbol: by, kind, line }) => `${by?.name} ${kind} ${line}`);
    }),
  );

test('what makes a value of a type calls its constructor', () =>
  withRepo({ files: FILES }, async (repo) => {
    expect(await callers(repo, 'src/money.js#Money.constructor')).toEqual([
      'Money.plus calls 3',
      'Coin.constructor calls 2',
      'make calls 3',
    ]);
    expect(await callers(repo, 'src/money.js#Money')).toEqual([
      'Money.plus calls 3',
      'Coin extends 2',
      'Coin.constructor calls 2',
      'make calls 3',
    ]);
    expect(await callers(repo, 'src/money.js#plus')).toEqual([]);
    expect(await callers(repo, 'a.py#Money.__init__')).toEqual(['make calls 3']);
    expect(await callers(repo, 'src/a/Money.java#Money.Money')).toEqual(['Use.make calls 3']);
    expect(await callers(repo, 'Money.cs#Money.Money')).toEqual(['Use.Make calls 3']);
    expect(await callers(repo, 'money.php#Money.__construct')).toEqual(['make calls 3']);
    expect(await callers(repo, 'money.rb#Money.initialize')).toEqual(['make calls 4']);
    expect(await callers(repo, 'money.cpp#Money.Money')).toEqual(['make calls 2']);
  }));
