import type { OwnerKind } from '../../contract.ts';
import { CHECK_SIGNS, CHECK_WORDS, OWNER_WORDS, type Verdict } from './words.ts';

/** The sign of a verification, with its word for those who do not see it. */
export const CheckMark = ({ check, words = false }: { readonly check: Verdict; readonly words?: boolean }) => (
  <span class={`check check-${check}`} title={CHECK_WORDS[check]}>
    <span aria-hidden={words ? undefined : 'true'}>{CHECK_SIGNS[check]}</span>
    {words ? ` ${CHECK_WORDS[check]}` : <span class="unseen">{CHECK_WORDS[check]}</span>}
  </span>
);

/** Who wrote something. */
export const OwnerMark = ({ owner }: { readonly owner: OwnerKind }) => (
  <span class={`owner owner-${owner}`}>{OWNER_WORDS[owner]}</span>
);

/** How many colours sessions have; see style.css. */
const SESSION_COLORS = 8;

/** The class of a session's colour: by its place among those that are shown, so that neighbours differ. */
export function sessionColors(ids: readonly string[]): ReadonlyMap<string, string> {
  return new Map([...new Set(ids)].map((id, at) => [id, `s${at % SESSION_COLORS}`]));
}

/** A bar that shows parts of a whole, with the same in words. */
export function Share({
  parts,
  label,
}: {
  readonly parts: readonly { readonly name: string; readonly tone: string; readonly count: number }[];
  readonly label: string;
}) {
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <div class="share">
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label={label}>
        {parts.map(({ name, tone, count }, at) => {
          const before = parts.slice(0, at).reduce((sum, one) => sum + one.count, 0);
          return (
            count > 0 && (
              <rect
                key={name}
                class={`fill-${tone}`}
                x={(100 * before) / all}
                width={(100 * count) / all}
                y={0}
                height={4}
              />
            )
          );
        })}
      </svg>
      <ul class="legend">
        {parts.map(({ name, tone, count }) => (
          <li key={name}>
            <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
              <rect class={`fill-${tone}`} width={10} height={10} rx={2} />
            </svg>{' '}
            {name} <strong>{count.toLocaleString('en')}</strong>{' '}
            <span class="quiet">{all === 0 ? '0 %' : `${Math.round((100 * count) / all)} %`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
