/** The kind of a text in a session. `message`: the message of a commit that the agent made, or the text of a pull request. */
export const PLACES = ['prompt', 'plan', 'thinking', 'words', 'message'] as const;
export type TextPlace = (typeof PLACES)[number];
/** A place as notes name it. `request`: the text of a pull request. */
export type NamedPlace = TextPlace | 'request';

/** A text of a conversation. */
export interface TextItem {
  readonly place: TextPlace;
  readonly text: string;
  /** In a prompt: the agent wrote it as a plan, a person accepted it, and a new conversation began with it. */
  readonly planned?: true;
  /** In a message: the agent wrote it for a pull request. */
  readonly request?: true;
}

/** One item of a conversation: a text, or a call. */
export type TalkItem = TextItem | { readonly call: string };

/** The place that a note names. */
export const namedPlace = ({ place, planned, request }: Omit<TextItem, 'text'>): NamedPlace =>
  planned ? 'plan' : request ? 'request' : place;

/** Characters read of one text. */
export const MAX_TEXT_CHARACTERS = 8192;

/** A conversation without a word. Here, because what reads a state needs no rules of sentences. */
export const SILENCE = { next: 0, turn: 0, said: [], calls: [] } as const;
