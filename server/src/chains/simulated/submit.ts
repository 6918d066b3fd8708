// Accepts our transfers at the simulated node, or rejects them with the real node's message.
import type { RefusalFormat } from '../../coins/nodes.ts';
import { definedCoin } from '../../coins/registry.ts';
import type { SqlTx } from '../../db/database.ts';
import { ChainUnavailable } from '../chain.ts';
import { decodeTransfer, type RawTransfer, transferTxid } from './raw-transfer.ts';
import {
  operate,
  readSettings,
  rulesOf,
  type Simulation,
  simulatedNetwork,
  takeNumbers,
} from './simulation.ts';
import { checkOutputs } from './spend-outputs.ts';
import { checkSequence } from './spend-sequence.ts';
import type { Candidate } from './standard-rules.ts';
import { evict, insertOutputs, insertSpends, insertTransactions } from './store-chain.ts';
import type { Verdict } from './verdict.ts';

// The wording of rejections from `sendrawtransaction`. The rules in this folder produce that of Bitcoin Core (`reason,
// details`). Bitcoin Cash Node appends the number of the reject message (FormatStateMessage, as Bitcoin Core did until
// 0.18); Dogecoin Core 1.14 puts the number first and omits the details (src/rpc/rawtransaction.cpp).

const MISSING = 'bad-txns-inputs-missingorspent';

const INVALID = 16;
/** Reject codes (consensus/validation.h); others are `INVALID`. */
const CODES: ReadonlyMap<string, number> = new Map([
  ['txn-mempool-conflict', 18],
  ['dust', 64],
  ['tx-size', 64],
  ['too-long-mempool-chain', 64],
  ['too many potential replacements', 64],
  ['replacement-adds-unconfirmed', 64],
  ['min relay fee not met', 66],
  ['insufficient fee', 66],
]);
const INVALID_REASONS = /^(?:bad-txns-|mandatory-script-verify-flag-failed)/;
/** Sent without details (Bitcoin Cash Node, validation.cpp). */
const WITHOUT_DETAILS: ReadonlySet<string> = new Set(['min relay fee not met', 'dust']);

/** `refusal` is in Bitcoin Core's wording. Texts that no node produces are returned unchanged. */
export function refusalText(coin: string, refusal: string): string {
  const { nodes } = definedCoin(coin);
  return nodes.family === 'bitcoind' ? formatRefusal(nodes.refusalFormat, refusal) : refusal;
}

function formatRefusal(format: RefusalFormat, refusal: string): string {
  const [reason = '', ...details] = refusal.split(', ');
  const code = codeOf(reason);
  if (format === 'plain' || code === null) return refusal;
  if (reason === MISSING) return 'Missing inputs';
  if (format === 'code_first') return `${code}: ${reason}`;
  const message = WITHOUT_DETAILS.has(reason) ? reason : [reason, ...details].join(', ');
  return `${message} (code ${code})`;
}

function codeOf(reason: string): number | null {
  return CODES.get(reason) ?? (INVALID_REASONS.test(reason) ? INVALID : null);
}

export type Submission =
  | { readonly kind: 'accepted'; readonly txid: string }
  /** Already in the mempool or on the best chain. */
  | { readonly kind: 'known'; readonly txid: string }
  | { readonly kind: 'refused'; readonly txid: string; readonly reason: string };

/** The wording of geth (core/error.go, ErrTipAboveFeeCap). */
const TIP_ABOVE_FEE = 'max priority fee per gas higher than max fee per gas';

/** Throws ChainUnavailable while the node is down. */
export async function submit(simulation: Simulation, raw: string): Promise<Submission> {
  const coin = simulation.coin.code;
  const txid = transferTxid(coin, raw);
  const transfer = decodeTransfer(raw);
  const malformed = transfer === null ? 'cannot be decoded' : checkForm(simulation, transfer);
  const submission = await operate(simulation, async (tx, { height }): Promise<Submission> => {
    const { nodeIsDown, refusesReplacements } = await readSettings(tx, coin);
    if (nodeIsDown) throw new ChainUnavailable(`the simulated ${coin} node is down`);
    if (transfer === null || malformed !== null) {
      return { kind: 'refused', txid, reason: refusalText(coin, malformed ?? '') };
    }
    const place = await placeOf(tx, coin, txid);
    if (place === 'live') return { kind: 'known', txid };
    const keepsFirst = refusesReplacements || !rulesOf(coin).isReplaceable;
    const candidate = { transfer, txid, keepsFirst, feeCoin: simulation.coin.feeCoin, height };
    const verdict = await judge(tx, candidate);
    if ('refusal' in verdict)
      return { kind: 'refused', txid, reason: refusalText(coin, verdict.refusal) };
    // Evicts first: two live transactions never use up the same thing.
    await evict(tx, coin, { txids: verdict.replaces, replacedBy: txid });
    if (place === 'gone') await revive(tx, coin, txid);
    else await accept(tx, { simulation, transfer, raw, txid, verdict });
    return { kind: 'accepted', txid };
  });
  simulation.log.debug({ coin, ...submission }, 'simulated submission');
  return submission;
}

