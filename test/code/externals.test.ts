import { describe, expect, test } from 'vitest';
import { externalsOf } from './code.ts';

describe('calls and supertypes of packages from outside', () => {
  test('in JavaScript and TypeScript', async () => {
    const files = {
      'package.json': '{"dependencies": {"left-pad": "1", "pg": "8", "react": "18"}}',
      'a.ts': `import pad, { Base } from 'left-pad';
import * as fs from 'node:fs';
import React from 'react';
import { Client, Pool } from 'pg';
export { again } from 'left-pad';
class A extends Base {}
class B extends React.Component { render() { this.setState({}); } }
class C { constructor(private db: Client) {} find() { this.db.query('x'); } }
const pool = new Pool();
function one() { pad('x'); fs.readFileSync('y'); pool.query('z'); }
function two(client: Client) { client.end(); }
`,
      'b.ts': `import { again } from './a.js';
again();
`,
    };
    expect(await externalsOf(files, 'a.ts')).toEqual([
      '6 extends npm/left-pad 1',
      '7 extends npm/react 1',
      '7 calls npm/react 0.9',
      '8 calls npm/pg 0.9',
      '9 calls npm/pg 1',
      '10 calls npm/left-pad 1',
      '10 calls node/fs 1',
      '10 calls npm/pg 0.9',
      '11 calls npm/pg 0.9',
    ]);
    expect(await externalsOf(files, 'b.ts')).toEqual(['2 calls npm/left-pad 1']);
  });

  test('calls of what a function of a package gives are left out', async () => {
    const files = {
      'package.json': '{"dependencies": {"left-pad": "1"}}',
      'requirements.txt': 'requests==2\n',
      'a.js': "import pad from 'left-pad';\npad('x').trim();\nconst padded = pad('y');\npadded.trim();\n",
      'a.py': "import requests\nr = requests.get('x')\nr.json()\n",
    };
    expect(await externalsOf(files, 'a.js')).toEqual(['2 calls npm/left-pad 1', '3 calls npm/left-pad 1']);
    expect(await externalsOf(files, 'a.py')).toEqual(['2 calls pypi/requests 1']);
  });

  test('a name that the repository defines leads to no package', async () => {
    const files = {
      'package.json': '{"dependencies": {"left-pad": "1"}}',
      'pad.js': "export { pad } from 'left-pad';\nexport function trim() {}\n",
      'a.js':
        "import { pad, trim } from './pad.js';\nfunction use(pad) { pad(); trim(); }\nfunction other() { pad(); }\n",
    };
    expect(await externalsOf(files, 'a.js')).toEqual(['3 calls npm/left-pad 1']);
  });

  test('in Python, Go and Rust', async () => {
    const files = {
      'requirements.txt': 'flask==2\n',
      'm.py': `import os
from flask import Flask
class App(Flask):
    def go(self):
        self.run()
        return os.path.join('a', 'b')
`,
      'go.mod': 'module ex.com/m\nrequire github.com/gin-gonic/gin v1.0.0\n',
      'main.go': `package main
import ("fmt"; "github.com/gin-gonic/gin")
type S struct { gin.Engine; r *gin.Context }
func (s *S) run() { fmt.Println("x"); s.r.JSON(1) }
`,
      'Cargo.toml': '[package]\nname = "x"\n[dependencies]\nserde = "1"\n',
      'src/lib.rs': 'use serde::Serialize;\nstruct A; impl Serialize for A { fn ser(&self) { std::fs::read("x"); } }\n',
    };
    expect(await externalsOf(files, 'm.py')).toEqual([
      '3 extends pypi/flask 1',
      '5 calls pypi/flask 0.9',
      '6 calls python/os 1',
    ]);
    expect(await externalsOf(files, 'main.go')).toEqual([
      '3 extends go/github.com/gin-gonic/gin 1',
      '4 calls go/fmt 1',
      '4 calls go/github.com/gin-gonic/gin 0.9',
    ]);
    expect(await externalsOf(files, 'src/lib.rs')).toEqual(['2 extends cargo/serde 1', '2 calls rust/std 1']);
  });

  test('in Java and PHP, where a name without anything before it may be inherited', async () => {
    const files = {
      'pom.xml':
        '<project><dependencies><dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId></dependency></dependencies></project>',
      'src/main/java/p/A.java': `package p;
import com.google.common.collect.Lists;
import com.google.common.collect.ForwardingList;
class A extends ForwardingList { void go() { Lists.newArrayList(); other(); this.size(); } }
`,
      'composer.json': '{"require": {"monolog/monolog": "2"}}',
      'A.php':
        '<?php\nuse Monolog\\Logger;\nclass A extends Logger { function go() { $this->warn(); Logger::x(); strlen("x"); } }\n',
    };
    expect(await externalsOf(files, 'src/main/java/p/A.java')).toEqual([
      '4 extends maven/com.google.common.collect 1',
      '4 calls maven/com.google.common.collect 1',
      '4 calls maven/com.google.common.collect 0.9',
    ]);
    expect(await externalsOf(files, 'A.php')).toEqual([
      '3 extends composer/monolog/monolog 1',
      '3 calls composer/monolog/monolog 0.9',
      '3 calls composer/monolog/monolog 1',
    ]);
  });

  test('of a path without an import, in Rust and PHP', async () => {
    const rust = {
      'Cargo.toml': '[package]\nname = "app"\n[dependencies]\nserde_json = "1"\nanyhow = "1"\n',
      'src/main.rs':
        'mod own;\nfn main() {\n    serde_json::to_string(&1);\n    anyhow::bail!("x");\n    own::f();\n    other::g();\n    std::fs::read("x");\n}\n',
      'src/own.rs': 'pub fn f() {}\n',
    };
    expect(await externalsOf(rust, 'src/main.rs')).toEqual([
      '3 calls cargo/serde_json 1',
      '4 calls cargo/anyhow 1',
      '7 calls rust/std 1',
    ]);
    const php = {
      'composer.json': '{"require": {"vendor/tool": "^1"}}',
      'a.php': `<?php
namespace App;
class Own { static function f() {} }
new \\Vendor\\Tool\\Client();
\\Vendor\\Tool\\Client::make();
\\App\\Own::f();
new \\Other\\Thing();
$x->call();
Own::g();
`,
    };
    expect(await externalsOf(php, 'a.php')).toEqual([
      '4 calls composer/vendor/tool 0.9',
      '5 calls composer/vendor/tool 0.9',
    ]);
  });
});
