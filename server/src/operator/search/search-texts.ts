// Parses a search text: a payment link, a payment URI, or an address in any of its formats.
import type { App } from '../../app.ts';

/** The text itself, then its content: the ID in a link, the address in a URI. */
export function parseTexts(text: string): readonly string[] {
  return [...new Set([text, ...idsIn(text), ...addressesIn(text)])].slice(0, TEXTS_MAX);
}

const TEXTS_MAX = 4;
const LINK = /^https?:\/\//i;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

function idsIn(text: string): string[] {
  return LINK.test(text) ? [...text.matchAll(UUID)].map(([id]) => id) : [];
}

/** `bitcoin:…?amount=1` (BIP 21), `ripple:…?dt=1`, `ethereum:…@1/transfer?address=…` (EIP-681). */
const PAYMENT_URI = /^([a-z][a-z0-9.+-]*):(?:pay-)?([^?@/]+)(?:[@/][^?]*)?(?:\?(.*))?$/is;

function addressesIn(text: string): string[] {
  const [, , address = '', query = ''] = LINK.test(text) ? [] : (PAYMENT_URI.exec(text) ?? []);
  if (address === '') return [];
  const parameters = new URLSearchParams(query);
  const payee = parameters.get('address');
  const tag = parameters.get('dt') ?? parameters.get('to_tag');
  return [...(payee === null ? [] : [payee]), tag === null ? address : `${address}?dt=${tag}`];
}

/** An address of a coin, with its tag if the text has one. */
export interface ParsedTexts {
  readonly coin: string;
  readonly address: string;
  readonly tag: string | null;
}

/** Parsed by each coin that accepts the text. */
export function parseDestinations(app: App, text: string): readonly ParsedTexts[] {
  return [...app.knownCoins.values()].flatMap((coin) => {
    const read = coin.parseAddress(text, app.config.network);
    if (read === null) return [];
    return { coin: coin.code, address: read.address, tag: read.tag?.toString() ?? null };
  });
}
