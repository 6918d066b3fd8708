// How much of a node's own speed the service reaches while it catches up: bare fetch and JSON.parse of full blocks, and
// in the same run the service's own watcher over them, with a million addresses to search, to the stored cursor.
import { Agent } from 'node:http';
import { type Chain, watchTaskName } from '../../server/src/chains/chain.ts';
import type { Coin } from '../../server/src/coins/coin.ts';
import { readCursor } from '../../server/src/deposits/cursor.ts';
import { watchWorker } from '../../server/src/deposits/watch.ts';
import { makeDue } from '../../server/src/workers/schedule.ts';
import type { Fixture } from '../fixture.ts';
import { postJson } from '../post-json.ts';
import { runsOf, showRuns } from '../statistics.ts';
import { BEGINNING, repeatedChain } from './repeated-chain.ts';
import { type SuiteOptions, type SuiteReport, table } from './suite.ts';

const ADDRESSES = 1_000_000;
/** As the service reads (chains/bitcoind/bitcoind-chain.ts, chains/evm/read-blocks.ts). */
const AT_ONCE = 2;
const GOAL = 0.7;

export interface FullBlocks {
  readonly coin: Coin;
  /** `litecoind`. */
  readonly node: string;
  /** A new adapter on the node. */
  openChain(): Chain;
  readonly url: string;
  readonly authorization?: string;
  /** The requests of the bare fetch: the last blocks of the chain with all their contents in JSON, one body each. */
  readonly bodies: readonly string[];
  /** How often they are read in one run: longer than fluctuations of the machine last. */
  readonly rounds: number;
  /** SQL: an address like ours, with the number `n`. */
  readonly addressSql: string;
  /** What a reader has to know about the comparison. */
  readonly note: string;
}

export async function measureShare(
  fixture: Fixture,
  options: SuiteOptions,
  blocks: FullBlocks,
): Promise<SuiteReport> {
  const addresses = options.isQuick ? ADDRESSES / 10 : ADDRESSES;
  await fillAddresses(fixture, blocks, addresses);
  // A warm-up, as a service that has run for a while has its code compiled and its pages in memory.
  await readBare(blocks);
  await catchUp(fixture, blocks);
  const measured = { bare: [] as Speed[], ours: [] as Speed[] };
  for (let run = 0; run < options.runs; run++) {
    const bare = await measureSpeed(blocks, () => readBare(blocks));
    const ours = await measureSpeed(blocks, () => catchUp(fixture, blocks));
    measured.bare.push(bare);
    measured.ours.push(ours);
    options.say(`  run ${run + 1}: bare ${shown(bare)}; caught up with ${shown(ours)}`);
  }
  const shares = measured.ours.map((ours, n) => ours.rate / (measured.bare[n]?.rate ?? Number.NaN));
  const share = runsOf(shares).median;
  const row = (title: string, speeds: readonly Speed[]) => [
    title,
    showRuns(runsOf(speeds.map(({ rate }) => rate)), 2),
    showRuns(runsOf(speeds.map(({ processor }) => processor)), 1),
  ];
  const section = `${table(
    [
      `full blocks of ${blocks.node}`,
      'blocks/s',
      'ms of processor time of this process for each block',
    ],
    [
      row('bare RPC fetch and JSON.parse (the limit)', measured.bare),
      row(`read, matched against ${addresses} addresses and stored`, measured.ours),
      ['share of the limit', showRuns(runsOf(shares), 2), ''],
    ],
  )}

${blocks.note}
`;
  const text = `blocks of ${blocks.coin.code} ingested at least ${GOAL} of the bare fetch`;
  return { section, goals: [{ text, isReached: share >= GOAL, figure: share.toFixed(2) }] };
}

async function fillAddresses(
  { owner: db }: Fixture,
  { coin, addressSql }: FullBlocks,
  count: number,
): Promise<void> {
  await db.query(
    `insert into addresses (coin, address, tag, address_index)
     select $2, ${addressSql}, -1, n + 10000000 from generate_series(1, $1::int) as n`,
    [count, coin.code],
  );
  await db.query('vacuum analyze addresses');
  // It would otherwise start during a measurement.
  await db.query('checkpoint');
}

interface Speed {
  /** Blocks per second. */
  readonly rate: number;
  /** Milliseconds of processor time per block, of this process only, without the node and PostgreSQL. */
  readonly processor: number;
}

async function measureSpeed(
  { rounds, bodies }: FullBlocks,
  work: () => Promise<void>,
): Promise<Speed> {
  const count = rounds * bodies.length;
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { rate: count / seconds, processor: (user + system) / 1000 / count };
}

function shown({ rate, processor }: Speed): string {
  return `${rate.toFixed(2)} blocks/s, ${processor.toFixed(1)} ms of processor time each`;
}

/** The node's side: the parsed blocks are discarded. */
async function readBare({ url, authorization, bodies, rounds }: FullBlocks): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const wanted = Array.from({ length: rounds }, () => bodies).flat();
  const login = authorization === undefined ? {} : { authorization };
  const fetchNext = async () => {
    for (let body = wanted.pop(); body !== undefined; body = wanted.pop()) {
      JSON.parse(await postJson({ url, agent, body, ...login }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  agent.destroy();
}

/** The service's side, from a cursor before the first block to one at the last. */
async function catchUp({ assembled }: Fixture, blocks: FullBlocks): Promise<void> {
  const { app } = assembled;
  const { coin, bodies, rounds } = blocks;
  const node = blocks.openChain();
  const { height } = await node.tip();
  const count = bodies.length;
  const length = rounds * count;
  const chain = repeatedChain(node, { first: height - count + 1, count, length });
  await app.db.query(
    `insert into chain_cursors (coin, height, hash, updated_at) values ($1, $2, $3, now())
     on conflict (coin) do update set height = excluded.height, hash = excluded.hash`,
    [coin.code, BEGINNING.height, BEGINNING.hash],
  );
  const worker = watchWorker(coin, chain);
  await makeDue(app, watchTaskName(coin.code));
  while ((await worker.run(app)) > 0);
  const cursor = await readCursor(app, coin.code);
  if (cursor?.height !== length) throw new Error(`it stopped at block ${cursor?.height}`);
  await node.close();
}
