/** The kinds that the code itself tells. */
export const CODE_KINDS = ['function', 'type', 'module', 'external'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];
