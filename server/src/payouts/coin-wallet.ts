// Shared dependencies of the workers of one coin's wallet. Built by assemble.ts.
import type { Instance } from '../app.ts';
import type { Chain } from '../chains/chain.ts';
import type { TransferNetwork } from '../chains/transfers.ts';
import type { Coin } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { formatAmount } from '../core/money.ts';
import type { FeeLimits } from '../keys/fee-limits.ts';
import type { Signer } from '../keys/signer.ts';
import type { WithdrawalStatus } from '../withdrawals/withdrawal.ts';

export interface CoinWallet {
  readonly coin: Coin;
  readonly chain: Chain;
  readonly network: TransferNetwork;
  readonly signer: Signer;
  /** For tokens: the wallet of the coin that pays their network fees. Otherwise null. */
  readonly fees: CoinWallet | null;
  /** The limits that a signer with the same configuration enforces. */
  readonly feeLimits: FeeLimits;
}

export interface PayableWithdrawal {
  readonly project_id: string;
  readonly id: string;
  readonly status: WithdrawalStatus;
  readonly address: string;
  readonly tag: number | null;
  readonly received_amount: bigint;
  readonly network_fee: bigint;
  readonly network_fee_level: 'slow' | 'average' | 'fast';
  readonly transfer_id: string | null;
}

/** SQL over the withdrawal `w` and its payout `p`. A withdrawal on hold has no payout. */
export const PAYABLE_COLUMNS = `w.project_id, w.id, w.status, w.address, w.tag, w.received_amount, w.network_fee,
  w.network_fee_level, p.transfer_id`;

export function tokensOf(instance: Instance, coin: string): string[] {
  return [...instance.coins.values()]
    .filter(({ code, feeCoin }) => feeCoin === coin && code !== coin)
    .map(({ code }) => code);
}

/** The coins whose transfers share one number sequence, because the same accounts pay a token's fees. */
export function networkCoinsOf(instance: Instance, coin: string): string[] {
  const { feeCoin } = defined(instance.knownCoins.get(coin), `${coin} is known`);
  return [feeCoin, ...tokensOf(instance, feeCoin)];
}

export function amountText(amount: bigint, coin: Coin): string {
  return `${formatAmount(amount, coin)} ${coin.code}`;
}
