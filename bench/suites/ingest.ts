// Blocks read a second from a real litecoind while catching up: full blocks through the service's own reading and
// the search for our addresses among a million, beside the bare fetch and JSON.parse of the same blocks.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { bitcoindChain } from '../../server/src/chains/bitcoind/bitcoind-chain.ts';
import { signTransfer } from '../../server/src/chains/bitcoind/sign-transfer.ts';
import type { PlannedInput, PlannedOutput } from '../../server/src/chains/transfers.ts';
import ltc from '../../server/src/coins/definitions/ltc.ts';
import { known } from '../../server/src/core/assert.ts';
import { createLog } from '../../server/src/core/log.ts';
import { matchPayments } from '../../server/src/deposits/match.ts';
import { ourWallet } from '../../server/test/conformance/our-wallet.ts';
import { type Litecoind, startLitecoind } from '../../server/test/support/litecoind.ts';
import { type Ground, openGround } from '../ground.ts';
import { runsOf, showRuns } from '../statistics.ts';
import { type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

/** A block of Bitcoin's or Litecoin's with an input and two outputs each has some 4,000 of these. */
const TRANSACTIONS = 4000;
const BLOCKS = 3;
const ADDRESSES = 1_000_000;
/** Reads of the same blocks in one run, to measure longer than the machine's moods last. */
const ROUNDS = 4;
/** As the service reads (chains/bitcoind/read-blocks.ts). */
const AT_ONCE = 2;
const FEE = 10_000n;
const GOAL = 0.7;

export const ingestSuite: Suite = {
  name: 'ingest',
  title: 'Blocks read a second',
  async run(options) {
    const node = known(await startLitecoind({ blocks: 0 }), 'litecoind is installed');
    const ground = await openGround();
    try {
      return await measureAll({ node, ground, options });
    } finally {
      await ground.close();
      await node.stop();
    }
  },
};

interface Stage {
  readonly node: Litecoind;
  readonly ground: Ground;
  readonly options: SuiteOptions;
}

async function measureAll({ node, ground, options }: Stage): Promise<SuiteReport> {
  const addresses = options.isQuick ? ADDRESSES / 10 : ADDRESSES;
  const hashes = await fillBlocks(node, options.isQuick ? TRANSACTIONS / 4 : TRANSACTIONS);
  await fillAddresses(ground, addresses);
  const measured = { bare: [] as number[], ours: [] as number[], match: [] as number[] };
  for (let run = 0; run < options.runs; run++) {
    const bare = await measureBare(node, hashes);
    const { read, match } = await measureOurs(node, ground, hashes.length);
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
    ['full blocks of litecoind', 'blocks/s'],
    [
      ['bare RPC fetch and JSON.parse (the limit)', showRuns(runsOf(measured.bare), 2)],
      [`read, and matched against ${addresses} addresses`, showRuns(runsOf(measured.ours), 2)],
      ['share of the limit', showRuns(runsOf(shares), 2)],
    ],
  )}

Matching alone: ${showRuns(runsOf(measured.match))} ms for each block.
`;
  const text = `blocks read and matched at least ${GOAL} of the bare fetch`;
  return { section, goals: [{ text, isReached: share >= GOAL, figure: share.toFixed(2) }] };
}

/** Hashes of blocks with that many transactions of one input and two outputs each. */
async function fillBlocks(node: Litecoind, count: number): Promise<string[]> {
  const wallet = ourWallet(ltc, 'regtest');
  const { address } = await wallet.newDestination();
  const { address: payee } = await wallet.payee();
  const matured = await mineTo(node, address, BLOCKS * Math.ceil(count / 2000));
  await node.rpc('generatetoaddress', 101, payee);
  let inputs = (await Promise.all(matured.map((hash) => coinbaseOf(node, hash, address)))).flat();
  const spend = (input: PlannedInput, outputs: readonly PlannedOutput[]) =>
    signTransfer({ coin: 'LTC', origin: { inputs: [input] }, outputs, fee: FEE }, wallet.keyOf);
  const fanOuts = inputs.map((input) => {
    const amount = (input.amount - FEE) / 2000n;
    const outputs = Array.from({ length: 2000 }, () => ({ address, tag: null, amount }));
    const rest = input.amount - FEE - amount * 2000n;
    outputs[0] = { address, tag: null, amount: amount + rest };
    return { ...spend(input, outputs), outputs };
  });
  await mineRaw(node, fanOuts);
  inputs = fanOuts.flatMap(({ txid, outputs }) =>
    outputs.map(({ amount }, index) => ({ txid, index, address, amount })),
  );
  const hashes: string[] = [];
  for (let block = 0; block < BLOCKS; block++) {
    const chosen = inputs.slice(block * count, (block + 1) * count);
    hashes.push(
      await mineRaw(
        node,
        chosen.map((input, n) => {
          const half = (input.amount - FEE) / 2n;
          return spend(input, [
            { address: payeeOf(2 * n), tag: null, amount: half },
            { address: payeeOf(2 * n + 1), tag: null, amount: input.amount - FEE - half },
          ]);
        }),
      ),
    );
  }
  return hashes;
}

/** Each another one, of the kinds that blocks have. */
function payeeOf(n: number): string {
  const program = [...createHash('sha256').update(String(n)).digest()];
  const short = program.slice(0, 20);
  const scripts = [
    [0x00, 20, ...short],
    [0x51, 32, ...program],
    [0x76, 0xa9, 20, ...short, 0x88, 0xac],
    [0xa9, 20, ...short, 0x87],
  ];
  const script = Uint8Array.from(scripts[n % scripts.length] ?? []);
  return known(ltc.addressOfScript?.(script, 'regtest'), 'every one of them pays an address');
}

function mineTo(node: Litecoind, address: string, count: number): Promise<string[]> {
  return node.rpc('generatetoaddress', count, address);
}

async function coinbaseOf(node: Litecoind, hash: string, address: string): Promise<PlannedInput[]> {
  const { tx } = await node.rpc('getblock', hash, 2);
  const [{ txid, vout }] = tx;
  return [{ txid, index: 0, address, amount: BigInt(Math.round(vout[0].value * 1e8)) }];
}

async function mineRaw(
  node: Litecoind,
  transactions: readonly { readonly raw: string }[],
): Promise<string> {
  const { hash } = await node.rpc(
    'generateblock',
    await node.address(),
    transactions.map(({ raw }) => raw),
  );
  return hash;
}

async function fillAddresses({ assembled }: Ground, count: number): Promise<void> {
  const { db } = assembled.app;
  await db.query(
    `insert into addresses (coin, address, tag, address_index)
     select 'LTC', 'rltc1q' || md5(n::text) || substr(md5(n::text || 'x'), 1, 6), -1, n + 10000000
     from generate_series(1, $1::int) as n`,
    [count],
  );
  await db.query('vacuum analyze addresses');
}

/** The node's side: nothing is done with what was parsed. */
async function measureBare(node: Litecoind, hashes: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const login = Buffer.from(readFileSync(node.cookieFile, 'utf8').trim()).toString('base64');
  const wanted = Array.from({ length: ROUNDS }, () => hashes).flat();
  const fetchNext = async () => {
    for (let hash = wanted.pop(); hash !== undefined; hash = wanted.pop()) {
      const body = JSON.stringify([{ id: 0, method: 'getblock', params: [hash, 2] }]);
      JSON.parse(await post({ url: node.url, agent, login, body }));
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return (ROUNDS * hashes.length) / seconds;
}

function post(call: { url: string; agent: Agent; login: string; body: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      call.url,
      { method: 'POST', agent: call.agent, headers: { authorization: `Basic ${call.login}` } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(call.body);
  });
}

/** Blocks a second read and matched, and milliseconds of matching for each. */
async function measureOurs(
  node: Litecoind,
  { assembled }: Ground,
  count: number,
): Promise<{ read: number; match: number }> {
  const { db } = assembled.app;
  const log = createLog('warn');
  const { url, cookieFile } = node;
  const chain = bitcoindChain({ coin: ltc, network: 'regtest', url, cookieFile, log });
  const { height } = await chain.tip();
  let matching = 0;
  const startedAt = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    const blocks = await chain.blocks(height - count + 1, count);
    const before = performance.now();
    await matchPayments(
      db,
      ltc,
      blocks.flatMap(({ payments }) => payments),
    );
    matching += performance.now() - before;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await chain.close();
  return { read: (ROUNDS * count) / seconds, match: matching / (ROUNDS * count) };
}
