// The relay policy of the bitcoind family, in the wording of its nodes (Bitcoin Core and Litecoin Core:
// policy/policy.cpp, consensus/tx_verify.cpp, validation.cpp).
import { bitcoindNodes } from '../../coins/registry.ts';
import { sumOf } from '../../core/group.ts';
import type { SqlTx } from '../../db/database.ts';
import {
  dustOf,
  feeRulesOf,
  relayFee,
  STANDARD_SIZE_MAX,
  sizeOfShape,
} from '../bitcoind/fee-rules.ts';
import { type BlockMade, maturityOf } from '../chain.ts';
import type { Outpoint, RawTransfer } from './raw-transfer.ts';
import { simulatedNetwork } from './simulation.ts';
import type { Conflict } from './verdict.ts';

export interface Candidate {
  readonly transfer: RawTransfer;
  readonly txid: string;
  /** The node keeps the first of two conflicting transactions. */
  readonly keepsFirst: boolean;
}

export interface FoundInput extends Outpoint {
  readonly address: string;
  readonly amount: bigint;
  readonly madeBy: BlockMade | null;
  /** Confirmations; null while it is in the mempool. */
  readonly depth: number | null;
  /** BCH: the signature must cover the token; those of our transfers do not. */
  readonly carriesToken: boolean;
}

/** DEFAULT_ANCESTOR_LIMIT and DEFAULT_DESCENDANT_LIMIT, including the transaction itself. */
const CHAIN_MAX = 25;
/** A transaction with one unconfirmed parent may exceed the limit by one (EXTRA_DESCENDANT_TX_SIZE_LIMIT). */
const CARVED_OUT_MAX = 26;
/** MAX_BIP125_REPLACEMENT_CANDIDATES. */
const REPLACED_MAX = 100;

export function sizeOf(
  coin: string,
  { inputs, outputs }: { inputs: number; outputs: readonly { readonly address: string }[] },
): bigint {
  const shape = { inputs, outputs: outputs.map((output) => output.address) };
  return BigInt(sizeOfShape(feeRulesOf(coin), shape));
}

/** Checks that do not depend on the inputs' content; null when the transfer passes. */
export function standardRefusal({ coin, outputs }: RawTransfer, inputs: number): string | null {
  if (sizeOf(coin, { inputs, outputs }) > STANDARD_SIZE_MAX) return 'tx-size';
  return outputs.some(({ address, amount }) => amount < dustOf(coin, address)) ? 'dust' : null;
}

export function inputsRefusal(
  transfer: RawTransfer,
  { wanted, found }: { wanted: number; found: readonly FoundInput[] },
): string | null {
  if (found.length !== wanted) return 'bad-txns-inputs-missingorspent';
  for (const { madeBy, depth } of found) {
    if (
      madeBy === null ||
      depth === null ||
      depth >= maturityOf(transfer.coin, madeBy, simulatedNetwork)
    )
      continue;
    const what = { coinbase: ['coinbase', 'coinbase'], hogex: ['pegout', 'pegout output'] }[madeBy];
    return `bad-txns-premature-spend-of-${what[0]}, tried to spend ${what[1]} at depth ${depth}`;
  }
  const spent = sumOf(found, (input) => input.amount);
  const paid = sumOf(transfer.outputs, (output) => output.amount) + transfer.fee;
  if (paid > spent) return 'bad-txns-in-belowout';
  return paid < spent ? 'the fee is not what the inputs leave over' : null;
}

export function relayRefusal({ coin, outputs, fee }: RawTransfer, inputs: number): string | null {
  const least = relayFee(coin, sizeOf(coin, { inputs, outputs }));
  return fee < least ? `min relay fee not met, ${fee} < ${least}` : null;
}

