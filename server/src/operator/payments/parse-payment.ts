// What a person pasted: a transaction, addresses, or the id of an object. Without a database or a network, in time
// linear to the text, which is at most 1,000 characters long.
import type { App } from '../../app.ts';
import type { Coin } from '../../coins/coin.ts';
import { type ParsedTexts, parseDestinations, parseTexts } from '../search/search-sources.ts';

export interface Pasted {
  /** 64 hexadecimal digits in lower case, without a prefix. */
  readonly hash: string | null;
  readonly hasPrefix: boolean;
  readonly ids: readonly string[];
  readonly destinations: readonly ParsedTexts[];
}

const HASH = /(?:^|[^0-9a-z])(0x)?([0-9a-f]{64})(?![0-9a-z])/i;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LINK = /^https?:\/\//i;
const ADDRESS_LENGTH_MAX = 255;

export function parsePasted(app: App, text: string): Pasted {
  const given = text.trim();
  const [, prefix, hash] = HASH.exec(given) ?? [];
  if (hash !== undefined) {
    return { hash: hash.toLowerCase(), hasPrefix: prefix !== undefined, ids: [], destinations: [] };
  }
  const texts = [...parseTexts(given), ...lastPartOf(given)];
  const addresses = texts.filter((each) => each.length <= ADDRESS_LENGTH_MAX && !UUID.test(each));
  return {
    hash: null,
    hasPrefix: false,
    ids: texts.filter((each) => UUID.test(each)).map((each) => each.toLowerCase()),
    destinations: addresses.flatMap((each) => parseDestinations(app, each)),
  };
}

/** Of a link to a block explorer: `https://mempool.space/address/bc1q...`. */
function lastPartOf(text: string): readonly string[] {
  if (!LINK.test(text)) return [];
  const [path = ''] = text.split(/[?#]/);
  const last = path.split('/').filter(Boolean).at(-1);
  return last === undefined ? [] : [last];
}

/** As the coin's network writes it. Null when a hash is not in the form of its family. */
export function txidOn({ nodes }: Coin, { hash, hasPrefix }: Pasted): string | null {
  if (hash === null) return null;
  if (nodes.family === 'evm') return `0x${hash}`;
  if (hasPrefix) return null;
  return nodes.family === 'rippled' ? hash.toUpperCase() : hash;
}
