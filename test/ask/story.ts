import { enable, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

/**
 * An agent fixes something with the help of a sub-agent and commits; then a person changes one of its lines, and the agent
 * goes on. The last edit is not committed. HEAD~2 was there before git prov, in HEAD~1 is the fix.
 */
export function tellStory(): TestRepo {
  const repo = makeRepo({
    hash: 'sha1',
    files: { 'src/auth.rs': 'fn a() {}\nfn verify_token() {}\nfn z() {}\n', Makefile: 'test:\n\ttrue\n' },
  });
  enable(repo);
  const a = new TestAgent(repo, 'sess-a').start().prompt('Fix the authentication bug');
  a.read('src/auth.rs').bash('grep verify_token src/auth.rs');
  a.edit('src/auth.rs', 'fn verify_token() {}', 'fn verify_token() {\n\tcheck(x);\n}').bash('make test');
  const task = { description: 'write the new file', prompt: 'write it' };
  const id = a.before('Task', task);
  a.send('SubagentStart', { agent_id: 'sub1', agent_type: 'general-purpose' });
  new TestAgent(repo, 'sess-a', 'sub1').read('src/auth.rs').write('src/new.rs', 'new\nlines\n');
  a.send('SubagentStop', { agent_id: 'sub1', agent_type: 'general-purpose' });
  a.after('Task', task, id, {});
  a.bash('false');
  a.send('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'git push' } });
  a.prompt('Add test coverage');
  a.bash('git add -A && git commit -qm "Fix auth"');
  repo.tick();
  repo.write('src/auth.rs', repo.read('src/auth.rs').replace('check(x)', 'check(x, y)'));
  a.write('src/t.rs', 'test one\n');
  repo.commit('Tests');
  a.edit('src/t.rs', 'test one\n', 'test one\ntest two\n');
  repo.write('src/t.rs', `${repo.read('src/t.rs')}by hand\n`);
  return repo;
}
