// The Chain port over the simulated network. Each method is one statement, so that it reads a consistent state.
import { defined } from '../../core/assert.ts';
import { assertOutsideTransaction } from '../../db/outside-calls.ts';
import {
  type Block,
  type BlockRef,
  type Chain,
  ChainUnavailable,
  type Finality,
  type Inspection,
  type TransactionFacts,
  type UnconfirmedPayment,
} from '../chain.ts';
import {
  type PaymentColumns,
  paymentColumns,
  readPayments,
  readSpends,
  readTokenTransfers,
  readUnconfirmedSpends,
  toPayment,
} from './read-payments.ts';
import { readProofs } from './replace.ts';
import { rulesOf, type Simulation } from './simulation.ts';
import { byKey, OUTPUTS_MAX } from './store-chain.ts';

/** Bounds the memory of one call; the next call continues from there. */
const MEMPOOL_PAGE = 20_000;

/** Its only state is its position in the mempool. */
export function simulatedChain(simulation: Simulation, finality?: Finality): Chain {
  const { coin } = simulation;
  const finalDepth = finality && rulesOf(coin.code).finality?.[finality];
  let lastMempoolNumber = 0;
  return {
    coin: coin.code,
    isAnnounced: true,
    ...(finalDepth !== undefined && { finalBlock: () => readFinalBlock(simulation, finalDepth) }),
    tip: () => readTip(simulation),
    hashAt: hashReader(simulation),
    blocks: (fromHeight, count) => readBlocks(simulation, fromHeight, count),
    async mempool() {
      const entries = await readMempool(simulation, lastMempoolNumber);
      const from = lastMempoolNumber;
      lastMempoolNumber = entries.at(-1)?.number ?? lastMempoolNumber;
      return {
        payments: entries.flatMap((entry) => (entry.payment === null ? [] : [entry.payment])),
        spends: await readUnconfirmedSpends(simulation, { from, to: lastMempoolNumber }),
        isWhole: entries.length < MEMPOOL_PAGE,
      };
    },
    clearMempool() {
      lastMempoolNumber = 0;
    },
    ...(rulesOf(coin.code).isReplaceable && {
      spendersIn: (block: Block, requested: { readonly spends: ReadonlySet<string> }) =>
        readSpenders(simulation, block, requested),
    }),
    transactions: (lookups) =>
      readTransactions(
        simulation,
        lookups.map((lookup) => lookup.txid),
      ),
    inspect: (txid) => inspectTransaction(simulation, txid),
    ...(rulesOf(coin.code).hasDoubleSpendProofs && {
      doubleSpendProofs: (txids: readonly string[]) => readProofs(simulation, txids),
    }),
    async checkNetwork() {
      // The chain may be missing, but cannot belong to another network.
      await readTip(simulation);
    },
    close: async () => undefined,
  };
}

/** Each statement starts with the settings, which return a row even when nothing else is found. */
async function answer<Row>(
  { db, coin }: Simulation,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  assertOutsideTransaction();
  const rows = await db.query<Row & { isDown: boolean }>(text, [coin.code, ...values]);
  const [first] = rows;
  if (first === undefined)
    throw new ChainUnavailable(`no simulated ${coin.code} chain was founded`);
  if (first.isDown) throw new ChainUnavailable(`the simulated ${coin.code} node is down`);
  return rows;
}

async function readTip(simulation: Simulation): Promise<BlockRef> {
  const [tip] = await answer<BlockRef>(
    simulation,
    `select s.node_is_down "isDown", b.height, b.hash
     from simulation.settings s
     join simulation.chains c on c.coin = s.coin
     join simulation.blocks b on b.coin = s.coin and b.height = c.height and b.is_best
     where s.coin = $1`,
  );
  const { height, hash } = defined(tip, 'a chain has a tip');
  return { height, hash };
}

async function readFinalBlock(simulation: Simulation, depth: number): Promise<BlockRef | null> {
  const [row] = await answer<{ height: number | null; hash: string }>(
    simulation,
    `select s.node_is_down "isDown", b.height, b.hash
     from simulation.settings s
     join simulation.chains c on c.coin = s.coin
     left join simulation.blocks b on b.coin = s.coin and b.height = c.height - $2 and b.is_best
     where s.coin = $1`,
    [depth],
  );
  const { height, hash } = defined(row, 'the settings are there');
  return height === null ? null : { height, hash };
}

/** What is requested at the same time is one statement: a first start requests dozens of hashes for each coin. */
function hashReader(simulation: Simulation): Chain['hashAt'] {
  let waiting: { heights: number[]; hashes: Promise<ReadonlyMap<number, string>> } | null = null;
  return async (height) => {
    if (waiting === null) {
      const heights: number[] = [];
      const hashes = Promise.resolve().then(() => {
        waiting = null;
        return readHashes(simulation, heights);
      });
      waiting = { heights, hashes };
    }
    waiting.heights.push(height);
    return (await waiting.hashes).get(height) ?? null;
  };
}

async function readHashes(
  simulation: Simulation,
  heights: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await answer<BlockRef | { height: null }>(
    simulation,
    `select s.node_is_down "isDown", b.height, b.hash
     from simulation.settings s
     left join simulation.blocks b on b.coin = s.coin and b.height = any($2::bigint[]) and b.is_best
     where s.coin = $1`,
    [heights],
  );
  return new Map(rows.flatMap((row) => (row.height === null ? [] : [[row.height, row.hash]])));
}

