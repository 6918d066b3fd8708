// The addresses of a coin's nodes: one or several, each with its own login.
import { expect, test } from 'vitest';
import { readConfig } from '../../src/coins/read-config.ts';
import { ConfigError } from '../../src/core/config/config.ts';

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
])('%s is rejected by name', (_, environment, problem) => {
  expect(() => live(environment)).toThrow(ConfigError);
  expect(() => live(environment)).toThrow(`LTC_NODE_`);
  expect(() => live(environment)).toThrow(problem);
});

test('the WebSocket address of rippled is configured next to its JSON-RPC address', () => {
  const XRP_NODE_URL = 'http://a:5005';
  expect(live({ XRP_NODE_URL }).streamUrls.size).toBe(0);
  const both = { XRP_NODE_URL, XRP_NODE_WS: 'wss://u:p@a:6006/x' };
  expect(live(both).streamUrls.get('XRP')).toBe('wss://u:p@a:6006/x');
  expect(() => live({ XRP_NODE_URL, XRP_NODE_WS: 'http://a:6006' })).toThrow('XRP_NODE_WS must be');
  expect(() => live({ LTC_NODE_URL: 'http://a:1', XRP_NODE_WS: 'ws://a:6006' })).toThrow(
    'XRP_NODE_WS needs',
  );
});

test("a node's ZeroMQ endpoint is given by host and port", () => {
  const LTC_NODE_URL = 'http://a:1';
  const at = (url: string) => live({ LTC_NODE_URL, LTC_NODE_ZMQ: url }).streamUrls;
  expect([...at('tcp://127.0.0.1:28332')]).toEqual([['LTC', 'tcp://127.0.0.1:28332']]);
  expect(at('tcp://[::1]:28332').get('LTC')).toBe('tcp://[::1]:28332');
  for (const wrong of ['tcp://a', 'tcp://a:', 'tcp://u:p@a:1', 'ipc:///tmp/zmq', 'a:28332']) {
    expect(() => at(wrong)).toThrow('LTC_NODE_ZMQ must be');
  }
  expect(() => live({ LTC_NODE_URL, BTC_NODE_ZMQ: 'tcp://a:1' })).toThrow('BTC_NODE_ZMQ needs');
});
