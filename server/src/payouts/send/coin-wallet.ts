// What the workers of one coin's treasury work with. Built by assemble.ts, one per coin whose network can send.
import type { Chain } from '../../chains/chain.ts';
import type { TransferNetwork } from '../../chains/transfers.ts';
import type { Coin } from '../../coins/coin.ts';
import type { FeeLimits } from '../../keys/fee-limits.ts';
import type { Signer } from '../../keys/signer.ts';
import type { WithdrawalStatus } from '../../withdrawals/withdrawal.ts';

export interface CoinWallet {
  readonly coin: Coin;
  readonly chain: Chain;
  readonly network: TransferNetwork;
  readonly signer: Signer;
  /** Tokens: the treasury of the coin that their network's fees are paid in. Null for that coin itself. */
  readonly fees: CoinWallet | null;
  /** What a signer with the same configuration lets networks take. */
  readonly feeLimits: FeeLimits;
}

/** What the sender reads of a withdrawal. */
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

/** SQL: of the withdrawal `w` and its payout `p`. One on hold has none. */
export const PAYABLE_COLUMNS = `w.project_id, w.id, w.status, w.address, w.tag, w.received_amount, w.network_fee,
  w.network_fee_level, p.transfer_id`;
