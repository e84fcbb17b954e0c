/** Words of a prompt that only answers: "yes, let's do this", "2", "or no, do c", "Implement the plan". */
const ANSWER =
  /^(?:(?:i|i'd|we|take|pick|y|yes|yeah|yep|no|not|ok|okay|sure|fine|good|great|perfect|right|correct|please|thanks|thank|you|let'?s|lets|do|go|ahead|on|with|continue|proceed|resume|start|begin|implement|apply|fix|try|again|now|then|next|and|or|the|a|b|c|d|it|this|that|these|those|them|all|both|option|plan|step|first|second|third|last|one|two|\d{1,2})(?:[\s,.;:!?)]+|$)){1,8}$/i;
/** Whether a prompt only answers or only says to go on: what the work is for stands in an earlier one. */
export const isAnswer = (prompt: string): boolean => ANSWER.test(prompt.trim().replaceAll('’', "'"));
