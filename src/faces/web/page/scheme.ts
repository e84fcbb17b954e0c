import { useEffect, useState } from 'preact/hooks';

/** The colour scheme: the system's unless the person chose one. */
export type Scheme = 'system' | 'light' | 'dark';

const NEXT: Readonly<Record<Scheme, Scheme>> = { system: 'light', light: 'dark', dark: 'system' };
const NAMES: Readonly<Record<Scheme, string>> = { system: '◐ System', light: '○ Light', dark: '● Dark' };
const listeners = new Set<(scheme: Scheme) => void>();
let current: Scheme = stored();
apply();

function stored(): Scheme {
  try {
    const kept = localStorage.getItem('scheme');
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system'; // a file opened from a folder may have no storage
  }
}

function apply(): void {
  if (current === 'system') delete document.documentElement.dataset['scheme'];
  else document.documentElement.dataset['scheme'] = current;
}

export const schemeName = (scheme: Scheme): string => NAMES[scheme];

/** Chooses the next scheme, for this and later visits. */
export function nextScheme(): void {
  current = NEXT[current];
  apply();
  try {
    localStorage.setItem('scheme', current);
  } catch {
    // It then counts until the page is closed.
  }
  for (const tell of listeners) tell(current);
}

export function useScheme(): Scheme {
  const [scheme, setScheme] = useState(current);
  useEffect(() => {
    listeners.add(setScheme);
    return () => void listeners.delete(setScheme);
  }, []);
  return scheme;
}
