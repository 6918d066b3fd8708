// Blocks read per second from a real litecoind while catching up: full blocks through the service's own reading and the
// search for our addresses among a million, compared with the bare fetch and JSON.parse of the same blocks.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bitcoindChain } from '../../server/src/chains/bitcoind/bitcoind-chain.ts';
import { signTransfer } from '../../server/src/chains/bitcoind/sign-transfer.ts';
import type { PlannedInput, PlannedOutput } from '../../server/src/chains/transfers.ts';
import ltc from '../../server/src/coins/definitions/ltc.ts';
import { defined } from '../../server/src/core/assert.ts';
import { createLog } from '../../server/src/core/log.ts';
import { ourWallet } from '../../server/test/conformance/our-wallet.ts';
import { type Litecoind, startLitecoind } from '../../server/test/support/litecoind.ts';
import { openFixture } from '../fixture.ts';
import { measureShare } from './ingest-share.ts';
import type { Suite } from './suite.ts';

/** A block of Bitcoin or Litecoin with an input and two outputs each has about 4,000 of these. */
const TRANSACTIONS = 4000;
const BLOCKS = 3;
const ROUNDS = 5;
const FEE = 10_000n;

export const ingestSuite: Suite = {
  name: 'ingest',
  title: 'Blocks read per second',
  async run(options) {
    const node = defined(await startLitecoind({ blocks: 0 }), 'litecoind is installed');
    const fixture = await openFixture();
    try {
      const count = options.isQuick ? TRANSACTIONS / 4 : TRANSACTIONS;
      const hashes = await fillBlocks(node, count);
      const { url, cookieFile } = node;
      const log = createLog('warn');
      const login = Buffer.from(readFileSync(cookieFile, 'utf8').trim()).toString('base64');
      return await measureShare(fixture, options, {
        coin: ltc,
        node: 'litecoind',
        openChain: () => bitcoindChain({ coin: ltc, network: 'regtest', url, cookieFile, log }),
        url,
        authorization: `Basic ${login}`,
        bodies: hashes.map(bodyFor),
        rounds: ROUNDS,
        note: 'The service requests the blocks as bytes, which the node returns faster (decision 28).',
        addressSql: `'rltc1q' || md5(n::text) || substr(md5(n::text || 'x'), 1, 6)`,
      });
    } finally {
      await fixture.close();
      await node.stop();
    }
  },
};

/** The RPC call that fetches a block. */
function bodyFor(hash: string): string {
  return JSON.stringify([{ id: 0, method: 'getblock', params: [hash, 2] }]);
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

/** A different one each time, of the types that blocks have. */
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
  return defined(ltc.addressOfScript?.(script, 'regtest'), 'every one of them pays an address');
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
