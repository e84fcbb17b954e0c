/** The rules without an argument. Each is a value of the attribute `prov`. */
export const PLAIN_RULES = ['known', 'verified', 'tested', 'decided', 'approved', 'signed', 'human'] as const;
export type PlainRule = (typeof PLAIN_RULES)[number];

/** The rule with an argument: `reviewed-by=TEAM`. */
export const REVIEWED_BY = 'reviewed-by';
/** The team of `reviewed-by` that means: the owners that CODEOWNERS names for the file. */
export const OWNERS = 'owners';

/** A condition on added lines, from the attribute `prov`. */
export type Rule =
  | { [Kind in PlainRule]: { readonly kind: Kind } }[PlainRule]
  | { readonly kind: typeof REVIEWED_BY; readonly team: string };

/** The kinds of rule, in the order of the output. */
export const RULE_KINDS: readonly Rule['kind'][] = [...PLAIN_RULES, REVIEWED_BY];

/** The text of a rule in `.gitattributes`. */
export const ruleName = (rule: Rule): string => ('team' in rule ? `${REVIEWED_BY}=${rule.team}` : rule.kind);

/** Reads one rule; undefined for an unknown one. */
export function ruleNamed(text: string): Rule | undefined {
  const plain = PLAIN_RULES.find((kind) => kind === text);
  if (plain) return { kind: plain };
  const team = text.startsWith(`${REVIEWED_BY}=`) ? text.slice(REVIEWED_BY.length + 1) : '';
  return team === '' ? undefined : { kind: REVIEWED_BY, team };
}

/**
 * Reads a value of the attribute `prov`: rules between commas.
 * @returns the rules, each once; or the first unknown word, which may be empty
 */
export function rulesIn(value: string): readonly Rule[] | { readonly unknown: string } {
  const rules = new Map<string, Rule>();
  for (const word of value.split(',')) {
    const rule = ruleNamed(word);
    if (!rule) return { unknown: word };
    rules.set(ruleName(rule), rule);
  }
  return [...rules.values()];
}

/** The rules as a value of the attribute. */
export const RULE_WORDS = [...PLAIN_RULES, `${REVIEWED_BY}=TEAM`].join(', ');
