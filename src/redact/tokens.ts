/** A kind of secret that is known by its own look. Where the pattern has a group, that is the secret. */
export interface TokenRule {
  readonly id: string;
  readonly pattern: RegExp;
}

/**
 * What issuers of tokens give them to be recognised by, as their documentation says, and what secretlint's preset does not
 * know. None of the patterns goes over a separator.
 */
export const TOKENS: readonly TokenRule[] = [
  { id: 'github', pattern: /\bgh[oprsu]_[A-Za-z0-9]{30,255}|\bgithub_pat_[A-Za-z0-9_]{60,255}/g },
  { id: 'gitlab', pattern: /\bgl(?:pat|dt|ft|rt|cbt|ptt|soat|agent|oas|imt|ffct)-[\w-]{20,255}/g },
  { id: 'stripe', pattern: /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,255}|\bwhsec_[A-Za-z0-9+/=]{24,255}/g },
  { id: 'google', pattern: /\bAIza[\w-]{35}|\bya29\.[\w-]{20,1024}|\bGOCSPX-[\w-]{28}/g },
  { id: 'anthropic', pattern: /\bsk-ant-[\w-]{20,255}/g },
  { id: 'openai', pattern: /\bsk-(?:proj|svcacct|admin)-[\w-]{20,255}|\bsk-[A-Za-z0-9]{40,255}/g },
  { id: 'huggingface', pattern: /\bhf_[A-Za-z0-9]{30,255}/g },
  { id: 'slack', pattern: /\bxox[abceoprs]-[\w-]{10,255}|\bxapp-[\w-]{10,255}/g },
  { id: 'discord', pattern: /\bdiscord(?:app)?\.com\/api\/webhooks\/([0-9]{15,21}\/[\w-]{60,80})/g },
  { id: 'telegram', pattern: /(?<![\w:])[0-9]{8,10}:AA[\w-]{33}(?![\w-])/g },
  { id: 'twilio', pattern: /\bSK[0-9a-f]{32}\b/g },
  { id: 'pypi', pattern: /\bpypi-AgEI[\w-]{50,512}/g },
  { id: 'docker', pattern: /\bdckr_(?:pat|oat)_[\w-]{20,255}/g },
  { id: 'digitalocean', pattern: /\bdo[opr]_v1_[0-9a-f]{64}/g },
  { id: 'databricks', pattern: /\bdapi[0-9a-f]{32}/g },
  { id: 'grafana', pattern: /\bglsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|\bglc_[A-Za-z0-9+/=]{32,400}/g },
  { id: 'vault', pattern: /\bhv[brs]\.[\w-]{24,400}/g },
  { id: 'notion', pattern: /\bntn_[A-Za-z0-9]{40,60}|\bsecret_[A-Za-z0-9]{43}\b/g },
  { id: 'jwt', pattern: /\beyJ[\w-]{8,4096}\.eyJ[\w-]{8,8192}\.[\w-]{16,2048}/g },
  { id: 'age', pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{50,70}/g },
  { id: 'putty', pattern: /\bPrivate-Lines: [0-9]+\r?\n([A-Za-z0-9+/=\r\n]+)/g },
  // Also one that was cut off: then to the end of what it stands in.
  {
    id: 'private-key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^\u0000]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?=\u0000)|$)/g,
  },
  { id: 'azure', pattern: /\b(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,100}={0,2})/g },
];

/** A password in an address, or a long word in the place of the user. */
export const IN_ADDRESS = /:\/\/(?:[^\s/:@"'<>\u0000]{0,256}:([^\s/@"'<>\u0000]{1,1024})|([A-Za-z0-9_.-]{20,255}))@/g;
