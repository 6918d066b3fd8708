// The signer inside the service's process. Every transfer must match the sealed intents that it pays, so an attacker
// who edits the database cannot redirect funds. Input amounts come from the node, not from the database. No state
// survives a restart, so this signer cannot detect a repeated payment.
import type { TransferPlan } from '../chains/transfers.ts';
import type { SignerRefusal } from '../contract/signer-refusals.ts';
import { defined } from '../core/assert.ts';
import { aboveFees, spendsOf } from './check-request.ts';
import { checkTransfer } from './check-transfer.ts';
import { budgetOf, type FeeLimits } from './fee-limits.ts';
import { addedFee, countFee, type FeeTally, feesToday } from './fee-tally.ts';
import { sealRefusal } from './intent.ts';
import {
  checkAmounts,
  inputAmounts,
  type KnownAmounts,
  outputAmounts,
  rememberAmounts,
} from './known-amounts.ts';
import { type Signer, SignerRefused } from './signer.ts';
import { type WalletKeysOptions, walletKeys } from './wallet-keys.ts';

/** The node's amount for each input of the plan; null for an unknown input. Throws ChainUnavailable. */
export type AmountsOf = (plan: TransferPlan) => Promise<readonly (bigint | null)[]>;

export interface InProcessOptions extends WalletKeysOptions {
  readonly intentKey: Uint8Array;
  readonly amountsOf: AmountsOf;
  /** Keyed by coin, for each coin that can be sent. */
  readonly fees: ReadonlyMap<string, FeeLimits>;
  now(): number;
}

export function inProcessSigner(options: InProcessOptions): Signer {
  const keys = walletKeys(options);
  const amounts: KnownAmounts = new Map();
  const tally: FeeTally = new Map();
  return {
    async examine(intents) {
      // A watch-only database has no mnemonic, so this throws before anything is planned.
      await options.openMnemonic();
      return intents.map((intent) => sealRefusal(options.intentKey, intent));
    },
    async sign(request) {
      const { plan, intents } = request;
      const feeCoin = keys.feeCoinOf(plan);
      const own = await keys.ownAmong(request);
      const confirmed = await options.amountsOf(plan);
      const altered = intents
        .map((intent) => sealRefusal(options.intentKey, intent))
        .find((refusal) => refusal !== null);
      const refusal =
        altered ??
        checkTransfer({
          plan,
          intents,
          own,
          fees: feesOf(options, plan.coin),
          feeCoin,
        }) ??
        checkAmounts(amounts, { plan, confirmed }) ??
        checkDay(options, tally, { plan, feeCoin });
      if (refusal !== null) throw new SignerRefused(refusal);
      // Stored before the bytes exist, with no `await` after the amount check.
      rememberAmounts(amounts, plan.coin, inputAmounts(plan));
      const signed = await keys.sign(request);
      rememberAmounts(amounts, plan.coin, outputAmounts(plan, signed));
      countFee(tally, { ...feeIn(options, { plan, feeCoin }), txid: signed.txid });
      return signed;
    },
    async budgets() {
      const feeCoins = new Set([...options.coins.values()].map((coin) => coin.feeCoin));
      return [...feeCoins].map((coin) => {
        const used = feesToday(tally, coin, options.now());
        return budgetOf({ coin, budget: 'fees' }, used, feesOf(options, coin));
      });
    },
  };
}

function feesOf({ fees }: InProcessOptions, coin: string): FeeLimits {
  return defined(fees.get(coin), `${coin} has limits of its fees`);
}

interface FeePlan {
  readonly plan: TransferPlan;
  readonly feeCoin: string;
}

function feeIn({ now }: InProcessOptions, { plan, feeCoin }: FeePlan) {
  return { at: now(), coin: feeCoin, fee: plan.fee, spends: spendsOf(plan) };
}

/** Counts only what this process signed. */
function checkDay(
  options: InProcessOptions,
  tally: FeeTally,
  feePlan: FeePlan,
): SignerRefusal | null {
  const { feeCoin } = feePlan;
  const fee = feeIn(options, feePlan);
  const fees = feesToday(tally, feeCoin, fee.at) + addedFee(tally, fee);
  const { perDay } = feesOf(options, feeCoin);
  const currency = defined(options.coins.get(feeCoin), `${feeCoin} is registered`);
  return fees <= perDay ? null : aboveFees(currency, fees, perDay);
}
