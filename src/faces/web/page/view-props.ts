import type { Address } from '../address.ts';

/** A view gets its address, and draws itself. */
export interface ViewProps {
  readonly address: Address;
}
