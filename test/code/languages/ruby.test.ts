import { describe, expect, it } from 'vitest';
import { definitionsOf, edgesOf, factsOf, importsOf } from '../code.ts';

describe('Ruby', () => {
  it('finds classes, modules, methods of all forms, and types that are made', async () => {
    const text = `module Shop
  class Item < Base
    def price; 1; end
    def price=(value)
      @price = value
    end
    def self.make(x) = new(x)
    def ==(other); end
    class << self
      def build; end
    end
    alias cost price
    private def über?; end
  end
  Point = Struct.new(:x) do
    def size; end
  end
end
class Shop::Late; end
`;
    expect(definitionsOf(await factsOf('a.rb', text))).toEqual([
      'type Shop 1-18',
      'type Shop.Item 2-14',
      'function Shop.Item.price 3-3',
      'function Shop.Item.price= 4-6',
      'function Shop.Item.make 7-7',
      'function Shop.Item.== 8-8',
      'function Shop.Item.build 10-10',
      'function Shop.Item.cost 12-12',
      'function Shop.Item.über? 13-13',
      'type Shop.Point 15-17',
      'function Shop.Point.size 16-16',
      'type Shop.Late 19-19',
    ]);
  });

  it('resolves files beside, files under lib, gems with their versions, and what comes with Ruby', async () => {
    const files = {
      'Gemfile.lock': 'GEM\n  specs:\n    rack-test (2.1.0)\n      rack (>= 1.3)\n',
      'bin/main.rb': `require_relative '../lib/shop'
require "shop/item"
require 'rack/test'
require 'json'
require 'sinatra'
load 'bin/tasks.rb'
autoload :Late, 'shop/late'
require File.expand_path('../../lib/shop', __FILE__)
require "dynamic/#{name}"
`,
      'bin/tasks.rb': '',
      'lib/shop.rb': '',
      'lib/shop/item.rb': '',
      'lib/shop/late.rb': '',
      'vendor/shop/item.rb': '',
    };
    expect(await importsOf(files, 'bin/main.rb')).toEqual({
      '../lib/shop': 'lib/shop.rb',
      'shop/item': 'lib/shop/item.rb',
      'rack/test': 'gem/rack-test@2.1.0',
      json: 'ruby/json',
      sinatra: 'gem/sinatra',
      'bin/tasks.rb': 'bin/tasks.rb',
      'shop/late': 'lib/shop/late.rb',
    });
  });

  it('follows modules that several files reopen, mix-ins, fields and new values', async () => {
    const files = {
      'a.rb': `module Shop
  class Base
    def common; end
  end
  module Loud
    def shout; end
  end
end
`,
      'b.rb': `module Shop
  class Item < Base
    include Loud
    def initialize
      @base = Base.new
      @base.common
      common
      shout
      self.later
      helper 1
      made = Item.new
      made.common
      Shop::Item.build
      size = 1
      size
      other.price_of
    end
  end
end
`,
      'c.rb': `module Shop
  class Item
    def later; end
    def self.build; end
  end
  class Prices
    def price_of; end
  end
end
def helper(a); end
`,
    };
    expect(await edgesOf(files, 'b.rb')).toEqual([
      '2 extends a.rb#Shop.Base 1',
      '3 extends a.rb#Shop.Loud 1',
      '5 calls a.rb#Shop.Base 1',
      '6 calls a.rb#Shop.Base.common 0.9',
      '7 calls a.rb#Shop.Base.common 1',
      '8 calls a.rb#Shop.Loud.shout 1',
      '9 calls c.rb#Shop.Item.later 1',
      '11 calls b.rb#Shop.Item 1',
      '12 calls a.rb#Shop.Base.common 0.9',
      '13 calls c.rb#Shop.Item.build 1',
      '16 calls c.rb#Shop.Prices.price_of 0.5',
    ]);
  });

  it('is not sure what a block calls that another type may run, and not that it includes something', async () => {
    const files = {
      'a.rb': `module Loud
  def shout; end
end
class Test
  Item = Loud::Item
  def stream(&block)
    stream
    get('/') { stream(&block) }
    make do
      include Loud
    end
    shout
    Item.new
  end
end
Made = Class.new do
  include Loud
  def run; shout; end
end
`,
      'item.rb': 'class Item\n  def initialize; end\nend\n',
    };
    expect(await edgesOf(files, 'a.rb')).toEqual([
      '17 extends a.rb#Loud 1',
      '7 calls a.rb#Test.stream 1',
      '8 calls a.rb#Test.stream 0.9',
      '18 calls a.rb#Loud.shout 1',
    ]);
  });

  it('finds a method outside of all types only in files that are required', async () => {
    const lib = { 'lib.rb': 'def helper; end\n' };
    const required = { ...lib, 'a.rb': "require_relative 'lib'\nhelper(1)\n" };
    expect(await edgesOf(required, 'a.rb')).toEqual(['2 calls lib.rb#helper 1']);
    expect(await edgesOf({ ...lib, 'a.rb': 'helper(1)\n' }, 'a.rb')).toEqual([]);
  });

  it('follows super to the method of the same name above', async () => {
    const text = `class A
  def initialize(x); end
  def save(x); end
  def self.make; end
end
class B < A
  def initialize; super(1); end
  def save(x)
    super
  end
  def third; super; end
end
def free; super; end
`;
    expect(await edgesOf({ 'a.rb': text }, 'a.rb')).toEqual([
      '6 extends a.rb#A 1',
      '7 calls a.rb#A.initialize 1',
      '9 calls a.rb#A.save 1',
    ]);
  });

  it('methods that a class body makes by a call are definitions', async () => {
    const text = `class User
  attr_accessor :name, :mail
  private attr_reader :secret
  define_method(:hello) do |x|
    name
  end
  define_method("bye") { hello }
  alias_method :greet, :hello
  define_method(found) { 1 }
  def show
    greet
    mail
  end
end
`;
    expect(definitionsOf(await factsOf('a.rb', text))).toEqual([
      'type User 1-14',
      'function User.hello 4-6',
      'function User.bye 7-7',
      'function User.greet 8-8',
      'function User.show 10-13',
    ]);
    expect((await edgesOf({ 'a.rb': text }, 'a.rb')).filter((one) => /greet|mail/.test(one))).toEqual([
      '11 calls a.rb#User.greet 1',
    ]);
  });
});
