/** The major types of CBOR (RFC 8949, 3.1), stored in the first three bits of an item. */
export const UINT = 0;
export const NINT = 1;
export const BYTES = 2;
export const TEXT = 3;
export const ARRAY = 4;
export const MAP = 5;
export const TAG = 6;
