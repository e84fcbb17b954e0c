import { matchesOf, type Range } from '../matches.ts';
import { standingOf } from '../likely/ordinary-words.ts';
import { isGibberish, naturalness, wordiness } from '../vocabulary/random.ts';

/** A word of several parts. The first may name the issuer of a token: `xkeysib-…`, `v1.0-…-…`. */
const WORD = /(?<![\w./@:%+#~$-])[A-Za-z][A-Za-z0-9]{0,15}[-_.~$][\w.~$-]{20,400}={0,2}(?![\w/%+-]|\.[a-z])/g;
/** A long run with a digit, or with capitals within. */
const MAY_BE_DRAWN = /[-_.~$](?=[A-Za-z0-9-]{0,24}[0-9]|[A-Za-z]{0,20}[a-z][A-Z])[A-Za-z0-9-]{16}/;
/** What the first part of an id, a digest, a file or a picture says. */
const OF_IDS =
  /^(?:sha\d*|md5|hash|h1|commit|git|rev|tree|blob|chunk|bundle|index|main|vendor|style|styles|asset|assets|image|img|layer|docker|container|containerd|pod|cri|oci|overlay|build|cache|etag|file|files|tmp|temp|test|id|ids|uuid|guid|urn|arn|ref|key|keys|pub|public|ssh|cert|certificate|fingerprint|nonce|digest|checksum|trace|span|ses|sess|session|dep|deploy|deployment|ws|proj|project|call|tool\w*|srvtoolu|msg|message|chatcmpl|cmpl|resp|response|req|request|run|thread|asst|dpl|team|prj|evt|event|cus|org|acct|account|fc|rs|gen|batch|step|item|job|user|usr|node|peer|snapshot|snap|vol|volume|subnet|vpc|sg|ami|i|eni|rtb|igw|acl|vm|pr|pull|release|version|ver|v|rc|alpha|beta|gem|go|npm|pkg|lib|page|post|price|prod|plan|sub|in|pi|cs|ch|seti|src|pm|cn|tok|re|tr|iv|data|doc|object|obj|record|row|entity|group|device|dev|app|bot|chat|channel|room|link|task|workflow|action|cluster|instance|host|bucket|x|u|n|w|address|addr|wallet|tx|block|contract|ipfs|multisig|invoice|order|payment|customer|entry|cursor|page|segment|stream|shard|partition|topic|queue|lock|lease|worker|process|proc|thumb|avatar|icon|font|svg|css|js|map|source|state|branch|worktree|refs|heads)$/i;
/** The name of a file that a build made. */
const FILE =
  /\.(?:[cm]?[jt]sx?|css|map|html?|json|png|jpe?g|gif|svg|webp|woff2?|ttf|ico|gz|br|zip|txt|md|log|tmp|bin|wasm)$/;
/** What identifies something, before the word. */
const AFTER_ID =
  /(?:sha-?\d*|hash(?:es)?|digest|checksum|integrity|etag|commits?|revision|version|uuid|guid|\bids?|_id|[a-z]Id|trace\w*|span\w*|public|cert\w*|image|layer|pod|container|request|session|message|call|run|job|task|thread|address|peer|node|name|class(?:Name)?|file(?:name)?|path|branch|slug|cursor|href|src)["'`]?[ \t]{0,4}(?:[:=(,[]|is|=>)?[ \t]{0,4}["'`]?$/i;

const changesOf = (part: string): number => part.match(/[A-Za-z](?=[0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0;

/** An id that begins with its time. */
const ULID = /^0[0-7][0-9a-hjkmnp-tv-z]{24}$/i;
/** A mark and a UUID: `sdk-…`. */
const WITH_UUID = /^[a-z]{2,12}(?:[-_][a-z0-9]{1,12})?[-_][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a part was drawn at random: no word, name or number looks like it. */
export function isDrawn(part: string, least = 16): boolean {
  if (/^[0-9a-f]{24,}$/.test(part)) return new Set(part).size >= 9 && changesOf(part) >= 6;
  if (part.length < least || ULID.test(part) || wordiness(part) > (isGibberish(part) ? 0.7 : 0.5)) return false;
  const turns = part.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;
  if (!/[0-9]/.test(part)) return part.length >= 18 && turns >= part.length / 3 && isGibberish(part);
  return (
    naturalness(part) < 0.45 &&
    (part.match(/[0-9]/g)?.length ?? 0) < 0.7 * part.length &&
    changesOf(part) + turns >= Math.max(5, part.length / 5)
  );
}

/** Tokens of any issuer: a short mark, then random characters. */
export function* issuedTokens(text: string): Generator<Range> {
  if (!MAY_BE_DRAWN.test(text)) return;
  for (const { 0: word, index } of matchesOf(WORD, text)) {
    const parts = word.split(/[-_.~$=]+/).filter((part) => part !== '');
    const mark = parts[0]!;
    if (OF_IDS.test(mark) || FILE.test(word) || (mark.length > 10 && standingOf(mark) === 'unknown')) continue;
    if (!WITH_UUID.test(word) && !parts.some((part, at) => at > 0 && isDrawn(part))) continue;
    // `[0-9]+.js`, `name_v1_2_3_x`: names of files and builds have several words.
    if (parts.filter((part) => /^[A-Za-z]{4,}$/.test(part) && standingOf(part) !== 'unknown').length > 2) continue;
    const before = text.slice(Math.max(text.lastIndexOf('\n', index) + 1, index - 40), index);
    if (AFTER_ID.test(before)) continue;
    yield [index, index + word.length];
  }
}
