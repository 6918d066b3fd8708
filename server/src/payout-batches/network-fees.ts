// The network fees of a payout batch, and what they would be if each payout had a transaction of its own. Only for
// coins whose transactions pay many recipients.
import type { App } from '../app.ts';
import type { TransferCapacity } from '../chains/transfers.ts';
import { groupBy } from '../core/group.ts';
import type { Sql } from '../db/database.ts';
import type { CoinWallet } from '../payouts/coin-wallet.ts';
import { shareSize } from '../payouts/plan/share-size.ts';
import type { BatchRow } from './batch.ts';

/** In the smallest unit of the coin. */
export interface BatchNetworkFees {
  readonly coin: string;
  readonly shared: bigint;
  /** For separate transactions at the same fee rate, each with one input and change. Rounded down. */
  readonly alone: bigint;
  /** Some payouts have no transaction yet: what they cost is an estimate at the current average fee. */
  readonly isEstimated: boolean;
}

type Fees = Pick<BatchNetworkFees, 'shared' | 'alone'>;

/** The payouts of one transaction, or those without one. */
interface Part {
  readonly coin: string;
  readonly payouts: number;
  readonly sends: bigint;
  /** Of one of them, as in the file: all are assumed to be of the same kind. */
  readonly address: string;
  /** Null without a transaction; so are the counts. */
  readonly fee: bigint | null;
  readonly inputs: number | null;
  readonly outputs: number | null;
}

export async function readNetworkFees(
  app: Pick<App, 'networkFees' | 'config'> & {
    readonly coinWallets: ReadonlyMap<string, CoinWallet>;
  },
  sql: Sql,
  batch: Pick<BatchRow, 'project_id' | 'id'>,
): Promise<BatchNetworkFees[]> {
  const sharing = [...app.coinWallets.values()].filter(({ network }) => network.capacity);
  const parts = await readParts(
    sql,
    batch,
    sharing.map(({ coin }) => coin.code),
  );
  const found: BatchNetworkFees[] = [];
  for (const [coin, ofCoin] of groupBy(parts, (part) => part.coin)) {
    const wallet = app.coinWallets.get(coin);
    const quotes = app.networkFees.get(coin);
    if (wallet?.network.capacity === undefined) continue;
    const { capacity } = wallet.network;
    let [shared, alone] = [0n, 0n];
    let isEstimated = false;
    for (const read of ofCoin) {
      const address = wallet.coin.parseAddress(read.address, app.config.network)?.address;
      const isPlanned = read.fee !== null;
      if (address === undefined || (!isPlanned && quotes === undefined)) continue;
      const part = { ...read, address };
      const fees = isPlanned
        ? plannedFees(capacity, part)
        : estimatedFees(capacity, part, {
            quote: quotes?.average ?? 0n,
            room: quotes === undefined ? 0 : (shareSize(wallet, quotes)?.roomFor('average') ?? 0),
            inputs: await countInputs(sql, part),
          });
      shared += fees.shared;
      alone += fees.alone;
      isEstimated ||= !isPlanned;
    }
    if (alone > 0n) found.push({ coin, shared, alone, isEstimated });
  }
  return found;
}

function plannedFees(capacity: TransferCapacity, part: Part): Fees {
  const { payouts, address, fee, inputs, outputs } = part;
  const shape = { inputs: inputs ?? 0, outputs: Array<string>(outputs ?? 0).fill(address) };
  const size = BigInt(capacity.sizeOf(shape));
  const shared = fee ?? 0n;
  return { shared, alone: (shared * BigInt(payouts * capacity.ordinarySize)) / size };
}

/** With a change output in each transaction. Rounded up. */
function estimatedFees(
  { sizeOf, ordinarySize }: TransferCapacity,
  { payouts, address }: Part,
  wallet: { readonly quote: bigint; readonly room: number; readonly inputs: number },
): Fees {
  const bare = sizeOf({ inputs: 0, outputs: [] });
  const perOutput = sizeOf({ inputs: 0, outputs: [address] }) - bare;
  const perInput = sizeOf({ inputs: 1, outputs: [] }) - bare;
  const transactions = Math.ceil((payouts * perOutput) / Math.max(wallet.room, perOutput));
  const inputs = Math.max(transactions, wallet.inputs);
  const size = transactions * bare + inputs * perInput + (payouts + transactions) * perOutput;
  const ordinary = BigInt(ordinarySize);
  return {
    shared: (wallet.quote * BigInt(size) + ordinary - 1n) / ordinary,
    alone: wallet.quote * BigInt(payouts),
  };
}

/** The largest outputs of the wallet that suffice; all of the first thousand if they do not. */
async function countInputs(sql: Sql, { coin, sends }: Part): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from (
       select sum(amount) over (order by amount desc rows unbounded preceding) - amount as before
       from (select amount from wallet_outputs where coin = $1 and status = 'unspent'
         order by amount desc limit 1000) largest) o
     where before < $2`,
    [coin, sends],
  );
  return row?.count ?? 0;
}

function readParts(
  sql: Sql,
  { project_id, id }: Pick<BatchRow, 'project_id' | 'id'>,
  coins: readonly string[],
): Promise<Part[]> {
  return sql.query<Part>(
    `with parts as (
       select r.coin, p.transfer_id, count(*)::int as payouts, sum(r.sends) as sends,
         min(r.request ->> 'address') as address
       from payout_batch_rows r
       left join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
       left join lateral (select p.transfer_id from transfer_payments p
         join transfers t on t.coin = p.coin and t.id = p.transfer_id
         where p.project_id = r.project_id and p.withdrawal_id = r.withdrawal_id and p.coin = r.coin
           and t.status not in ('dead', 'replaced') limit 1) p on true
       where r.project_id = $1 and r.batch_id = $2 and r.coin = any($3::text[])
         and r.status in ('waiting', 'taken') and coalesce(w.status, 'new') not in ('failed', 'cancelled')
       group by r.coin, p.transfer_id)
     select parts.coin, payouts, sends, address, t.network_fee as fee,
       jsonb_array_length(t.plan #> '{origin,inputs}') as inputs, jsonb_array_length(t.plan -> 'outputs') as outputs
     from parts left join transfers t on t.coin = parts.coin and t.id = parts.transfer_id
     order by parts.coin, parts.transfer_id`,
    [project_id, id, coins],
  );
}
