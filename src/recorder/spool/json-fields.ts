import type { Payload } from './event.ts';

// Fields of payloads that no schema guarantees: a field of an unexpected type counts as absent.

/** The string at `key`, or undefined. */
export const text = (object: Payload, key: string): string | undefined => {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** The whole number at `key` when it is not negative, or undefined. */
export const count = (object: Payload, key: string): number | undefined => {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === 'number' && Number.isSafeInteger(Math.round(value)) && value >= 0
    ? Math.round(value)
    : undefined;
};

/** The cost in US dollars at `key`, as in `Usage`; absent where it is missing or 0, as for a model without a price. */
export const costAt = (object: Payload, key: string): { readonly cost?: number } => {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  const cost = typeof value === 'number' ? Math.round(value * 1e6) : 0;
  return cost > 0 && Number.isSafeInteger(cost) ? { cost } : {};
};

/** The object at `key`, or an empty one. */
export const object = (from: Payload, key: string): Payload => {
  const value = Object.hasOwn(from, key) ? from[key] : undefined;
  return isObject(value) ? value : {};
};

/** The list of objects at `key`; other items are left out. */
export const objects = (from: Payload, key: string): Payload[] => {
  const value = Object.hasOwn(from, key) ? from[key] : undefined;
  return Array.isArray(value) ? value.filter(isObject) : [];
};

/** The strings in the list at `key`; other items are left out. */
export const strings = (from: Payload, key: string): string[] => {
  const value = Object.hasOwn(from, key) ? from[key] : undefined;
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
};

export const isObject = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
