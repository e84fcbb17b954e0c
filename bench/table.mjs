// The results as a table, with their budgets.
import { spawnSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';

/**
 * @typedef {{
 *   what: string, measured: string, against?: string, value?: number, limit?: number, budget?: string
 * }} Row `value` may be at most `limit`; a row without a limit has no budget
 */

/** Milliseconds for people. */
export const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
/** The ratio of two times. */
export const ratio = (value) => `${value.toFixed(2)} ×`;
/** A difference of times. */
export const over = (value) => `${value < 0 ? '−' : '+'}${ms(Math.abs(value))}`;
/** A median with its quartiles. */
export const spread = ({ median, low, high }) => `${ms(median)} (${ms(low)} – ${ms(high)})`;

/** @param {readonly Row[]} rows */
export function table(rows) {
  const head = ['What', 'Measured', 'Against', 'Result', 'Budget', ''];
  const lines = rows.map((row) => [
    row.what,
    row.measured,
    row.against ?? '',
    row.result ?? '',
    row.budget ?? '',
    verdict(row),
  ]);
  const widths = head.map((name, i) => Math.max(name.length, ...lines.map((line) => line[i].length)));
  const write = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  return [write(head), write(widths.map((width) => '-'.repeat(width))), ...lines.map(write)].join('\n');
}

/** Whether a row keeps within its budget: `PASS`, `over`, or nothing where it has none. */
export const verdict = ({ value, limit }) => (limit === undefined ? '' : value <= limit ? 'PASS' : 'over');

/** A description of this machine. */
export function machine() {
  const cores = cpus();
  const git = spawnSync('git', ['--version'], { encoding: 'utf8' }).stdout.trim().replace('git version', 'git');
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cores.length} cores (${cores[0]?.model.trim() || 'unknown'}), ${memory} GiB, ${type()} ${release()}, Node ${process.version}, ${git}`;
}
