// Telling nodes of sibling chains apart, on responses with the published hashes of their blocks.
import { afterEach, describe, expect, it } from 'vitest';
import { bitcoindChain } from '../../../src/chains/bitcoind/bitcoind-chain.ts';
import { ChainUnavailable, WrongNetwork } from '../../../src/chains/chain.ts';
import type { Network } from '../../../src/coins/coin.ts';
import ltc from '../../../src/coins/definitions/ltc.ts';
import { createLog } from '../../../src/core/log.ts';
import { fakeNode, methods } from './fake-node.ts';

const BITCOIN_GENESIS = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const LITECOIN_GENESIS = '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2';
const BITCOIN_REGTEST = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';

interface Shown {
  readonly chain: string;
  readonly height: number;
  readonly software: string;
  readonly hashes: Readonly<Record<number, string>>;
}

const bitcoin: Shown = {
  chain: 'main',
  height: 900_000,
  software: '/Satoshi:28.0.0/',
  hashes: {
    0: BITCOIN_GENESIS,
    478559: '00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148',
    661648: 'aa'.repeat(32),
  },
};
const cash: Shown = {
  chain: 'main',
  height: 900_000,
  software: '/Bitcoin Cash Node:28.0.1(EB32.0)/',
  hashes: {
    0: BITCOIN_GENESIS,
    478559: '000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec',
    661648: '0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce',
  },
};
const eCash: Shown = {
  ...cash,
  software: '/Bitcoin ABC:0.30.0(EB32.0)/',
  hashes: {
    ...cash.hashes,
    661648: '000000000000000004284c9d8b2c8ff731efeaec6be50729bdc9bd07f910757d',
  },
};
const litecoin: Shown = {
  chain: 'main',
  height: 2_800_000,
  software: '/LitecoinCore:0.21.3/',
  hashes: { 0: LITECOIN_GENESIS },
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function check(place: string, shown: Shown): Promise<void> {
  const [code = '', network] = place.split(' ');
  const node = await fakeNode(
    methods({
      getblockchaininfo: () => ({
        chain: shown.chain,
        blocks: shown.height,
        bestblockhash: 'ff'.repeat(32),
      }),
      getnetworkinfo: () => ({ subversion: shown.software }),
      getblockhash: (height: number) => shown.hashes[height],
    }),
  );
  const chain = bitcoindChain({
    coin: { ...ltc, code },
    network: network as Network,
    url: node.url,
    log: createLog('silent'),
  });
  open.push(chain, node);
  await chain.checkNetwork();
}

const syncing = { height: 100 };
const regtest = { chain: 'regtest', height: 5, hashes: { 0: BITCOIN_REGTEST } };

/** Names and genesis blocks from the chain parameters of Bitcoin Core 28, Litecoin Core 0.21 and BCHN 28. */
const testNetworks = [
  ['BTC', 'testnet4', '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043'],
  ['BTC', 'signet', '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6'],
  ['BTC', 'test', '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943'],
  ['LTC', 'test', '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0'],
  ['BCH', 'chip', '000000001dd410c49a788668ce26751718cc797474d3152a5fc073dd44fd9f7b'],
  ['BCH', 'test4', '000000001dd410c49a788668ce26751718cc797474d3152a5fc073dd44fd9f7b'],
  ['BCH', 'scale', '00000000e6453dc2dfe1ffa19023f86002eb11dbb8e87d0291a4599f0430be52'],
] as const;

describe('a node of a test network', () => {
  it.each(testNetworks)(
    '%s %s is accepted for test, and nowhere else',
    async (code, chain, genesis) => {
      const { software } = { BTC: bitcoin, LTC: litecoin, BCH: cash }[code];
      const shown = { chain, height: 20, software, hashes: { 0: genesis } };
      await expect(check(`${code} test`, shown)).resolves.toBeUndefined();
      for (const network of ['main', 'regtest'])
        await expect(check(`${code} ${network}`, shown)).rejects.toThrow(
          /expected a node of .*: CHAINTILL_NETWORK=test takes such a node$/,
        );
      for (const other of ['BTC', 'LTC', 'BCH'].filter((each) => each !== code))
        await expect(check(`${other} test`, shown)).rejects.toThrow(WrongNetwork);
    },
  );

  it('of an unknown network is rejected', async () => {
    const shown = { ...bitcoin, chain: 'testnet5', hashes: { 0: 'ee'.repeat(32) } };
    await expect(check('BTC test', shown)).rejects.toThrow('which is no chain we know');
  });
});

describe('a node of the configured network is accepted', () => {
  it.each([
    ['BTC main', bitcoin],
    ['BCH main', cash],
    ['LTC main', litecoin],
    ['BTC main', { ...bitcoin, ...syncing }],
    ['BCH main', { ...cash, ...syncing }],
    ['BTC regtest', { ...bitcoin, ...regtest }],
    ['BCH regtest', { ...cash, ...regtest }],
  ])('%s', async (place, shown) => {
    await expect(check(place, shown)).resolves.toBeUndefined();
  });
});

describe('a node of another network is rejected', () => {
  it.each([
    ['BCH main', 'a Bitcoin node', bitcoin],
    ['BTC main', 'a Bitcoin Cash node', cash],
    ['BCH main', 'an eCash node', eCash],
    ['BTC main', 'a Litecoin node', litecoin],
    ['LTC main', 'a Bitcoin node', bitcoin],
    ['BCH main', 'a Bitcoin node that is still syncing', { ...bitcoin, ...syncing }],
    ['BTC main', 'a Bitcoin Cash node that is still syncing', { ...cash, ...syncing }],
    ['BCH regtest', 'a Bitcoin node on regtest', { ...bitcoin, ...regtest }],
    ['BTC test', 'the main network', bitcoin],
    ['BTC main', 'regtest', { ...bitcoin, ...regtest }],
  ])('%s: %s', async (place, _, shown) => {
    const failure = await check(place, shown).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WrongNetwork);
    expect(String(failure)).toContain(`expected a node of ${place}; the node at 127.0.0.1:`);
    expect(String(failure)).toContain(shown.software);
  });

  it('with the actual chain', async () => {
    await expect(check('LTC main', bitcoin)).rejects.toThrow('which is BTC main or BCH main');
    await expect(check('BCH main', bitcoin)).rejects.toThrow(
      'has block 478559 00000000000000000019f1',
    );
  });
});

it('a node without a hash is unavailable, not of another network', async () => {
  await expect(check('BTC main', { ...bitcoin, hashes: {} })).rejects.toThrow(ChainUnavailable);
});
