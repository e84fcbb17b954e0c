/** Two options in one sentence: "I can either lock the file or copy it." */
const PAIRS = [
  /\bwhether (?:I should |to )((?:just |simply )?\p{L}[^,;:.?!]{5,100}?),? or (?:to |just |simply |whether to )*(\p{L}[^;:.?!]{4,110}?)(?=[.?!]|$)/iu,
  /\b(?:either|by either) ((?:to )?(?!the |an? |it |they |there |\p{Ll}+s )\p{L}[^;:.?!]{5,100}?),? or (?:to |by |just |simply |opting for )*(\p{L}[^;:.?!]{4,110}?)(?=[.?!]|$)/iu,
  /^(?:(?:or|alternatively|maybe|perhaps|so|also|but)[, ]+)*(?:I|we) (?:could|should|can|might)(?: probably| also| just)? (\p{L}[^;:.?!]{5,100}?),? or (?:to |just |I could |simply )*(\p{L}[^;:.?!]{4,110}?)(?=[.?!]|$)/iu,
];

/** The two options that a sentence names. */
export function pairIn(sentence: string): readonly [string, string] | undefined {
  if (!sentence.includes(' or ')) return undefined;
  for (const pair of PAIRS) {
    const found = pair.exec(sentence);
    if (found) return [found[1]!, found[2]!];
  }
  return undefined;
}