/** The problem of a transfer regardless of the chain, if any. */
function checkForm({ coin }: Simulation, transfer: RawTransfer): string | null {
  const { origin, outputs } = transfer;
  if (transfer.coin !== coin.code) return `not a ${coin.code} transfer`;
  const model = 'inputs' in origin ? 'outputs' : 'sequence';
  if (model !== rulesOf(coin.code).model) return `not how ${coin.code} transfers look`;
  if (model === 'sequence' && outputs.length > 1) return 'more than one output';
  if (transfer.tip !== undefined && transfer.tip > transfer.fee) return TIP_ABOVE_FEE;
  if (transfer.fee === 0n) return 'min relay fee not met, 0 < 1';
  const addresses = outputs.map((output) => output.address);
  if ('sender' in origin) addresses.push(origin.sender);
  for (const address of addresses) {
    // Signed bytes contain only canonical addresses: one account must not have two names.
    const parsed = coin.parseAddress(address, simulatedNetwork);
    if (parsed === null || parsed.address !== address) return `not a canonical address: ${address}`;
  }
  for (const { amount, tag } of outputs) {
    if (amount === 0n) return 'an output of nothing';
    if (tag !== null && coin.destinationTag === null) return `${coin.code} has no destination tags`;
    if (tag !== null && (tag < 0 || tag > 0xffff_ffff))
      return 'the tag is not an unsigned 32-bit number';
  }
  return null;
}

interface Judged extends Candidate {
  readonly feeCoin: string;
  readonly height: number;
}

function judge(tx: SqlTx, candidate: Judged): Promise<Verdict> {
  const { transfer, feeCoin, height } = candidate;
  const { origin } = transfer;
  return 'inputs' in origin
    ? checkOutputs(tx, candidate, origin.inputs)
    : checkSequence(tx, { transfer, feeCoin, height }, origin);
}

async function placeOf(tx: SqlTx, coin: string, txid: string): Promise<'live' | 'gone' | 'new'> {
  const [row] = await tx.query<{ isLive: boolean }>(
    `select mempool_number is not null or block_hash is not null "isLive"
     from simulation.transactions where coin = $1 and txid = $2`,
    [coin, txid],
  );
  return row === undefined ? 'new' : row.isLive ? 'live' : 'gone';
}

/** A dropped transaction that is rebroadcast. */
async function revive(tx: SqlTx, coin: string, txid: string): Promise<void> {
  const number = await takeNumbers(tx, coin, 1);
  await tx.query(
    `update simulation.transactions set mempool_number = $3, replaced_by = null, is_stuck = false
     where coin = $1 and txid = $2`,
    [coin, txid, number],
  );
}

interface Acceptance {
  readonly simulation: Simulation;
  readonly transfer: RawTransfer;
  readonly raw: string;
  readonly txid: string;
  readonly verdict: Exclude<Verdict, { refusal: string }>;
}

async function accept(tx: SqlTx, acceptance: Acceptance): Promise<void> {
  const { simulation, transfer, raw, txid, verdict } = acceptance;
  const coin = simulation.coin.code;
  const transaction = {
    txid,
    number: await takeNumbers(tx, coin, 1),
    fee: transfer.fee,
    ...(transfer.tip === undefined ? {} : { tip: transfer.tip }),
    firstSeenAt: simulation.clock.now(),
    isStuck: false,
    hasFailed: verdict.failure !== undefined,
    failure: verdict.failure ?? null,
    sources: verdict.sources,
    raw,
  };
  await insertTransactions(tx, coin, [transaction]);
  const outputs = transfer.outputs.map((output, index) => ({
    ...output,
    txid,
    index,
    delivered: output.amount,
  }));
  await insertOutputs(tx, coin, outputs);
  await insertSpends(tx, coin, { txid, spends: verdict.spends });
  await payForParents(tx, { transfer, verdict });
}

/** A miner includes a stuck transaction to earn the fee of a more expensive one that depends on it (CPFP). */
async function payForParents(
  tx: SqlTx,
  { transfer, verdict }: Pick<Acceptance, 'transfer' | 'verdict'>,
): Promise<void> {
  if (!('inputs' in transfer.origin)) return;
  await tx.query(
    `update simulation.transactions set is_stuck = false
     where coin = $1 and txid = any($2::text[]) and is_stuck and fee < $3`,
    [transfer.coin, verdict.spends.map((spend) => spend.origin), transfer.fee.toString()],
  );
}
