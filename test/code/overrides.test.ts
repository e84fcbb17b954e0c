import { expect, test } from 'vitest';
import { SourceTree } from './source-tree.ts';

test('a call on the own value is not sure where a subtype has a function of its own', async () => {
  const tree = await SourceTree.of({
    'base.js': `export class Base {
  run() { this.draw(); this.clean(); }
  draw() {}
  clean() {}
}
export class Other { go() { this.draw(); } draw() {} }
`,
    'sub.js': `import { Base } from './base.js';
export class Sub extends Base {
  draw() { super.draw(); super.clean(); }
}
`,
    'Base.php':
      '<?php\nclass P { static function make() { static::start(); self::stop(); } static function start() {} static function stop() {} }\n',
    'Sub.php': '<?php\nrequire "Base.php";\nclass Q extends P { static function start() {} }\n',
    'base.rb':
      'class Base\n  def run\n    draw\n    self.draw\n    clean\n  end\n  def draw; end\n  def clean; end\nend\nclass Sub < Base\n  def draw\n    super\n  end\nend\n',
  });
  expect(tree.references('base.js')).toEqual([
    'calls 2 → base.js#Base.draw 0.9',
    'calls 2 → base.js#Base.clean 1',
    'calls 6 → base.js#Other.draw 1',
  ]);
  expect(tree.references('sub.js')).toEqual([
    'extends 2 → base.js#Base 1',
    'calls 3 → base.js#Base.draw 1',
    'calls 3 → base.js#Base.clean 1',
  ]);
  expect(tree.references('Base.php')).toEqual(['calls 2 → Base.php#P.start 0.9', 'calls 2 → Base.php#P.stop 1']);
  expect(tree.references('base.rb')).toEqual([
    'extends 10 → base.rb#Base 1',
    'calls 3 → base.rb#Base.draw 0.9',
    'calls 4 → base.rb#Base.draw 0.9',
    'calls 5 → base.rb#Base.clean 1',
    'calls 12 → base.rb#Base.draw 1',
  ]);
});
