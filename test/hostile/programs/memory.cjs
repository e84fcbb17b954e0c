// Writes the peak memory of a process in KiB when it ends.
process.on('exit', () =>
  require('node:fs').writeFileSync(process.env.PROBED_MEMORY, String(process.resourceUsage().maxRSS)),
);
