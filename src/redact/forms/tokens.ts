/** A kind of secret with a recognisable form. If the pattern has a group, the group is the secret. */
export interface TokenRule {
  readonly id: string;
  readonly pattern: RegExp;
  /** The mark alone is too short to be certain, so the rest must look random too. */
  readonly random?: true;
}

/**
 * Token formats from the documentation of their issuers that secretlint's preset does not know. No pattern matches across a
 * separator.
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
  // Also in a difference, a quotation or the output of grep: each line has the same beginning.
  {
    id: 'putty',
    pattern:
      /\bPrivate-Lines: [0-9]+\r?\n((?:[^\s\u0000]{0,80}[ \t]?(?<![A-Za-z0-9+/])[+]?[A-Za-z0-9+/]{16,80}={0,2}(?:\r?\n|$)){1,200}|[A-Za-z0-9+/=\r\n]{16,})/g,
  },
  // A key that was cut off extends to the end of its text.
  {
    id: 'private-key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^\u0000]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?=\u0000)|$)/g,
  },
  { id: 'newrelic', pattern: /\bNR(?:AK|AA|SP|II|IQ|JS|RA)-[A-Za-z0-9_]{19,60}|\b[0-9a-f]{36}NRAL\b/g },
  { id: 'mailgun', pattern: /\bkey-[0-9a-f]{32}\b|\b[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}\b|\bpubkey-[0-9a-f]{32}\b/g },
  { id: 'mailchimp', pattern: /\b[0-9a-f]{32}-us\d{1,2}\b/g },
  // One word, then an id for the kind of token, then letters and digits: most issuers use this form today.
  {
    id: 'prefixed',
    pattern:
      /\b(?:figd|figo|dp\.(?:pt|st|ct|sa|scim)|CFPAT|pscale_(?:tkn|pw|oauth)|PMAK|pul|rubygems|rdme|xkeysib|xsmtpsib|shippo_(?:live|test)|sq0(?:atp|csp|idp)|sb[ps]?_(?:secret|oauth)?|sbp|tfp|duffel_(?:live|test)|dt0[a-z]01\.|EZ[AT]K|FLWSECK(?:_TEST)?|fio-u|HRKU|ico|oy2|API|pplx|gsk|r8|xai|csk|pn[ub]|sntry[us]|sq[upa]|sgp|tskey(?:-\w+)?|waka|bk[ua]a|CCIPAT|CCIPRJ|ddp|fo1|fm[12]|lsv2_(?:pt|sk)|lin_oauth|napi|nfp|nvapi|pcsk|ptr|ph[xcas]|rnd|apify_api|tvly|jina|sk-or-v1|sk-lf|bb_(?:live|test)|hf_api|api_org|ATATT3|ATCTT3|ATBB|AKCp|LTAI|CLOJARS|aio|VF|whk|ep_(?:live|test)|rzp_(?:live|test)|pk_live|access-(?:sandbox|production)|IGQV|EAAA|EAAC|SWSd|key_(?:live|test))[_.-][A-Za-z0-9][\w.=-]{18,400}/g,
    random: true,
  },
  { id: 'twitter', pattern: /\bA{18,}[A-Za-z0-9%]{40,200}/g },
  {
    id: 'plaid',
    pattern:
      /\baccess-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\bpat-(?:na|eu|ap)\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
  },
  { id: 'cloudflare', pattern: /\bv1\.0-[0-9a-f]{24}-[0-9a-f]{146}/g },
  { id: 'openshift', pattern: /\bsha256~[\w-]{43}/g },
  { id: 'sentry', pattern: /\bhttps:\/\/([0-9a-f]{32})(?::[0-9a-f]{32})?@[\w.-]+\/\d+/g },
  { id: 'facebook', pattern: /\bEAA[A-Za-z0-9]{60,400}/g },
  { id: 'mapbox', pattern: /\b(?:pk|sk|tk)\.eyJ[\w-]{20,400}\.([\w-]{20,60})/g },
  { id: 'asana', pattern: /\b[0-9]\/[0-9]{10,20}:[0-9a-f]{32}\b/g },
  { id: 'airtable', pattern: /\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b/g },
  { id: 'braintree', pattern: /\baccess_token\$(?:sandbox|production)\$[0-9a-z]{16}\$[0-9a-f]{32}/g },
  {
    id: 'with-uuid',
    pattern: /(?<![\w-])(?:sdk|api|an|key|sec|pat|tok)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
  },
  { id: 'lob', pattern: /(?<![\w-])(?:live|test)_(?:pub_)?[0-9a-f]{35}\b/g },
  {
    id: 'in-path',
    pattern:
      /\b(?:hook\.[\w.]{0,20}make\.com|[\w-]{1,60}\.g\.alchemy\.com\/v2|[\w-]{1,60}\.infura\.io\/v3|[\w.-]{1,60}\.quiknode\.pro)\/([A-Za-z0-9_-]{24,64})/g,
  },
  // Codes of OAuth are worth a token for some minutes.
  {
    id: 'oauth-code',
    pattern:
      /\b(?:code_verifier["']?[ \t]{0,2}[=:][ \t]{0,2}["']?|(?:callback|redirect|oauth2?|auth|login)[^\s"'?]{0,80}\?(?:[\w.]{1,40}=[^\s"'&]{0,200}&){0,6}code=)([\w./~%-]{24,400})/g,
  },
  { id: 'woocommerce', pattern: /\bc[ks]_[0-9a-f]{40}\b/g },
  { id: 'vault', pattern: /(?<![\w.])[sbr]\.[A-Za-z0-9]{24}(?![\w.(-])/g, random: true },
  { id: 'kubeadm', pattern: /\btoken[\w -]{0,20}["'=: ]{1,4}([a-z0-9]{6}\.[a-z0-9]{16})\b/g },
  { id: 'linkedin', pattern: /\bWPL_AP1\.[\w.+/=]{10,60}/g },
  {
    id: 'webhook',
    pattern:
      /\bwebhook\.office\.com\/webhookb2\/([\w@./-]{60,300})|\bhooks\.zapier\.com\/hooks\/catch\/(\d+\/\w{5,20})|\bmaker\.ifttt\.com\/[^\s"']{0,80}\/key\/([\w-]{20,60})|\bbot([0-9]{8,10}:[\w-]{35})/g,
  },
  { id: 'azure', pattern: /\b(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,100}={0,2})/g },
];

/** A password in an address, or a long word in place of the user. */
export const IN_ADDRESS = /:\/\/(?:[^\s/:@"'<>\u0000]{0,256}:([^\s/@"'<>\u0000]{1,1024})|([A-Za-z0-9_.-]{20,255}))@/g;
