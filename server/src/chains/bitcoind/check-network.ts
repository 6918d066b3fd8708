// Rejects a node of the wrong coin or network. BTC and BCH have the same block 0, so a block after their split is
// compared too or, below the split (a node still syncing, regtest), the name of the node software.
import type { Landmark } from '../../coins/nodes.ts';
import { definedCoins } from '../../coins/registry.ts';
import { WrongNetwork } from '../chain.ts';
import { shaped } from '../rpc/json-rpc.ts';
import type { Wallet } from './receiving.ts';
import { type BitcoindRpc, shapes } from './rpc.ts';

interface KnownChain {
  readonly coin: string;
  readonly network: string;
  readonly chain: string;
  readonly genesis: string;
  readonly landmarks: readonly Landmark[];
  readonly software: RegExp | null;
}

const knownChains: readonly KnownChain[] = [...definedCoins.values()].flatMap(({ code, nodes }) => {
  if (nodes.family !== 'bitcoind') return [];
  const { software, landmarks } = nodes;
  return Object.entries(nodes.chains).flatMap(([network, chains]) =>
    Object.entries(chains).map(([chain, genesis]) => {
      return { coin: code, network, chain, genesis, software, landmarks: landmarks[chain] ?? [] };
    }),
  );
});

interface Seen {
  readonly chain: string;
  readonly height: number;
  readonly genesis: string;
  readonly software: string;
}

/** Throws WrongNetwork, or ChainUnavailable when the node does not respond. */
export async function checkNetwork(rpc: BitcoindRpc, wallet: Wallet): Promise<void> {
  const seen = await observe(rpc);
  const requested = `${wallet.coin.code} ${wallet.network}`;
  const refuse = (found: string) => {
    const node = `the node at ${rpc.node} (${seen.software}, chain "${seen.chain}")`;
    return new WrongNetwork(`expected a node of ${requested}; ${node} ${found}`);
  };
  const expected = knownChains.find(
    ({ coin, network, chain, genesis }) =>
      `${coin} ${network}` === requested && chain === seen.chain && genesis === seen.genesis,
  );
  if (expected === undefined) {
    const help = helpFor(wallet.coin.code, seen);
    throw refuse(`has block 0 ${seen.genesis}, which is ${nameOf(seen.genesis)}${help}`);
  }
  await checkSide(rpc, { expected, seen, refuse });
}

async function observe(rpc: BitcoindRpc): Promise<Seen> {
  const what = `the network of ${rpc.node}`;
  const info = shaped(shapes.chainInfo, await rpc.call('getblockchaininfo'), what);
  const { subversion } = shaped(shapes.networkInfo, await rpc.call('getnetworkinfo'), what);
  const genesis = await hashAt(rpc, 0);
  return { chain: info.chain, height: info.blocks, genesis, software: subversion };
}

async function hashAt(rpc: BitcoindRpc, height: number): Promise<string> {
  const hash = await rpc.call('getblockhash', height);
  return shaped(shapes.hash, hash, `hash of block ${height} at ${rpc.node}`);
}

async function checkSide(
  rpc: BitcoindRpc,
  side: { expected: KnownChain; seen: Seen; refuse(found: string): WrongNetwork },
): Promise<void> {
  const { expected, seen, refuse } = side;
  const passed = expected.landmarks.filter(([height]) => height <= seen.height);
  for (const [height, hash] of passed) {
    const found = await hashAt(rpc, height);
    if (found !== hash) throw refuse(`has block ${height} ${found} instead of ${hash}`);
  }
  if (passed.length > 0) return;
  const { coin: own, genesis, software } = expected;
  if (software?.test(seen.software) === false) {
    throw refuse(`runs software of another coin than ${own}`);
  }
  const sibling = knownChains.find(
    (chain) =>
      chain.coin !== own && chain.genesis === genesis && chain.software?.test(seen.software),
  );
  if (sibling !== undefined) throw refuse(`runs software of ${sibling.coin}`);
}

/** Names the setting of the coin that the node belongs to. */
function helpFor(code: string, seen: Seen): string {
  const own = knownChains.find(
    ({ coin, chain, genesis }) => coin === code && chain === seen.chain && genesis === seen.genesis,
  );
  return own === undefined ? '' : `: CHAINTILL_NETWORK=${own.network} takes such a node`;
}

function nameOf(genesis: string): string {
  const names = knownChains
    .filter((chain) => chain.genesis === genesis)
    .map(({ coin, network }) => `${coin} ${network}`);
  return names.length === 0 ? 'no chain we know' : [...new Set(names)].join(' or ');
}
