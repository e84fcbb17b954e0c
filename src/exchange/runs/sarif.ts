import { ProvError } from '../../errors.ts';
import { oneLine } from '../../model/one-line.ts';
import type { RunReport } from '../../recorder/runs/run-report.ts';

const MAX_NAME_CHARACTERS = 60;

/**
 * Reads a SARIF 2.1.0 log, as linters and security scanners write it. A run has failed if it found an error that is not
 * suppressed; warnings and notes do not count. A run that did not end successfully has no known result.
 * @throws ProvError `data` for anything that is not such a log
 */
export function readSarif(text: string): RunReport {
  const log = parsed(text);
  const runs = isRecord(log) ? log['runs'] : undefined;
  if (!isRecord(log) || !Array.isArray(runs) || !/^2\.\d/.test(String(log['version'])))
    throw bad('it is not a log of version 2');
  let isWhole = runs.length > 0;
  let isFailed = false;
  const names = new Set<string>();
  for (const run of runs as unknown[]) {
    if (!isRecord(run)) throw bad('a run is not an object');
    const name = at(at(run['tool'], 'driver'), 'name');
    if (typeof name === 'string') names.add(oneLine(name, MAX_NAME_CHARACTERS));
    const results = run['results'] ?? [];
    if (!Array.isArray(results)) throw bad('the results of a run are not a list');
    isFailed ||= (results as unknown[]).some(isError);
    const invocations = run['invocations'];
    if (Array.isArray(invocations) && invocations.some((one) => at(one, 'executionSuccessful') === false))
      isWhole = false;
    // Without results, nothing was checked.
    if (run['results'] === undefined || run['results'] === null) isWhole = false;
  }
  const [tool = 'a linter', ...more] = names;
  return {
    format: 'sarif',
    kind: 'lint',
    result: isFailed ? 'failed' : isWhole ? 'passed' : 'unknown',
    words: `SARIF report of ${tool}${more.length > 0 ? ` and ${more.length} more` : ''}`,
  };
}

function isError(result: unknown): boolean {
  if (!isRecord(result)) return false;
  const { kind = 'fail', level, suppressions, baselineState } = result;
  const isHidden =
    Array.isArray(suppressions) && suppressions.some((one) => (at(one, 'status') ?? 'accepted') === 'accepted');
  return kind === 'fail' && level === 'error' && !isHidden && baselineState !== 'absent';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw bad('it is not JSON');
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const bad = (why: string): ProvError =>
  new ProvError('data', `The report cannot be read as SARIF: ${why}.`, {
    hint: 'Write it with the SARIF output of the linter, such as eslint --format @microsoft/eslint-formatter-sarif.',
  });
