// Refuses a node of another coin or network than configured, before any address or block is trusted.
// By block 0, then, since BTC and BCH share theirs, by a block after their split or, below it (a node
// still syncing, regtest), by the name of its software.
import { WrongNetwork } from '../chain.ts';
import { shaped } from '../rpc/shaped.ts';
import { shapes } from './answers.ts';
import { CASH_SOFTWARE, type KnownChain, knownChains } from './known-chains.ts';
import type { Wallet } from './receiving.ts';
import type { BitcoindRpc } from './rpc.ts';

interface Seen {
  readonly chain: string;
  readonly height: number;
  readonly genesis: string;
  readonly software: string;
}

/** Throws WrongNetwork with what was expected and found; ChainUnavailable when the node does not answer. */
export async function checkNetwork(rpc: BitcoindRpc, wallet: Wallet): Promise<void> {
  const seen = await look(rpc);
  const wish = `${wallet.coin.code} ${wallet.network}`;
  const refuse = (found: string) => {
    const node = `the node at ${rpc.node} (${seen.software}, chain "${seen.chain}")`;
    return new WrongNetwork(`expected a node of ${wish}; ${node} ${found}`);
  };
  const expected = knownChains.find(
    ({ coin, network, chain, genesis }) =>
      `${coin} ${network}` === wish && chain === seen.chain && genesis === seen.genesis,
  );
  if (expected === undefined) {
    const help = helpFor(wallet.coin.code, seen);
    throw refuse(`has block 0 ${seen.genesis}, which is ${nameOf(seen.genesis)}${help}`);
  }
  await checkSide(rpc, { expected, seen, refuse });
}

async function look(rpc: BitcoindRpc): Promise<Seen> {
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

/** The side of a split: by the blocks after it, where the node has them. */
async function checkSide(
  rpc: BitcoindRpc,
  facts: { expected: KnownChain; seen: Seen; refuse(found: string): WrongNetwork },
): Promise<void> {
  const { expected, seen, refuse } = facts;
  const passed = expected.landmarks.filter(({ height }) => height <= seen.height);
  for (const { height, hash } of passed) {
    const found = await hashAt(rpc, height);
    if (found !== hash) throw refuse(`has block ${height} ${found} instead of ${hash}`);
  }
  if (passed.length > 0 || expected.coin === 'LTC') return;
  const isCash = CASH_SOFTWARE.test(seen.software);
  if (isCash !== (expected.coin === 'BCH')) {
    throw refuse(`runs software of ${isCash ? 'BCH' : 'another coin than BCH'}`);
  }
}

/** Of a node of the right coin: the setting that it fits. */
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
