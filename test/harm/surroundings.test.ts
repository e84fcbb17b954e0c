import { describe } from 'vitest';
import { preparePair, story } from './pair.ts';
import { FETCHED } from './unavoidable.ts';

// Whatever is broken, missing or set in the environment, git's own output and exit codes stay the same.
preparePair();

const SHORT = `
  git add -A; git commit -m one; git commit --amend -m two
  git merge --no-edit topic; git rebase --force-rebase HEAD~1
  git push; git push --porcelain origin HEAD:refs/heads/other; git fetch`;

const RUNTIME = '"$HOME/.local/share/git-prov/runtime"';

describe('something of git prov is broken', () => {
  const FAULTS: Record<string, string> = {
    'no Node': `printf '/nowhere/node\\n/nowhere/git-prov.js\\n' >${RUNTIME}`,
    'no home folder of ours': 'rm -r "$HOME/.local"',
    'a Node that talks and dies': `printf '#!/bin/sh\\necho out; kill -9 $$\\n' >$HOME/node; chmod +x $HOME/node; printf '%s\\n' $HOME/node "$(sed 1d ${RUNTIME})" >${RUNTIME}.new; mv ${RUNTIME}.new ${RUNTIME}; mv $HOME/node $HOME/.local/node; sed -i 1s/node/.local\\\\/node/ ${RUNTIME}`,
    'a program that is cut short': `mkdir $HOME/.local/dist; head -c 5000 "$(sed 1d ${RUNTIME})" >$HOME/.local/dist/cut.js; printf '%s\\n' "$(sed -n 1p ${RUNTIME})" $HOME/.local/dist/cut.js >$HOME/.local/new; mv $HOME/.local/new ${RUNTIME}`,
    'a state that is a folder': 'rm -f .git/prov/state.json; mkdir -p .git/prov/state.json/x',
    'a state that is no JSON': 'echo nonsense >.git/prov/state.json',
    'files instead of folders':
      'rm -rf .git/prov/sessions .git/prov/spool/bad .git/prov/looks; touch .git/prov/sessions .git/prov/spool/bad .git/prov/looks',
    'a spool that is a file': 'rm -r .git/prov/spool; touch .git/prov/spool',
    'nothing there any more': 'sleep 1; rm -r .git/prov',
    'nobody may write': 'chmod -R a-w .git/prov',
    'the notes are locked': 'mkdir -p .git/refs/notes; touch .git/refs/notes/provenance.lock; : >.git/prov/active',
  };
  for (const [name, fault] of Object.entries(FAULTS))
    story(
      name,
      `agent: echo agent >agent.txt\nours: ${fault}\n${SHORT}\nours: chmod -R u+w .git/prov || :; rm -f .git/refs/notes/provenance.lock; git status`,
      {
        unrecorded: true,
        atEnd: true,
        allow: [FETCHED, PUSHED],
      },
    );
});

// When a push did not bring the notes, it prints one line of ours: see hooks/git.
const PUSHED = {
  what: 'git push prints one line when the notes were not pushed',
  why: 'the user would not notice it otherwise',
  lines: /^git prov: .*\n/gm,
  example: '',
};

describe('around git', () => {
  story(
    'folders, variables, streams',
    `
      agent: echo agent >agent.txt; echo more >>a.txt
      git -C dir add -A ..; cd /; git -C "$OLDPWD" commit -m 'from afar'
      cd dir; GIT_DIR=../.git GIT_WORK_TREE=.. git commit --amend -m 'with GIT_DIR'
      agent: echo again >>agent.txt
      cd ..; git --git-dir=repo/.git --work-tree=repo commit -am '--git-dir'
      cd .git; git --work-tree=.. commit --allow-empty -m 'in the git dir'
      env -i PATH="$PATH" GIT_COMMITTER_DATE="$GIT_COMMITTER_DATE" GIT_AUTHOR_DATE="$GIT_AUTHOR_DATE" git -c user.name=a -c user.email=a@example.com commit --allow-empty -m 'no HOME'
      GIT_INDEX_FILE=../index git read-tree HEAD; GIT_INDEX_FILE=../index git commit --allow-empty -m 'another index'; rm ../index
      agent: echo closed >>agent.txt
      git commit -am closed >&-; git commit --allow-empty -m closed 2>&-; git commit --allow-empty -m closed <&- >/dev/full
      GIT_TRACE=1 GIT_TRACE2=1 git commit --allow-empty -m traced 2>/dev/null; GIT_TRACE=1 git push 2>/dev/null
      umask 077; git commit --allow-empty -m masked; umask 0; git push
      (ulimit -f 16; git commit --allow-empty -m small)
      LC_ALL=de_DE.UTF-8 TERM=dumb git commit --allow-empty -m locale
      git -C ../mate push ../repo HEAD:refs/heads/pushed
      GIT_NAMESPACE=x git commit --allow-empty -m namespace
      GIT_REFLOG_ACTION=mine git commit --allow-empty -m action; git reflog -1
      git commit --allow-empty -m piped 2>&1 | cat; timeout 20 sh -c 'git push | cat'
    `,
  );

  for (const settings of [
    `core.logAllRefUpdates=always push.followTags=true fetch.prune=true transfer.fsckObjects=true color.ui=always index.version=4
      core.sharedRepository=group fetch.parallel=4 notes.displayRef=refs/notes/commits i18n.commitEncoding=ISO-8859-1`,
    `core.logAllRefUpdates=false core.splitIndex=true push.default=current remote.pushDefault=../origin.git commit.gpgSign=true
      push.gpgSign=if-asked gpg.program=false feature.manyFiles=true merge.ff=false pull.rebase=true`,
  ])
    story(
      `settings: ${settings.replaceAll(/\s+/g, ' ')}`,
      `
      for s in ${settings.replaceAll(/\s+/g, ' ')}; do git config "\${s%%=*}" "\${s#*=}"; done
      agent: echo agent >agent.txt
      git add -A; git commit -m one; git commit --no-gpg-sign -m two; git tag -am t t1
      git push; git fetch; git log -2; git status
      git merge --no-edit topic; git pull; git push
    `,
    );
});
