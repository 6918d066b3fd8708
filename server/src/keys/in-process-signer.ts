// The signer that lives in the service's process. It checks every transfer against the sealed intents that it
// pays, so whoever edits the database redirects nothing; it remembers nothing, so it cannot tell a payment from its
// repetition.
import { checkTransfer } from './check-transfer.ts';
import { feeBoundsOf } from './fee-bounds.ts';
import { sealRefusal } from './intent.ts';
import { type Signer, SignerRefused } from './signer.ts';
import { type WalletKeysOptions, walletKeys } from './wallet-keys.ts';

export function inProcessSigner(options: WalletKeysOptions & { intentKey: Uint8Array }): Signer {
  const keys = walletKeys(options);
  return {
    async examine(intents) {
      // A watch-only database has none, and then nothing is planned.
      await options.openMnemonic();
      return intents.map((intent) => sealRefusal(options.intentKey, intent));
    },
    async sign(request) {
      const { plan, intents } = request;
      const own = await keys.ownAmong(request);
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
        });
      if (refusal !== null) throw new SignerRefused(refusal);
      return keys.sign(request);
    },
  };
}
