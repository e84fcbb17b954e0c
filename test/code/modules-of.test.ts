import { expect, test } from 'vitest';
import { modulesOf } from '../../src/code/modules-of.ts';

const rolesOf = (...paths: string[]): string[] =>
  modulesOf(paths).map(({ folder, role }) => `${folder || '.'}: ${role}`);

test('a folder with a manifest is a package, and so is a package of Python, Go or Java', () => {
  expect(
    rolesOf('package.json', 'a/Cargo.toml', 'py/tool/__init__.py', 'cmd/x/main.go', 'j/com/x/A.java', 'other/b.js'),
  ).toEqual(['.: package', 'a: package', 'cmd/x: package', 'j/com/x: package', 'py/tool: package']);
});

test('a folder has a role by its name, at the top and directly in a package', () => {
  expect(
    rolesOf(
      'src/deep/a.js',
      'src/docs/b.js',
      'test/a.js',
      'docs/x.md',
      'pkg/package.json',
      'pkg/lib/a.js',
      'z/lib/a.js',
    ),
  ).toEqual(['docs: documentation', 'pkg: package', 'pkg/lib: sources', 'src: sources', 'test: tests']);
});

test('a package keeps its role when its name has another one', () => {
  expect(rolesOf('test/package.json', 'test/src/a.js')).toEqual(['test: package', 'test/src: sources']);
});

test('a tree without such folders has no modules', () => {
  expect(rolesOf('a.js', 'x/y/z.c')).toEqual([]);
  expect(rolesOf()).toEqual([]);
});

test('a project of .NET and a gem are packages', () => {
  expect(rolesOf('src/Shop/Shop.csproj', 'src/Shop/lib/a.cs', 'gems/x/x.gemspec')).toEqual([
    'gems/x: package',
    'src: sources',
    'src/Shop: package',
    'src/Shop/lib: sources',
  ]);
});
