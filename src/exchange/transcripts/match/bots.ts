/** Names and addresses of programs that commit. No session on this machine wrote their lines. */
const BOT =
  /\[bot\]|^(?:dependabot|renovate|github-actions|greenkeeper|snyk-bot|pre-commit-ci|semantic-release-bot|allcontributors|mergify|imgbot|weblate|codecov|gitlab-bot)\b|\bbot@|<(?:bot|actions|github-actions|dependabot|renovate)@|\bproject_\d+_bot\b|-bot(?:@|\s*<)/i;

/** Whether an author is a program. @param author `Name <address>` */
export const isBot = (author: string): boolean => BOT.test(author);
