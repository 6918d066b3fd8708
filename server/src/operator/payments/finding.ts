// One finding about a payment, and the facts that every source of findings has in common.
import type { App } from '../../app.ts';
import { type Coin, networkLabel } from '../../coins/coin.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { explorerUrlOf } from '../../deposits/explorer.ts';
import type { Presentable } from '../operator.ts';
import { moneyOf } from '../present.ts';
import type { PaymentFinding, paymentsOperations } from './contract.ts';
import type { NetworkResult } from './find-on-chain.ts';

export type Output = OutputOf<(typeof paymentsOperations)['payments.find']>;
export type Finding = Presentable<Output['findings'][number]>;

export interface Answer {
  readonly findings: readonly Finding[];
  readonly networks: readonly NetworkResult[];
}

const NO_FACTS = {
  coin: null,
  network: null,
  amount: null,
  txid: null,
  explorer_url: null,
  address: null,
  project_id: null,
  deposit_id: null,
  channel_payment_id: null,
  object: null,
  reason: null,
  confirmations: null,
  fee_level: null,
  paid_to: [],
  seen_at: null,
} as const;

interface Paid {
  readonly coin: string;
  readonly txid?: string;
  readonly address?: string;
  readonly tag?: number | null;
  readonly amount?: bigint;
}

export function finding(
  app: App,
  code: PaymentFinding,
  { coin: coinCode, txid, address, tag = null, amount }: Paid,
): Finding {
  const coin = app.knownCoins.get(coinCode);
  return {
    ...NO_FACTS,
    code,
    coin: coin?.asset.code ?? coinCode,
    network: coin === undefined ? null : networkLabel(coin),
    amount: amount === undefined ? null : moneyOf(app, amount, coinCode),
    txid: txid ?? null,
    explorer_url: coin === undefined || txid === undefined ? null : explorerUrlOf(app, coin, txid),
    address: address === undefined ? null : addressText(coin, { address, tag }),
  };
}

function addressText(coin: Coin | undefined, to: { address: string; tag: number | null }): string {
  return coin?.formatAddress(to) ?? to.address;
}