async function readBlocks(
  simulation: Simulation,
  fromHeight: number,
  count: number,
): Promise<readonly Block[]> {
  const rows = await answer<{ [Name in keyof BlockColumns]: BlockColumns[Name] | null }>(
    simulation,
    `select s.node_is_down "isDown", b.height, b.hash, b.parent_hash "parentHash", b.time
     from simulation.settings s
     left join lateral (
       select * from simulation.blocks
       where coin = s.coin and is_best and height >= $2 order by height limit $3) b on true
     where s.coin = $1
     order by b.height`,
    [fromHeight, count],
  );
  const blocks = rows.filter((row): row is BlockColumns => row.height !== null);
  if (blocks.length === 0) return [];
  // If one of them leaves the chain in between, its payments are missing from the next read as well.
  const hashes = blocks.map((block) => block.hash);
  const payments = await readPayments(simulation, hashes);
  const spends = await readSpends(simulation, hashes);
  const transfers = await readTokenTransfers(simulation, hashes);
  return blocks.map(({ height, hash, parentHash, time }) => ({
    height,
    hash,
    parentHash,
    time: time.getTime(),
    payments: payments.get(hash) ?? [],
    spends: spends.get(hash) ?? [],
    ...(transfers.has(hash) && { tokenTransfers: transfers.get(hash) ?? [] }),
  }));
}

interface BlockColumns extends BlockRef {
  readonly parentHash: string;
  readonly time: Date;
}

const SPEND = `p.origin || ':' || p.number`;

async function readMempool(
  simulation: Simulation,
  afterNumber: number,
): Promise<{ number: number; payment: UnconfirmedPayment | null }[]> {
  const isReplaceable = rulesOf(simulation.coin.code).isReplaceable;
  const rows = await answer<{ number: number | null; spends: string[] } & PaymentColumns>(
    simulation,
    `select s.node_is_down "isDown", t.mempool_number "number", ${paymentColumns},
       array(select ${SPEND} from simulation.spends p
         where p.coin = t.coin and p.txid = t.txid order by p.origin, p.number) "spends"
     from simulation.settings s
     left join lateral (
       select * from simulation.transactions
       where coin = s.coin and mempool_number > $2 order by mempool_number limit ${MEMPOOL_PAGE}) t on true
     left join lateral (${byKey('outputs')} order by coin, txid, index limit ${OUTPUTS_MAX}) o on not t.has_failed
     where s.coin = $1
     order by t.mempool_number, o.index`,
    [afterNumber],
  );
  return rows.flatMap(({ number, spends, ...columns }) => {
    if (number === null) return [];
    const payment = toPayment(simulation, columns);
    const isReported = payment !== null && isReplaceable;
    return [{ number, payment: isReported ? { ...payment, spends } : payment }];
  });
}

async function readSpenders(
  simulation: Simulation,
  { hash }: BlockRef,
  { spends }: { readonly spends: ReadonlySet<string> },
): Promise<ReadonlyMap<string, string>> {
  const rows = await simulation.db.query<{ spend: string; txid: string }>(
    `select ${SPEND} "spend", t.txid
     from simulation.transactions t join simulation.spends p on p.coin = t.coin and p.txid = t.txid
     where t.coin = $1 and t.block_hash = $2 and ${SPEND} = any($3::text[])`,
    [simulation.coin.code, hash, [...spends]],
  );
  return new Map(rows.map((row) => [row.spend, row.txid]));
}

async function readTransactions(
  simulation: Simulation,
  txids: readonly string[],
): Promise<TransactionFacts[]> {
  if (txids.length === 0) return [];
  type Row = { sources: string[] | null; height: number | null; hash: string | null };
  const rows = await answer<Row>(
    simulation,
    `select s.node_is_down "isDown", t.sources, b.height, b.hash
     from simulation.settings s
     cross join unnest($2::text[]) with ordinality as wanted (txid, n)
     left join simulation.transactions t on t.coin = s.coin and t.txid = wanted.txid
       and (t.mempool_number is not null or t.block_hash is not null)
     left join simulation.blocks b on b.coin = t.coin and b.hash = t.block_hash
     where s.coin = $1
     order by wanted.n`,
    [txids],
  );
  return rows.map(({ sources, height, hash }) => {
    if (sources === null) return { place: { kind: 'unknown' }, sources: [] };
    if (height === null || hash === null) return { place: { kind: 'mempool' }, sources };
    return { place: { kind: 'block', block: { height, hash } }, sources };
  });
}

/** The simulated node has an index of all transactions, and its payments pay ordinary fees. */
async function inspectTransaction(simulation: Simulation, txid: string): Promise<Inspection> {
  const [facts] = await readTransactions(simulation, [txid]);
  const { place } = defined(facts, 'one row for one transaction');
  const nothing = { place, payments: [], ordinaryFee: null, isComplete: true };
  if (place.kind === 'unknown') return nothing;
  const rows = await answer<PaymentColumns & { fee: bigint }>(
    simulation,
    `select s.node_is_down "isDown", t.fee, ${paymentColumns}
     from simulation.settings s
     join simulation.transactions t on t.coin = s.coin and t.txid = $2
     left join lateral (${byKey('outputs')} order by coin, txid, index limit ${OUTPUTS_MAX}) o on not t.has_failed
     where s.coin = $1
     order by o.index`,
    [txid],
  );
  const payments = rows.flatMap((row) => toPayment(simulation, row) ?? []);
  return {
    ...nothing,
    payments,
    ordinaryFee: place.kind === 'mempool' ? (rows[0]?.fee ?? null) : null,
  };
}
