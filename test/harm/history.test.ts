import { describe } from 'vitest';
import { preparePair, story } from './pair.ts';

// Output, exit codes and all of the user's files are the same with our hooks and without them.
preparePair();

describe('commits', () => {
  story(
    'all kinds of commit',
    `
      agent: echo agent >>a.txt; echo new >agent.txt
      git status --porcelain=v2 --branch
      git add -A
      git commit -m one
      agent: echo more >>agent.txt
      git commit -a -F .gitignore
      agent: echo again >>agent.txt
      git commit -a --amend --no-edit
      git commit --allow-empty -m empty
      git commit -m nothing
      agent: echo five >>agent.txt
      GIT_EDITOR='echo written >' git commit -a -v
      GIT_EDITOR=false git commit --amend
      GIT_EDITOR='sh -c ": >$1" -' git commit --allow-empty
      git commit --no-verify -q --allow-empty -m quiet
      git commit --allow-empty -m 'fixup! quiet' --no-status --author 'Other <o@example.com>' --date 2020-01-01T00:00:00Z
      git -c gpg.program=false commit -S --allow-empty -m signed
      git commit --dry-run -a
      agent: echo six >>agent.txt; echo six >>a.txt
      git commit a.txt -m only
      git commit -m include -i agent.txt
      echo seven >>a.txt; printf 'y\\n' | git commit -p -m part
      git -c user.useConfigOnly=true -c user.name= commit --allow-empty -m nobody
      git commit --porcelain --allow-empty -m porcelain
    `,
  );

  story(
    'tags, branches, what reads',
    `
      agent: echo agent >>a.txt
      git commit -qam one
      git tag v2; git tag -a -m two v2.1; git tag -d v2
      git branch side; git branch -m side aside; git branch -D aside; git branch -d topic
      git branch -vv -a
      git describe --all --long; git describe --tags
      git log --oneline --graph --decorate --branches
      git log -3 --notes --stat
      git show
      git shortlog -s HEAD; git rev-list --count --branches
      git reflog
      git status --porcelain; git status -sb; git diff HEAD~1 --stat
      git fsck --no-dangling
      git archive HEAD | tar -t
      git bundle create -q ../b.bundle --branches --tags; git bundle list-heads ../b.bundle; rm ../b.bundle
      git blame a.txt | tail -3
      git grep -c agent; git ls-files -s
    `,
  );

  story(
    'reset, checkout, switch, restore, rm, mv',
    `
      agent: echo agent >>a.txt; echo new >agent.txt
      git add -A; git commit -m one
      git reset --soft HEAD~1
      git commit -m again
      git reset HEAD~1
      git reset --hard ORIG_HEAD
      git checkout topic
      agent: echo dirty >>new.txt
      git switch main
      git switch -c fresh --discard-changes
      git checkout clash
      git checkout -
      git checkout main -- b.txt
      agent: echo dirty >>a.txt
      git restore a.txt
      git restore --source topic --staged --worktree new.txt
      git checkout --detach
      git commit -m detached
      git checkout -B back main
      git mv a.txt moved.txt; git rm -q b.txt; git commit -m moved
      git checkout --orphan alone; git commit -m alone
      git switch nowhere
      git clean -fdx
    `,
  );

  story(
    'stash',
    `
      agent: echo agent >>a.txt; echo new >agent.txt
      git stash push
      git stash list; git stash show -p
      git stash pop
      git stash push -u -m all
      git stash apply --index
      git checkout -f; git clean -fdq
      git stash branch stashed
      git commit -a -m stashed
      git checkout -q main; sed 's/^15$/mine/;s/^fifteen$/mine/' a.txt >t; mv t a.txt; git stash
      git checkout -q clash; git stash pop
      git status --porcelain; git checkout -f; git stash drop; git stash drop
      agent: echo keep >>a.txt
      git add a.txt; echo not >>b.txt; git stash push --keep-index; git stash clear; git stash pop
    `,
  );
});

describe('merges', () => {
  story(
    'fast-forward, true, squashed, of several',
    `
      agent: echo agent >agent.txt
      git merge ahead
      git add -A; git commit -m one
      git merge ahead
      git merge --no-edit topic
      git reset -q --hard HEAD~1; git merge --squash topic
      git commit -m squashed
      git reset -q --hard HEAD~1; git merge --no-ff -m merged --log topic
      git branch lone HEAD~1; git checkout -q -b other HEAD~1; echo other >other.txt; git add -A; git commit -qm other
      git checkout -q main; git reset -q --hard HEAD~1; git merge -m octopus topic other
      git merge --ff-only clash
      git merge --no-commit --no-ff lone
      git merge nowhere
    `,
  );

  story(
    'with conflicts',
    `
      agent: echo agent >>b.txt
      git commit -qam one
      git merge clash
      git merge --abort
      git -c merge.conflictStyle=diff3 merge clash
      git commit -m no
      agent: printf 'mine\\n' >a.txt
      git add a.txt; git status --porcelain
      git commit --no-edit
      git reset -q --hard HEAD~1; git merge -X theirs -m theirs clash
      git reset -q --hard HEAD~1; git merge -s ours -m ours clash
      git reset -q --hard HEAD~1; git config rerere.enabled true; git merge clash
      agent: printf 'mine\\n' >a.txt
      git add a.txt; git merge --continue
      git reset -q --hard HEAD~1; git merge clash; git rerere status; git merge --quit
    `,
  );
});

