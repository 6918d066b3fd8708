// How much of a node's own speed the reading of its blocks reaches: bare fetch and JSON.parse of full blocks, and in
// the same run the service's reading of them with the search for our addresses among a million.
import { Agent } from 'node:http';
import type { Chain } from '../../server/src/chains/chain.ts';
import type { Coin } from '../../server/src/coins/coin.ts';
import { matchPayments } from '../../server/src/deposits/match.ts';
import type { Ground } from '../ground.ts';
import { postJson } from '../post-json.ts';
import { runsOf, showRuns } from '../statistics.ts';
import { type SuiteOptions, type SuiteReport, table } from './suite.ts';

const ADDRESSES = 1_000_000;
/** Reads of the same blocks in one run, to measure longer than the machine's moods last. */
const ROUNDS = 4;
/** As the service reads (chains/bitcoind/read-blocks.ts, chains/evm/read-blocks.ts). */
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
  /** What a block is fetched by, as the service does: the last blocks of the chain, one body each. */
  readonly bodies: readonly string[];
  /** SQL: an address like ours, of the number `n`. */
  readonly addressSql: string;
}

export async function measureShare(
  ground: Ground,
  options: SuiteOptions,
  blocks: FullBlocks,
): Promise<SuiteReport> {
  const addresses = options.isQuick ? ADDRESSES / 10 : ADDRESSES;
  await fillAddresses(ground, blocks, addresses);
  const measured = { bare: [] as number[], ours: [] as number[], match: [] as number[] };
  for (let run = 0; run < options.runs; run++) {
    const bare = await measureBare(blocks);
    const { read, match } = await measureOurs(ground, blocks);
    measured.bare.push(bare);
    measured.ours.push(read);
    measured.match.push(match);
    options.say(
      `  run ${run + 1}: bare ${bare.toFixed(2)} blocks/s, read and matched ${read.toFixed(2)}, match ${match.toFixed(0)} ms a block`,
    );
  }
  const shares = measured.ours.map((ours, n) => ours / (measured.bare[n] ?? Number.NaN));
  const share = runsOf(shares).median;
  const section = `${table(
    [`full blocks of ${blocks.node}`, 'blocks/s'],
    [
      ['bare RPC fetch and JSON.parse (the limit)', showRuns(runsOf(measured.bare), 2)],
      [`read, and matched against ${addresses} addresses`, showRuns(runsOf(measured.ours), 2)],
      ['share of the limit', showRuns(runsOf(shares), 2)],
    ],
  )}

Matching alone: ${showRuns(runsOf(measured.match))} ms for each block.
`;
  const text = `blocks of ${blocks.coin.code} read and matched at least ${GOAL} of the bare fetch`;
  return { section, goals: [{ text, isReached: share >= GOAL, figure: share.toFixed(2) }] };
}

async function fillAddresses(
  { assembled }: Ground,
  { coin, addressSql }: FullBlocks,
  count: number,
): Promise<void> {
  const { db } = assembled.app;
  await db.query(
    `insert into addresses (coin, address, tag, address_index)
     select $2, ${addressSql}, -1, n + 10000000 from generate_series(1, $1::int) as n`,
    [count, coin.code],
  );
  await db.query('vacuum analyze addresses');
}

/** The node's side: nothing is done with what was parsed. */
async function measureBare({ url, authorization, bodies }: FullBlocks): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const wanted = Array.from({ length: ROUNDS }, () => bodies).flat();
  const login = authorization === undefined ? {} : { authorization };
  const fetchNext = async () => {
    for (let body = wanted.pop(); body !== undefined; body = wanted.pop()) {
      JSON.parse(await postJson({ url, agent, body, ...login }));
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return (ROUNDS * bodies.length) / seconds;
}

/** Blocks a second read and matched, and milliseconds of matching for each. */
async function measureOurs(
  { assembled }: Ground,
  { coin, openChain, bodies }: FullBlocks,
): Promise<{ read: number; match: number }> {
  const count = bodies.length;
  const chain = openChain();
  const { height } = await chain.tip();
  let matching = 0;
  const startedAt = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    const blocks = await chain.blocks(height - count + 1, count);
    const before = performance.now();
    await matchPayments(
      assembled.app.db,
      coin,
      blocks.flatMap(({ payments }) => payments),
    );
    matching += performance.now() - before;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await chain.close();
  return { read: (ROUNDS * count) / seconds, match: matching / (ROUNDS * count) };
}
