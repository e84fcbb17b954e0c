/** The kinds of things that are read from the code. */
export const CODE_KINDS = ['function', 'type', 'module', 'external', 'service', 'tool'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** The name in the id of a thing: `Money.#add` of `function:a#b.js#Money.#add`. */
export const nameInId = (id: string): string => /^.*(?<![#.])#(.*)$/s.exec(id)?.[1] ?? id;
