import { describe, expect, it } from 'vitest';
import { definitionsOf, edgesOf, factsOf, importsOf } from '../code.ts';

describe('C', () => {
  it('finds functions, types and macros with arguments', async () => {
    const text = `#define MAX(a, b) ((a) /* first */ > (b) ? (a) : (b))
#define LIMIT 3
struct point { int x; };
typedef struct { int y; } size_pair;
typedef int (*handler)(int);
enum color { RED };
static int *helper(struct point *p) { return 0; }
char **names(void)
{
  return 0;
}
int only_declared(int a);
`;
    expect(definitionsOf(await factsOf('a.c', text))).toEqual([
      'function MAX 1-1',
      'type point 3-3',
      'type size_pair 4-4',
      'type handler 5-5',
      'type color 6-6',
      'function helper 7-7',
      'function names 8-11',
    ]);
  });

  it('keeps one branch of a condition that splits a statement', async () => {
    const text = `int first(int a) {
#ifdef FAST
  if (a) {
#else
  if (a > 1) {
#endif
    return 1;
  }
  return 0;
}
int second(void) { return 2; }
`;
    expect(definitionsOf(await factsOf('a.c', text))).toEqual(['function first 1-10', 'function second 11-11']);
  });

  it('resolves includes beside the file, in include folders, and outside', async () => {
    const files = {
      'src/main.c':
        '#include "util.h"\n#include "net/socket.h"\n#include <api.h>\n#include <stdio.h>\n#include "made-by-build.h"\n',
      'src/util.h': '',
      'lib/net/socket.h': '',
      'other/net/socket.h.in': '',
      'include/api.h': '',
    };
    expect(await importsOf(files, 'src/main.c')).toEqual({
      '"util.h"': 'src/util.h',
      '"net/socket.h"': 'lib/net/socket.h',
      '<api.h>': 'include/api.h',
      '<stdio.h>': 'c/stdio.h',
      '"made-by-build.h"': 'unknown',
    });
  });

  it('finds a function in the source beside an included header, also where another file has one of its name', async () => {
    const files = {
      'main.c':
        '#include "list.h"\nint main(void) {\n  list_add(1);\n  usage();\n  SQUARE(2);\n}\nstatic void usage(void) {}\n',
      'list.h': '#define SQUARE(x) ((x) * (x))\nvoid list_add(int a);\n',
      'list.c': '#include "list.h"\nvoid list_add(int a) {}\n',
      'tests/list_fake.c': 'void list_add(int a) {}\n',
      'tool.c': 'void usage(void) {}\n',
    };
    expect(await edgesOf(files, 'main.c')).toEqual([
      '3 calls list.c#list_add 1',
      '4 calls main.c#usage 1',
      '5 calls list.h#SQUARE 1',
    ]);
  });

  it('does not take a macro for what is called before it', async () => {
    const files = {
      'a.c': 'void f(void) { get(1); }\n#define get(x) (x)\nvoid g(void) { get(2); }\n',
    };
    expect(await edgesOf(files, 'a.c')).toEqual(['3 calls a.c#get 1']);
  });
});

