export async function runCli(argv: readonly string[]): Promise<number> {
  console.log(argv);
  return 0;
}
