import { expect, test } from 'vitest';
import { definitionsIn, SourceTree } from '../source-tree.ts';

test('functions, types, macros and what is in their implementations are definitions', async () => {
  const text = `pub struct Circle<T> { r: T }
enum Kind { A, B(u8) }
union Bits { a: u32 }
type Alias = Circle<u8>;
trait Shape: Sized {
    fn area(&self) -> f64;
    fn twice(&self) -> f64 { 2.0 * self.area() }
}
impl<T> Shape for Circle<T> {
    fn area(&self) -> f64 { fn inner() {} 1.0 }
}
impl other::Far { pub const fn new() -> Self { Far } }
macro_rules! again { () => {} }
mod tests {
    fn check() {}
}
impl<T> Shape for Vec<T> { fn area(&self) -> f64 { 0.0 } }
impl Shape for &'static str { fn area(&self) -> f64 { 0.0 } }
impl<T> Shape for [T] { fn area(&self) -> f64 { 0.0 } }
`;
  expect(await definitionsIn('a.rs', text)).toEqual([
    'type Circle 1-1',
    'type Kind 2-2',
    'type Bits 3-3',
    'type Alias 4-4',
    'type Shape 5-8',
    'function Shape.area 6-6',
    'function Shape.twice 7-7',
    'function Circle.area 10-10',
    'function Circle.area.inner 10-10',
    'function other.Far.new 12-12',
    'function again 13-13',
    'function tests.check 15-15',
    'function Vec.area 17-17',
    'function str.area 18-18',
    'function [T].area 19-19',
  ]);
});

test('a path means a module of the crate, another crate of the tree, the library or a crate with its version', async () => {
  const tree = await SourceTree.of({
    'Cargo.toml': '[workspace]\nmembers = ["app", "util-lib"]\n[workspace.dependencies]\nlog = "0.4"\n',
    'Cargo.lock': '[[package]]\nname = "serde-json"\nversion = "1.0.9"\n',
    'app/Cargo.toml':
      '[package]\nname = "app"\n[dependencies]\nlog = { workspace = true }\nserde_json = "1"\nutil-lib = { path = "../util-lib" }\nold = { package = "new-one", version = "2" }\n',
    'app/src/main.rs':
      'mod a;\nmod b;\n#[path = "odd.rs"]\nmod strange;\nuse std::{fmt, io::{self, Write as W}};\nuse log::info;\nuse serde_json::Value;\nuse util_lib::deep::{Tool, self};\nuse old::X;\nuse a::*;\nuse crate::b::c::f;\n',
    'app/src/odd.rs': '',
    'app/src/a.rs':
      'use super::b;\nuse self::inner::g;\nmod inner;\nmod tests {\n    use super::*;\n    use super::super::b::c;\n}\n',
    'app/src/a/inner.rs': 'use super::super::b::c as d;\n',
    'app/src/b/mod.rs': 'pub mod c;\nuse crate::a;\n',
    'app/src/b/c.rs': 'use super::c::f;\npub fn f() {}\n',
    'util-lib/Cargo.toml': '[package]\nname = "util-lib"\n',
    'util-lib/src/lib.rs': 'pub mod deep;\n',
    'util-lib/src/deep.rs': 'pub struct Tool;\n',
  });
  expect(tree.imports('app/src/main.rs')).toEqual([
    'a → app/src/a.rs',
    'b → app/src/b/mod.rs',
    'odd.rs → app/src/odd.rs',
    'std::fmt → rust std',
    'std::io → rust std',
    'std::io::Write → rust std',
    'log::info → cargo log 0.4',
    'serde_json::Value → cargo serde-json 1.0.9',
    'util_lib::deep::Tool → util-lib/src/deep.rs # Tool',
    'util_lib::deep → util-lib/src/deep.rs',
    'old::X → cargo new-one 2',
    'a → app/src/a.rs',
    'crate::b::c::f → app/src/b/c.rs # f',
  ]);
  expect(tree.imports('app/src/a.rs')).toEqual([
    'super::b → app/src/b/mod.rs',
    'self::inner::g → app/src/a/inner.rs # g',
    'inner → app/src/a/inner.rs',
    'self → app/src/a.rs',
    'self::super::b::c → app/src/b/c.rs',
  ]);
  expect(tree.imports('app/src/a/inner.rs')).toEqual(['super::super::b::c → app/src/b/c.rs']);
  expect(tree.imports('app/src/b/c.rs')).toEqual(['super::c::f → app/src/b/c.rs # f']);
});