describe('C++', () => {
  it('finds classes, methods, namespaces and operators, and what macros surround', async () => {
    const text = `namespace store { namespace {
class EXPORT Table : public Base {
 public:
  Table() {}
  ~Table() {}
  virtual int Size() const = 0;
  void Lock() ACQUIRES(mutex) { }
  bool operator==(const Table& o) const { return true; }
  int declared();
};
}}
int store::Table::Read(int a) { return a; }
template <typename T> T& pick(T& a) { return a; }
enum class Kind { A };
using Name = int;
`;
    expect(definitionsOf(await factsOf('a.cc', text))).toEqual([
      'type store.Table 2-10',
      'function store.Table.Table 4-4',
      'function store.Table.~Table 5-5',
      'function store.Table.Size 6-6',
      'function store.Table.Lock 7-7',
      'function store.Table.operator== 8-8',
      'function store.Table.Read 12-12',
      'function pick 13-13',
      'type Kind 14-14',
      'type Name 15-15',
    ]);
  });

  it('finds methods that are written outside of their class, through parameters, fields and supertypes', async () => {
    const files = {
      'table.h': `namespace db {
class Env { public: virtual void Run() = 0; };
class Base { public: void Common() {} };
class Table : public Base {
 public:
  void Open(Env* env);
  int Size();
 private:
  Env* env_;
};
}
`,
      'table.cc': `#include "table.h"
namespace db {
void Table::Open(Env* env) {
  env->Run();
  env_->Run();
  Size();
  Common();
}
int Table::Size() { return 0; }
}
`,
      'main.cc': `#include <memory>
#include "table.h"
int main() {
  std::unique_ptr<db::Table> table;
  table->Open(nullptr);
  auto* other = new db::Table();
  other->Size();
  unknown()->Open(nullptr);
}
`,
    };
    expect(await edgesOf(files, 'table.cc')).toEqual([
      '4 calls table.h#db.Env.Run 0.9',
      '5 calls table.h#db.Env.Run 0.9',
      '6 calls table.cc#db.Table.Size 1',
      '7 calls table.h#db.Base.Common 1',
    ]);
    expect(await edgesOf(files, 'main.cc')).toEqual([
      '5 calls table.cc#db.Table.Open 0.9',
      '6 calls table.h#db.Table 1',
      '7 calls table.cc#db.Table.Size 0.9',
      '8 calls table.cc#db.Table.Open 0.5', // the only method of this name
    ]);
  });

  it('is less sure where a method has overloads', async () => {
    const files = {
      'a.cc': 'struct A { void f(int) {} void f(char) {} void g() {} };\nvoid h() { A a; a.f(1); A::f(2); A::g(); }\n',
    };
    expect(await edgesOf(files, 'a.cc')).toEqual([
      '2 calls a.cc#A.f 0.9',
      '2 calls a.cc#A.f 0.9',
      '2 calls a.cc#A.g 1',
    ]);
  });

  it('leads from a method in a header to those that are written outside of it', async () => {
    const files = {
      'a.hpp': `namespace geo {
class Shape { public:
  int name() const { return clean(1) + free_one() + later(); }
  static int clean(int s);
  void later();
};
int free_one();
}
`,
      'a.cpp': `#include "a.hpp"
namespace geo {
int Shape::clean(int s) { return s; }
int free_one() { return 1; }
int later() { return 1; }
}
`,
      'b.cpp': '#include "a.hpp"\nvoid geo::Shape::later() { clean(2); name(); }\n',
    };
    expect(await edgesOf(files, 'a.hpp')).toEqual([
      '3 calls a.cpp#geo.Shape.clean 1',
      '3 calls a.cpp#geo.free_one 1',
      '3 calls b.cpp#geo.Shape.later 1',
    ]);
    expect(await edgesOf(files, 'b.cpp')).toEqual([
      '2 calls a.cpp#geo.Shape.clean 1',
      '2 calls a.hpp#geo.Shape.name 1',
    ]);
  });
});

describe('tests of googletest', () => {
  it('have the name of their group, and reach the members of their fixture', async () => {
    const files = {
      'fixture.h':
        'class Base : public testing::Test { protected: void Parse(int n) {} };\nclass Fixture : public Base { public: void Own() {} Tool tool; };\nclass Tool { public: void Cut() {} };\n',
      'a_test.cc': `#include "fixture.h"
namespace {
TEST(Plain, Works) {
  int i = 1;
}
TEST_F(Fixture, Parses) {
  Parse(1);
  Own();
  tool.Cut();
}
TEST_F(Fixture, Again) {}
}
`,
    };
    expect(definitionsOf(await factsOf('a_test.cc', files['a_test.cc']))).toEqual([
      'function Plain.Works 3-5',
      'function Fixture.Parses 6-10',
      'function Fixture.Again 11-11',
    ]);
    expect(await edgesOf(files, 'a_test.cc')).toEqual([
      '7 calls fixture.h#Base.Parse 1',
      '8 calls fixture.h#Fixture.Own 1',
      '9 calls fixture.h#Tool.Cut 0.9',
    ]);
  });
});

describe('another name of a type', () => {
  it('has the members of that type', async () => {
    const files = {
      'a.h':
        'class Base { public: void run() {} };\nusing Short = Base;\ntypedef Short Shorter;\ntypedef int number;\n',
      'a.cc': '#include "a.h"\nvoid f(Shorter *s, Short t) {\n  s->run();\n  t.run();\n}\n',
    };
    expect(await edgesOf(files, 'a.cc')).toEqual(['3 calls a.h#Base.run 0.9', '4 calls a.h#Base.run 0.9']);
    expect(await edgesOf(files, 'a.h')).toEqual(['2 extends a.h#Base 1', '3 extends a.h#Short 1']);
  });
});
