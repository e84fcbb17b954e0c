import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dataUses } from '../../src/code/parse/data-uses.ts';

const uses = (text: string): string[] =>
  dataUses(text).map(({ kind, of, name, line }) => `${line} ${kind} ${of} ${name}`);

describe('environment variables', () => {
  test.each([
    ['process.env.A_B', 'reads env A_B'],
    ['process.env["A"]', 'reads env A'],
    ['import.meta.env.VITE_A', 'reads env VITE_A'],
    ["os.environ['A']", 'reads env A'],
    ["os.environ.get('A', 1)", 'reads env A'],
    ['os.getenv("A")', 'reads env A'],
    ['v, ok := os.LookupEnv("A")', 'reads env A'],
    ['std::env::var("A")?', 'reads env A'],
    ['System.getenv("A")', 'reads env A'],
    ['Environment.GetEnvironmentVariable("A")', 'reads env A'],
    ["ENV.fetch('A') { 1 }", 'reads env A'],
    ["$_ENV['A']", 'reads env A'],
    ['echo "${HOME_DIR:-/tmp}"', 'reads env HOME_DIR'],
    ['process.env.A = 1', 'writes env A'],
    ['process.env.A ??= "x"', 'writes env A'],
    ['if (process.env.A === "x")', 'reads env A'],
    ["os.environ['A'] = 'x'", 'writes env A'],
    ['os.Setenv("A", "x")', 'writes env A'],
    ['putenv("A=x");', 'writes env A'],
  ])('%s', (text, want) => {
    expect(uses(`\n${text}\n`)).toEqual([`2 ${want}`]);
  });

  test('of an object that is taken apart', () => {
    expect(uses("const {\n  A,\n  B: b,\n  C = 'x{,}',\n  D = f(1),\n  ...rest\n} = process.env;\n")).toEqual([
      '2 reads env A',
      '3 reads env B',
      '4 reads env C',
      '5 reads env D',
    ]);
    expect(uses("import a from 'b'\nfunction f() {\n  g('{')\n  const { A } = process.env\n")).toEqual([
      '4 reads env A',
    ]);
    expect(uses('const { VITE_A } = import.meta.env, { B } = process.env.C, { D } = a.process.environment')).toEqual([
      '1 reads env VITE_A',
      '1 reads env C',
    ]);
  });

  test.each(['environment.A', 'process.env[name]', 'getenv(name)', 'const process = { env: 1 }', 'a.envelope.B'])(
    '%s names none',
    (text) => {
      expect(uses(text)).toEqual([]);
    },
  );
});

describe('tables', () => {
  test.each([
    ['db.get("SELECT a FROM users WHERE id = ?")', ['1 reads table users']],
    [
      "db.all('select * from shop.orders o join items i on 1 = 1')",
      ['1 reads table shop.orders', '1 reads table items'],
    ],
    ['`INSERT INTO "users" (a) VALUES (1)`', ['1 writes table users']],
    ['"UPDATE users SET a = 1 FROM other"', ['1 writes table users', '1 reads table other']],
    ['"DELETE FROM `old` WHERE 1"', ['1 writes table old']],
    ['"""\n  CREATE TABLE IF NOT EXISTS t (a int)\n"""', ['2 writes table t']],
    ['sql = <<~SQL\n  SELECT 1\n  FROM [dbo].[T]\nSQL\n', ['3 reads table dbo.T']],
    ['"WITH x AS (SELECT 1 FROM a) SELECT * FROM x"', ['1 reads table a']],
    ['"SELECT EXTRACT(YEAR FROM day) FROM a WHERE b IS DISTINCT FROM c"', ['1 reads table a']],
    ["'SELECT \\'x\\' FROM a'", ['1 reads table a']],
  ])('%s', (text, want) => {
    expect(uses(text)).toEqual(want);
  });

  test.each([
    'throw new Error("Select a file from the list");',
    '"update the table"',
    "'delete from cart'",
    '"select one from many"',
    '// SELECT a FROM b',
    '"SELECT * FROM generate_series(1, 2)"',
    '`SELECT * FROM ${table}`',
  ])('%s names none', (text) => {
    expect(uses(text)).toEqual([]);
  });
});

describe('files and configuration', () => {
  test.each([
    ["readFileSync('data/a.json', 'utf8')", 'reads file data/a.json'],
    ["with open('a.csv') as f:", 'reads file a.csv'],
    ["open('a.csv', 'wb')", 'writes file a.csv'],
    ['open("a.csv", mode="r+")', 'reads file a.csv'],
    ['fopen("a.txt", "a")', 'writes file a.txt'],
    ["Path('a.txt').write_text('x')", 'writes file a.txt'],
    ["Path('a.txt').read_text()", 'reads file a.txt'],
    ['os.WriteFile("a.txt", b, 0o644)', 'writes file a.txt'],
    ['File::create("a.txt")?', 'writes file a.txt'],
    ["file_put_contents('a.txt', $x)", 'writes file a.txt'],
    ['Files.readString(Path.of("a.txt"))', 'reads file a.txt'],
    ['std::ifstream in("a.txt");', 'reads file a.txt'],
    ['std::ofstream out("a.txt");', 'writes file a.txt'],
    ['System.getProperty("shop.port")', 'reads config shop.port'],
    ['_configuration["Logging:Level"]', 'reads config Logging:Level'],
    ["config['db']['host']", 'reads config db'],
    ["app.config['db'] = 1", 'writes config db'],
    ["config.get('db.host')", 'reads config db.host'],
    ['viper.GetString("db.host")', 'reads config db.host'],
    ["settings.set('a', 1)", 'writes config a'],
  ])('%s', (text, want) => {
    expect(uses(text)).toEqual([`1 ${want}`]);
  });

  test.each(['open(path)', "Path('a.txt')", "open('word')", 'open("https://a.example/x")', 'readFile(`a/${b}.txt`)'])(
    '%s names none',
    (text) => {
      expect(uses(text)).toEqual([]);
    },
  );
});

test('uses come in the order of their lines, each once', () => {
  const text = 'readFile("a.txt")\nprocess.env.A\n"SELECT 1 FROM t"\nprocess.env.A\n';
  expect(uses(text)).toEqual(['1 reads file a.txt', '2 reads env A', '3 reads table t', '4 reads env A']);
});

test('a text of any form is searched in time', () => {
  const parts = [
    '"SELECT ',
    ' FROM ',
    '\n',
    "'",
    '`',
    'process.env.',
    'open(',
    '("',
    ' a',
    '${A:-',
    'WITH x AS (',
    ',',
  ];
  const texts = fc.array(fc.constantFrom(...parts), { minLength: 200, maxLength: 2000 });
  fc.assert(
    fc.property(texts, (many) => {
      const text = many.join('');
      const started = performance.now();
      for (const { line } of dataUses(text)) expect(line).toBeLessThanOrEqual(text.split('\n').length);
      expect(performance.now() - started).toBeLessThan(500);
    }),
    { numRuns: 50 },
  );
});
