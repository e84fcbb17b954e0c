import type { Argv } from 'yargs';
import { type Bind, json } from './word.ts';

/** `push`, `fetch` and `sync`: one command that does half of it, the other half, or both. */
export function transport(y: Argv, bind: Bind): Argv {
  const commands = [
    { name: 'push', about: 'Bring a remote the notes of the commits that it knows', fetch: false, push: true },
    { name: 'fetch', about: "Bring a remote's notes here, and join them", fetch: true, push: false },
    { name: 'sync', about: 'Fetch and push notes', fetch: true, push: true },
  ];
  for (const { name, about, ...halves } of commands)
    y.command(
      `${name} [remote]`,
      about,
      (c) =>
        c
          .positional('remote', {
            type: 'string',
            describe: 'A remote or an address; where git push goes, when absent',
          })
          .options({ json })
          .parserConfiguration({ 'populate--': true }),
      bind(async ({ remote: named, ...args }, ctx) => {
        const remote = named ?? (args as { '--'?: string[] })['--']?.[0];
        return (await import('../commands/sync.ts')).runSync({ ...args, ...halves, remote }, ctx);
      }),
    );
  return y;
}
