/**
 * hooks/git sets it where the user's push does not wait for the notes (`prov.push background`). Such a program has more time, prints
 * nothing, and continues when the terminal is closed.
 */
export const BACKGROUND = 'GIT_PROV_BACKGROUND';
