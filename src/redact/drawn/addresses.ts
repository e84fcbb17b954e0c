import { matchesOf, type Range } from '../matches.ts';
import { isDrawn } from './issued.ts';

/** A value in the query of an address, or in its fragment. */
const QUERY = /[?&#]([A-Za-z_][\w.[\]-]{0,40})=([\w.~%/+-]{16,400}={0,2})/g;
/** Names of values that identify something, or say how it is shown. */
const PLAIN =
  /^(?:id|ids|v|ver|version|rev|revision|commit|sha|hash|ref|etag|cursor|page|after|before|since|next|prev|q|query|search|text|title|url|uri|u|link|next_url|redirect\w*|return\w*|callback|src|file|path|name|lang|locale|state|challenge|code_challenge|nonce|utm_\w+|gclid|fbclid|igshid|msclkid|si|t|ts|time|date|list|video|node-id|wid|gid|oid|uid|cid|sid|pid|tid|aid|rid|did|eid|fid|mid|hl|tab|filter|sort|data|payload|content|body|format|type|style|family|icon|logo|badge|color|label|client_id|\w*_id|\w*Id|integrity|checksum|digest|public\w*|diff|range|from|to|a|b|c|d|e|f|g|h|k|l|m|n|o|p|r|s|w|x|y|z)$/;
/** The address of a hook. Anybody who has it can send messages. */
const HOOK =
  /:\/\/[^\s"'<>/]{0,80}(?:hook|\/)[^\s"'<>]{0,120}?hook[^\s"'<>/]{0,40}\/(?:[\w.-]{1,30}\/){0,4}([A-Za-z0-9_-]{20,120})(?![\w/])|:\/\/hooks?\.[^\s"'<>/]{1,60}\/(?:[\w.-]{1,30}\/){0,4}([A-Za-z0-9_-]{20,120})(?![\w/])/g;

/** Values of addresses that were drawn at random: keys in a query, and the last part of the address of a hook. */
export function* inAddresses(text: string): Generator<Range> {
  if (text.includes('='))
    for (const { 0: whole, 1: name = '', 2: value = '', index } of matchesOf(QUERY, text)) {
      if (PLAIN.test(name) || !value.split(/[./%~]|\d\//).some((part) => isDrawn(part, 16))) continue;
      const from = index + whole.length - value.length;
      yield [from, index + whole.length];
    }
  if (text.includes('hook'))
    for (const { 0: whole, 1: one, 2: other, index } of matchesOf(HOOK, text)) {
      const value = one ?? other ?? '';
      if (isDrawn(value.replaceAll('-', ''), 20)) yield [index + whole.length - value.length, index + whole.length];
    }
}
