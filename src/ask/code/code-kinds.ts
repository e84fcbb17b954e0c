/** The kinds of things that are read from the code. */
export const CODE_KINDS = ['function', 'type', 'module', 'external', 'service', 'tool'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];
