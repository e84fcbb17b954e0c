import { describe, expect, it } from 'vitest';
import { definitionsOf, edgesOf, factsOf, importsOf } from '../code.ts';

describe('C#', () => {
  it('finds types of all kinds, methods, and properties with code', async () => {
    const text = `using System;
namespace Shop.Model
{
    public interface IPriced { int Price(); }
    public record Point(int X);
    struct Size { }
    enum Kind { A }
    delegate void Done(int a);
    public partial class Item<T> : IPriced where T : new()
    {
        public Item() { }
        public int Price() => 1;
        public string Plain { get; set; }
        public string Name => Make();
        void IPriced.Explicit() { int Local(int a) => a; }
    }
}
`;
    expect(definitionsOf(await factsOf('a.cs', text))).toEqual([
      'type Shop.Model.IPriced 4-4',
      'function Shop.Model.IPriced.Price 4-4',
      'type Shop.Model.Point 5-5',
      'type Shop.Model.Size 6-6',
      'type Shop.Model.Kind 7-7',
      'type Shop.Model.Done 8-8',
      'type Shop.Model.Item 9-16',
      'function Shop.Model.Item.Item 11-11',
      'function Shop.Model.Item.Price 12-12',
      'function Shop.Model.Item.Name 14-14',
      'function Shop.Model.Item.Explicit 15-15',
      'function Shop.Model.Item.Explicit.Local 15-15',
    ]);
  });

  it('resolves namespaces to the files that declare them, and others to packages and .NET', async () => {
    const files = {
      'App.csproj':
        '<Project><ItemGroup><PackageReference Include="Serilog.Sinks" Version="2.1.0" /></ItemGroup></Project>',
      'Main.cs':
        'using System.Linq;\nusing Shop.Model;\nusing Serilog.Sinks.File;\nusing static Shop.Tools.Text;\nusing Other;\n',
      'A.cs': 'namespace Shop.Model; class A { }',
      'B.cs': 'namespace Shop.Model { class B { } }',
      'Text.cs': 'namespace Shop.Tools; static class Text { }',
    };
    expect(await importsOf(files, 'Main.cs')).toEqual({
      'System.Linq': 'dotnet/System.Linq',
      'Shop.Model': 'A.cs + B.cs',
      'Serilog.Sinks.File': 'nuget/Serilog.Sinks@2.1.0',
      'Shop.Tools.Text': 'Text.cs',
      Other: 'unknown',
    });
  });

  it('follows types through parts, namespaces, fields and parameters', async () => {
    const files = {
      'Base.cs': 'namespace Shop;\nabstract class Base { protected void Common() { } }',
      'Item.cs': 'namespace Shop.Model;\npartial class Item : Base { void First() { } }',
      'Item.More.cs': `using Shop.Tools;
namespace Shop.Model;
partial class Item
{
    private readonly Helper _helper;
    public Other Other { get; set; }
    public Item(Helper given)
    {
        First();
        Common();
        this.First();
        _helper.Help();
        given?.Help();
        Other.Run();
        var made = new Helper();
        made.Help();
        Helper.Make<int>();
        Shop.Tools.Helper.Make<int>();
        var item = new Item(given);
    }
}
`,
      'Helper.cs':
        'namespace Shop.Tools;\nclass Helper { public void Help() { } public static void Make<T>() { } }\nclass Unused { void First() { } }',
      'Other.cs': 'namespace Shop.Model;\nclass Other { public void Run() { } }',
      'Elsewhere.cs': 'namespace Far;\nclass Helper { public void Help() { } }',
    };
    expect(await edgesOf(files, 'Item.More.cs')).toEqual([
      '9 calls Item.cs#Item.First 1',
      '10 calls Base.cs#Base.Common 1',
      '11 calls Item.cs#Item.First 1',
      '12 calls Helper.cs#Helper.Help 0.9',
      '13 calls Helper.cs#Helper.Help 0.9',
      '14 calls Other.cs#Other.Run 0.9',
      '15 calls Helper.cs#Helper 1',
      '16 calls Helper.cs#Helper.Help 0.9',
      '17 calls Helper.cs#Helper.Make 1',
      '18 calls Helper.cs#Helper.Make 1',
      '19 calls Item.More.cs#Item 1',
    ]);
    expect(await edgesOf(files, 'Item.cs')).toEqual(['2 extends Base.cs#Base 1']);
  });

  it('follows what methods give, static imports, and new values of the own type', async () => {
    const files = {
      'Util.cs':
        'namespace Shop;\npublic static class Util { public static string Env() => ""; }\npublic class Other { public void Run() { } }\n',
      'a.cs': `using static Shop.Util;
namespace Shop.App;
class Program
{
    public Program(int r) { }
    static Program Make() => new Program(1);
    static async Task<Program> Later() => Make();
    static async void Main() {
        Env();
        new Program(1).Run();
        Make().Run();
        var made = Make();
        made.Run();
        (await Later()).Run();
        var later = await Later();
        later.Run();
    }
    void Run() { }
}
`,
    };
    const calls = (await edgesOf(files, 'a.cs')).filter((edge) => /Run|Env/.test(edge));
    expect(calls).toEqual([
      '9 calls Util.cs#Util.Env 1',
      ...[10, 11, 13, 14, 16].map((line) => `${line} calls a.cs#Program.Run 0.9`),
    ]);
  });

  it('follows a `using` that names the end of a namespace', async () => {
    const files = {
      'Results.cs': 'namespace Shop.Results;\npublic class Result { public static void Show() { } }\n',
      'a.cs': `namespace Shop.Checks;
using System;
using Results;
class A
{
    void Go() { Result.Show(); new Result(); }
}
`,
    };
    expect(await importsOf(files, 'a.cs')).toMatchObject({ Results: 'Results.cs' });
    expect(await edgesOf(files, 'a.cs')).toEqual(['6 calls Results.cs#Result.Show 1', '6 calls Results.cs#Result 1']);
  });
});
