import type { Repo } from '../../git/repository/repo.ts';
import { readSettings } from '../../git/repository/git-settings.ts';

/** How much text is kept: a summary; also the full text on this machine; or no words at all. */
export type CaptureMode = 'summary' | 'full' | 'hashes';

/** The setting `prov.capture`. */
export interface CaptureSetting {
  readonly mode: CaptureMode;
  /** The configured value, when it is unknown: `hashes` applies then. */
  readonly unknown?: string;
}

/**
 * Reads the setting from git, so it may be in any of git's configuration files.
 * @throws ProvError `git` when one of them cannot be read
 */
export async function captureSetting(repo: Repo): Promise<CaptureSetting> {
  const value = (await readSettings(['prov'], repo)).get('prov.capture')?.trim();
  if (value === undefined) return { mode: 'summary' };
  const mode = value.toLowerCase();
  return mode === 'summary' || mode === 'full' || mode === 'hashes' ? { mode } : { mode: 'hashes', unknown: value };
}
