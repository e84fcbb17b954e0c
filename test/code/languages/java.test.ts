import { expect, test } from 'vitest';
import { definitionsIn, SourceTree } from '../source-tree.ts';

test('types, methods, constructors and what has no name of its own are definitions', async () => {
  const text = `package a;
public class Shape<T> extends Base implements Other {
  Shape(int n) {}
  @Override
  public <U> U area() { return null; }
  interface Inner { void go(); default void stop() {} }
  enum Kind { ONE { void go() {} }, TWO; void go() {} }
  record Pair(int a) { Pair {} }
  @interface Mark { int value(); }
  Runnable later = new Runnable() { public void run() {} };
}
`;
  expect(await definitionsIn('Shape.java', text)).toEqual([
    'type Shape 2-11',
    'function Shape.Shape 3-3',
    'function Shape.area 4-5',
    'type Shape.Inner 6-6',
    'function Shape.Inner.go 6-6',
    'function Shape.Inner.stop 6-6',
    'type Shape.Kind 7-7',
    'type Shape.Kind.ONE 7-7',
    'function Shape.Kind.ONE.go 7-7',
    'function Shape.Kind.go 7-7',
    'type Shape.Pair 8-8',
    'function Shape.Pair.Pair 8-8',
    'type Shape.Mark 9-9',
    'function Shape.Mark.value 9-9',
    'type Shape.Runnable 10-10',
    'function Shape.Runnable.run 10-10',
  ]);
});

test('an import means a type or a package in the tree, the platform or an artifact with its version', async () => {
  const tree = await SourceTree.of({
    'pom.xml': `<project><properties><v.guava>33.0</v.guava></properties><dependencies>
<dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>\${v.guava}</version></dependency>
<dependency><groupId>com.google</groupId><artifactId>other</artifactId><version>1</version></dependency></dependencies></project>`,
    'tool/build.gradle':
      "dependencies { implementation 'org.junit.jupiter:junit-jupiter-api:5.1'\n implementation libs.x }\n",
    'gradle/libs.versions.toml':
      '[versions]\njack = "2.17"\n[libraries]\nx = { module = "com.fasterxml.jackson.core:jackson-databind", version.ref = "jack" }\n',
    'src/main/java/a/b/Main.java': `package a.b;
import java.util.*;
import javax.swing.JFrame;
import a.c.Tool;
import a.c.Tool.Part;
import static a.c.Tool.make;
import static a.c.Tool.*;
import a.c.*;
import a.c.Beside;
import com.google.guava.Lists;
import com.fasterxml.jackson.core.X;
import org.none.deep.Y;
`,
    'src/main/java/a/c/Tool.java':
      'package a.c; public class Tool { static class Part {} static void make() {} } class Beside {}',
    'tool/T.java': 'package t; import org.junit.jupiter.api.Test;',
  });
  expect(tree.imports('src/main/java/a/b/Main.java')).toEqual([
    'java.util → java java.util',
    'javax.swing.JFrame → java javax.swing',
    'a.c.Tool → src/main/java/a/c/Tool.java # Tool',
    'a.c.Tool.Part → src/main/java/a/c/Tool.java # Tool # Part',
    'a.c.Tool → src/main/java/a/c/Tool.java # Tool',
    'a.c.Tool → src/main/java/a/c/Tool.java # Tool',
    'a.c → src/main/java/a/c/',
    'a.c.Beside → src/main/java/a/c/Tool.java # Beside',
    'com.google.guava.Lists → maven com.google.guava:guava 33.0',
    'com.fasterxml.jackson.core.X → maven com.fasterxml.jackson.core:jackson-databind 2.17',
    'org.none.deep.Y → maven org.none.deep',
  ]);
  expect(tree.imports('tool/T.java')).toEqual([
    'org.junit.jupiter.api.Test → maven org.junit.jupiter:junit-jupiter-api 5.1',
  ]);
});

test('a call is followed through inheritance, the package, imports, fields, results and types that are declared', async () => {
  const tree = await SourceTree.of({
    'src/main/java/a/Base.java':
      'package a; public class Base { protected Base self() { return this; } static void st() {} }',
    'src/main/java/a/Tool.java': `package a;
import static b.Far.*;
import b.Far;
public class Tool extends Base implements Runnable {
  private final Far far = new Far();
  Tool(Far p) { super(); }
  public void run() {
    self().self();
    far.go(1);
    this.far.go();
    Base.st();
    new Inner().in();
    make();
    Far go = Far.make();
    go.go().go();
    new Far() { void own() { go(); run(); own(); } }.go();
    for (Base b : all()) b.self();
    Runnable r = this::self;
    r.only();
    r.add();
  }
  class Inner { void in() { run(); st(); Tool.this.run(); } }
}
`,
    'src/main/java/b/Far.java':
      'package b; public class Far { public Far go() { return this; } public static Far make() { return new Far(); } }',
    'src/test/java/a/ToolTest.java': `package a;
class ToolTest { void check() { new Tool(null).run(); only(); } void only() {} void add() {} }
`,
  });
  expect(tree.references('src/main/java/a/Tool.java')).toEqual([
    'extends 4 → src/main/java/a/Base.java#Base 1',
    'extends 16 → src/main/java/b/Far.java#Far 1',
    'calls 5 → src/main/java/b/Far.java#Far 1',
    'calls 8 → src/main/java/a/Base.java#Base.self 1',
    'calls 8 → src/main/java/a/Base.java#Base.self 0.9',
    'calls 9 → src/main/java/b/Far.java#Far.go 0.9',
    'calls 10 → src/main/java/b/Far.java#Far.go 0.9',
    'calls 11 → src/main/java/a/Base.java#Base.st 1',
    'calls 12 → src/main/java/a/Tool.java#Tool.Inner 1',
    'calls 12 → src/main/java/a/Tool.java#Tool.Inner.in 0.9',
    'calls 13 → src/main/java/b/Far.java#Far.make 1',
    'calls 14 → src/main/java/b/Far.java#Far.make 1',
    'calls 15 → src/main/java/b/Far.java#Far.go 0.9',
    'calls 15 → src/main/java/b/Far.java#Far.go 0.9',
    'calls 16 → src/main/java/b/Far.java#Far 1',
    'calls 16 → src/main/java/b/Far.java#Far.go 1',
    'calls 16 → src/main/java/a/Tool.java#Tool.run 1',
    'calls 16 → src/main/java/a/Tool.java#Tool.run.Far.own 1',
    'calls 16 → src/main/java/b/Far.java#Far.go 0.9',
    'calls 17 → src/main/java/a/Base.java#Base.self 0.9',
    'calls 18 → src/main/java/a/Base.java#Base.self 1',
    'calls 19 → src/test/java/a/ToolTest.java#ToolTest.only 0.5',
    'calls 22 → src/main/java/a/Tool.java#Tool.run 1',
    'calls 22 → src/main/java/a/Base.java#Base.st 1',
    'calls 22 → src/main/java/a/Tool.java#Tool.run 1',
  ]);
  expect(tree.references('src/test/java/a/ToolTest.java')).toEqual([
    'calls 2 → src/main/java/a/Tool.java#Tool 1',
    'calls 2 → src/main/java/a/Tool.java#Tool.run 0.9',
    'calls 2 → src/test/java/a/ToolTest.java#ToolTest.only 1',
  ]);
});
