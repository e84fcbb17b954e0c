import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutParagraph, withParagraph } from '../../src/install/shared-files/paragraph.ts';
import { deinit } from '../../src/faces/cli/commands/start/deinit.ts';
import { init } from '../../src/faces/cli/commands/start/init.ts';
import { runs } from '../helpers/runs.ts';
import { withSite, type Site } from './setup.ts';

const PARAGRAPH = 'first\nsecond\n';

describe('the paragraph', () => {
  test('leaves every byte around it, and is removed again', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const before = Buffer.from(bytes);
        const after = withParagraph(before, PARAGRAPH);
        if (!after) return before.includes(0) || [0xff, 0xfe].includes(before[0] ?? 0);
        expect(after.subarray(0, before.length).equals(before)).toBe(true);
        expect(withParagraph(after, PARAGRAPH)!.equals(after)).toBe(true);
        const rest = withoutParagraph(after, true)!.toString('latin1');
        const text = before.toString('latin1');
        expect([text, `${text}\n`, `${text}\r\n`]).toContain(rest);
        return true;
      }),
      { numRuns: runs(300) },
    );
  });

  test('is replaced where it stands, and takes the ends of lines of its file', () => {
    const first = withParagraph(Buffer.from('# Ours\r\n'), PARAGRAPH)!.toString();
    expect(first).toBe('# Ours\r\n\r\n<!-- git prov: begin -->\r\nfirst\r\nsecond\r\n<!-- git prov: end -->\r\n');
    const edited = Buffer.from(`${first}# Theirs\r\n`);
    expect(withParagraph(edited, 'new\n')!.toString()).toBe(
      '# Ours\r\n\r\n<!-- git prov: begin -->\r\nnew\r\n<!-- git prov: end -->\r\n# Theirs\r\n',
    );
    expect(withoutParagraph(edited, true)!.toString()).toBe('# Ours\r\n# Theirs\r\n');
  });

  test('is placed nowhere where one mark is missing', () => {
    for (const text of [
      '<!-- git prov: begin -->',
      '<!-- git prov: end -->',
      '<!-- git prov: end --><!-- git prov: begin -->',
    ])
      expect(withParagraph(Buffer.from(text), PARAGRAPH)).toBeUndefined();
  });
});

/** With the package's own texts. */
const inSite = (story: (site: Site) => Promise<void>): Promise<void> =>
  withSite(async (site) => {
    const docs = join(site.ctx.packageDir, 'docs');
    mkdirSync(docs);
    for (const dir of ['ci', 'skill']) cpSync(resolve('docs', dir), join(docs, dir), { recursive: true });
    copyFileSync(resolve('package.json'), join(site.ctx.packageDir, 'package.json'));
    await story(site);
  });

const AGENT = { agent: ['claude-code', 'codex'], shared: true } as const;

test('init --shared --guide adds the paragraph and the skill; deinit removes them, to the byte', () =>
  inSite(async (site) => {
    const { repo } = site;
    const file = join(repo.dir, 'AGENTS.md');
    const own = Buffer.concat([Buffer.from('# How we work\n\nNo tabs.'), Buffer.from([0xe9])]); // not UTF-8
    writeFileSync(file, own);
    const skills = ['.claude', '.agents'].map((dir) => join(repo.dir, dir, 'skills/git-prov/SKILL.md'));
    const done = await init(site.ctx, { ...AGENT, guide: true });
    expect(readFileSync(file).subarray(0, own.length).equals(own)).toBe(true);
    expect(readFileSync(file, 'latin1')).toContain('git prov why FILE:LINE');
    for (const skill of skills)
      expect(readFileSync(skill, 'utf8')).toMatch(/^---\nname: git-prov\ndescription: .{40,}\n---\n/);
    expect(done.changes.map(({ path }) => path)).toContain(file);
    const again = await init(site.ctx, { ...AGENT, guide: true });
    expect(again.changes).toEqual([]);
    await deinit(site.ctx);
    expect(readFileSync(file).equals(own)).toBe(true);
    for (const skill of skills) expect(existsSync(skill)).toBe(false);
    expect(existsSync(join(repo.dir, '.agents'))).toBe(false);
  }));

