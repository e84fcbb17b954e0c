import { expect, test } from 'vitest';
import { definitionsIn, SourceTree } from '../source-tree.ts';

test('functions, classes and what is inside of them are definitions', async () => {
  const text = `@decorated
class Shape(Base):
    class Inner:
        pass

    async def area(self):
        def helper():
            return 1
        return helper()

if True:
    def größe(): pass

double = lambda x: 2 * x
`;
  expect(await definitionsIn('a.py', text)).toEqual([
    'type Shape 2-9',
    'type Shape.Inner 3-4',
    'function Shape.area 6-9',
    'function Shape.area.helper 7-8',
    'function größe 12-12',
    'function double 14-14',
  ]);
});

test('an import means a module, a name in a module, the standard library or a package with its version', async () => {
  const tree = await SourceTree.of({
    'pyproject.toml':
      '[project]\nname = "p"\ndependencies = ["click>=8", "PyYAML==6.0"]\n[tool.poetry.dependencies]\nattrs = "^23"\n',
    'uv.lock': '[[package]]\nname = "click"\nversion = "8.1.7"\n',
    'requirements/dev.txt': '# tests\npytest-mock==3.1 ; python_version > "3"\n',
    'src/app/__init__.py': 'from .core import run\n',
    'src/app/core.py':
      'import os.path\nimport click, yaml as y, attr\nfrom . import views\nfrom .views import show as s, Missing\nfrom ..app.deep.x import f\n',
    'src/app/views.py':
      'import app.core\nfrom app import run, deep\nfrom space.mod import g\nimport space\nfrom app.none import h\n',
    'src/app/deep/__init__.py': '',
    'src/app/deep/x.py':
      'from __future__ import annotations\nfrom app.views import *\nimport pytest_mock, unknown_one\n',
    'src/space/mod.py': 'def g(): pass\n',
  });
  expect(tree.imports('src/app/core.py')).toEqual([
    'os.path → python os',
    'os → python os',
    'click → pypi click 8.1.7',
    'yaml → pypi pyyaml 6.0',
    'attr → pypi attrs ^23',
    '.views → src/app/views.py',
    '.views.show → src/app/views.py # show',
    '.views.Missing → src/app/views.py # Missing',
    '..app.deep.x.f → src/app/deep/x.py # f',
  ]);
  expect(tree.imports('src/app/views.py')).toEqual([
    'app.core → src/app/core.py',
    'app → src/app/__init__.py',
    'app.run → src/app/__init__.py # run',
    'app.deep → src/app/deep/__init__.py',
    'space.mod.g → src/space/mod.py # g',
    'space → src/space/',
    'app.none.h → nothing',
  ]);
  expect(tree.imports('src/app/deep/x.py')).toEqual([
    '__future__.annotations → python __future__',
    'app.views → src/app/views.py',
    'pytest_mock → pypi pytest-mock 3.1',
    'unknown_one → pypi unknown-one',
  ]);
});

test('a call is followed through imports, packages that pass names on, classes and types that are declared', async () => {
  const tree = await SourceTree.of({
    'app/__init__.py': 'from .core import Engine, start\nfrom .extra import *\n',
    'app/core.py': `class Base:
    def stop(self): pass
    @property
    def part(self) -> "Part": ...

class Part:
    def turn(self) -> Optional[Base]: ...

class Engine(Base):
    def __init__(self, part: Part):
        self.part_ = part
    def run(self):
        self.stop()
        super().stop()
        self.part_.turn()
        self.part_.turn().stop()

def start(): pass
def start(): pass
`,
    'app/extra.py': 'def more(): pass\n',
    'main.py': `import app, app.core as c
from app import Engine, more
import app.extra

def go(engine: Engine, start):
    engine.run()
    start()
    e = c.Engine(1)
    e.stop()
    e = 1
    e.stop()
    with app.Engine(2) as f:
        f.run()
    app.start()
    app.extra.more()
    more()
    print(more)
    start.only_here()
    start.get()
class Only:
    def only_here(self): pass
    def get(self): pass
`,
  });
  expect(tree.references('app/core.py')).toEqual([
    'extends 9 → app/core.py#Base 1',
    'calls 13 → app/core.py#Base.stop 1',
    'calls 14 → app/core.py#Base.stop 1',
    'calls 15 → app/core.py#Part.turn 0.9',
    'calls 16 → app/core.py#Part.turn 0.9',
    'calls 16 → app/core.py#Base.stop 0.9',
  ]);
  expect(tree.references('main.py')).toEqual([
    'calls 6 → app/core.py#Engine.run 0.9',
    'calls 8 → app/core.py#Engine 1',
    'calls 9 → app/core.py#Base.stop 0.9',
    'calls 12 → app/core.py#Engine 1',
    'calls 13 → app/core.py#Engine.run 0.9',
    'calls 14 → app/core.py#start 1',
    'calls 15 → app/extra.py#more 1',
    'calls 16 → app/extra.py#more 1',
    'calls 18 → main.py#Only.only_here 0.5',
  ]);
});
