/** Where a text stands in a session. `message`: of a commit that the agent made. */
export const PLACES = ['prompt', 'plan', 'thinking', 'words', 'message'] as const;
export type Place = (typeof PLACES)[number];

/** One item of a conversation: a text, or a call. */
export type Heard = { readonly place: Place; readonly text: string } | { readonly call: string };

/** How much of one text is read, in characters. */
export const LONGEST_HEARD = 8192;
