import { preparePair, story } from './pair.ts';

// Hooks of the user run as before: with the same name, arguments, input, environment and folder; their output and
// exit codes count as before.
preparePair();

const NAMES =
  `pre-commit prepare-commit-msg commit-msg post-commit pre-merge-commit post-merge pre-rebase post-rewrite post-checkout
  applypatch-msg pre-applypatch post-applypatch pre-push pre-auto-gc`.replaceAll(/\s+/g, ' ');

// A hook that records its own call. It fails when a file has its name, and reads its input only when it gets some. The shell itself
// lists the variables: with env, grep and sort these stories would start a thousand programs more.
const TELLS = `n=\${0##*/}
{ echo "$0 $#: $*"; pwd; export -p | while read -r word pair; do case \${pair#-x } in GIT_* | prov*) echo "$pair" ;; esac; done; umask
case $n in post-rewrite | pre-push) cat ;; esac; } >>"$HOME/told"
echo "out of $n"; echo "err of $n" >&2
[ $n != commit-msg ] || echo edited >>"$1"
[ ! -e "$HOME/refuses-$n" ]`;

const PLAY = `
  agent: echo agent >agent.txt
  git add -A; git commit -m one
  git commit --amend --no-edit; cat ../home/told
  touch ../home/refuses-pre-commit ../home/refuses-post-commit; git commit --allow-empty -m no
  git commit --no-verify --allow-empty -m yes
  rm ../home/refuses*; git merge --no-edit topic; git merge ahead; git checkout -q clash~1; git merge --no-edit ahead
  touch ../home/refuses-post-checkout ../home/refuses-pre-merge-commit; git checkout -b other; git merge --no-ff topic
  rm ../home/refuses*; git merge --abort; git checkout -qf main; git rebase --force-rebase HEAD~1
  touch ../home/refuses-pre-rebase; git rebase --force-rebase HEAD~1
  git format-patch -o ../patches clash~1; git am -3 ../patches/*; git am --abort; rm -r ../patches
  git push
  touch ../home/refuses-pre-push; git push origin HEAD:refs/heads/no
  git push --no-verify origin HEAD:refs/heads/yes
  git push --dry-run origin HEAD:refs/heads/dry
  git -C dir commit --allow-empty -m below
  git worktree add -q ../linked topic; cd ../linked; git commit --allow-empty -m linked; GIT_DIR=../repo/.git GIT_WORK_TREE=../repo git commit --allow-empty -m there
  cat ../home/told`;

// Puts the hook into a folder under all names; on one side git prov is installed afterwards.
const install = (dir: string, first: string): string => `
  ours: $PROV deinit --force
  mkdir -p ${dir}; for n in ${NAMES}; do f=${dir}/$n; printf '%s\\n' '${first}' '${TELLS.replaceAll("'", "'\\''").replaceAll('\n', "' '")}' >$f; chmod +x $f; done`;

story('in .git/hooks', `${install('.git/hooks', '#!/bin/sh')}\nours: $PROV init\n${PLAY}`, { processes: true });

story(
  'in a folder of the work tree, by core.hooksPath',
  `${install('.githooks', '#!/bin/sh')}\ngit config core.hooksPath .githooks\nours: $PROV init\n${PLAY}`,
);

for (const [first, dir] of [
  ['#!/usr/bin/env bash', '.git/hooks'],
  ['#!/bin/bash -e', '../home/hooks'],
] as const)
  story(
    `in ${dir}, ${first}`,
    `${install(dir, first)}
      ours: $PROV init
      git config core.hooksPath ${dir}
      ours: $PROV init
      agent: echo agent >agent.txt
      git add -A; git commit -m one; git commit --amend -m two; git push; git checkout -q topic; git merge clash; cat ../home/told`,
  );

// The times of files decide how often git runs it, so only this is compared.
story(
  'what an agent does is no change of the index to a hook',
  `
    ours: $PROV deinit --force
    printf '#!/bin/sh\\necho told >>"$HOME/told"\\n' >.git/hooks/post-index-change; chmod +x .git/hooks/post-index-change
    ours: $PROV init
    agent: echo agent >agent.txt; echo more >>a.txt
    agent: echo again >>agent.txt
    ours: $PROV status
  `,
  { unrecorded: true },
);

story(
  'in a folder that the configuration of the user names',
  `${install('../home/hooks', '#!/bin/sh')}
    printf '[core]\\n\\thooksPath = ~/hooks\\n' >../home/.gitconfig
    ours: unset GIT_CONFIG_GLOBAL; $PROV init
    unset GIT_CONFIG_GLOBAL; git commit --allow-empty -m one; git push; cat ../home/told`,
);

// As husky 9 and husky 4 do it: one script for all hooks, which reads the name that it was called by.
story(
  'one script that goes by its name',
  `
    ours: $PROV deinit --force
    mkdir -p .husky/_; printf 'n=\${0##*/}; s=$(dirname "$(dirname "$0")")/$n; [ -f "$s" ] || exit 0; sh -e "$s" "$@"; c=$?; [ $c = 0 ] || echo "$n failed ($c)"; exit $c\\n' >.husky/_/h
    for n in ${NAMES}; do printf '#!/usr/bin/env sh\\n. "\${0%%/*}/h"\\n' >.husky/_/$n; chmod +x .husky/_/$n; done
    echo 'echo "checked $0"' >.husky/pre-commit; echo 'cat; exit 3' >.husky/pre-push; git config core.hooksPath .husky/_
    ours: $PROV init
    agent: echo agent >agent.txt
    git add agent.txt; git commit -m one
    git push
    ours: $PROV deinit --force
    git config --unset core.hooksPath; printf '#!/bin/sh\\n[ "\${0##*/}" = pre-push ] && echo "\${0%%/*}" && exit 4\\n' >.git/hooks/pre-push; chmod +x .git/hooks/pre-push
    ours: $PROV init
    git push
  `,
  { processes: true },
);

story(
  'hooks that are not what git runs, and one that reads nothing of its input',
  `
    ours: $PROV deinit --force
    echo 'exit 1' >.git/hooks/pre-push; printf '#!/bin/sh\\nexit 0\\n' >.git/hooks/post-rewrite; chmod +x .git/hooks/post-rewrite
    ours: $PROV init
    agent: echo agent >agent.txt
    git add agent.txt; git commit -qm one; git commit -q --amend -m two
    git -c advice.ignoredHook=false push
  `,
);
