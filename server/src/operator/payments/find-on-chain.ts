// Looks for a transaction on the networks that can have it. A node that does not respond in time is reported as such
// and delays nothing else.
import type { App } from '../../app.ts';
import type { Inspection } from '../../chains/chain.ts';
import { nodeAnswer } from '../../chains/node-answer.ts';
import { type Coin, networkLabel } from '../../coins/coin.ts';
import { SECOND } from '../../core/clock.ts';
import { apiError } from '../../core/errors.ts';
import type { FEE_LEVELS, NETWORK_RESULTS } from './contract.ts';
import { type Pasted, txidOn } from './parse-payment.ts';

const ANSWER_MAX = 8 * SECOND;
/** A node without an index searches its unspent outputs for tens of milliseconds. */
const SEARCHES_MAX = 4;
const RETRY_SECONDS = 5;

export interface FoundOnChain extends Inspection {
  readonly coin: Coin;
  readonly txid: string;
}

export interface NetworkResult {
  readonly network: string;
  readonly coin: string;
  readonly result: (typeof NETWORK_RESULTS)[number];
}

export interface ChainSearch {
  readonly found: readonly FoundOnChain[];
  readonly networks: readonly NetworkResult[];
}

let searches = 0;

/** Errors: 429 `rate_limit_exceeded`. */
export async function searchChains(app: App, pasted: Pasted): Promise<ChainSearch> {
  if (searches >= SEARCHES_MAX)
    throw apiError('rate_limit_exceeded.chain_searches', {}, { retryAfterSeconds: RETRY_SECONDS });
  searches += 1;
  try {
    return await search(app, pasted);
  } finally {
    searches -= 1;
  }
}

async function search(app: App, pasted: Pasted): Promise<ChainSearch> {
  const networks = await Promise.all(
    networksOf(app, pasted).map(async ([first, ...others]) => {
      const found = await inspect(app, first, pasted);
      const isThere = found !== null && found.place.kind !== 'unknown';
      const more = isThere
        ? await Promise.all(others.map((coin) => inspect(app, coin, pasted)))
        : [];
      return { coin: first, found, all: isThere ? [found, ...more] : [] };
    }),
  );
  return {
    found: networks.flatMap(({ all }) => all.flatMap((one) => one ?? [])),
    networks: networks.map(({ coin, found }) => ({
      network: networkLabel(coin),
      coin: coin.code,
      result: resultOf(found),
    })),
  };
}

/** The coins of each network, the coin that pays its fees first. */
function networksOf(app: App, pasted: Pasted): readonly (readonly [Coin, ...Coin[]])[] {
  const byNetwork = new Map<string, [Coin, ...Coin[]]>();
  const coins = [...app.coins.values()].sort(
    (a, b) => Number(a.code !== a.feeCoin) - Number(b.code !== b.feeCoin),
  );
  for (const coin of coins) {
    if (!app.chains.has(coin.code) || txidOn(coin, pasted) === null) continue;
    const others = byNetwork.get(coin.network);
    if (others === undefined) byNetwork.set(coin.network, [coin]);
    else others.push(coin);
  }
  return [...byNetwork.values()];
}

/** Null when the node did not respond. */
export async function inspect(app: App, coin: Coin, pasted: Pasted): Promise<FoundOnChain | null> {
  const chain = app.chains.get(coin.code);
  const txid = txidOn(coin, pasted);
  if (chain === undefined || txid === null) return null;
  const { value: found } = await nodeAnswer(app, {
    coin: coin.code,
    limit: ANSWER_MAX,
    run: () => chain.inspect(txid),
  });
  return found && { ...found, coin, txid };
}

function resultOf(found: Inspection | null): NetworkResult['result'] {
  if (found === null) return 'unreachable';
  if (found.place.kind !== 'unknown') return 'found';
  return found.isComplete ? 'not_found' : 'not_searched_completely';
}

/** Null when it is not known. */
export async function feeLevelOf(
  app: App,
  { feeCoin }: Coin,
  fee: bigint | null,
): Promise<(typeof FEE_LEVELS)[number] | null> {
  const network = app.transferNetworks.get(feeCoin);
  if (fee === null || network === undefined) return null;
  const { value: quotes } = await nodeAnswer(app, {
    coin: feeCoin,
    limit: ANSWER_MAX,
    run: () => network.feeQuotes(),
  });
  if (quotes === null) return null;
  if (fee < quotes.slow) return 'below_slow';
  if (fee < quotes.average) return 'slow';
  return fee < quotes.fast ? 'average' : 'fast';
}
