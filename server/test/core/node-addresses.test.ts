// Where the nodes of a coin are: one address or several, each with its own login.
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/core/config.ts';

const live = (environment: Record<string, string>) =>
  readConfig({ CHAINTILL_MODE: 'live', CHAINTILL_NETWORK: 'regtest', ...environment });

test('one address is one node', () => {
  const { nodes } = live({ LTC_NODE_URL: 'http://user:pass@a:1', LTC_NODE_COOKIE: '/c' });
  expect([...nodes]).toEqual([['LTC', [{ url: 'http://user:pass@a:1', cookieFile: '/c' }]]]);
});

test('several addresses are nodes in that order, each with its cookie file', () => {
  const { nodes } = live({ LTC_NODE_URL: 'http://a:1, http://b:2', LTC_NODE_COOKIE: '/x,/y' });
  expect(nodes.get('LTC')).toEqual([
    { url: 'http://a:1', cookieFile: '/x' },
    { url: 'http://b:2', cookieFile: '/y' },
  ]);
});

test.each([
  ['something that is no URL', { LTC_NODE_URL: 'http://a:1,nonsense' }, 'must list URLs'],
  [
    'a cookie file for one of two',
    { LTC_NODE_URL: 'http://a:1,http://b:2', LTC_NODE_COOKIE: '/x' },
    'one file for each',
  ],
  ['more than five', { LTC_NODE_URL: Array(6).fill('http://a:1').join() }, 'at most 5'],
])('%s is refused by name', (_, environment, problem) => {
  expect(() => live(environment)).toThrow(ConfigError);
  expect(() => live(environment)).toThrow(`LTC_NODE_`);
  expect(() => live(environment)).toThrow(problem);
});

test('the WebSocket address of rippled stands beside its JSON-RPC', () => {
  const XRP_NODE_URL = 'http://a:5005';
  expect(live({ XRP_NODE_URL }).xrpStreamUrl).toBeNull();
  const both = { XRP_NODE_URL, XRP_NODE_WS: 'wss://u:p@a:6006/x' };
  expect(live(both).xrpStreamUrl).toBe('wss://u:p@a:6006/x');
  expect(() => live({ XRP_NODE_URL, XRP_NODE_WS: 'http://a:6006' })).toThrow('XRP_NODE_WS must be');
  expect(() => live({ LTC_NODE_URL: 'http://a:1', XRP_NODE_WS: 'ws://a:6006' })).toThrow(
    'XRP_NODE_WS needs',
  );
});
