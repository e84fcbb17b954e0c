import sax from 'sax';
import { ProvError } from '../../errors.ts';
import type { RunReport } from '../../recorder/runs/run-report.ts';

/** Elements within elements. */
const MAX_DEPTH = 64;
/** How writers without an element `skipped` mark a case that did not run: GoogleTest with `status` and `result`, others with one of them. */
const NOT_RUN = /^(?:notrun|skipped|suppressed|disabled|ignored)$/i;
/** Test cases in a report. */
const MAX_CASES = 1_000_000;

/**
 * Reads a JUnit report, as Jest, pytest, Maven, Gradle and others write it. Counts the test cases and their outcomes; the numbers
 * that a suite states count too, so a suite that failed before its first case has failed. A report without a case that ran has no
 * known result. A document type is refused, so no entity is ever expanded.
 * @throws ProvError `data` for anything that is not such a report
 */
export function readJunit(text: string): RunReport {
  const parser = sax.parser(true, { trim: false, normalize: false, position: false });
  const path: string[] = [];
  let [cases, skipped, failed, stated] = [0, 0, 0, 0];
  let isSkipped = false;
  let root: string | undefined;
  const refuse = (why: string) => (): never => {
    throw bad(why);
  };
  Object.assign(parser, {
    ondoctype: refuse('it has a document type'),
    onerror: refuse('it is not well-formed XML'),
  });
  parser.onopentag = ({ name, attributes }) => {
    if (path.length === 0 && root !== undefined) throw bad('it is not well-formed XML');
    root ??= name;
    if (root !== 'testsuites' && root !== 'testsuite')
      throw bad('its first element is neither testsuites nor testsuite');
    const above = path.at(-1);
    path.push(name);
    if (path.length > MAX_DEPTH) throw bad('it is nested too deeply');
    if (name === 'testcase' && ++cases > MAX_CASES) throw bad('it has too many test cases');
    if (name === 'testcase') isSkipped = false;
    const skips =
      (above === 'testcase' && name === 'skipped') ||
      (name === 'testcase' && [attributes['status'], attributes['result']].some((how) => NOT_RUN.test(String(how))));
    if (skips && !isSkipped) {
      isSkipped = true;
      skipped++;
    }
    if ((above === 'testcase' || above === 'testsuite') && (name === 'failure' || name === 'error')) failed++;
    if (name === 'testsuite' || name === 'testsuites')
      stated += numberIn(attributes['failures']) + numberIn(attributes['errors']);
  };
  parser.onclosetag = () => path.pop();
  parser.write(text.replace(/^\uFEFF/, '')).close();
  if (root === undefined) throw bad('it is empty');
  const ran = cases - skipped;
  return {
    format: 'junit',
    kind: 'test',
    result: failed + stated > 0 ? 'failed' : ran > 0 ? 'passed' : 'unknown',
    words: `JUnit report of ${ran} ${ran === 1 ? 'test' : 'tests'}`,
  };
}

const numberIn = (value: unknown): number => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0);

const bad = (why: string): ProvError =>
  new ProvError('data', `The report cannot be read as JUnit XML: ${why}.`, {
    hint: 'Write it with a JUnit reporter of the test runner, such as pytest --junitxml=FILE.',
  });
