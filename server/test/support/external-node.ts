// An external node of the Bitcoin Core family, on a fresh regtest, named by an environment variable. It has the same
// methods as our own litecoind, except for stopping it.
import { defined } from '../../src/core/assert.ts';
import { emptyBlock } from './empty-block.ts';
import { conflictWith, type Litecoind, type Rpc, reorganise } from './litecoind.ts';

/** The address of each coin's node, with user and password. */
export const externalNodes = (
  [
    { coin: 'BTC', variable: 'CHAINTILL_TEST_BITCOIND_URL' },
    { coin: 'LTC', variable: 'CHAINTILL_TEST_LITECOIND_URL' },
    { coin: 'BCH', variable: 'CHAINTILL_TEST_BCHN_URL' },
  ] as const
).flatMap(({ coin, variable }) => {
  const url = process.env[variable];
  return url === undefined ? [] : [{ coin, url }];
});

/** Makes 45 spendable coinbase outputs. */
const BLOCKS = 145;
/** More than a suite spends. */
const BALANCE = 1500;

export async function openExternalNode(coin: string, url: string): Promise<Litecoind> {
  const rpc = rpcOf(url);
  const isCash = coin === 'BCH';
  const address = (type = 'bech32'): Promise<string> =>
    isCash ? rpc('getnewaddress', '') : rpc('getnewaddress', '', type);
  const loaded: string[] = await rpc('listwallets');
  if (loaded.length === 0) await rpc('createwallet', 'payer');
  const home = await address();
  // The reward halves every 150 blocks on regtest: a second suite on the same node uses what the first has left.
  if ((await rpc('getbalance')) < BALANCE) await rpc('generatetoaddress', BLOCKS, home);
  const empty = () => mineEmpty(rpc, home);
  const never = () => Promise.reject(new Error('a node of somebody else is not stopped'));
  return {
    url,
    cookieFile: '',
    folder: '',
    rpc,
    mine: (count = 1) => rpc('generatetoaddress', count, home),
    mineOnly: async (transactions) =>
      isCash ? empty() : (await rpc('generateblock', home, transactions)).hash,
    pay: (to, amount) => rpc('sendtoaddress', to, amount),
    address,
    reorganise: (depth) => (isCash ? reorganiseBy(rpc, depth, empty) : reorganise(rpc, depth)),
    conflictWith: (txid) => conflictWith(rpc, txid),
    halt: never,
    restart: never,
    stop: async () => undefined,
  };
}

/** The login is removed from the address because fetch rejects it there. */
function rpcOf(url: string): Rpc {
  const place = new URL(url);
  const login = `${decodeURIComponent(place.username)}:${decodeURIComponent(place.password)}`;
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`;
  place.username = '';
  place.password = '';
  return async (method, ...params) => {
    const body = JSON.stringify({ id: 0, method, params });
    const answer = await fetch(place, { method: 'POST', headers: { authorization }, body });
    const { error, result } = JSON.parse(await answer.text());
    if (error) throw new Error(`${method}: ${error.code} ${error.message}`);
    return result;
  };
}

async function mineEmpty(rpc: Rpc, home: string): Promise<string> {
  const parent = await rpc('getblockheader', await rpc('getbestblockhash'));
  const refusal = await rpc('submitblock', emptyBlock(parent, home));
  if (refusal !== null) throw new Error(`submitblock: ${refusal}`);
  return rpc('getbestblockhash');
}

async function reorganiseBy(rpc: Rpc, depth: number, mine: () => Promise<string>): Promise<void> {
  const height: number = await rpc('getblockcount');
  const hash = defined(await rpc('getblockhash', height - depth + 1), 'a block');
  await rpc('invalidateblock', hash);
  for (let mined = 0; mined <= depth; mined++) await mine();
}
