// The form of a new withdrawal, what follows from its destination, and the request that it becomes.

import { scaled } from '../../shared/amounts.ts';
import type { MerchantApi, OperatorApi } from '../../shared/api-types.ts';

export type Destination = OperatorApi['withdrawals.read-destination']['output'];
export type Payable = Destination['coins'][number];
export type Account = OperatorApi['accounts.list']['output'][number];

export type WithdrawalForm = {
  /** An address or a payment URI. */
  readonly address: string;
  /** Empty: the tag of the address, if it has one. */
  readonly tag: string;
  /** The recipient has no tag. */
  readonly isWithoutTag: boolean;
  /** Code and network: `BTC bitcoin`. Empty: the only coin of the address. */
  readonly coin: string;
  /** Empty: the account of the coin or, if it has no money, the first one that has. */
  readonly charged_currency: string;
  /** Plain decimal text. */
  readonly amount: string;
  readonly form: 'received_amount' | 'charged_amount_to_send' | 'charged_amount';
  readonly level: 'slow' | 'average' | 'fast';
  readonly custom_id: string;
};

export const newWithdrawal: WithdrawalForm = {
  address: '',
  tag: '',
  isWithoutTag: false,
  coin: '',
  charged_currency: '',
  amount: '',
  form: 'received_amount',
  level: 'average',
  custom_id: '',
};

/**
 * The form with another destination. What belonged to the previous one goes with it: the coin, the tag, and the amount
 * of its payment URI. Otherwise a payment could reach the new recipient with the tag of the old one.
 */
export function withDestination(
  form: WithdrawalForm,
  address: string,
  amountOfUri: string | null,
): WithdrawalForm {
  return {
    ...form,
    address,
    coin: '',
    tag: '',
    isWithoutTag: false,
    amount: form.amount === amountOfUri ? '' : form.amount,
  };
}

export const coinKey = ({ currency, network }: Pick<Payable, 'currency' | 'network'>) =>
  `${currency} ${network}`;

/** The chosen coin, or the only one of the address. */
export function chosenCoin(form: WithdrawalForm, coins: readonly Payable[]): Payable | null {
  const chosen = coins.find((coin) => coinKey(coin) === form.coin);
  const [only, ...others] = coins;
  return chosen ?? (others.length === 0 ? (only ?? null) : null);
}

export const withMoney = (accounts: readonly Account[]) =>
  accounts.filter(({ available }) => (scaled([available]).units[0] ?? 0n) > 0n);

export function chosenAccount(
  form: WithdrawalForm,
  accounts: readonly Account[],
  coin: Payable | null,
): Account | null {
  const filled = withMoney(accounts);
  const of = (currency: string) => filled.find((account) => account.currency === currency);
  return of(form.charged_currency) ?? of(coin?.currency ?? '') ?? filled[0] ?? null;
}

/** The tag of the request. Null: the network has none, or none was given. */
export function chosenTag(form: WithdrawalForm, coin: Payable): string | null {
  if (coin.tag_name === null) return null;
  if (form.isWithoutTag) return NO_TAG;
  const typed = form.tag.trim();
  return typed === '' ? coin.tag : typed;
}

/** States that the recipient has none (interface.md 4.1). */
const NO_TAG = '0';

export interface Chosen {
  readonly coin: Payable;
  readonly account: Account;
}

export function requestOf(
  form: WithdrawalForm,
  { coin, account }: Chosen,
): MerchantApi['createCoinWithdrawal']['input'] {
  const tag = chosenTag(form, coin);
  const reference = form.custom_id.trim();
  return {
    address: tag === null ? coin.address : `${coin.address}?dt=${tag}`,
    charged_currency: account.currency,
    received_currency: coin.currency,
    network: coin.network,
    [form.form]: form.amount,
    network_fee_level: form.level,
    ...(reference !== '' && { custom_id: reference }),
  };
}
