// Keys on the emulated (or a real stand-alone) rippled, and transactions signed with them, for the tests' customers.
// The product signs with its own code.
import { encode, encodeForSigning } from 'ripple-binary-codec';
import { deriveAddress, deriveKeypair, sign } from 'ripple-keypairs';
import { type Fields, half } from './state.ts';

export interface Payer {
  readonly address: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The key that owns all XRP of a new network (xrpl.org, "Start a New Genesis Ledger in Stand-Alone Mode"). */
const GENESIS_SEED = 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb';

export const genesisPayer = payerOf(GENESIS_SEED);

export function payerOf(seed: string): Payer {
  const { publicKey, privateKey } = deriveKeypair(seed);
  return { address: deriveAddress(publicKey), publicKey, privateKey };
}

/** The blob to submit, and its hash. */
export function signed(payer: Payer, fields: Fields): { blob: string; txid: string } {
  const tx = { Account: payer.address, SigningPubKey: payer.publicKey, ...fields };
  const signature = sign(encodeForSigning(tx as never), payer.privateKey);
  const blob = encode({ ...tx, TxnSignature: signature } as never);
  return { blob, txid: half(Buffer.from(`54584E00${blob}`, 'hex')) };
}
