import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ProvError } from '../../../errors.ts';
import type { CliContext } from '../../cli/context.ts';
import { firstWithSecret } from '../../../ask/history/held-notes.ts';
import { isOid, type Oid } from '../../../model/ids.ts';
import { historyOf } from '../../cli/reading/reading-context.ts';
import { query } from '../answers/command.ts';
import type { Exported } from '../contract.ts';
import { provDirOf } from '../../../git/repository/local-files.ts';
import { openFileOutput } from '../../cli/output/output-file.ts';
import { openUnpaged } from '../../cli/output/unpaged.ts';
import { jsonText } from '../../cli/render/json-text.ts';
import { term } from '../../cli/render/term.ts';
import { pageDir } from '../server/assets.ts';
import { collect } from './collect.ts';

export interface ExportOptions {
  /** What to export; by default the range that a person would review. */
  readonly place?: string | undefined;
  readonly file: string;
  readonly json: boolean;
}

/**
 * `git prov web --export FILE`: writes the page with its data to a file, which works without a server and makes no request.
 * @returns the exit code
 * @throws ProvError `usage` or `data` when the place means nothing, `data` when the file cannot be written, or cannot be checked for secrets
 */
export async function exportPage({ place, file, json }: ExportOptions, ctx: CliContext): Promise<number> {
  const data = await collect(place, ctx);
  const text = fileOf(ctx.packageDir, JSON.stringify(await plainData(data.exported, ctx)));
  const path = resolve(ctx.cwd, file);
  const page = await openFileOutput(path);
  await page.write(text);
  await page.close();
  const { output } = await openUnpaged(ctx, json);
  const size = Buffer.byteLength(text);
  await output.write(
    json
      ? `${jsonText({ schema: 'git-prov/web-export/1', file: path, bytes: size, place: data.place })}\n`
      : `${term(file)}: ${term(data.place)}, ${Math.ceil(size / 1024)} KiB\n`,
  );
  return output.close();
}

// The page is passed on. A note that an older version or another program wrote may hold a secret.
const plainData = (exported: Exported, ctx: CliContext): Promise<Exported> =>
  query(ctx, async (read) => {
    if (!(await firstWithSecret(historyOf(read), commitsIn(exported)))) return exported;
    const [{ plainPage }, { ImportRedactor }] = await Promise.all([
      import('./plain-page.ts'),
      import('../../../exchange/redact-imported.ts'),
    ]);
    return plainPage(exported, new ImportRedactor(provDirOf(read.repo)));
  });

/** The commits that the data of a page names. */
function commitsIn(exported: Exported): Oid[] {
  const named = JSON.stringify(exported).matchAll(/"([0-9a-f]{64}|[0-9a-f]{40})"/g);
  return [...new Set(Array.from(named, ([, id]) => id!))].filter((id): id is Oid => isOid(id));
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function read(packageDir: string, name: string): string {
  try {
    return readFileSync(join(pageDir(packageDir), 'whole', name), 'utf8');
  } catch (cause) {
    throw new ProvError('data', 'The page is not in this package.', {
      cause,
      hint: 'Install git-prov again, or run npm run build.',
    });
  }
}

// The script and the style are named by their hashes, so nothing else in the file can run. The data is base64.
function fileOf(packageDir: string, data: string): string {
  // An HTML parser ends a script at this; JavaScript reads the backslash as nothing.
  const script = read(packageDir, 'main.js').replaceAll(/<(?=\/script|!--|script)/gi, String.raw`\x3c`);
  const style = read(packageDir, 'style.css');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>git prov</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<noscript>This file shows the record with its own JavaScript. It loads nothing.</noscript>
<script type="application/octet-stream" id="record">${gzipSync(data, { level: 9 }).toString('base64')}</script>
<script>${script}</script>
</body>
</html>
`;
}
