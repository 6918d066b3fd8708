// The addresses that funded transactions, for risk screening. Never exhaustive: without an index, the node is queried
// only for mempool transactions, and other sources are inferred from the input.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Script } from '@scure/btc-signer';
import { hash160 } from '../../coins/codecs/base58-address.ts';
import { type RpcAnswer, resultOf, shaped } from '../rpc/json-rpc.ts';
import type { FoundTransaction } from './find-transactions.ts';
import { addressOf, type Wallet } from './receiving.ts';
import { type BitcoindRpc, type InputAnswer, type ScriptAnswer, shapes } from './rpc.ts';

// Infers the spent script from the input, for nodes that cannot return the previous output.

/** DER signature with hash type, or a 65-byte BCH Schnorr one (BIP 66; BCH 2019-05-15 upgrade). */
const SIGNATURE = /^(?:30[0-9a-f]{16,144}|[0-9a-f]{130})$/;
/** Compressed or uncompressed public key (SEC 1). */
const PUBLIC_KEY = /^(?:0[23][0-9a-f]{64}|04[0-9a-f]{128})$/;
const COMPRESSED_KEY = /^0[23][0-9a-f]{64}$/;
/** A version 0 witness program (BIP 141) of 20 or 32 bytes, as P2SH wraps it. */
const WITNESS_PROGRAM = /^00(?:14[0-9a-f]{40}|20[0-9a-f]{64})$/;
/** `OP_m <keys> OP_n OP_CHECKMULTISIG`. */
const MULTISIG_SCRIPT = /^5[1-9a-f](?:[0-9a-f]{2})*5[1-9a-f]ae$/;
/** Last witness item of a taproot script path (leaf version, key, branches), or an annex (BIP 341). */
const TAPROOT_ITEM = /^(?:[c-f][0-9a-f](?:[0-9a-f]{64})+|50(?:[0-9a-f]{2})*)$/;
/** The script parser returns an empty push as the number 0. */
const OP_0 = 0;

/** Null when it cannot be inferred. Anyone can make a script look like a key, so the node's data comes first. */
export function sourceScript(input: InputAnswer): string | null {
  const unlock = input.scriptSig?.hex ?? '';
  const witness = input.txinwitness ?? [];
  if (unlock === '') return fromWitness(witness);
  const pushes = pushesIn(unlock);
  const last = pushes?.at(-1);
  if (pushes === null || last === undefined) return null;
  if (witness.length > 0) {
    return pushes.length === 1 && WITNESS_PROGRAM.test(last) ? scriptHashScript(last) : null;
  }
  const [signature] = pushes;
  if (pushes.length === 2 && SIGNATURE.test(signature ?? '') && PUBLIC_KEY.test(last)) {
    return `76a914${keyHash(last)}88ac`;
  }
  return pushes.length > 1 && MULTISIG_SCRIPT.test(last) ? scriptHashScript(last) : null;
}

function fromWitness(witness: readonly string[]): string | null {
  const last = witness.at(-1);
  if (last === undefined || witness.length < 2) return null;
  const isKeyHash = SIGNATURE.test(witness[0] ?? '') && COMPRESSED_KEY.test(last);
  if (witness.length === 2 && isKeyHash) return `0014${keyHash(last)}`;
  return TAPROOT_ITEM.test(last) ? null : `0020${scriptHash(last)}`;
}

function scriptHashScript(redeemScript: string): string {
  return `a914${keyHash(redeemScript)}87`;
}

function keyHash(hex: string): string {
  return bytesToHex(hash160(hexToBytes(hex)));
}

function scriptHash(hex: string): string {
  return bytesToHex(sha256(hexToBytes(hex)));
}

/** Hex values; null when the script does anything besides pushing bytes. */
function pushesIn(hex: string): readonly string[] | null {
  const pushes: string[] = [];
  for (const part of partsOf(hex)) {
    if (part instanceof Uint8Array) pushes.push(bytesToHex(part));
    else if (part === OP_0) pushes.push('');
    else return null;
  }
  return pushes;
}

/** Empty for a truncated script. */
function partsOf(hex: string): readonly unknown[] {
  try {
    return Script.decode(hexToBytes(hex));
  } catch {
    return [];
  }
}

/** Inputs per transaction; further ones are inferred. */
const LOOKUPS_MAX = 200;

interface Shown {
  readonly shown: readonly FoundTransaction[];
  readonly isIndexed: boolean;
}

interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