/** `lost`: the transactions that it would replace, which do not count toward its chain. */
export async function chainRefusal(
  tx: SqlTx,
  coin: string,
  { inputs, lost }: { inputs: readonly Outpoint[]; lost: ReadonlySet<string> },
): Promise<string | null> {
  if (!bitcoindNodes(coin).limitsChains) return null;
  const families = await tx.query<{ ancestor: string; members: string[] }>(
    `with recursive live as (
       select s.txid, s.origin from simulation.spends s
       join simulation.transactions t using (coin, txid)
       where s.coin = $1 and t.mempool_number is not null
     ), up (txid) as (
       select txid from simulation.transactions
       where coin = $1 and txid = any($2::text[]) and mempool_number is not null
       union
       select t.txid from up join live on live.txid = up.txid
       join simulation.transactions t on t.coin = $1 and t.txid = live.origin
         and t.mempool_number is not null
     ), down (ancestor, txid) as (
       select txid, txid from up
       union
       select d.ancestor, live.txid from down d join live on live.origin = d.txid
     )
     select ancestor, array_agg(distinct txid) as members from down group by ancestor
     order by ancestor`,
    [coin, inputs.map(({ txid }) => txid)],
  );
  const kept = families.filter(({ ancestor }) => !lost.has(ancestor));
  if (kept.length + 1 > CHAIN_MAX)
    return `too-long-mempool-chain, too many unconfirmed ancestors [limit: ${CHAIN_MAX}]`;
  const most = kept.length === 1 ? CARVED_OUT_MAX : CHAIN_MAX;
  const full = kept.find(
    ({ members }) => members.filter((txid) => !lost.has(txid)).length + 1 > most,
  );
  if (full === undefined) return null;
  return `too-long-mempool-chain, too many descendants for tx ${full.ancestor} [limit: ${CHAIN_MAX}]`;
}

interface Replacing extends Omit<Candidate, 'keepsFirst'> {
  readonly size: bigint;
  readonly found: readonly FoundInput[];
  readonly conflicts: readonly Conflict[];
  /** Conflicts that spend the same outputs themselves. */
  readonly direct: readonly Replaced[];
}

export interface Replaced {
  readonly fee: bigint;
  readonly size: bigint;
  readonly origins: readonly string[];
}

/** BIP-125 rules 2 to 5, and a higher fee rate than each replaced transaction (MemPoolAccept::PreChecks). */
export function replacementRefusal(replacing: Replacing): string | null {
  const { transfer, txid, size, conflicts, direct } = replacing;
  if (conflicts.length === 0) return null;
  const rejecting = `rejecting replacement ${txid}`;
  const rate = rateOf(transfer.fee, size);
  const outbid = direct.find((replaced) => rate <= rateOf(replaced.fee, replaced.size));
  if (outbid !== undefined) {
    const old = rateOf(outbid.fee, outbid.size);
    return `insufficient fee, ${rejecting}; new feerate ${perKilobyte(transfer, rate)} <= old feerate ${perKilobyte(transfer, old)}`;
  }
  if (conflicts.length > REPLACED_MAX)
    return `too many potential replacements, ${rejecting}; too many potential replacements (${conflicts.length} > ${REPLACED_MAX})`;
  const added = replacing.found.findIndex(
    (input) => input.depth === null && !direct.some(({ origins }) => origins.includes(input.txid)),
  );
  if (added >= 0)
    return `replacement-adds-unconfirmed, replacement ${txid} adds unconfirmed input, idx ${added}`;
  const lost = sumOf(conflicts, (conflict) => conflict.fee);
  const { fee } = transfer;
  if (fee < lost)
    return `insufficient fee, ${rejecting}, less fees than conflicting txs; ${inCoins(fee)} < ${inCoins(lost)}`;
  const more = fee - lost;
  if (more >= size) return null;
  return `insufficient fee, ${rejecting}, not enough additional fees to relay; ${inCoins(more)} < ${inCoins(size)}`;
}

/** Per thousand bytes, rounded down as nodes do (policy/feerate.cpp). */
function rateOf(fee: bigint, size: bigint): bigint {
  return (fee * 1000n) / size;
}

function perKilobyte({ coin }: RawTransfer, rate: bigint): string {
  return `${inCoins(rate)} ${coin}/kvB`;
}

function inCoins(amount: bigint): string {
  const digits = amount.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
