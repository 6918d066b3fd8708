// The steps of plays: a merchant's requests, a payer's payments and choices, a miner's blocks.
import { definedCoin } from '../coins/registry.ts';
import { isUuid } from '../core/ids.ts';
import { systemRandom } from '../core/random.ts';
import type { CallOperation } from './adapter.ts';
import { until } from './demo-stage.ts';

export interface PlayStage {
  readonly project: string;
  readonly call: CallOperation;
  /** Calls the API as the merchant; returns the data of the response. */
  merchant<T = Made>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
  sandbox<T = Made>(route: string, body: object): Promise<T>;
  /** Chooses a coin on the page of a subscription or a checkout; returns where the page redirects the payer. */
  choose(page: `${'subscriptions' | 'checkouts'}/${string}`, coin: string): Promise<string>;
  /** Posts the form of a payer's page; returns where it redirects the payer. */
  submit(page: string, form: Readonly<Record<string, string>>): Promise<string>;
  /** Reports the object of this play, which the event is about. */
  made(what: string, id: string): void;
}

export interface Made {
  readonly id: string;
  readonly status: string;
  readonly txid: string;
}

export interface Play {
  /** The event is sent only if the project has this setting. */
  readonly setting?: 'sends_invoice_created' | 'sends_coin_deposits';
  run(stage: PlayStage): Promise<unknown>;
}

export const COIN = 'LTC';
export const PAYEE = definedCoin(COIN).demo.payee;
export const WHY = 'chaintill trigger';

const REFERENCE_BYTES = 8;

export async function make(on: PlayStage, what: string, body: object): Promise<string> {
  // Without it, two requests signed within one second would be identical.
  const custom_id = `trigger-${systemRandom.bytes(REFERENCE_BYTES).toString('hex')}`;
  const path = `${what.replaceAll(' ', '_')}s`;
  const { id } = await on.merchant('POST', path, { ...body, custom_id });
  on.made(what, id);
  return id;
}

export async function pay(on: PlayStage, how: object): Promise<string> {
  const { txid } = await on.sandbox('payments', { risk_level: 'low', ...how });
  return txid;
}

export async function mine(on: PlayStage): Promise<void> {
  const count = definedCoin(COIN).confirmationTiers[0]?.confirmations ?? 1;
  await on.sandbox('blocks', { currency: COIN, count });
}

export async function reached(on: PlayStage, id: string, status: string): Promise<void> {
  await until(async () => {
    const invoice = await on.merchant('GET', `invoices/${id}`);
    return invoice.status === status ? invoice : null;
  });
}

/** Chooses the coin; returns the invoice. */
export async function chosen(
  on: PlayStage,
  page: Parameters<PlayStage['choose']>[0],
): Promise<string> {
  const target = await on.choose(page, COIN);
  return target.split(/[^0-9a-f-]/).find(isUuid) ?? '';
}
