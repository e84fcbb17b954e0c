/**
 * How much processor time `work` takes in this process, in milliseconds. Unlike the time on the clock it hardly grows on a busy
 * machine, so a test with a limit of time does not fail there.
 */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
