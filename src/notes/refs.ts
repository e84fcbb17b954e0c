/** The ref of this clone's notes. */
export const NOTES_REF = 'refs/notes/provenance';

/** The folder of all other refs of git prov. None of them is pushed. */
export const OWN_REFS = 'refs/prov';

/** The notes as fetched, a ref for each remote. */
export const FETCHED_REFS = `${OWN_REFS}/remotes`;

/** The fetched notes that were joined last, a ref for each remote. */
export const JOINED_REFS = `${OWN_REFS}/joined`;

/** Replaced notes that could not be read: `refs/prov/quarantine/<commit>/<blob>`. */
export const QUARANTINE_REFS = `${OWN_REFS}/quarantine`;
