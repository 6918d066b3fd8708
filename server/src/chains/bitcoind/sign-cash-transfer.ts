// Signs BCH transfers: inputs are our P2PKH outputs (BIP-44), outputs have the recipient's type. The signature hash is
// BIP-143's with SIGHASH_FORKID (reference.cash, "Transaction Signing"), so no signature is valid on BTC. Pure:
// signatures are deterministic (RFC 6979), so a plan has one txid, known before broadcast.
import {
  encodeTransactionBCH,
  generateSigningSerializationBCH,
  hash256,
  hashTransaction,
  type TransactionCommon,
} from '@bitauth/libauth';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { PlannedInput, SignTransfer } from '../transfers.ts';
import { scriptOf } from './script-of.ts';
import { assertAddsUp } from './sign-transfer.ts';

/** The version that Trezor uses; version 2 would only add relative lock times (BIP-68). */
const VERSION = 1;
/** Final: BCH nodes keep the first transaction they saw, so there is no replacement to opt in to. */
const FINAL = 0xffffffff;
/** SIGHASH_ALL with SIGHASH_FORKID. */
const ALL_WITH_FORK_ID = 0x41;

export const signCashTransfer: SignTransfer = (plan, keyOf) => {
  const inputs = assertAddsUp(plan);
  const transaction: TransactionCommon = {
    version: VERSION,
    locktime: 0,
    inputs: inputs.map(({ txid, index }) => ({
      outpointTransactionHash: hexToBytes(txid),
      outpointIndex: index,
      sequenceNumber: FINAL,
      unlockingBytecode: Uint8Array.of(),
    })),
    outputs: plan.outputs.map(({ address, amount }) => output(address, amount)),
  };
  const signed = {
    ...transaction,
    inputs: transaction.inputs.map((input, inputIndex) => ({
      ...input,
      unlockingBytecode: unlock({ transaction, inputs, inputIndex }, keyOf),
    })),
  };
  const raw = encodeTransactionBCH(signed);
  return { raw: bytesToHex(raw), txid: hashTransaction(raw) };
};

interface Unsigned {
  readonly transaction: TransactionCommon;
  readonly inputs: readonly PlannedInput[];
  readonly inputIndex: number;
}

function output(address: string, amount: bigint) {
  return { lockingBytecode: scriptOf(address), valueSatoshis: amount };
}

/** The signature with its hash type, and the public key of the address, both pushed. */
function unlock(
  { transaction, inputs, inputIndex }: Unsigned,
  keyOf: (address: string) => Uint8Array,
): Uint8Array {
  const sourceOutputs = inputs.map(({ address, amount }) => output(address, amount));
  const { address } = inputs[inputIndex] as PlannedInput;
  const serialization = generateSigningSerializationBCH(
    { inputIndex, sourceOutputs, transaction },
    {
      coveredBytecode: scriptOf(address),
      signingSerializationType: Uint8Array.of(ALL_WITH_FORK_ID),
    },
  );
  const key = keyOf(address);
  // The network accepts only low S (BIP-62 rule 5), which is noble's default. The hash is computed here.
  const signature = secp256k1.sign(hash256(serialization), key, { prehash: false, format: 'der' });
  const publicKey = secp256k1.getPublicKey(key, true);
  return Uint8Array.of(
    signature.length + 1,
    ...signature,
    ALL_WITH_FORK_ID,
    publicKey.length,
    ...publicKey,
  );
}
