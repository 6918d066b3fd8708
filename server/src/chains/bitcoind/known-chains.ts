// The chains of the family told apart: what a node of each coin and network must show. Constants from
// the chain parameters of Bitcoin Core 28, Litecoin Core 0.21 and Bitcoin Cash Node 28 (chainparams.cpp).
import type { Network } from '../../coins/coin.ts';

/** A block that the right chain has and its siblings do not. */
export interface Landmark {
  readonly height: number;
  readonly hash: string;
}

export interface KnownChain {
  readonly coin: string;
  readonly network: Network;
  /** `chain` of getblockchaininfo. */
  readonly chain: string;
  readonly genesis: string;
  /** Blocks after a fork from a sibling with the same block 0, in rising order. */
  readonly landmarks: readonly Landmark[];
}

const BITCOIN_MAIN = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
const BITCOIN_TEST = '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943';
const BITCOIN_REGTEST = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
const BITCOIN_TESTNET4 = '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043';
const BITCOIN_SIGNET = '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6';
const LITECOIN_MAIN = '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2';
const LITECOIN_TEST = '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0';
const LITECOIN_REGTEST = '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9';
/** Bitcoin Cash's testnet4 and chipnet; scalenet. */
const CASH_TESTNET4 = '000000001dd410c49a788668ce26751718cc797474d3152a5fc073dd44fd9f7b';
const CASH_SCALENET = '00000000e6453dc2dfe1ffa19023f86002eb11dbb8e87d0291a4599f0430be52';

/** First block after the split of 1 August 2017, on either side. */
const BITCOIN_SPLIT = {
  height: 478_559,
  hash: '00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148',
};
const CASH_SPLIT = {
  height: 478_559,
  hash: '000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec',
};
/** First block after the split from eCash, 15 November 2020; BSV had left at 556,767. */
const CASH_ECASH_SPLIT = {
  height: 661_648,
  hash: '0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce',
};
const CASH_TEST_SPLIT = {
  height: 1_155_876,
  hash: '00000000000e38fef93ed9582a7df43815d5c2ba9fd37ef70c9a0ea4a285b8f5',
};

/** The chains' names in getblockchaininfo, and the network whose addresses they use. */
const networkOf = {
  main: 'main',
  test: 'test',
  testnet4: 'test',
  signet: 'test',
  test4: 'test',
  chip: 'test',
  scale: 'test',
  regtest: 'regtest',
} as const satisfies Record<string, Network>;

function chain(coin: string, name: keyof typeof networkOf, genesis: string): KnownChain {
  return { coin, network: networkOf[name], chain: name, genesis, landmarks: [] };
}

export const knownChains: readonly KnownChain[] = [
  { ...chain('BTC', 'main', BITCOIN_MAIN), landmarks: [BITCOIN_SPLIT] },
  chain('BTC', 'test', BITCOIN_TEST),
  chain('BTC', 'testnet4', BITCOIN_TESTNET4),
  chain('BTC', 'signet', BITCOIN_SIGNET),
  chain('BTC', 'regtest', BITCOIN_REGTEST),
  chain('LTC', 'main', LITECOIN_MAIN),
  chain('LTC', 'test', LITECOIN_TEST),
  chain('LTC', 'regtest', LITECOIN_REGTEST),
  { ...chain('BCH', 'main', BITCOIN_MAIN), landmarks: [CASH_SPLIT, CASH_ECASH_SPLIT] },
  { ...chain('BCH', 'test', BITCOIN_TEST), landmarks: [CASH_TEST_SPLIT] },
  chain('BCH', 'test4', CASH_TESTNET4),
  chain('BCH', 'chip', CASH_TESTNET4),
  chain('BCH', 'scale', CASH_SCALENET),
  chain('BCH', 'regtest', BITCOIN_REGTEST),
];

/** How nodes of Bitcoin Cash name themselves in `subversion`. */
export const CASH_SOFTWARE = /bitcoin cash|bch|bitcoin verde|knuth|flowee/i;
