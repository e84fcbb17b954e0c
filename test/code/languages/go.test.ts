import { expect, test } from 'vitest';
import { definitionsIn, SourceTree } from '../source-tree.ts';

test('functions, methods with their types, and types are definitions', async () => {
  const text = `package shapes

type Shape interface {
	Area() float64
}

type (
	Circle struct{ R float64 }
	Alias  = Circle
)

func (c *Circle) Area() float64 { return 1 }

func (l List[T]) Len() int { return 0 }
func (p *Pair[K, V]) Key() K { return p.k }

func New[T any](x T) *Circle {
	twice := func() {}
	twice()
	return nil
}

var later = func() {}
`;
  expect(await definitionsIn('a.go', text)).toEqual([
    'type Shape 3-5',
    'function Shape.Area 4-4',
    'type Circle 8-8',
    'type Alias 9-9',
    'function Circle.Area 12-12',
    'function List.Len 14-14',
    'function Pair.Key 15-15',
    'function New 17-21',
    'function New.twice 18-18',
    'function later 23-23',
  ]);
});

test('an import means a package of a module in the tree, the library or a module with its version', async () => {
  const tree = await SourceTree.of({
    'go.mod': `module example.org/app

go 1.22

require (
	github.com/a/b/v2 v2.1.0
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
require example.org/tool v0.0.0
replace example.org/tool => ./tool
replace github.com/c/d => github.com/e/d v1.9.0
`,
    'main.go': `package main
import "fmt"
import (
	x "example.org/app/inner"
	_ "example.org/app"
	"example.org/tool/cmd"
	"github.com/a/b/v2/part"
	"github.com/c/d"
	"gopkg.in/yaml.v3"
	"github.com/none/none/x"
	"example.org/app/missing"
)
`,
    'inner/i.go': 'package inner\n',
    'tool/go.mod': 'module example.org/tool\n',
    'tool/cmd/c.go': 'package cmd\n',
  });
  expect(tree.imports('main.go')).toEqual([
    'fmt → go fmt',
    'example.org/app/inner → inner/',
    'example.org/app → /',
    'example.org/tool/cmd → tool/cmd/',
    'github.com/a/b/v2/part → go github.com/a/b/v2 v2.1.0',
    'github.com/c/d → go github.com/c/d v1.9.0',
    'gopkg.in/yaml.v3 → go gopkg.in/yaml.v3 v3.0.1',
    'github.com/none/none/x → go github.com/none/none',
    'example.org/app/missing → nothing',
  ]);
});

test('a call is followed within a package, into other packages, and through types, fields and results', async () => {
  const tree = await SourceTree.of({
    'go.mod': 'module m\n',
    'a/types.go': `package a

type Base struct{}

func (b Base) Close() error { return nil }

type Server struct {
	Base
	client *Client
}
`,
    'a/client.go': `package a

type Client struct{}

func (c *Client) Do() *Server { return nil }

func NewServer() (*Server, error) { return nil, nil }

func (s *Server) Run(hook func()) {
	s.client.Do().Close()
	s.Close()
	helper()
	hook()
	s.Base.Close()
}
`,
    'a/help.go': 'package a\n\nfunc helper() {}\n',
    'a/a_test.go': 'package a_test\n\nfunc helper() {}\nfunc Other() { helper() }\n',
    'main.go': `package main

import "m/a"

func main() {
	s, err := a.NewServer()
	s.Run(nil)
	err.Error()
	s = other()
	c := &a.Client{}
	c.Do()
	var x a.Server
	x.Close()
	a.Other()
}
`,
  });
  expect(tree.references('a/client.go')).toEqual([
    'calls 10 → a/client.go#Client.Do 0.9',
    'calls 10 → a/types.go#Base.Close 0.9',
    'calls 11 → a/types.go#Base.Close 0.9',
    'calls 12 → a/help.go#helper 1',
    'calls 14 → a/types.go#Base.Close 0.9',
  ]);
  expect(tree.references('a/types.go')).toEqual(['extends 8 → a/types.go#Base 1']);
  expect(tree.references('a/a_test.go')).toEqual(['calls 4 → a/a_test.go#helper 1']);
  expect(tree.references('main.go')).toEqual([
    'calls 6 → a/client.go#NewServer 1',
    'calls 7 → a/client.go#Server.Run 0.9',
    'calls 11 → a/client.go#Client.Do 0.9',
    'calls 13 → a/types.go#Base.Close 0.9',
  ]);
});
