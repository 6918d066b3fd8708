// The signer that lives in the service's process. It checks every transfer against the sealed intents that it
// pays, so whoever edits the database redirects nothing. The amounts of what it spends are the node's word, not the
// database's. It keeps nothing over a restart, so it cannot tell a payment from its repetition.
import type { TransferPlan } from '../chains/transfers.ts';
import { checkTransfer } from './check-transfer.ts';
import { feeBoundsOf } from './fee-bounds.ts';
import { sealRefusal } from './intent.ts';
import {
  inputAmounts,
  judgeAmounts,
  type KnownAmounts,
  outputAmounts,
  rememberAmounts,
} from './known-amounts.ts';
import { type Signer, SignerRefused } from './signer.ts';
import { type WalletKeysOptions, walletKeys } from './wallet-keys.ts';

/** What a node says that each input of a plan holds; null where it knows none. Throws ChainUnavailable. */
export type AmountsOf = (plan: TransferPlan) => Promise<readonly (bigint | null)[]>;

export interface InProcessOptions extends WalletKeysOptions {
  readonly intentKey: Uint8Array;
  readonly amountsOf: AmountsOf;
}

export function inProcessSigner(options: InProcessOptions): Signer {
  const keys = walletKeys(options);
  const amounts: KnownAmounts = new Map();
  return {
    async examine(intents) {
      // A watch-only database has none, and then nothing is planned.
      await options.openMnemonic();
      return intents.map((intent) => sealRefusal(options.intentKey, intent));
    },
    async sign(request) {
      const { plan, intents } = request;
      const own = await keys.ownAmong(request);
      const confirmed = await options.amountsOf(plan);
      const altered = intents
        .map((intent) => sealRefusal(options.intentKey, intent))
        .find((text) => text !== null);
      const refusal =
        altered ??
        checkTransfer({
          plan,
          intents,
          own,
          bounds: feeBoundsOf(plan.coin),
          feeCoin: keys.feeCoinOf(plan),
        }) ??
        judgeAmounts(amounts, { plan, confirmed });
      if (refusal !== null) throw new SignerRefused(refusal);
      // Before the bytes exist: nothing waits between the look at the amounts and this.
      rememberAmounts(amounts, plan.coin, inputAmounts(plan));
      const signed = await keys.sign(request);
      rememberAmounts(amounts, plan.coin, outputAmounts(plan, signed));
      return signed;
    },
  };
}
