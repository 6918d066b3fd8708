// The addresses that funded transactions, for risk screening. The previous output decides where the
// node can show it; otherwise the input is read by its form (source-script.ts). Never exhaustive.

import { type RpcAnswer, resultOf } from '../rpc/json-rpc.ts';
import { shaped } from '../rpc/shaped.ts';
import type { InputAnswer, ScriptAnswer } from './answers.ts';
import { shapes } from './answers.ts';
import { addressOf, type Wallet } from './receiving.ts';
import type { BitcoindRpc } from './rpc.ts';
import { sourceScript } from './source-script.ts';

/** Inputs of one transaction whose previous output is looked up; further ones are read by their form. */
const LOOKUPS_MAX = 200;

interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

/**
 * For the inputs of each transaction canonical addresses without repeats, in the order of the inputs.
 * Throws ChainUnavailable.
 */
export async function readSources(
  rpc: BitcoindRpc,
  wallet: Wallet,
  transactions: readonly (readonly InputAnswer[])[],
): Promise<readonly (readonly string[])[]> {
  const found = await previousScripts(rpc, transactions.flatMap(untoldOutpoints));
  const told = transactions.map((inputs) =>
    inputs.map(
      ({ prevout, txid, vout }) => prevout?.scriptPubKey ?? found.get(`${txid}:${vout}`) ?? null,
    ),
  );
  const derived = transactions.map((inputs, n) =>
    inputs.map((input, index) => (told[n]?.[index] === null ? sourceScript(input) : null)),
  );
  const decoded = await decodeScripts(rpc, derived.flat());
  return told.map((scripts, n) => {
    const addresses = scripts.map((script, index) => {
      const source = script ?? decoded.get(derived[n]?.[index] ?? '') ?? null;
      return source === null ? null : addressOf(wallet, source);
    });
    return [...new Set(addresses.filter((address) => address !== null))];
  });
}

/** Of the inputs of one transaction those whose script the node has not told with it. */
function untoldOutpoints(inputs: readonly InputAnswer[]): Outpoint[] {
  const untold = inputs.flatMap(({ prevout, txid, vout }) =>
    prevout === undefined && txid !== undefined && vout !== undefined ? [{ txid, vout }] : [],
  );
  return untold.slice(0, LOOKUPS_MAX);
}

/**
 * Previous outputs by their place: from the mempool or, with `-txindex`, from blocks
 * (getrawtransaction), and from the confirmed outputs that only the mempool spends (gettxout).
 */
async function previousScripts(
  rpc: BitcoindRpc,
  outpoints: readonly Outpoint[],
): Promise<ReadonlyMap<string, ScriptAnswer>> {
  const parents = await rpc.ask(
    outpoints.map(({ txid }) => ({ method: 'getrawtransaction', params: [txid, 1] })),
  );
  const unspent = await rpc.ask(
    outpoints.map(({ txid, vout }) => ({ method: 'gettxout', params: [txid, vout, false] })),
  );
  const scripts = new Map<string, ScriptAnswer>();
  for (const [index, { txid, vout }] of outpoints.entries()) {
    const script = outputScript(parents[index], vout) ?? unspentScript(unspent[index]);
    if (script !== null) scripts.set(`${txid}:${vout}`, script);
  }
  return scripts;
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

/** The node writes the addresses: it knows its network's prefixes and each coin's format. */
async function decodeScripts(
  rpc: BitcoindRpc,
  derived: readonly (string | null)[],
): Promise<ReadonlyMap<string, ScriptAnswer>> {
  const scripts = [...new Set(derived.filter((script) => script !== null))];
  const answers = await rpc.ask(
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
