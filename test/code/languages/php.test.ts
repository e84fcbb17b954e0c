import { describe, expect, it } from 'vitest';
import { definitionsOf, edgesOf, factsOf, importsOf } from '../code.ts';

describe('PHP', () => {
  it('finds functions, classes, interfaces, traits and enums', async () => {
    const text = `<?php
namespace App\\Shop;
interface Priced { function price(): int; }
trait Counts { private function count() {} }
enum Size: string { case S = 's'; function label() { return 1; } }
abstract class Item implements Priced {
  use Counts;
  public static function make(): static {
    return new static();
  }
}
function größe($a) { return fn($b) => $b; }
`;
    expect(definitionsOf(await factsOf('a.php', text))).toEqual([
      'type Priced 3-3',
      'function Priced.price 3-3',
      'type Counts 4-4',
      'function Counts.count 4-4',
      'type Size 5-5',
      'function Size.label 5-5',
      'type Item 6-11',
      'function Item.make 8-10',
      'function größe 12-12',
    ]);
    expect((await factsOf('a.php', text)).namespace).toBe('App.Shop');
  });

  it('resolves names by namespaces, folders and packages, and files that are required', async () => {
    const files = {
      'composer.json': '{"autoload":{"psr-4":{"App\\\\":"src/"}},"require":{"psr/log":"^3.0"}}',
      'composer.lock':
        '{"packages":[{"name":"guzzle/http","version":"7.1.0","autoload":{"psr-4":{"Guzzle\\\\Http\\\\":"src"}}}]}',
      'src/Main.php': `<?php
namespace App;
use App\\Model\\{User, Group as Team};
use App\\Late;
use Guzzle\\Http\\Client;
use Psr\\Log\\LoggerInterface;
use DateTime;
use Nobody\\Knows;
require_once __DIR__ . '/helpers.php';
require dirname(__DIR__) . '/top.php';
include $file;
`,
      'src/Model/User.php': '<?php namespace App\\Model; class User {}',
      'src/Model/Group.php': '<?php namespace App\\Model; class Group {}',
      'src/Late.php': '<?php // made when it runs',
      'src/helpers.php': '<?php',
      'top.php': '<?php',
    };
    expect(await importsOf(files, 'src/Main.php')).toEqual({
      'App\\Model\\User': 'src/Model/User.php',
      'App\\Model\\Group': 'src/Model/Group.php',
      'App\\Late': 'src/Late.php',
      'Guzzle\\Http\\Client': 'composer/guzzle/http@7.1.0',
      'Psr\\Log\\LoggerInterface': 'composer/psr/log@^3.0',
      DateTime: 'php/DateTime',
      'Nobody\\Knows': 'unknown',
      './helpers.php': 'src/helpers.php',
      './../top.php': 'top.php',
    });
  });

  it('follows parameters, fields, new values, parents, traits and names of the same namespace', async () => {
    const files = {
      'Base.php': '<?php namespace A; class Base { function run() {} static function start() {} }',
      'Log.php': '<?php namespace B; interface Log { function info(); } trait Loud { function shout() {} }',
      'Main.php': `<?php
namespace A;
use B\\Log as L;
class Main extends Base {
  use \\B\\Loud;
  private ?Base $field;
  function __construct(private L $log) { $this->log->info(); }
  function all(L $given) {
    $given->info();
    $this->field->run();
    $this->run();
    parent::run();
    self::start();
    $this->shout();
    $made = new Base();
    $made->run();
    \\B\\Log::info();
    $unknown->run();
    strlen('a');
  }
}
`,
    };
    expect(await edgesOf(files, 'Main.php')).toEqual([
      '4 extends Base.php#Base 1',
      '5 extends Log.php#Loud 1',
      '7 calls Log.php#Log.info 0.9',
      '9 calls Log.php#Log.info 0.9',
      '10 calls Base.php#Base.run 0.9',
      '11 calls Base.php#Base.run 1',
      '12 calls Base.php#Base.run 1',
      '13 calls Base.php#Base.start 1',
      '14 calls Log.php#Loud.shout 1',
      '15 calls Base.php#Base 1',
      '16 calls Base.php#Base.run 0.9',
      '17 calls Log.php#Log.info 1',
    ]);
  });

  it('follows the declared types of what methods and functions give', async () => {
    const files = {
      'Model.php': `<?php
namespace App;
class Model {
  static function make(): static { return new static(); }
  static function find(int $id): ?Model { return null; }
  function with(): self { return $this; }
  function name(): string { return ''; }
  function save() {}
}
class Other { function save() {} }
function one(): Model|null { return null; }
`,
      'a.php': `<?php
use App\\Model;
use function App\\one;
$a = Model::make();
$a->save();
Model::find(1)?->save();
$b = one();
$b->with()->save();
(new Model())->with()->with()->save();
$a->name()->save();
`,
    };
    const calls = (await edgesOf(files, 'a.php')).filter((edge) => edge.includes('save'));
    expect(calls).toEqual([5, 6, 8, 9].map((line) => `${line} calls Model.php#Model.save 0.9`));
  });

  it('takes the version of a package from the lock file, also where that names no folders', async () => {
    const files = {
      'composer.json': '{"require-dev": {"phpunit/phpunit": "^10"}}',
      'composer.lock':
        '{"packages-dev": [{"name": "phpunit/phpunit", "version": "10.5.5", "autoload": {"classmap": ["src/"]}}]}',
      'a.php': '<?php\nuse PHPUnit\\Framework\\TestCase;\n',
    };
    expect(await importsOf(files, 'a.php')).toEqual({
      'PHPUnit\\Framework\\TestCase': 'composer/phpunit/phpunit@10.5.5',
    });
  });

  it('follows an import of a namespace into its folder, and takes it for no package', async () => {
    const files = {
      'composer.json': JSON.stringify({
        autoload: { 'psr-4': { 'Shop\\': 'src/' } },
        require: { 'shop/promises': '^2' },
      }),
      'src/Handler/File.php': '<?php\nnamespace Shop\\Handler;\nclass File { static function make() {} }\n',
      'src/Handler/Deep/Net.php': '<?php\nnamespace Shop\\Handler\\Deep;\nclass Net {}\n',
      'a.php': `<?php
use Shop\\Handler;
use Shop\\Handler as H;
use Shop\\Promise;
$a = new Handler\\File();
Handler\\File::make();
new Handler\\Deep\\Net();
new H\\File();
`,
    };
    expect(await importsOf(files, 'a.php')).toEqual({
      'Shop\\Handler': 'src/Handler/',
      'Shop\\Promise': 'composer/shop/promises@^2',
    });
    expect(await edgesOf(files, 'a.php')).toEqual([
      '5 calls src/Handler/File.php#File 1',
      '6 calls src/Handler/File.php#File.make 1',
      '7 calls src/Handler/Deep/Net.php#Net 1',
      '8 calls src/Handler/File.php#File 1',
    ]);
  });

  it('takes a package of the same vendor only where its name fits, or where the vendor has no other', async () => {
    const files = {
      'composer.json': JSON.stringify({
        require: {
          'shop/psr7': '^1',
          'shop/promises': '^2',
          'psr/http-client': '^1.0',
          'psr/log': '^3',
          'symfony/http-foundation': '^7',
          'aws/aws-sdk-php': '^3',
        },
      }),
      'a.php': `<?php
use Shop\\Promise\\Create;
use Psr\\Http\\Client\\ClientInterface;
use Psr\\Http\\Message\\RequestInterface;
use Symfony\\Component\\HttpFoundation\\Request;
use Symfony\\Component\\Console\\Command;
use Aws\\S3\\S3Client;
`,
    };
    expect(await importsOf(files, 'a.php')).toEqual({
      'Shop\\Promise\\Create': 'composer/shop/promises@^2',
      'Psr\\Http\\Client\\ClientInterface': 'composer/psr/http-client@^1.0',
      'Psr\\Http\\Message\\RequestInterface': 'composer/psr/http-message',
      'Symfony\\Component\\HttpFoundation\\Request': 'composer/symfony/http-foundation@^7',
      'Symfony\\Component\\Console\\Command': 'composer/symfony/console',
      'Aws\\S3\\S3Client': 'composer/aws/aws-sdk-php@^3',
    });
  });
});
