import { expect } from 'vitest';
import { prov } from '../../helpers/agent.ts';
import { judge } from '../../helpers/judge.ts';
import { type Stage, story } from './stage.ts';

/** As `notes.rewriteMode` may be set where `notes.rewriteRef` names our notes too. */
const MODES = ['concatenate', 'overwrite', 'cat_sort_uniq', 'ignore'] as const;

function copying(stage: Stage, mode: (typeof MODES)[number]): void {
  stage.git('config', 'notes.rewriteRef', 'refs/notes/*');
  stage.git('config', 'notes.rewriteMode', mode);
}

// Every note is on the commit that it was made for, and all notes verify.
const isValid = ({ repo }: Stage): void => expect(prov(repo, 'verify')).toMatch(/^Valid: /);

const ownerOf = ({ repo }: Stage, path: string, text: string): string | undefined =>
  judge(repo, path).find((line) => line.text === text)?.owner;

for (const mode of MODES) {
  story(`git copies notes (${mode}): a person amends twice, and writes over a line of the agent's`, (stage) => {
    copying(stage, mode);
    const [mine] = stage.repo.read('g.txt').match(/^.*@a$/m) ?? [];
    for (const text of ['first this @human', 'and then that @human']) {
      const old = text.startsWith('first') ? mine! : 'first this @human';
      stage.repo.write('g.txt', stage.repo.read('g.txt').replace(old, text));
      stage.git('commit', '-qa', '--amend', '--no-edit');
      expect(ownerOf(stage, 'g.txt', text)).toBe('human');
      isValid(stage);
    }
    stage.judge({ how: ['amend', 'content'] });
  });

  story(`git copies notes (${mode}): an agent writes more and amends`, (stage) => {
    copying(stage, mode);
    stage.a.edit('b.txt', 'yeast likes warm water @b', 'yeast likes warm water @b\nand time @a');
    stage.repo.tick();
    stage.a.bash('git commit -qa --amend --no-edit');
    expect(ownerOf(stage, 'b.txt', 'and time @a')).toBe('a');
    isValid(stage);
    stage.judge({ how: ['amend', 'content'] });
  });

  story(
    `git copies notes (${mode}) after the hook of an amended commit has read all branches, as after a fetch`,
    (stage) => {
      copying(stage, mode);
      stage.a.edit('b.txt', 'yeast likes warm water @b', 'yeast likes warm water @b\nand time @a');
      stage.git('update-ref', 'refs/remotes/origin/main', 'base');
      stage.git('commit', '-qa', '--amend', '--no-edit');
      expect(ownerOf(stage, 'b.txt', 'and time @a')).toBe('a');
      isValid(stage);
      stage.judge({ how: ['amend', 'content'] });
    },
  );

  story(`git copies notes (${mode}): a person rebases and squashes`, (stage) => {
    copying(stage, mode);
    stage.gitWith(stage.todo('pick one', 'squash two', 'pick three'), 'rebase', '-q', '-i', 'main');
    isValid(stage);
    stage.judge({ how: ['rebase', 'squash', 'content'] });
  });

  story(`git copies notes (${mode}) without our hooks, and the next read corrects them`, (stage) => {
    copying(stage, mode);
    stage.git('-c', 'core.hooksPath=/dev/null', 'rebase', '-q', 'main');
    stage.judge({ how: ['rebase', 'content'] });
    isValid(stage);
  });
}

story('git copies the note of a commit with no agent line left, and the copy is removed', (stage) => {
  copying(stage, 'concatenate');
  stage.a.write('own.txt', 'all of it is mine @a\n');
  stage.git('add', '-A');
  stage.git('commit', '-qm', 'own');
  stage.a.stop().end();
  prov(stage.repo, 'status'); // records what waits, so that the drain of the turn's end does not run beside the commit
  stage.repo.write('own.txt', 'a person wrote over it @human\n');
  stage.git('commit', '-qa', '--amend', '--no-edit');
  expect(judge(stage.repo, 'own.txt').map(({ owner }) => owner)).toEqual(['no note']);
  isValid(stage);
});
