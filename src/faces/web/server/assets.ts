import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ProvError } from '../../../errors.ts';

/** A file of the page. */
export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  /** Compressed when it is first asked for. */
  readonly zipped: () => Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The folder of the built page in the package. */
export const pageDir = (packageDir: string): string => join(packageDir, 'dist', 'web');

/**
 * The files of the page, by their path on the server, such as `/main.js`. Only these names are served; no request reaches
 * the file system.
 * @throws ProvError `bug` when the package has no page
 */
export function readAssets(packageDir: string): ReadonlyMap<string, Asset> {
  const dir = join(pageDir(packageDir), 'served');
  const assets = new Map<string, Asset>();
  try {
    for (const name of readdirSync(dir)) {
      const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
      if (type === undefined) continue;
      const bytes = readFileSync(join(dir, name));
      assets.set(name === 'index.html' ? '/' : `/${name}`, { type, bytes, zipped: zippedOnce(bytes) });
    }
  } catch (cause) {
    throw new ProvError('data', 'The page is not in this package.', {
      cause,
      hint: 'Install git-prov again, or run npm run build.',
    });
  }
  return assets;
}

function zippedOnce(bytes: Buffer): () => Buffer {
  let zipped: Buffer | undefined;
  return () => (zipped ??= gzipSync(bytes));
}
