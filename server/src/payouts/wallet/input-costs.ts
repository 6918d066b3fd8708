// What small outputs cost the operator in the bitcoind family: each one is an additional input of some transfer.
import type { App } from '../../app.ts';
import { type NodeAnswer, nodeAnswer } from '../../chains/node-answer.ts';
import type { NodeAbsence } from '../../contract/node-details.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { costOfInput } from '../plan/plan-outputs.ts';

export interface InputCosts {
  /** In the smallest unit, like all amounts here, at the current average fee. Null without an answer of the node. */
  readonly perInput: bigint | null;
  readonly absence: NodeAbsence | null;
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
  /** Of spending all of them. Null without an answer of the node. */
  readonly cost: bigint | null;
  readonly absence: NodeAbsence | null;
}

function inputCost(app: App, { coin, network }: CoinWallet): Promise<NodeAnswer<bigint>> {
  const run = async () => costOfInput(network, (await network.feeQuotes()).average);
  return nodeAnswer(app, { coin: coin.code, run });
}

/** Of spendable outputs. Nothing counts as small or uneconomical without an answer of the node. */
export async function inputCosts(app: App, coinWallet: CoinWallet): Promise<InputCosts> {
  const { coin } = coinWallet;
  const { value: perInput, absence } = await inputCost(app, coinWallet);
  const [row] = await app.db.query<Omit<InputCosts, 'perInput' | 'absence'>>(
    `select count(*)::int as outputs, coalesce(sum(amount), 0) as amount,
       count(*) filter (where amount <= $2)::int as uneconomical,
       coalesce(sum(amount) filter (where amount <= $2), 0) as "uneconomicalAmount",
       count(*) filter (where amount > $2 and amount <= 10 * $2)::int as small,
       coalesce(sum(amount) filter (where amount > $2 and amount <= 10 * $2), 0) as "smallAmount"
     from wallet_outputs where coin = $1 and status = 'unspent'`,
    [coin.code, perInput?.toString() ?? null],
  );
  if (row === undefined) throw new Error('a count has a row');
  return { perInput, absence, ...row };
}

/** Of spendable outputs, small ones first. */
export async function outputSizes(
  app: App,
  coinWallet: CoinWallet,
): Promise<readonly OutputSize[]> {
  const { coin } = coinWallet;
  const { value: perInput, absence } = await inputCost(app, coinWallet);
  const sizes = await app.db.query<Pick<OutputSize, 'outputs' | 'amount'> & { digits: number }>(
    `select length(amount::text) as digits, count(*)::int as outputs, sum(amount) as amount
     from wallet_outputs where coin = $1 and status = 'unspent' group by 1 order by 1`,
    [coin.code],
  );
  return sizes.map(({ digits, outputs, amount }) => ({
    from: 10n ** BigInt(digits - 1),
    outputs,
    amount,
    cost: perInput === null ? null : perInput * BigInt(outputs),
    absence,
  }));
}
