// Explains why an address is rejected, with a hint: an address of another network, or one without its tag, looks
// correct to the person who entered it.
import type { App } from '../app.ts';
import { type AddressReason, type ErrorDetail, rule } from '../core/errors.ts';
import type { Coin, Network } from './coin.ts';

const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  main: 'the main network',
  test: 'the test network',
  regtest: 'a private test network',
};

/** `invalid_coin_address`: the text is no address of the coin on our network, or its tag is missing. */
export function addressProblem(
  app: App,
  coin: Coin,
  { text, target }: { text: string; target: string },
): ErrorDetail {
  return rule.coinAddress(target, coin.asset.code, reasonOf(app, coin, text));
}

function reasonOf(app: App, coin: Coin, text: string): AddressReason | null {
  const { network: ours } = app.config;
  if (coin.parseAddress(text, ours) !== null) {
    const how = 'write ?dt= and the tag after it, or ?dt=0 when there is none';
    return { text: `with its destination tag: ${how}`, args: { reason: 'tag_missing' } };
  }
  const others = ['main', 'test', 'regtest'] as const;
  const other = others.find(
    (network) => network !== ours && coin.parseAddress(text, network) !== null,
  );
  if (other === undefined) return null;
  const isOf = `of ${NETWORK_NAMES[ours]}: this one is of ${NETWORK_NAMES[other]}`;
  return { text: isOf, args: { reason: 'other_network', ours, other } };
}