test('without an AGENTS.md it makes one; what others wrote into it stays', () =>
  inSite(async (site) => {
    const file = join(site.repo.dir, 'AGENTS.md');
    await init(site.ctx, { ...AGENT, guide: true });
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n# Ours\n`);
    await deinit(site.ctx);
    expect(readFileSync(file, 'utf8')).toBe('\n# Ours\n');
  }));

test("a colleague's clone keeps what is committed", () =>
  inSite(async (site) => {
    await init(site.ctx, { ...AGENT, guide: true });
    const { repo } = site;
    repo.commit('Set up');
    await deinit(site.ctx);
    repo.git('checkout', '-q', '.');
    await init(site.ctx, { ...AGENT, guide: true });
    await deinit(site.ctx);
    expect(repo.git('status', '--porcelain')).toBe('');
  }));

test('nothing is written through a link out of the work tree, nor over a skill of the user', () =>
  inSite(async (site) => {
    const { repo } = site;
    const outside = join(repo.home, 'outside');
    writeFileSync(outside, 'theirs');
    symlinkSync(outside, join(repo.dir, 'AGENTS.md'));
    const skill = join(repo.dir, '.claude/skills/git-prov/SKILL.md');
    mkdirSync(join(skill, '..'), { recursive: true });
    writeFileSync(skill, '# mine\n');
    const done = await init(site.ctx, { ...AGENT, guide: true });
    expect(readFileSync(outside, 'utf8')).toBe('theirs');
    expect(readFileSync(skill, 'utf8')).toBe('# mine\n');
    expect(done.notes.filter((note) => note.includes('was not changed'))).toHaveLength(2);
  }));

describe('init --ci', () => {
  test.each([
    ['github', ['.github/workflows/git-prov.yml']],
    ['gitlab', ['.gitlab/git-prov.yml', '.gitlab-ci.yml']],
  ] as const)('%s: writes the jobs once, and deinit removes them', (ci, files) =>
    inSite(async (site) => {
      const done = await init(site.ctx, { agent: ['codex'], ci });
      const paths = files.map((file) => join(site.repo.dir, file));
      expect(done.changes.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
      for (const path of paths) expect(readFileSync(path, 'utf8')).toMatch(/^# git prov: /);
      expect(done.notes.join('\n')).toMatch(ci === 'github' ? /commit it/ : /GIT_PROV_PACKAGE/);
      const again = await init(site.ctx, { agent: ['codex'], ci });
      expect(again.changes).toEqual([]);
      await deinit(site.ctx);
      for (const path of paths) expect(existsSync(path)).toBe(false);
    }),
  );

  test('a file of the user is never overwritten, and the user gets a message', () =>
    inSite(async (site) => {
      const { repo } = site;
      repo.write('.github/workflows/git-prov.yml', 'name: mine\n');
      repo.write('.gitlab-ci.yml', 'stages: [test]\n');
      const github = await init(site.ctx, { agent: ['codex'], ci: 'github' });
      expect(github.notes.join('\n')).toContain('.github/workflows/git-prov.yml is not ours');
      expect(repo.read('.github/workflows/git-prov.yml')).toBe('name: mine\n');
      const gitlab = await init(site.ctx, { agent: ['codex'], ci: 'gitlab' });
      expect(repo.read('.gitlab-ci.yml')).toBe('stages: [test]\n');
      expect(gitlab.notes.join('\n')).toContain('Add to .gitlab-ci.yml');
    }));

  test('a dry run writes nothing', () =>
    inSite(async (site) => {
      const done = await init(site.ctx, { agent: ['codex'], ci: 'github', dryRun: true });
      expect(done.changes.map(({ path }) => path).join(' ')).toContain('git-prov.yml');
      expect(existsSync(join(site.repo.dir, '.github'))).toBe(false);
    }));
});
