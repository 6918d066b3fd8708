// Without segwit, signatures do not cover the input amounts, so a signer does not trust the amounts in a request
// (keys/known-amounts.ts). Signatures are deterministic (RFC 6979), so the txid is known before broadcast.
import {
  encodeTransactionBCH,
  generateSigningSerializationBCH,
  hash256,
  hashTransaction,
  type TransactionCommon,
} from '@bitauth/libauth';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Transaction } from '@scure/btc-signer';
import { sumOf } from '../../core/group.ts';
import type { PlannedInput, SignTransfer, TransferPlan } from '../transfers.ts';
import { scriptOf } from './script-of.ts';

/** Opts in to replacement (BIP-125). */
const REPLACEABLE = 0xfffffffd;
/** Version 2 would only add relative lock times (BIP-68). */
const LEGACY_VERSION = 1;

export const signTransfer = signsAs({ allowUnknownOutputs: true });

/** The library would require complete previous transactions, but the signer verifies amounts itself. */
export const signLegacyTransfer = signsAs({
  version: LEGACY_VERSION,
  allowUnknownOutputs: true,
  allowLegacyWitnessUtxo: true,
});

function signsAs(options: ConstructorParameters<typeof Transaction>[0]): SignTransfer {
  return (plan, keyOf) => {
    const inputs = assertAddsUp(plan);
    const transaction = new Transaction(options);
    for (const { txid, index, address, amount } of inputs) {
      const witnessUtxo = { script: scriptOf(address), amount };
      transaction.addInput({ txid, index, sequence: REPLACEABLE, witnessUtxo });
    }
    for (const { address, amount } of plan.outputs)
      transaction.addOutput({ script: scriptOf(address), amount });
    for (const [n, input] of inputs.entries()) transaction.signIdx(keyOf(input.address), n);
    transaction.finalize();
    return { raw: transaction.hex, txid: transaction.id };
  };
}

/** The difference between inputs and outputs goes to the miner, so a plan that does not add up throws. */
function assertAddsUp({ coin, origin, outputs, fee }: TransferPlan): readonly PlannedInput[] {
  if (!('inputs' in origin)) throw new Error(`${coin} transfers spend outputs`);
  const left =
    sumOf(origin.inputs, ({ amount }) => amount) - sumOf(outputs, ({ amount }) => amount);
  if (left !== fee) throw new Error(`the plan leaves ${left} to the network instead of ${fee}`);
  return origin.inputs;
}

// BCH signs the hash of BIP-143 with SIGHASH_FORKID (reference.cash), so no signature is valid on BTC.

/** Version 2 would only add relative lock times (BIP-68). */
const VERSION = 1;
/** BCH nodes keep the first transaction they saw, so there is no replacement to opt in to. */
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
  // The network accepts only low S (BIP-62 rule 5), noble's default.
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
