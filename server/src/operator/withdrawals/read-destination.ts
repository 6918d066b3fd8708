// Reads what a person pasted as the destination of a payout: an address, an X-address or a payment URI, and the coins
// that can be sent to it. When several can, the person chooses. The request itself is checked again when it is made.
import type { App } from '../../app.ts';
import type { Coin, Destination } from '../../coins/coin.ts';
import { minutesOf } from '../../coins/fee-minutes.ts';
import { isUnspendable } from '../../coins/payee.ts';
import type { OperatorHandler } from '../operator.ts';
import { parseTexts } from '../search/search-sources.ts';
import type { withdrawalsOperations } from './contract.ts';

type Operation = (typeof withdrawalsOperations)['withdrawals.read-destination'];

interface Payable {
  readonly coin: Coin;
  readonly read: Destination;
}

export const readDestination: OperatorHandler<Operation> = async (app, { text }) => {
  const given = text.trim();
  const found = meant(app, given, payables(app, given));
  return {
    amount: amountIn(given),
    coins: found.map(({ coin, read }) => ({
      currency: coin.asset.code,
      network: coin.network,
      address: read.address,
      tag: read.tag?.toString() ?? null,
      tag_name: coin.destinationTag?.name ?? null,
      minutes: {
        slow: minutesOf(coin, 'slow'),
        average: minutesOf(coin, 'average'),
        fast: minutesOf(coin, 'fast'),
      },
    })),
  };
};

/** Of the first reading that is an address: in the URI of a token transfer, the payee precedes the contract. */
function payables(app: App, given: string): readonly Payable[] {
  for (const text of parseTexts(given)) {
    const found = [...app.coins.values()].flatMap((coin) => {
      const read = coin.parseAddress(text, app.config.network);
      return read === null || isUnspendable(app, coin, read.address) ? [] : [{ coin, read }];
    });
    if (found.length > 0) return found;
  }
  return [];
}

const URI = /^([a-z][a-z0-9.+-]*):(?:pay-)?([^?@/]+)(?:@(\d+))?/i;

/** Those that a URI names, by its scheme, network and contract. All of them when it names none. */
function meant(app: App, given: string, found: readonly Payable[]): readonly Payable[] {
  const [, scheme, target, chain] = URI.exec(given.toLowerCase()) ?? [];
  if (scheme === undefined) return found;
  const named = found.filter(({ coin, read }) => {
    const own = URI.exec(coin.paymentUri(read, null, app.config.network).toLowerCase());
    if (own === null || own[1] !== scheme) return false;
    if (coin.nodes.family !== 'evm') return true;
    return own[2] === target && (chain === undefined || own[3] === chain);
  });
  return named.length === 0 ? found : named;
}

const AMOUNT = /^[a-z][a-z0-9.+-]*:[^?]*\?(?:.*&)?amount=(\d{1,20}(?:\.\d{1,18})?)(?:&|$)/i;

/** In whole coins (BIP 21). URIs of EVM networks have no `amount`. */
function amountIn(given: string): string | null {
  return AMOUNT.exec(given)?.[1] ?? null;
}
