// What small outputs cost the operator in the bitcoind family: each one is an additional input of some transfer.
import type { App } from '../../app.ts';
import { ChainUnavailable } from '../../chains/chain.ts';
import type { TransferNetwork } from '../../chains/transfers.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { costOfInput } from '../plan/plan-outputs.ts';

export interface InputCosts {
  /** In the smallest unit, like all amounts here, at the current average fee. Null: the node is unreachable. */
  readonly perInput: bigint | null;
  readonly outputs: number;
  readonly amount: bigint;
  /** Outputs that cost more to spend than they are worth. */
  readonly uneconomical: number;
  readonly uneconomicalAmount: bigint;
  /** Outputs that lose at least a tenth of their value to the fee, without the uneconomical ones. */
  readonly small: number;
  readonly smallAmount: bigint;
}

/** Outputs from a power of ten of the smallest unit to below the next. */
export interface OutputSize {
  readonly from: bigint;
  readonly outputs: number;
  readonly amount: bigint;
  /** Of spending all of them. Null: the node is unreachable. */
  readonly cost: bigint | null;
}

/** Null when the node is unreachable, so that the other coins are still shown. */
async function inputCost(network: TransferNetwork): Promise<bigint | null> {
  try {
    const { average } = await network.feeQuotes();
    return costOfInput(network, average);
  } catch (error) {
    if (error instanceof ChainUnavailable) return null;
    throw error;
  }
}

/** Of spendable outputs. Nothing counts as small or uneconomical while the node is unreachable. */
export async function inputCosts(app: App, { coin, network }: CoinWallet): Promise<InputCosts> {
  const perInput = await inputCost(network);
  const [row] = await app.db.query<Omit<InputCosts, 'perInput'>>(
    `select count(*)::int as outputs, coalesce(sum(amount), 0) as amount,
       count(*) filter (where amount <= $2)::int as uneconomical,
       coalesce(sum(amount) filter (where amount <= $2), 0) as "uneconomicalAmount",
       count(*) filter (where amount > $2 and amount <= 10 * $2)::int as small,
       coalesce(sum(amount) filter (where amount > $2 and amount <= 10 * $2), 0) as "smallAmount"
     from wallet_outputs where coin = $1 and status = 'unspent'`,
    [coin.code, perInput?.toString() ?? null],
  );
  if (row === undefined) throw new Error('a count has a row');
  return { perInput, ...row };
}

/** Of spendable outputs, small ones first. */
export async function outputSizes(
  app: App,
  { coin, network }: CoinWallet,
): Promise<readonly OutputSize[]> {
  const perInput = await inputCost(network);
  const sizes = await app.db.query<Omit<OutputSize, 'from' | 'cost'> & { digits: number }>(
    `select length(amount::text) as digits, count(*)::int as outputs, sum(amount) as amount
     from wallet_outputs where coin = $1 and status = 'unspent' group by 1 order by 1`,
    [coin.code],
  );
  return sizes.map(({ digits, outputs, amount }) => ({
    from: 10n ** BigInt(digits - 1),
    outputs,
    amount,
    cost: perInput === null ? null : perInput * BigInt(outputs),
  }));
}
