// A merchant's request as the signer sees it: destination, amount and network fee of one withdrawal, sealed in the
// process that received the request, before its row was stored. The key of the seal is derived from the master key,
// which is not in the database: an attacker who edits or adds a row cannot seal it.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { SignerRefusal } from '../contract/signer-refusals.ts';

export interface Intent {
  readonly projectId: string;
  readonly id: string;
  readonly coin: string;
  /** Canonical form, without a tag. */
  readonly address: string;
  readonly tag: number | null;
  /** What the recipient receives, in the smallest unit. */
  readonly amount: bigint;
  /** What the merchant paid as the network fee; the budget of its transfers is a multiple of it. */
  readonly networkFee: bigint;
}

export interface SealedIntent extends Intent {
  readonly seal: string;
}

export { FEE_BUDGET_FACTOR } from '../coins/fee-budget.ts';

const KEY_BYTES = 32;
/** The purpose of the derived key (RFC 5869, `info`). */
const KEY_PURPOSE = 'chaintill withdrawal intents v1';

/** The key that seals intents: derived one-way from the master key, so that a signer can be given only this key. */
export function intentKeyOf(masterKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, '', KEY_PURPOSE, KEY_BYTES));
}

export function sealIntent(key: Uint8Array, intent: Intent): string {
  return createHmac('sha256', key).update(textOf(intent)).digest('base64url');
}

/** Why the signer rejects it; null when the withdrawal matches the original request. */
export function sealRefusal(key: Uint8Array, intent: SealedIntent): SignerRefusal | null {
  if (isSealed(key, intent)) return null;
  return { code: 'request_altered', withdrawal_id: intent.id };
}

export function isSealed(key: Uint8Array, { seal, ...intent }: SealedIntent): boolean {
  const expected = Buffer.from(sealIntent(key, intent));
  const received = Buffer.from(seal);
  return received.length === expected.length && timingSafeEqual(received, expected);
}

/** A list in a fixed order: equal intents produce equal texts, and different intents different ones. */
function textOf(intent: Intent): string {
  const { projectId, id, coin, address, tag, amount, networkFee } = intent;
  return JSON.stringify(['v1', projectId, id, coin, address, tag, `${amount}`, `${networkFee}`]);
}
