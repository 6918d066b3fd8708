// A line on the signer's socket has the English text of a refusal, a line break, and the code with its facts. A
// service or signer of another version still shows the text.
import { Compile } from 'typebox/compile';
import { formatRippleAddress } from '../coins/codecs/ripple-address.ts';
import { definedCoins } from '../coins/registry.ts';
import { SignerRefusal } from '../contract/signer-refusals.ts';
import { parsedJson } from '../core/json-text.ts';
import { formatAmount } from '../core/money.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Intent } from './intent.ts';

const known = Compile(SignerRefusal);

/** In English. The text of another version's signer is shown verbatim. */
export function signerRefusalText(refusal: SignerRefusal): string {
  if (refusal.code === 'unrecognized') return refusal.text;
  const text = textsOf('reasons', 'en').signerRefusal[refusal.code];
  return typeof text === 'string' ? text : text(refusal as never);
}

/** `amount`: in the smallest unit. */
export function amountIn(coin: string, amount: bigint): string {
  const defined = definedCoins.get(coin);
  return defined === undefined ? `${amount} ${coin}` : `${formatAmount(amount, defined)} ${coin}`;
}

export function paymentFacts(intent: Intent) {
  return {
    withdrawal_id: intent.id,
    amount: amountIn(intent.coin, intent.amount),
    address: formatRippleAddress(intent),
  };
}

export function encodeRefusal(refusal: SignerRefusal): string {
  return `${signerRefusalText(refusal)}\n${JSON.stringify(refusal)}`;
}

export function decodeRefusal(line: string): SignerRefusal {
  const end = line.lastIndexOf('\n');
  const refusal = parsedJson(line.slice(end + 1));
  if (end >= 0 && known.Check(refusal)) return refusal;
  return { code: 'unrecognized', text: end < 0 ? line : line.slice(0, end) };
}
