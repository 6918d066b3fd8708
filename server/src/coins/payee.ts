// Parses a payout destination: the only place that decides whether a text is an address that can be paid.
import type { App } from '../app.ts';
import { type AddressReason, type ErrorDetail, rule } from '../core/errors.ts';
import type { Coin, Destination } from './coin.ts';
import { definedCoins } from './registry.ts';

// Adds a hint: an address of another network, or one without its tag, looks correct to the person who entered it.

export function addressProblem(
  app: App,
  coin: Coin,
  { text, target }: { text: string; target: string },
): ErrorDetail {
  return rule.coinAddress(target, coin.asset.code, reasonOf(app, coin, text));
}

function reasonOf(app: App, coin: Coin, text: string): AddressReason | null {
  const { network: ours } = app.config;
  if (coin.parseAddress(text, ours) !== null) return { reason: 'tag_missing' };
  const others = ['main', 'test', 'regtest'] as const;
  const other = others.find(
    (network) => network !== ours && coin.parseAddress(text, network) !== null,
  );
  return other === undefined ? null : { reason: 'other_network', ours, other };
}

type Facts = Pick<App, 'config' | 'knownCoins'>;

export interface PayeeField {
  readonly coin: Coin;
  readonly text: string;
  readonly target: string;
}

/** Adds the problem and returns null when the destination cannot be paid. */
export function readPayee(
  app: App,
  field: PayeeField,
  problems: ErrorDetail[],
): Destination | null {
  const destination = parsed(app, field);
  if (destination === null || isTagMissing(field, destination))
    return refused(app, field, problems);
  return spendable(app, { ...field, destination }, problems);
}

/** Like `readPayee`, for address books, which may also contain XRP accounts without a tag. */
export function readListedPayee(
  app: App,
  field: PayeeField,
  problems: ErrorDetail[],
): Destination | null {
  const destination = parsed(app, field);
  if (destination === null) return refused(app, field, problems);
  return spendable(app, { ...field, destination }, problems);
}

/** Token contracts of other networks count too, because they have no key on any network. */
export function isUnspendable({ config, knownCoins }: Facts, coin: Coin, address: string): boolean {
  if (coin.isUnspendable(address, config.network)) return true;
  if (coin.nodes.family !== 'evm') return false;
  const tokens = [...definedCoins.values(), ...knownCoins.values()];
  return tokens.some(({ token }) => Object.values(token?.contracts ?? {}).includes(address));
}

function parsed(app: App, { coin, text }: PayeeField): Destination | null {
  return coin.parseAddress(text, app.config.network);
}

/** "No tag" must be explicit (wire.md (b)): an exchange would not credit a payment that lacks its tag. */
function isTagMissing({ coin, text }: PayeeField, { address, tag }: Destination): boolean {
  return coin.destinationTag?.required === true && tag === null && text === address;
}

function refused(app: App, { coin, text, target }: PayeeField, problems: ErrorDetail[]): null {
  problems.push(addressProblem(app, coin, { text, target }));
  return null;
}

function spendable(
  app: App,
  { coin, target, destination }: PayeeField & { readonly destination: Destination },
  problems: ErrorDetail[],
): Destination | null {
  if (!isUnspendable(app, coin, destination.address)) return destination;
  problems.push(rule.coinAddress(target, coin.asset.code, { reason: 'unspendable' }));
  return null;
}
