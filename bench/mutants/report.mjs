// What a mutation campaign prints.

/** Stryker's name of each outcome, and ours. `Equal` is a survivor that is listed: no input shows a difference. */
const OUTCOMES = {
  Killed: 'killed',
  Timeout: 'timeout',
  Survived: 'survived',
  NoCoverage: 'not reached',
  Equal: 'equal',
};
/** Characters of a text of the code that are shown. */
const SHOWN = 100;

const isAlive = ({ status }) => status === 'Survived' || status === 'NoCoverage';

/**
 * Prints the survivors, a table by file, and the share of the mutants that was killed.
 * @param {readonly import('./known.mjs').Mutant[]} mutants
 * @returns {{ share: number, alive: number }} the share in percent, and how many survivors are not listed
 */
export function report(mutants) {
  const alive = mutants.filter(isAlive);
  for (const { file, line, mutator, from, to, status } of alive)
    console.log(`${file}:${line} ${mutator}, ${OUTCOMES[status]}\n  - ${cut(from)}\n  + ${cut(to)}`);
  console.log(`\n| File | ${Object.values(OUTCOMES).join(' | ')} | killed of 100 |`);
  console.log(`|---${'|---'.repeat(Object.keys(OUTCOMES).length + 1)}|`);
  for (const file of new Set(mutants.map((one) => one.file)))
    console.log(
      row(
        file,
        mutants.filter((one) => one.file === file),
      ),
    );
  console.log(row('all', mutants));
  return { share: shareOf(mutants), alive: alive.length };
}

function row(name, mutants) {
  const counts = Object.keys(OUTCOMES).map((outcome) => mutants.filter(({ status }) => status === outcome).length);
  return `| ${name} | ${counts.join(' | ')} | ${shareOf(mutants).toFixed(1)} |`;
}

// A mutant that never ends is killed too. Those that are equal or do not compile do not count.
function shareOf(mutants) {
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const counted = killed + mutants.filter(isAlive).length;
  return counted === 0 ? 100 : (100 * killed) / counted;
}

const cut = (text) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
