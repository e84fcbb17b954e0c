// Runs after npm installed this project's packages (npm's "dependencies" script): sets up the git hooks of its contributors.
// A "prepare" script would make npm warn whenever the package itself is installed. Never fails an installation.
if (!process.env.CI && process.env.NODE_ENV !== 'production') {
  try {
    const { default: husky } = await import('husky');
    const problem = husky();
    if (problem) console.log(`No git hooks: ${problem}`);
  } catch {
    // Installed without what only development needs.
  }
}