/** Canonical addresses for each transaction, without repeats, in input order. Throws ChainUnavailable. */
export async function readSources(
  rpc: BitcoindRpc,
  wallet: Wallet,
  { shown, isIndexed }: Shown,
): Promise<readonly (readonly string[])[]> {
  const transactions = shown.map(({ transaction }) => transaction?.vin ?? []);
  const known = shown.filter(({ place }) => isIndexed || place.kind === 'mempool');
  const outpoints = known.flatMap(({ transaction }) => unreportedOutpoints(transaction?.vin ?? []));
  const found = await previousScripts(rpc, outpoints, isIndexed);
  const reported = transactions.map((inputs) =>
    inputs.map(
      ({ prevout, txid, vout }) => prevout?.scriptPubKey ?? found.get(`${txid}:${vout}`) ?? null,
    ),
  );
  const derived = transactions.map((inputs, n) =>
    inputs.map((input, index) => (reported[n]?.[index] === null ? sourceScript(input) : null)),
  );
  const decoded = await decodeScripts(rpc, derived.flat());
  return reported.map((scripts, n) => {
    const addresses = scripts.map((script, index) => {
      const source = script ?? decoded.get(derived[n]?.[index] ?? '') ?? null;
      return source === null ? null : addressOf(wallet, source);
    });
    return [...new Set(addresses.filter((address) => address !== null))];
  });
}

function unreportedOutpoints(inputs: readonly InputAnswer[]): Outpoint[] {
  const unreported = inputs.flatMap(({ prevout, txid, vout }) =>
    prevout === undefined && txid !== undefined && vout !== undefined ? [{ txid, vout }] : [],
  );
  return unreported.slice(0, LOOKUPS_MAX);
}

/** Without an index, the node would search its whole UTXO set for anything that is not in the mempool. */
async function previousScripts(
  rpc: BitcoindRpc,
  outpoints: readonly Outpoint[],
  isIndexed: boolean,
): Promise<ReadonlyMap<string, ScriptAnswer>> {
  const scripts = new Map<string, ScriptAnswer>();
  const note = ({ txid, vout }: Outpoint, script: ScriptAnswer | null) => {
    if (script !== null) scripts.set(nameOf({ txid, vout }), script);
  };
  const unspent = await rpc.request(
    outpoints.map(({ txid, vout }) => ({ method: 'gettxout', params: [txid, vout, false] })),
  );
  for (const [n, outpoint] of outpoints.entries()) note(outpoint, unspentScript(unspent[n]));
  const open = outpoints.filter((outpoint) => !scripts.has(nameOf(outpoint)));
  const parents = [...new Set(open.map(({ txid }) => txid))];
  const there = isIndexed ? parents : await inMempool(rpc, parents);
  const answers = await rpc.request(
    there.map((txid) => ({ method: 'getrawtransaction', params: [txid, 1] })),
  );
  const byTxid = new Map(there.map((txid, n) => [txid, answers[n]]));
  for (const outpoint of open)
    note(outpoint, outputScript(byTxid.get(outpoint.txid), outpoint.vout));
  return scripts;
}

function nameOf({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`;
}

async function inMempool(rpc: BitcoindRpc, txids: readonly string[]): Promise<string[]> {
  const entries = await rpc.request(
    txids.map((txid) => ({ method: 'getmempoolentry', params: [txid] })),
  );
  return txids.filter((_txid, n) => entries[n]?.ok === true);
}

function outputScript(answer: RpcAnswer | undefined, vout: number): ScriptAnswer | null {
  if (!answer?.ok) return null;
  const { vout: outputs } = shaped(shapes.outputs, answer.result, 'a previous transaction');
  return outputs.find((output) => output.n === vout)?.scriptPubKey ?? null;
}

function unspentScript(answer: RpcAnswer | undefined): ScriptAnswer | null {
  if (!answer?.ok) return null;
  return shaped(shapes.unspent, answer.result, 'an unspent output')?.scriptPubKey ?? null;
}

/** The node encodes the addresses, because it has the prefixes of its network. */
async function decodeScripts(
  rpc: BitcoindRpc,
  derived: readonly (string | null)[],
): Promise<ReadonlyMap<string, ScriptAnswer>> {
  const scripts = [...new Set(derived.filter((script) => script !== null))];
  const answers = await rpc.request(
    scripts.map((script) => ({ method: 'decodescript', params: [script] })),
  );
  const what = `decodescript at ${rpc.node}`;
  return new Map(
    answers.map((answer, index) => [
      scripts[index] ?? '',
      shaped(shapes.script, resultOf(answer, what), what),
    ]),
  );
}
