import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { story, type Stage } from './stage.ts';

const HOW = ['am', 'content'];

/** The commits of a range as mails; their files in order. */
function patches(stage: Stage, range: string): string[] {
  const dir = join(stage.repo.home, 'patches');
  stage.repo.git('format-patch', '-q', '-o', dir, range);
  return readdirSync(dir)
    .sort()
    .map((name) => join(dir, name));
}

/** A branch that every patch applies to unchanged. */
function release(stage: Stage): void {
  stage.git('switch', '-q', '-c', 'release', 'base');
  stage.insert('dir/h.txt', 'clocks are', 'and stop on Sunday @human');
  stage.edit('dir/h.txt', 'the tower leans a little @human\n', 'the tower leans a little @human\n\n\n\n');
  stage.commit('release');
}

story('a series', (stage) => {
  const files = patches(stage, 'base..topic~1');
  release(stage);
  stage.git('am', '-q', ...files);
  expect(stage.repo.git('rev-list', '--count', 'release', '^base')).toBe('3');
  stage.judge({ how: HOW });
});

story('a series, recorded by the hook before any read', (stage) => {
  const files = patches(stage, 'base..topic~1');
  release(stage);
  stage.a.prompt('still here');
  stage.git('am', '-q', ...files);
  stage.judge({ how: HOW, look: false });
});

story('a series by an agent in its shell', (stage) => {
  const files = patches(stage, 'base..topic~1');
  release(stage);
  stage.repo.tick();
  stage.b.bash(`git am -q '${files.join("' '")}'`);
  stage.judge({ how: HOW });
});

story('-3 onto a branch that shifts the lines', (stage) => {
  const files = patches(stage, 'base..topic');
  stage.git('switch', '-q', 'main');
  stage.git('am', '-q', '-3', ...files);
  stage.judge({ how: HOW });
});

story('-3 with a conflict that a person solves', (stage) => {
  const files = patches(stage, 'base..topic');
  stage.git('switch', '-q', 'main');
  stage.edit('f.txt', 'lanterns are lit at seven @human', 'lanterns are lit at eight @human');
  stage.commit('eight');
  stage.begins();
  stage.stops(['am', '-q', '-3', ...files]);
  const text = stage.repo.read('f.txt');
  const solved = 'lanterns are lit at dusk @human\nand put out at sunrise @a\n';
  stage.repo.write('f.txt', text.replace(/<<<<<<<[^]*?>>>>>>>[^\n]*\n/, solved));
  stage.git('add', '-A');
  stage.git('am', '--continue');
  stage.judge({ how: HOW });
});

story('--skip, and --abort', (stage) => {
  const files = patches(stage, 'base..topic');
  stage.git('switch', '-q', 'main');
  stage.edit('f.txt', 'lanterns are lit at seven @human', 'lanterns are lit at eight @human');
  stage.commit('eight');
  stage.judge();
  stage.begins();
  const { head } = stage.state();
  stage.stops(['am', '-q', '-3', ...files]);
  stage.git('am', '--abort');
  expect(stage.state().head).toBe(head);
  stage.judge();
  stage.stops(['am', '-q', '-3', ...files]);
  stage.git('am', '--skip');
  stage.judge({ how: HOW });
});

story('one patch applied without a commit, and committed by a person', (stage) => {
  const [, second] = patches(stage, 'base..topic');
  stage.git('switch', '-q', 'main');
  stage.git('apply', '-3', second!);
  stage.commit('of yeast');
  stage.judge({ how: [...HOW, 'cherry-pick'] });
});

story('a round trip: into a clone that has the notes, and back', (stage) => {
  const there = stage.clone('there');
  const out = patches(stage, 'base..topic');
  there.git('switch', '-q', 'main');
  there.git('am', '-q', '-3', ...out);
  there.judge({ how: HOW });
  there.insert('dir/h.txt', 'clocks are', 'and stop on Sunday @human');
  there.commit('Sunday');
  const back = there.repo.git('format-patch', '-q', '-o', join(stage.repo.home, 'back'), 'origin/main..main');
  expect(back).toBe('');
  const dir = join(stage.repo.home, 'back');
  stage.git('switch', '-q', '-c', 'returned', 'main');
  for (const name of readdirSync(dir).sort()) stage.git('am', '-q', '-3', join(dir, name));
  stage.judge({ how: HOW });
});
