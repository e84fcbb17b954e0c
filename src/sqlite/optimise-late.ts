import { setFlagsFromString } from 'node:v8';

/*
 * How much of a WebAssembly function runs before V8 optimises it. A short query ends long before the optimised SQLite is ready, and Node
 * then waits for the compiler before it exits. V8 reads the number when it compiles a module: SQLite gets another than the default of Node 20.
 * The flag may not stay, because V8 refuses code that was kept under other flags. Later versions of Node have an SQLite of their own.
 */
const LATE_BUDGET = 300_000_000;
const USUAL_BUDGET = 1_800_000;

/*
 * V8 counts the bytes of code that a jump back goes over. The function that runs queries is so large that each of its steps counts for
 * thousands of bytes: it was optimised after a few hundred rows, which takes 100 ms and more. No jump counts for more than a quarter of the
 * flag at the time when its function is first compiled. With this number, three million steps run before.
 */
const STEP_BUDGET = 400;

const begin = (budget: number): void => {
  if (process.version.startsWith('v20.')) setFlagsFromString(`--wasm-tiering-budget=${budget}`);
};

begin(LATE_BUDGET);

/** To be called when SQLite is compiled. */
export const optimiseAsUsual = (): void => begin(USUAL_BUDGET);

/** Does the first work with SQLite, which compiles the functions that parse and run queries. */
export function optimiseLater(first: () => void): void {
  begin(STEP_BUDGET);
  try {
    first();
  } finally {
    optimiseAsUsual();
  }
}
