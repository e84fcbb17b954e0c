// Runs as npm's "prepare": sets the project's own git hooks up for those who work on it. Never fails an installation.
if (!process.env.CI && process.env.NODE_ENV !== 'production') {
  try {
    const { default: husky } = await import('husky');
    const problem = husky();
    if (problem) console.log(`No git hooks: ${problem}`);
  } catch {
    // Installed without what only development needs.
  }
}
