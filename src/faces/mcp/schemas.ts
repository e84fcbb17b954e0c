import type { Schema } from './tool.ts';

/** Length limit of a name, a path or a revision, in characters. */
const MAX_NAME_CHARACTERS = 1000;
const MAX_TEXT_CHARACTERS = 16_000;

/** A name, a path or a revision. */
export const word = (description: string): Schema => ({
  type: 'string',
  description,
  minLength: 1,
  maxLength: MAX_NAME_CHARACTERS,
});
/** Text in words. */
export const text = (description: string): Schema => ({
  type: 'string',
  description,
  minLength: 1,
  maxLength: MAX_TEXT_CHARACTERS,
});
/** Several names. */
export const words = (description: string): Schema => ({ type: 'array', description, items: word(''), maxItems: 20 });
/** A whole number with its limits and its value when it is absent. */
export const count = (description: string, maximum: number, value: number, minimum = 1): Schema => ({
  type: 'integer',
  description,
  minimum,
  maximum,
  default: value,
});
/** A list of an answer. */
export const list: Schema = { type: 'array', items: { type: 'object', additionalProperties: true } };
/** An object of an answer. */
export const thing: Schema = { type: 'object', additionalProperties: true };
/** A value of an answer that may be null. */
export const nullable = (type: 'string' | 'integer'): Schema => ({ anyOf: [{ type }, { type: 'null' }] });

/** The least confidence of what is shown. */
export const atLeast = (what: string): Schema => ({
  type: 'number',
  description: `Only ${what} of at least this confidence`,
  minimum: 0,
  maximum: 1,
});
