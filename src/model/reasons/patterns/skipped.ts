/** Announces what is left out: "I skip these on purpose:" */
const SKIPS =
  /(?:\b(?:skip(?:ped|ping)?|left out|leaving out|leave out|rejected|deferred|declined|not (?:doing|changing|adding|taking|fixing|applied|applying)|won['’]t (?:do|fix|add|change)|do(?:es)? not exist|disqualif\w+|ruled out)\b[^.:]{0,60}|\balternatives(?: considered)?):$/i;
const NAME =
  /^((?!that\b|the\b|this\b|it\b|if\b|when\b|not\b)[^:;()—–]{3,120}?)(?: [—–-] |: | \(|; |, (?:because|since|as)\b)/iu;

/** Whether a sentence announces a list of what is left out. */
export const skips = (sentence: string): boolean => SKIPS.test(sentence);

/** A statement, or the name of a file. */
const NO_NAME = /\b(?:is|are|was|will|would|has|have|does|do|can)\b|n['’]t\b|['’]s\b|^\S+\.\w+$/;

/** The name of an item below such a sentence. @param begins how an item begins: its name is the first group */
export function skippedName(item: string, begins = NAME): string | undefined {
  const name = begins.exec(item)?.[1];
  return name === undefined || NO_NAME.test(name) ? undefined : name;
}
