/**
 * Whether a path fits a pattern as git writes them in `.gitattributes`: `*` and `?` fit within a name, `**` fits any folders. A
 * pattern without a slash fits a name in any folder; one that ends with a slash fits what is in that folder. The time is at most
 * the product of both lengths, because patterns come from repositories.
 * @param path relative to the top
 */
export function matchesPath(pattern: string, path: string): boolean {
  const parts = (pattern.endsWith('/') ? `${pattern}**` : pattern).replace(/^\//, '').split('/');
  const isName = !pattern.includes('/');
  return matchesParts(isName ? ['**', ...parts] : parts, path.split('/'));
}

/** The same for the name of a branch: `release/*`. Without a star it has to be the whole name. */
export const matchesBranch = (pattern: string, branch: string): boolean =>
  matchesParts(pattern.split('/'), branch.split('/'));

// By rows: which beginnings of the names fit the parts so far.
function matchesParts(parts: readonly string[], names: readonly string[]): boolean {
  let fits = [true, ...names.map(() => false)];
  for (const [at, part] of parts.entries()) {
    const isLast = at === parts.length - 1;
    const next = fits.map(() => false);
    for (let i = 0; i <= names.length; i++) {
      if (part === '**') next[i] = (isLast ? false : fits[i]!) || (i > 0 && (next[i - 1]! || fits[i - 1]!));
      else if (i > 0) next[i] = fits[i - 1]! && matchesName(part, names[i - 1]!);
    }
    fits = next;
  }
  return fits[names.length]!;
}

// After a mismatch, the last star takes one character more.
function matchesName(part: string, name: string): boolean {
  let [at, i, star, mark] = [0, 0, -1, 0];
  while (i < name.length) {
    if (part[at] === '*') [star, mark] = [at++, i];
    else if (at < part.length && (part[at] === '?' || part[at] === name[i])) [at, i] = [at + 1, i + 1];
    else if (star >= 0) [at, i] = [star + 1, ++mark];
    else return false;
  }
  while (part[at] === '*') at++;
  return at === part.length;
}
