/** `MySecretPassword`: it boasts, and people type it. */
export const BOAST = /^(?:my|our|the)?(?:very|super|top)*secret(?:password|passphrase|pass|pwd?)$/i;
