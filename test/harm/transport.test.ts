import { describe } from 'vitest';
import { preparePair, story } from './pair.ts';
import { FETCHED, RENAMED } from './unavoidable.ts';

// Transfers: with git prov, a push sends the notes to the remote too, and a fetch brings them here. Nothing else changes.
preparePair();

describe('push', () => {
  story(
    'what is new, refused, forced, deleted, told only',
    `
      agent: echo agent >agent.txt
      git add -A; git commit -qm one
      git push --dry-run
      git push
      git push
      git push --porcelain -u origin HEAD:refs/heads/fresh
      agent: echo more >>agent.txt
      git commit -qam two; git push --atomic origin main topic
      git -C ../mate fetch -q; git -C ../mate checkout -q -B main origin/main
      git -C ../mate commit -q --allow-empty -m mate; git -C ../mate push -q
      agent: echo again >>agent.txt
      git commit -qam three; git push
      git push --force-with-lease
      git fetch; git push --force-with-lease origin main
      git push --delete origin fresh
      git push --delete origin nowhere
      git tag v3; git push --tags
      git push origin v3 :v3
      git push --no-verify origin HEAD:refs/heads/unseen
      git push --all
      git push --porcelain --dry-run origin HEAD:refs/heads/dry
      git push -q origin +HEAD~1:main
      git push nowhere; git push ../nowhere.git main; git push origin nowhere
      git push --signed=if-asked origin main
      git -c push.default=nothing push
      git push --prune --dry-run origin 'refs/heads/*'
    `,
    { allow: [FETCHED] },
  );

  story(
    'a remote that refuses, and one that says something',
    `
      printf '#!/bin/sh\\nwhile read -r old new ref; do case $ref in refs/heads/*) echo no $ref; exit 1 ;; esac; done\\n' >../origin.git/hooks/pre-receive; chmod +x ../origin.git/hooks/pre-receive
      agent: echo agent >agent.txt
      git add -A; git commit -qm one
      git push
      rm ../origin.git/hooks/pre-receive
      printf '#!/bin/sh\\ncase $1 in refs/heads/*) echo hello $1 ;; esac\\n' >../origin.git/hooks/update; chmod +x ../origin.git/hooks/update
      git push
      rm ../origin.git/hooks/update
      git -C ../origin.git config receive.denyDeletes true; git push --delete origin topic
      git -C ../origin.git config receive.denyNonFastForwards true; git push origin +HEAD~1:main
    `,
  );

  story(
    'a pre-push hook of the user that refuses',
    `
      for r in repo; do f=.git/hooks/pre-push; [ -e $f ] && f=$f.user; printf '#!/bin/sh\\necho "$@"; cat; exit 1\\n' >$f; chmod +x $f; done
      agent: echo agent >agent.txt
      git add -A; git commit -qm one
      git push
      git push --no-verify
    `,
  );
});

describe('fetch and pull', () => {
  story(
    'all ways',
    `
      agent: echo agent >agent.txt
      git add -A; git commit -qm one; git push -q
      git -C ../mate pull -q origin main; git -C ../mate commit -q --allow-empty -m mate; git -C ../mate push -q --no-verify
      git fetch --dry-run
      git fetch
      git fetch --all --prune
      git pull
      git -C ../mate commit -q --allow-empty -m mate2; git -C ../mate push -q --no-verify
      agent: echo more >>agent.txt
      git commit -qam two; git pull --ff-only
      git pull
      git pull --no-rebase --no-edit
      git -C ../mate commit -q --allow-empty -m mate3; git -C ../mate push -q --no-verify
      agent: echo again >>agent.txt
      git commit -qam three; git pull --rebase
      git push -q
      git fetch origin topic
      git fetch origin 'refs/heads/*:refs/mirror/*'
      git fetch origin nowhere
      git fetch --tags origin; git fetch --depth 1 origin main; git fetch --unshallow
      git fetch nowhere; git fetch ../nowhere.git
      git ls-remote --heads --tags origin
      git remote -v; git remote update; git remote prune origin
      git push -q origin :topic; git fetch -p
      git remote rename origin source; git fetch
      git remote remove source
    `,
    { allow: [FETCHED, RENAMED] },
  );
});

describe('other repositories', () => {
  story(
    'clones, bare, shared, shallow; bundles',
    `
      agent: echo agent >agent.txt
      git add -A; git commit -qm one; git push -q
      git clone . ../copy
      git clone --bare . ../copy.git; git clone --shared . ../shared
      git clone --depth 1 "file://$PWD" ../shallow; git clone -b topic --single-branch ../origin.git ../single
      cd ../copy; echo x >>a.txt; git commit -am copy; git push origin HEAD:refs/heads/copied
      cd ../shared; echo x >>a.txt; git commit -am shared; git push origin HEAD:refs/heads/shared
      git merge --no-edit shared
      git bundle create -q ../b.bundle HEAD main; git clone -q ../b.bundle ../bundled; rm ../b.bundle
    `,
  );

  story(
    'linked work trees',
    `
      agent: echo agent >agent.txt
      git worktree add ../linked topic
      cd ../linked; echo linked >linked.txt; git add -A; git commit -m linked
      git worktree list
      cd ../linked; git rebase main; git push origin HEAD
      git add -A; git commit -m one
      git worktree add -d ../detached; cd ../detached; git cherry-pick topic; git merge clash
      git worktree move ../linked ../moved; git worktree lock ../moved; git worktree remove ../moved
      git worktree unlock ../moved; git worktree remove ../moved; git worktree remove --force ../detached
      git worktree prune -v
    `,
  );

  story(
    'modules',
    `
      agent: echo agent >agent.txt
      git -c protocol.file.allow=always submodule add ../lib.git lib
      git add -A; git commit -m module
      cd lib; echo more >>lib.txt; git commit -am 'in the module'; git push
      git add lib; git commit -m moved; git submodule status; git submodule foreach 'git log --oneline'
      git -c protocol.file.allow=always submodule update --init --recursive
      git push --recurse-submodules=check
      git -c protocol.file.allow=always clone -q --recurse-submodules . ../copy
      git submodule deinit -f lib; git rm -q lib; git commit -m gone
    `,
  );

  story(
    'keeping house',
    `
      agent: echo agent >agent.txt
      git add -A; git commit -qm one
      git gc -q
      git fsck --no-dangling
      git commit --amend -qm two; git repack -adq; git prune --expire=now
      git reflog expire --expire=now --all; git gc -q --prune=now
      agent: echo more >>agent.txt
      git commit -qam three; git maintenance run --task=gc --quiet; git maintenance run --task=loose-objects --task=incremental-repack --quiet
      git pack-refs --all; git commit-graph write --reachable; git count-objects >/dev/null
      git reflog; git log --oneline --all --exclude='refs/notes/*' | tail -3
    `,
  );
});
