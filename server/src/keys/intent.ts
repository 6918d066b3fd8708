// One withdrawal as the signer sees it. The process that received the merchant's request seals destination, amount
// and network fee before the row is stored. The key of the seal comes from the master key, which is not in the
// database: an attacker who edits or adds a row cannot seal it.
import { createHmac, hkdfSync } from 'node:crypto';
import type { SignerRefusal } from '../contract/signer-refusals.ts';
import { isSameText } from '../core/same-text.ts';

export interface Intent {
  readonly projectId: string;
  readonly id: string;
  readonly coin: string;
  /** Canonical form, without a tag. */
  readonly address: string;
  readonly tag: number | null;
  /** What the recipient receives, in the smallest unit. */
  readonly amount: bigint;
  /** Paid by the merchant. The fee budget of the withdrawal's transfers is a multiple of this. */
  readonly networkFee: bigint;
}

export interface SealedIntent extends Intent {
  readonly seal: string;
}

export { FEE_BUDGET_FACTOR } from '../coins/fee-budget.ts';

const KEY_BYTES = 32;
/** The purpose of the derived key (RFC 5869, `info`). */
const KEY_PURPOSE = 'chaintill withdrawal intents v1';

/** Derived one-way from the master key, so that a signer can have only this key. */
export function intentKeyOf(masterKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, '', KEY_PURPOSE, KEY_BYTES));
}

export function sealIntent(key: Uint8Array, intent: Intent): string {
  return createHmac('sha256', key).update(textOf(intent)).digest('base64url');
}

export function sealRefusal(key: Uint8Array, intent: SealedIntent): SignerRefusal | null {
  if (isSealed(key, intent)) return null;
  return { code: 'request_altered', withdrawal_id: intent.id };
}

export function isSealed(key: Uint8Array, { seal, ...intent }: SealedIntent): boolean {
  return isSameText(sealIntent(key, intent), seal);
}

/** A list in a fixed order: equal intents have equal texts, and different intents have different ones. */
function textOf(intent: Intent): string {
  const { projectId, id, coin, address, tag, amount, networkFee } = intent;
  return JSON.stringify(['v1', projectId, id, coin, address, tag, `${amount}`, `${networkFee}`]);
}
