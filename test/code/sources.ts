/** A source of each language with what its grammar has of definitions, imports, calls and nested values. */
export const SOURCES: Readonly<Record<string, string>> = {
  'a.js': `import fs, { readFile as read } from 'node:fs';
const { join } = require('path');
/** Sums. */
export class Sums extends Base {
  #all = [1, [2, [3]]];
  get total() { return this.#all.reduce((a, b) => a + b, 0); }
  static of(...values) { return new Sums(values).add(\`\${values.map((v) => \`<\${v}>\`)}\`); }
}
export default async function run({ a = 1, b: [c] }) {
  for (const one of await read(join('a', "b"))) if (/[)]}/.test(one)) fs.close(one?.x ?? (() => ({ a, c }))());
}
module.exports.go = function () { return run(); };
`,
  'a.tsx': `import type { Shape } from './shape.ts';
export interface Box<T extends Shape = Shape> extends Shape { size(of: T): [number, { deep: T[] }]; }
export abstract class Square implements Box<Square> {
  constructor(private readonly side: Map<string, Array<number>>) { super(); }
  size = (of: Square): never => { throw new Error(String(of as unknown as Shape)); };
}
enum Kind { A = 1, B = A << 2 }
namespace Inner { export const make = <T,>(x: T) => <Square side={x}>{[1].map((n) => <b key={n}>{n}</b>)}</Square>; }
export * as all from './all.ts';
`,
  'a.py': `from __future__ import annotations
import os.path as p, sys
from .models import (Shape as S, other)
class Circle(S, metaclass=Meta):
    """Text with 'quotes'."""
    radius: int = 1
    @property
    def area(self) -> Optional[float]:
        return self.scale(lambda x: [y for y in {x: (x,)} if y])(f"{p.join('a', f'{x}')}")
    async def scale(self, *args, by: float = 2.0, **more):
        with open('a') as f, self.lock:
            async for one in f: yield await one
if (n := len(sys.argv)) > 1:
    match n:
        case [1, {"a": S(radius=2)}] | _: Circle().area
`,
  'a.go': `package shapes
import (
\t"fmt"
\tm "math"
)
type Shape interface { Area() float64; fmt.Stringer }
type Circle[T any] struct { Shape; r map[string][]func(T) (int, error) }
func (c *Circle[T]) Area() float64 { return m.Pi * c.r["a"][0](*new(T)) }
func New(xs ...int) (c *Circle[int], err error) {
\tdefer func() { if r := recover(); r != nil { err = fmt.Errorf("%v", r) } }()
\tswitch x := any(xs).(type) { case []int: go Each(x, func(i int) { ch <- struct{ a, b int }{i, 1} }) }
\treturn &Circle[int]{r: nil}, nil
}
`,
  'a.rs': `use std::{collections::HashMap, fmt::{self, Display as D}};
mod inner { pub(crate) use super::*; pub mod deep { pub fn f<'a, T: ?Sized + 'a>(x: &'a T) -> &'a T { x } } }
#[derive(Debug, Clone)]
pub struct Shape<T, const N: usize> where T: D { sides: [Option<Box<T>>; N] }
impl<T: D> fmt::Display for Shape<T, 3> {
  fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{}", self.sides.iter().map(|x| x.as_ref()).count()) }
}
pub trait Area { type Out; fn area(&self) -> Self::Out; fn twice(&self) -> f64 { Self::area(self); r#"raw "text""#.len() as f64 } }
macro_rules! make { ($($x:expr),*) => {{ vec![$(Some($x)),*] }}; }
fn main() { let x = inner::deep::f(&make![1, 2]); match x[0] { Some(n @ 1..=5) if n > 2 => loop { break }, _ => unreachable!() } }
`,
  'A.java': `package shop.items;
import java.util.*;
import static java.lang.Math.max;
@Deprecated(since = "1") public abstract class Item<T extends Comparable<? super T>> extends Base implements Runnable {
  private final Map<String, List<T[]>> all = new HashMap<>() {{ put("a", null); }};
  enum Kind { A { void go() {} }, B; void go() { this.go(); } }
  record Pair(int a, int b) { Pair { max(a, b); } }
  public <R> R each(java.util.function.Function<? super T, R> f) throws Exception {
    try (var in = open()) { return switch (in.kind()) { case A -> f.apply((T) (Object) 1); default -> { yield null; } }; }
    finally { new Thread(this::run).start(); }
  }
}
`,
  'a.c': `#include <stdio.h>
#include "shape.h"
#define AREA(s) ((s)->w * (s)->h)
#if defined(A) && !(B)
typedef struct shape { int w, h; union { char *name; void (*draw)(struct shape *, int[static 2]); } u; } shape_t;
#else
enum kind { FIRST = 1, LAST = (FIRST << 2) };
#endif
static inline int area(const shape_t *s) { return s ? AREA(s) : sizeof(struct { int a; }); }
int main(int argc, char **argv) { for (int i = 0; i < argc; i++) { printf("%s\\n", argv[i]); if (area(NULL)) goto end; } end: return 0; }
`,
  'a.cc': `#include <vector>
namespace shop::items { using namespace std; template <typename T, int N = 3> class Item : public virtual Base<T>, private Other {
 public: explicit Item(T x) noexcept : Base<T>{x}, all_{{x, {x}}} {} virtual ~Item() = default;
  auto each(auto&& f) const -> decltype(f(all_[0])) { return [=, this]() mutable { return f(this->all_.at(0)); }(); }
  friend bool operator<(const Item& a, const Item& b) { return a.all_ < b.all_; }
 private: vector<vector<T>> all_; }; }
template <> shop::items::Item<int>::Item(int x) : Item(x) { static_assert(sizeof...(x) > 0, "no"); new (this) Item{x}; }
int main() { if constexpr (auto [a, b] = f(); a) throw std::runtime_error(R"x(raw)x"); main(); each(1); }
`,
  'A.cs': `using System; using Alias = System.Collections.Generic.Dictionary<string, int[]>;
namespace Shop.Items { [Serializable] public abstract partial class Item<T> : Base, IItem<T> where T : class, new() {
    public event Action<T>? Changed; private readonly Alias all = new() { ["a"] = new[] { 1 } };
    public int Count { get => all?.Count ?? 0; init { all.Clear(); } }
    public async Task<R> Each<R>(Func<T, R> f) { await foreach (var (a, b) in Open()) if (a is { Length: > 2 } or null) yield return f(a) switch { 1 => $"{a:{b}}", _ => throw new Exception() }; }
    record Pair(int A, int B); enum Kind { A, B = 1 << 2 } public static Item<T> operator +(Item<T> a, Item<T> b) => a.Add(b); } }
`,
  'a.php': `<?php
declare(strict_types=1);
namespace Shop\\Items;
use Shop\\{Base, Other as O}; use function Shop\\helper;
require_once __DIR__ . '/b.php';
#[Attribute] abstract class Item extends Base implements \\Countable { use Loud { shout as protected yell; }
  public function __construct(private readonly ?array $all = [1, [2, 'a' => [3]]]) { parent::__construct(); }
  public static function of(int|string ...$x): static { return (new static($x))->each(fn($y) => match(true) { $y > 1 => O::make()?->go(), default => throw new \\Exception("a {$y->b['c']} \${d}") }); } }
function run(callable $f) { foreach ([1, 2] as $k => [$a, $b]) { yield from helper($a); } return <<<TEXT
  a {$f(1)}
  TEXT; } ?> <b><?= run(function () use (&$x) { return $x; }) ?></b>
`,
  'a.rb': `require 'json'
require_relative '../lib/shop'
module Shop
  class Item < Base::Inner
    include Loud
    attr_reader :all
    def initialize(a, *b, c: 1, **d, &e) = @all = { a => [b, [c]], 'x': "#{d["#{a}"]}" }
    def self.each(x = nil)
      return to_enum(:each) unless block_given?
      x&.map { |y| yield y rescue next }.select do |z| z =~ /[)}]/ && !z.nil? end
    end
    class << self; alias_method :make, :new; private def hidden; super end end
  end
  Pair = Struct.new(:a) do def sum; a + 1; end end
end
case [1, [2]] in [Integer => n, [*]] then puts <<~TEXT end
  #{Shop::Item.each(n).first}
TEXT
`,
  'a.sh': `#!/bin/bash
. ./lib.sh
source "$(dirname "\${BASH_SOURCE[0]}")/more.sh"
function each() { local x=\${1:-\${2:-$(echo "a $(pwd)")}}; for y in "\${x[@]}"; do (( y > 1 )) && { helper "$y" | sed 's/[)}]//' > /dev/null; } done; }
main() { case "$1" in a|b) each <<EOF
text $(each 1) \${HOME}
EOF
;; *) if [[ -n $1 && ! -f "$1" ]]; then exit 1; fi ;; esac; }
main "$@" || trap 'rm -f "$tmp"' EXIT
`,
};