test('a call is followed through paths, traits, implementations in other files, and types that are declared', async () => {
  const tree = await SourceTree.of({
    'Cargo.toml': '[package]\nname = "app"\n',
    'src/lib.rs': `pub mod model;
mod more;
pub use model::{Engine, Kind};
pub use crate::more::*;
pub fn start() -> Result<Engine, ()> { Engine::new() }
`,
    'src/model.rs': `pub struct Engine { part: Box<Part>, all: Vec<Part> }
pub struct Part;
pub trait Run { fn run(&self) {} fn stop(&self); }
impl Run for Engine { fn stop(&self) { self.part.turn(); Self::new(); self.all.turn(); } }
impl Engine { pub fn new() -> Result<Self, ()> { todo() } }
impl Part { fn turn(&self) -> Engine { crate::start().unwrap() } }
fn todo() {}
`,
    'src/more.rs': `use crate::model::Engine;
use super::*;
impl Engine { pub fn later(&self) { helper::<u8>(); super::start(); } }
fn helper() {}
mod tests {
    use super::*;
    fn check(e: &mut Engine) {
        e.run();
        e.later();
        super::helper();
        let k = crate::start()?;
        k.stop();
        let k = 1;
        k.stop();
        start();
        Kind::A(1);
        e.unknown().only();
    }
}
`,
    'src/main.rs': 'use app::Engine;\nfn main() { Engine::new(); app::start(); app::model::none(); other::start(); }\n',
  });
  expect(tree.references('src/model.rs')).toEqual([
    'extends 4 → src/model.rs#Run 1',
    'calls 4 → src/model.rs#Part.turn 0.9',
    'calls 4 → src/model.rs#Engine.new 1',
    'calls 5 → src/model.rs#todo 1',
    'calls 6 → src/lib.rs#start 1',
  ]);
  expect(tree.references('src/more.rs')).toEqual([
    'calls 3 → src/more.rs#helper 1',
    'calls 3 → src/lib.rs#start 1',
    'calls 8 → src/model.rs#Run.run 0.9',
    'calls 9 → src/more.rs#Engine.later 0.9',
    'calls 10 → src/more.rs#helper 1',
    'calls 11 → src/lib.rs#start 1',
    'calls 12 → src/model.rs#Engine.stop 0.9',
    'calls 15 → src/lib.rs#start 1',
  ]);
  expect(tree.references('src/main.rs')).toEqual([
    'calls 2 → src/model.rs#Engine.new 1',
    'calls 2 → src/lib.rs#start 1',
  ]);
});

test('what gives its own type has the members of that type', async () => {
  const tree = await SourceTree.of({
    'src/lib.rs': `pub struct Engine;
pub struct Other;
impl Engine { pub fn new() -> Self { Engine } fn with(self) -> Result<Self, ()> { Ok(self) } fn stop(&self) {} }
impl Other { fn stop(&self) {} }
fn main() { let e = Engine::new(); e.stop(); Engine::new().with().unwrap().stop(); }
`,
  });
  expect(tree.references('src/lib.rs').toSorted()).toEqual([
    'calls 5 → src/lib.rs#Engine.new 1',
    'calls 5 → src/lib.rs#Engine.new 1',
    'calls 5 → src/lib.rs#Engine.stop 0.9',
    'calls 5 → src/lib.rs#Engine.stop 0.9',
    'calls 5 → src/lib.rs#Engine.with 0.9',
  ]);
});

test('a test is a crate of its own, with its modules beside it', async () => {
  const tree = await SourceTree.of({
    'Cargo.toml': '[package]\nname = "app"\n[[test]]\nname = "all"\npath = "checks/all.rs"\n',
    'src/main.rs': 'fn main() {}\n',
    'tests/tests.rs': 'mod env;\nuse crate::env::Env;\nfn works() {\n    let e = Env::new();\n    e.check();\n}\n',
    'tests/env/mod.rs':
      'mod inner;\npub struct Env;\nimpl Env {\n    pub fn new() -> Env { Env }\n    pub fn check(&self) {}\n}\n',
    'tests/env/inner.rs': 'use crate::env::Env;\n',
    'checks/all.rs': 'mod tool;\nuse crate::tool::run;\nfn a() { run(); }\n',
    'checks/tool.rs': 'pub fn run() {}\n',
  });
  expect(tree.references('tests/tests.rs')).toEqual([
    'calls 4 → tests/env/mod.rs#Env.new 1',
    'calls 5 → tests/env/mod.rs#Env.check 0.9',
  ]);
  expect(tree.imports('tests/env/inner.rs')).toEqual(['crate::env::Env → tests/env/mod.rs # Env']);
  expect(tree.references('checks/all.rs')).toEqual(['calls 3 → checks/tool.rs#run 1']);
});
