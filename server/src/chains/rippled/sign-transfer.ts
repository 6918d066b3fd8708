// Signs transfers of XRP. Signatures are deterministic (RFC 6979), so the txid of a plan is known before broadcast.
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { encode, encodeForSigning } from 'ripple-binary-codec';
import { sign } from 'ripple-keypairs';
import { rippleAddressOf } from '../../coins/codecs/ripple-address.ts';
import type { PlannedOutput, SignTransfer, TransferPlan } from '../transfers.ts';

/** asfRequireDest (xrpl.org, "AccountSet"). */
const REQUIRE_TAGS = 1;
/** The hash prefix of transaction ids, `TXN` and a zero (xrpl.org, "Hash Prefixes"). */
const TRANSACTION_PREFIX = '54584E00';

export const signTransfer: SignTransfer = (plan, keyOf) => {
  const { origin, fee, expiresAtHeight } = plan;
  if (!('sender' in origin)) throw new Error(`${plan.coin} transfers have a sender`);
  const key = keyOf(origin.sender);
  const publicKey = secp256k1.getPublicKey(key, true);
  if (rippleAddressOf(publicKey) !== origin.sender) {
    throw new Error(`not the key of ${origin.sender}`);
  }
  const transaction = {
    ...deedOf(plan),
    Account: origin.sender,
    Fee: `${fee}`,
    Sequence: origin.number,
    SigningPubKey: hexOf(publicKey),
    ...(expiresAtHeight === undefined ? {} : { LastLedgerSequence: expiresAtHeight }),
  };
  // The library prefixes secp256k1 keys with 00 (ripple-keypairs, README).
  const TxnSignature = sign(encodeForSigning(transaction), `00${hexOf(key)}`);
  const raw = encode({ ...transaction, TxnSignature });
  return { raw, txid: txidOf(raw) };
};

function deedOf({ coin, outputs, setting }: TransferPlan) {
  const [payment, ...more] = outputs;
  if (setting !== undefined && payment === undefined) {
    // Without a flag, AccountSet changes no setting (xrpl.org, "AccountSet").
    const flag = setting === 'require_tags' ? { SetFlag: REQUIRE_TAGS } : {};
    return { TransactionType: 'AccountSet', ...flag };
  }
  if (payment === undefined || more.length > 0 || setting !== undefined) {
    throw new Error(`a transfer of ${coin} pays one destination`);
  }
  return {
    TransactionType: 'Payment',
    Destination: payment.address,
    Amount: `${payment.amount}`,
    ...tagOf(payment),
  };
}

/** In the API, `?dt=0` means "no tag" (interface.md 4.1). */
function tagOf({ tag }: PlannedOutput): { DestinationTag?: number } {
  return tag === null || tag === 0 ? {} : { DestinationTag: tag };
}

function txidOf(raw: string): string {
  return hexOf(sha512(hexToBytes(`${TRANSACTION_PREFIX}${raw}`)).slice(0, 32));
}

function hexOf(bytes: Uint8Array): string {
  return bytesToHex(bytes).toUpperCase();
}
