import { story, script } from './stage.ts';

const CONTENT = ['content', 'filter', 'squash', 'rebase', 'amend', 'reset'];
const QUIET = { FILTER_BRANCH_SQUELCH_WARNING: '1' };

story('commit-tree and update-ref: all at once', (stage) => {
  const commit = stage.git('commit-tree', 'topic^{tree}', '-p', 'base', '-m', 'all at once');
  stage.git('update-ref', 'refs/heads/topic', commit);
  stage.judge({ how: CONTENT });
});

story('commit-tree and update-ref: another message', (stage) => {
  const commit = stage.git('commit-tree', 'topic^{tree}', '-p', 'topic^', '-m', 'three, by hand');
  stage.git('update-ref', '-m', 'by hand', 'HEAD', commit);
  stage.judge({ how: CONTENT });
});

story('commit-tree on a branch that is not checked out', (stage) => {
  const commit = stage.git('commit-tree', 'topic~1^{tree}', '-p', 'base', '-m', 'one and two');
  stage.git('branch', 'plumbed', commit);
  stage.judge({ how: CONTENT, revision: 'plumbed' });
});

story('commit-tree by an agent in its shell', (stage) => {
  stage.repo.tick();
  stage.a.bash('git update-ref HEAD $(git commit-tree "HEAD^{tree}" -p HEAD^ -m "three, by hand")');
  stage.judge({ how: CONTENT });
});

story('filter-branch: messages', (stage) => {
  stage.gitWith(QUIET, 'filter-branch', '-f', '--msg-filter', 'sed 1s/$/!/', 'base..topic');
  stage.judge({ how: CONTENT });
});

story('filter-branch: into a folder', (stage) => {
  const filter = script(
    stage,
    'into',
    `git ls-files -s | sed 's-\\t-&sub/-' | GIT_INDEX_FILE=$GIT_INDEX_FILE.new git update-index --index-info
mv "$GIT_INDEX_FILE.new" "$GIT_INDEX_FILE"`,
  );
  stage.gitWith(QUIET, 'filter-branch', '-f', '--index-filter', filter, 'topic');
  stage.judge({ how: CONTENT });
});

story('filter-branch: a file is taken out of all commits', (stage) => {
  const filter = 'git rm -q --cached --ignore-unmatch b.txt';
  stage.gitWith(QUIET, 'filter-branch', '-f', '--index-filter', filter, 'topic');
  stage.judge({ how: CONTENT });
});

story('fast-export and fast-import: another name of a person', (stage) => {
  const out = stage.repo.gitRaw(['fast-export', '--reencode=yes', 'topic']).toString('latin1');
  stage.repo.gitRaw(
    ['fast-import', '--quiet', '--force'],
    Buffer.from(out.replaceAll('Ada Tester', 'Ada Elsewhere'), 'latin1'),
  );
  stage.judge({ how: CONTENT });
});

story('fast-export and fast-import: another path', (stage) => {
  const out = stage.repo.gitRaw(['fast-export', 'topic']).toString('latin1');
  stage.repo.gitRaw(
    ['fast-import', '--quiet', '--force'],
    Buffer.from(out.replaceAll(/ a\.txt$/gm, ' timers.txt'), 'latin1'),
  );
  stage.git('reset', '-q', '--hard');
  stage.judge({ how: CONTENT });
});
