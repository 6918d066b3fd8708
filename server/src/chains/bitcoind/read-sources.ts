// The addresses that funded transactions, for risk screening. Uses the previous output where the node can return it;
// otherwise infers the address from the form of the input (source-script.ts). Never exhaustive. A node without an index
// is queried only for previous outputs of its mempool transactions.
import { type RpcAnswer, resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import type { InputAnswer, ScriptAnswer } from './answers.ts';
import { shapes } from './answers.ts';
import type { FoundTransaction } from './find-transactions.ts';
import { addressOf, type Wallet } from './receiving.ts';
import type { BitcoindRpc } from './rpc.ts';
import { sourceScript } from './source-script.ts';

/** Inputs per transaction whose previous output is looked up; further ones are inferred from their form. */
const LOOKUPS_MAX = 200;

interface Shown {
  readonly shown: readonly FoundTransaction[];
  /** See find-transactions.ts. */
  readonly isIndexed: boolean;
}

interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

/**
 * The canonical addresses behind the inputs of each transaction, without repeats, in input order. Throws
 * ChainUnavailable.
 */
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

/** Outpoints of those inputs of one transaction whose script the node did not return. */
function unreportedOutpoints(inputs: readonly InputAnswer[]): Outpoint[] {
  const unreported = inputs.flatMap(({ prevout, txid, vout }) =>
    prevout === undefined && txid !== undefined && vout !== undefined ? [{ txid, vout }] : [],
  );
  return unreported.slice(0, LOOKUPS_MAX);
}

/**
 * Previous outputs by outpoint: confirmed ones that only the mempool spends (gettxout), then ones from the mempool or,
 * with an index, from blocks (getrawtransaction). Without an index the node would search its whole UTXO set for
 * anything that is not in the mempool.
 */
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

/** The node encodes the addresses: it knows its network's prefixes and each coin's format. */
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