describe('rewriting', () => {
  story(
    'rebase',
    `
      agent: echo agent >agent.txt
      git add -A; git commit -m one
      git checkout -q topic
      agent: echo agent >topic.txt
      git add -A; git commit -qm 'topic four'
      git rebase main
      git rebase main
      git rebase --apply --force-rebase HEAD~2
      git branch kept; git rebase --onto ahead HEAD~1
      git reset -q --hard kept
      GIT_SEQUENCE_EDITOR='sed -i 2s/pick/squash/' git rebase -i HEAD~2
      git commit --allow-empty -m 'fixup! topic three'; git rebase -i --autosquash --keep-empty HEAD~2
      git rebase --exec 'echo run; git status --porcelain' HEAD~1
      git rebase --exec false HEAD~1
      git rebase --abort
      agent: echo dirty >>a.txt
      git rebase --autostash --force-rebase HEAD~1
      git rebase HEAD~1
      git checkout -f; git rebase nowhere
      git rebase --root
    `,
  );

  story(
    'rebase with conflicts, of merges, step by step',
    `
      agent: echo agent >>b.txt
      git commit -qam one
      git checkout -q clash; git rebase main
      git status --porcelain
      agent: echo mine >a.txt
      git add a.txt; git rebase --continue
      git reset -q --hard ORIG_HEAD; git rebase main
      git rebase --skip
      git reset -q --hard ORIG_HEAD; git rebase main
      git rebase --abort
      git rebase --apply main
      git rebase --abort
      git checkout -q main; git merge -q -m m topic; git rebase --rebase-merges --force-rebase HEAD~2
      GIT_SEQUENCE_EDITOR='sed -i 1s/pick/edit/' git rebase -i HEAD~1
      GIT_SEQUENCE_EDITOR='sed -i 1s/pick/edit/' git rebase -i HEAD~1
      agent: echo edited >>b.txt
      git commit -a --amend -m edited
      git rebase --continue
      GIT_SEQUENCE_EDITOR='sed -i 1s/pick/reword/' GIT_EDITOR='echo reworded >' git rebase -i HEAD~1
      GIT_SEQUENCE_EDITOR='sed -i 1d' git rebase -i HEAD~1
      GIT_SEQUENCE_EDITOR='echo break >>' git rebase -i HEAD~1
      git rebase --quit
    `,
  );

  story(
    'cherry-pick and revert',
    `
      agent: echo agent >agent.txt
      git add -A; git commit -m one
      git cherry-pick topic
      git cherry-pick topic~2
      git cherry-pick -x topic~1
      git cherry-pick -n ahead
      git commit -m picked
      git reset -q --hard HEAD~3; git cherry-pick main~1..topic
      git cherry-pick --ff ahead
      git cherry-pick clash~1
      git cherry-pick --abort
      git cherry-pick clash~2..clash
      agent: echo mine >a.txt
      git add a.txt; git cherry-pick --continue
      git reset -q --hard HEAD~1; git cherry-pick clash~1 clash; git cherry-pick --skip
      git revert --no-edit HEAD
      git revert --no-edit HEAD HEAD~1
      git revert -n HEAD; git revert --abort
      git revert v1
      git revert --quit; git checkout -f
      git merge -q -m m topic; git revert -m 1 --no-edit HEAD
    `,
  );

  story(
    'patches',
    `
      agent: echo agent >agent.txt
      git add -A; git commit -m one
      git format-patch -o ../patches main~1..topic
      git am ../patches/*
      git am -3 ../patches/0001*
      git am --abort
      git reset -q --hard HEAD~3; git apply --index ../patches/0001*; git commit -m applied
      git format-patch -1 --stdout clash~1 >../clash.patch; git am ../clash.patch
      git am --show-current-patch=diff
      git am --skip
      git am -3 ../clash.patch
      agent: echo mine >a.txt
      git add a.txt; git am --continue
      git apply --check ../clash.patch; git apply --cached ../patches/0002*; git commit -m cached
      echo nothing | git am
      rm -rf ../patches ../clash.patch
    `,
  );

  story(
    'filter-branch, bisect, replace, notes of the user',
    `
      agent: echo agent >agent.txt
      git add -A; git commit -m one
      git notes add -m mine; git notes append -m more; git notes show; git notes list
      git notes --ref other add -m theirs; git notes merge other
      git config notes.rewriteRef 'refs/notes/*'; git commit --amend -m amended; git log -1 --notes=other | cat
      git notes --ref other copy HEAD~1 HEAD
      git notes prune -v
      FILTER_BRANCH_SQUELCH_WARNING=1 git filter-branch --msg-filter 'sed s/t/T/' topic~1..topic
      git bisect start HEAD v1; git bisect run sh -c '! grep fifteen a.txt'
      git bisect reset
      git replace HEAD~1 HEAD~2; git log --oneline -3; git replace -d "$(git rev-parse HEAD~1)"
      git update-ref refs/heads/raw HEAD; git symbolic-ref refs/heads/sym refs/heads/raw; git update-ref -d refs/heads/raw
      git commit-tree -m raw HEAD^{tree} -p HEAD
      git fast-export --branches | tail -20
    `,
  );
});
