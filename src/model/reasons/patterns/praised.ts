/** The option that a sentence praises in its own words: "Option one keeps the layers apart" without its number. */

const PRAISES =
  /\b(?:makes? (?:the )?(?:most )?sense|(?:is|are|seems?|looks?|feels?|would be|might be|['’]s) (?:\w+ ){0,3}(?:best|better|cleane\w+|simple\w+|safe\w+|easie\w+|lighte\w+|pragmatic|right|preferable|enough|more \w+)\b|(?:best|better|cleaner|cleanest|simpler|simplest|safer|safest|right) (?:approach|option|way|fix|solution|place|choice)\b|I['’](?:ll|d) (?:go|use|keep|prefer|take|make|rather)|(?:decided|decide|going) (?:to|with)|I prefer|let['’]s|recommended:|is to (?:just |simply )?)/i;
const NEGATES = /\b(?:not|n['’]t|never|instead of|rather than|but)\b/i;
/** Letters of a word that are compared, so that "ignoring" and "ignore" are the same. */
const STEM = 4;

const stems = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .match(/[\p{L}\d_]{4,}/gu)
      ?.map((word) => word.slice(0, STEM)) ?? [],
  );

/** The index of the one option that this sentence praises; undefined if it praises none, or more than one. */
export function praisedIn(options: readonly string[], sentence: string): number | undefined {
  if (!PRAISES.test(sentence)) return undefined;
  // What follows a contrast is not praised.
  const said = stems(sentence.split(NEGATES)[0]!);
  const all = options.map(stems);
  const counts = all.map((one, i) => {
    const own = [...one].filter((stem) => all.every((other, k) => k === i || !other.has(stem)));
    return { shared: own.filter((stem) => said.has(stem)).length, of: own.length };
  });
  const best = counts.reduce((top, { shared }, i) => (shared > counts[top]!.shared ? i : top), 0);
  const { shared, of } = counts[best]!;
  const others = Math.max(...counts.filter((_, i) => i !== best).map((one) => one.shared));
  return shared > others && (shared >= 2 || (of > 0 && shared / of >= 0.5)) ? best : undefined;
}
