import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The panel at the side. It takes the focus when it opens, and gives it back when it closes. */
export function Panel({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose();
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [onClose]);
  return (
    <aside class="panel" ref={box} tabIndex={0} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="plain" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      {children}
    </aside>
  );
}

/** One part of a panel; nothing when it is empty. */
export const Part = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
);
