/** The kind of a text in a session. `message`: the message of a commit that the agent made. */
export const PLACES = ['prompt', 'plan', 'thinking', 'words', 'message'] as const;
export type TextPlace = (typeof PLACES)[number];

/** One item of a conversation: a text, or a call. */
export type TalkItem =
  | {
      readonly place: TextPlace;
      readonly text: string;
      /** In a prompt: the agent wrote it as a plan, a person accepted it, and a new conversation began with it. */
      readonly planned?: true;
    }
  | { readonly call: string };

/** Characters read of one text. */
export const MAX_TEXT_CHARACTERS = 8192;

/** A conversation without a word. Here, because what reads a state needs no rules of sentences. */
export const SILENCE = { next: 0, turn: 0, said: [], calls: [] } as const;
