// Which coins an instance has, and with which contracts: a token with the wrong contract would credit worthless money.
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/coins/read-config.ts';
import { switchedOn } from '../../src/coins/switched-on.ts';
import { ConfigError } from '../../src/core/config/config.ts';
import { coins } from './support.ts';

const OTHER = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const live = (network: string, environment: Record<string, string>) =>
  readConfig({
    CHAINTILL_MODE: 'live',
    CHAINTILL_NETWORK: network,
    ETH_NODE_URL: 'http://a:8545',
    ...environment,
  });
const contractOf = (code: string, config: ReturnType<typeof readConfig>) =>
  switchedOn(coins, config).get(code)?.token?.contracts[config.network];

test('by default there are the five coins of the interface', () => {
  const found = switchedOn(coins, readConfig({}));
  expect([...found.keys()]).toEqual(['BTC', 'LTC', 'BCH', 'ETH', 'XRP']);
});

test('the order and the spaces of the list do not matter, and each is there once', () => {
  const config = readConfig({ CHAINTILL_TOKENS: ' USDT , USDC,USDT' });
  expect([...switchedOn(coins, config).keys()].slice(5)).toEqual(['USDC', 'USDT']);
});

test('on the main network the contracts are those of Tether and Circle', () => {
  const config = live('main', { CHAINTILL_TOKENS: 'USDT,USDC' });
  expect(contractOf('USDT', config)).toBe('0xdac17f958d2ee523a2206206994597c13d831ec7');
  expect(contractOf('USDC', config)).toBe('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
});

test('a token uses the node of ETH', () => {
  const { nodes } = live('main', { CHAINTILL_TOKENS: 'USDT' });
  expect(nodes.get('USDT')).toEqual(nodes.get('ETH'));
  expect(nodes.has('USDC')).toBe(false);
});

test('a configured contract applies to its network', () => {
  const config = live('regtest', { CHAINTILL_TOKENS: 'USDT', CHAINTILL_USDT_CONTRACT: OTHER });
  expect(contractOf('USDT', config)).toBe(OTHER.toLowerCase());
  expect(coins.get('USDT')?.token?.contracts.regtest).toBeNull();
});

test('in the sandbox every token has a contract that moves no real money', () => {
  const config = readConfig({ CHAINTILL_TOKENS: 'USDT' });
  expect(contractOf('USDT', config)).toBe('0x000000000000000000000000000000000000dead');
});

test.each([
  ['a token that nobody knows', 'main', { CHAINTILL_TOKENS: 'USDT,DAI' }, 'not DAI'],
  [
    'another contract on the main network',
    'main',
    { CHAINTILL_TOKENS: 'USDT', CHAINTILL_USDT_CONTRACT: OTHER },
    'the contract is fixed',
  ],
  [
    'the contract of a token that is switched off',
    'regtest',
    { CHAINTILL_TOKENS: 'USDT', CHAINTILL_USDC_CONTRACT: OTHER, CHAINTILL_USDT_CONTRACT: OTHER },
    'needs USDC in CHAINTILL_TOKENS',
  ],
  [
    'a token without a contract',
    'test',
    { CHAINTILL_TOKENS: 'USDT' },
    'must name the contract of USDT',
  ],
  [
    'a contract with a slip of the pen',
    'regtest',
    { CHAINTILL_TOKENS: 'USDT', CHAINTILL_USDT_CONTRACT: OTHER.replace('0x5F', '0x5f') },
    'must be the address of a contract',
  ],
])('%s is rejected', (_, network, environment, problem) => {
  const start = () => switchedOn(coins, live(network, environment as Record<string, string>));
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(problem);
});

test('tokens without an ETH node are rejected', () => {
  const environment = {
    CHAINTILL_MODE: 'live',
    LTC_NODE_URL: 'http://a',
    CHAINTILL_TOKENS: 'USDT',
  };
  expect(() => readConfig(environment)).toThrow('CHAINTILL_TOKENS needs a node of ETH');
});

describe('CHAINTILL_CONFIRMATIONS', () => {
  const tiersOf = (code: string, confirmations: string) =>
    switchedOn(coins, readConfig({ CHAINTILL_CONFIRMATIONS: confirmations }))
      .get(code)
      ?.confirmationTiers.map(({ upTo, confirmations: count }) => [upTo, count]);

  test('raises every tier of the coin to at least that many, and no other coin', () => {
    expect(tiersOf('ETH', 'ETH:3')).toEqual([
      ['3', 3],
      ['30', 12],
      [null, 33],
    ]);
    expect(tiersOf('ETH', 'ETH:100,BTC:2')).toEqual([[null, 100]]);
    expect(tiersOf('LTC', 'ETH:100,BTC:2')).toEqual(
      coins.get('LTC')?.confirmationTiers.map((t) => [t.upTo, t.confirmations]),
    );
  });

  test('never lowers a tier', () => {
    expect(tiersOf('XRP', 'XRP:1')).toEqual([[null, 1]]);
    expect(tiersOf('BTC', 'BTC:2')).toEqual([
      ['1', 2],
      ['10', 3],
      [null, 6],
    ]);
  });

  test.each(['BTC', 'BTC:0', 'BTC:1.5', 'DAI:3', 'BTC:20000'])('rejects %s', (value) => {
    expect(() => readConfig({ CHAINTILL_CONFIRMATIONS: value })).toThrow(/CHAINTILL_CONFIRMATIONS/);
  });
});
