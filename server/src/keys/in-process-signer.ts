// The signer that lives in the service's process. It checks every transfer against the sealed intents that it
// pays, so whoever edits the database redirects nothing; it remembers nothing, so it cannot tell a payment from its
// repetition.
import { checkTransfer } from './check-transfer.ts';
import { feeBoundsOf } from './fee-bounds.ts';
import { isSealed, type SealedIntent } from './intent.ts';
import { type Signer, SignerRefused } from './signer.ts';
import { type WalletKeysOptions, walletKeys } from './wallet-keys.ts';

export function inProcessSigner(options: WalletKeysOptions & { intentKey: Uint8Array }): Signer {
  const keys = walletKeys(options);
  const checkSeal = (intent: SealedIntent) => sealRefusal(options.intentKey, intent);
  return {
    examine: async (intents) => intents.map(checkSeal),
    async sign(request) {
      const { plan, intents } = request;
      const own = await keys.ownAmong(request);
      const altered = intents.map(checkSeal).find((refusal) => refusal !== null);
      const refusal =
        altered ?? checkTransfer({ plan, intents, own, bounds: feeBoundsOf(plan.coin) });
      if (refusal !== null) throw new SignerRefused(refusal);
      return keys.sign(request);
    },
  };
}

/** Null when the withdrawal is what its request was. */
function sealRefusal(key: Uint8Array, intent: SealedIntent): string | null {
  if (isSealed(key, intent)) return null;
  return `withdrawal ${intent.id} is not as it was asked for: its row was altered, or made by somebody else`;
}
