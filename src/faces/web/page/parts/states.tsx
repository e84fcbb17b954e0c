import type { ComponentChildren } from 'preact';
import type { Asked } from '../ask.ts';
import { AskError } from '../source.ts';

/** What stands where an answer will be. */
export const Waiting = ({ what }: { readonly what: string }) => (
  <p class="waiting" role="status">
    Reading {what} …
  </p>
);

/** An error: what happened, why, and what to do. */
export function Failed({ error }: { readonly error: Error }) {
  const { why, hint } = error instanceof AskError ? error : { why: undefined, hint: undefined };
  return (
    <div class="failed" role="alert">
      <p>
        <strong>{error.message}</strong>
      </p>
      {why !== undefined && <p>{why}</p>}
      {hint !== undefined && <p class="hint">{hint}</p>}
    </div>
  );
}

/** What stands where nothing is recorded, with what to do next. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p>
      <strong>{title}</strong>
    </p>
    {children}
  </div>
);

/** Draws an answer, or what stands in its place. */
export function Answered<T>({
  asked,
  what,
  children,
}: {
  readonly asked: Asked<T>;
  readonly what: string;
  readonly children: (data: T) => ComponentChildren;
}) {
  if (asked.state === 'waiting') return <Waiting what={what} />;
  return asked.state === 'failed' ? <Failed error={asked.error} /> : <>{children(asked.data)}</>;
}
