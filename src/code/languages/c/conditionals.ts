/** The text between two directives: how many braces and parentheses it leaves open, and its last sign. */
interface Branch {
  readonly from: number;
  open: number;
  last: string;
  isWhole: boolean;
}

interface Group {
  readonly start: number;
  readonly branches: Branch[];
  readonly directives: number[];
}

const DIRECTIVE = /^[ \t]*#[ \t]*(ifdef|ifndef|if|elif|else|endif)\b/;
const NO_CODE = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/**
 * Keeps one branch of an `#if` that splits a statement, and blanks the others. A grammar cannot read both: `if (a) {` and, after
 * `#else`, `if (b) {` open two braces, and one is closed. All other conditions stay.
 */
export function withoutSplitBranches(text: string): string {
  if (!/^[ \t]*#[ \t]*if/m.test(text)) return text;
  const code = text.replace(NO_CODE, (found) => found.replace(/[^\n]/g, ' ')).split('\n');
  // How many blanked parts begin at a line, less those that end before it.
  const edges = new Int32Array(code.length + 1);
  const open: Group[] = [];
  for (let i = 0; i < code.length; i++) {
    const kind = DIRECTIVE.exec(code[i]!)?.[1];
    const group = open.at(-1);
    if (kind === undefined) {
      if (group) count(group.branches.at(-1)!, code[i]!, code[i - 1]);
    } else if (kind.startsWith('if')) open.push({ start: i, branches: [branchFrom(i)], directives: [i] });
    else if (group) {
      group.directives.push(i);
      if (kind !== 'endif') group.branches.push(branchFrom(i));
      else {
        open.pop();
        close(group, i, open.at(-1), edges);
      }
    }
  }
  if (edges.every((edge) => edge === 0)) return text;
  let depth = 0;
  return text
    .split('\n')
    .map((line, i) => ((depth += edges[i]!) > 0 ? ' '.repeat(line.length) : line))
    .join('\n');
}

const branchFrom = (from: number): Branch => ({ from, open: 0, last: '', isWhole: true });

function count(branch: Branch, line: string, before: string | undefined): void {
  if (/^[ \t]*#/.test(line) || before?.trimEnd().endsWith('\\')) return;
  for (const sign of line) {
    if (sign === '{' || sign === '(') branch.open++;
    else if ((sign === '}' || sign === ')') && --branch.open < 0) branch.isWhole = false;
  }
  const last = line.trimEnd().at(-1);
  if (last !== undefined) branch.last = last;
}

function close(group: Group, end: number, around: Group | undefined, edges: Int32Array): void {
  const isWhole = group.branches.every(
    (one) => one.isWhole && one.open === 0 && (one.last === '' || ';}'.includes(one.last)),
  );
  const [first, second] = group.branches;
  const outer = around?.branches.at(-1);
  if (outer && first) {
    if (!isWhole) outer.open += first.open;
    if (outer.open < 0) outer.isWhole = false;
    if (first.last !== '') outer.last = first.last;
  }
  if (isWhole) return;
  for (const line of group.directives) blank(line, line + 1);
  if (second) blank(second.from, end);

  function blank(from: number, to: number): void {
    edges[from]!++;
    edges[to]!--;
  }
}
