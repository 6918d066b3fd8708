// Two connected litecoinds behind one pair of ports: the primary one, and the one whose wallet pays. The primary can be
// halted in the middle of a suite and returns later.
import { openNodes } from '../../src/chains/families.ts';
import { defined } from '../../src/core/assert.ts';
import { createLog } from '../../src/core/log.ts';
import { freePort } from '../support/free-port.ts';
import { type Litecoind, startLitecoind } from '../support/litecoind.ts';
import { until } from '../support/service.ts';
import { coin, litecoindHarness, network } from './litecoind-harness.ts';
import type { TransferHarness } from './transfer-harness.ts';

const BLOCKS = 145;
/** Methods that change the chain, after which the first node returns. */
const AWAY_FOR = 8;
/** Such a peer gets transactions immediately, not after a random delay. */
const PEER = '-whitelist=noban@127.0.0.1';
/** As on the main network. */
const STANDARD = '-acceptnonstdtxn=0';

export interface Pair {
  /** The node that is queried first. */
  readonly first: Litecoind;
  /** The node with the payer's wallet. */
  readonly second: Litecoind;
  close(): Promise<void>;
}

export async function startPair(): Promise<Pair> {
  const port = await freePort();
  const listening = ['-listen=1', `-bind=127.0.0.1:${port}`, PEER, STANDARD];
  const connecting = [`-connect=127.0.0.1:${port}`, PEER, STANDARD];
  const acceptsReplacements = true;
  const second = defined(
    await startLitecoind({ blocks: BLOCKS, acceptsReplacements, extraArguments: listening }),
    'litecoind is installed',
  );
  const first = defined(
    await startLitecoind({ blocks: 0, acceptsReplacements, extraArguments: connecting }),
    'litecoind is installed',
  );
  await untilEqual({ first, second });
  return {
    first,
    second,
    async close() {
      await first.stop();
      await second.stop();
    },
  };
}

/** Waits until the first node has the blocks and the unconfirmed transactions of the second. */
export async function untilEqual({ first, second }: Pick<Pair, 'first' | 'second'>): Promise<void> {
  const view = async (node: Litecoind) => {
    const pool: string[] = await node.rpc('getrawmempool');
    return [await node.rpc('getbestblockhash'), ...pool.sort()].join();
  };
  await until('both nodes see the same', async () => (await view(first)) === (await view(second)));
}

export function openPair({ first, second }: Pick<Pair, 'first' | 'second'>) {
  const addresses = [first, second].map(({ url, cookieFile }) => ({ url, cookieFile }));
  return openNodes({ coin, network, log: createLog('silent') }, addresses);
}

/** Nodes don't send unconfirmed transactions to a new peer; this submits the missing ones to the first. */
async function comeBack(pair: Pair): Promise<void> {
  await pair.first.restart();
  const missed: string[] = await pair.second.rpc('getrawmempool');
  await until('the first has the blocks', async () => {
    const tips = await Promise.all(
      [pair.first, pair.second].map((node) => node.rpc('getbestblockhash')),
    );
    return tips[0] === tips[1];
  });
  for (const txid of missed) {
    const raw: string = await pair.second.rpc('getrawtransaction', txid);
    await pair.first.rpc('sendrawtransaction', raw, 0);
  }
}

/** The first node is away after this many method calls, for a while; null: never. */
export async function pairHarness(requested: { haltsAt: number | null }): Promise<TransferHarness> {
  const pair = await startPair();
  const harness = litecoindHarness(pair.second, () => openPair(pair));
  let verbs = 0;
  let isAway = false;
  const move = async () => {
    verbs += 1;
    if (verbs === requested.haltsAt) {
      await pair.first.halt();
      isAway = true;
    } else if (isAway && verbs === (requested.haltsAt ?? 0) + AWAY_FOR) {
      await comeBack(pair);
      isAway = false;
    }
    if (!isAway) await untilEqual(pair);
  };
  const followed =
    <Args extends unknown[], T>(verb: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      // A broadcast may have reached only one node; a block of the other would not contain it.
      if (!isAway) await untilEqual(pair);
      const done = await verb(...args);
      await move();
      return done;
    };
  return {
    ...harness,
    pay: followed(harness.pay),
    payMany: followed(harness.payMany),
    payTogether: followed(harness.payTogether),
    mine: followed(harness.mine),
    mineTo: followed(defined(harness.mineTo, 'it mines')),
    mineEmpty: followed(harness.mineEmpty),
    reorganise: followed(harness.reorganise),
    replace: followed(harness.replace),
    close: () => pair.close(),
  };
}
