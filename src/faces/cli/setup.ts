import { watch } from '../../recorder/repo-state.ts';
import { openRepo } from '../../git/repository/repo.ts';
import { deinit, type DeinitOptions } from './commands/deinit.ts';
import { init, type InitOptions, type InitReport } from './commands/init.ts';
import type { CliContext } from './context.ts';
import { openOutput } from './output.ts';
import { renderInit } from './render/init.ts';
import { jsonText } from './render/json-text.ts';

/** `git prov init`. */
export async function runInit(options: InitOptions & { readonly json: boolean }, ctx: CliContext): Promise<number> {
  const done = await init(ctx, options);
  if (!options.global && !options.dryRun) await watch(await openRepo(ctx.cwd, ctx.env));
  return print(done, options.json, ctx);
}

/** `git prov deinit`. */
export async function runDeinit(options: DeinitOptions & { readonly json: boolean }, ctx: CliContext): Promise<number> {
  return print(await deinit(ctx, options), options.json, ctx);
}

async function print(done: InitReport, json: boolean, ctx: CliContext): Promise<number> {
  const output = await openOutput({ ...ctx, paged: false });
  await output.write(json ? `${jsonText(done, 2)}\n` : renderInit(done));
  return output.close();
}
