/** The kinds that the code itself tells. */
export const CODE_KINDS = ['function', 'type', 'module', 'external', 'service', 'tool'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];
