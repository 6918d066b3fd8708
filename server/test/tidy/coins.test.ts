// A coin is one file: its definition names it, and nothing else in the program does (CONTRIBUTING.md, "A coin"). Finds
// tables by coin elsewhere: their columns belong in the definitions.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { definedCoins } from '../../src/coins/registry.ts';
import { defined } from '../../src/core/assert.ts';
import { coinCodes } from '../chains/simulated/simulation-on.ts';
import { forms } from '../coins/many/random-addresses.ts';
import base58 from '../coins/vectors/base58.json' with { type: 'json' };
import wallets from '../coins/vectors/wallets.json' with { type: 'json' };
import { codeOf, root, sources } from './files.ts';

/** Files that name a coin for a good reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'server/src/contract/examples.ts': 'examples of the documentation',
  'server/src/contract/request-examples.ts': 'examples of the documentation',
  'server/src/contract/refund-claim-example.ts': 'examples of the documentation',
  'server/src/chains/rippled/rippled-chain.ts': 'the family of one network',
  'server/src/chains/rippled/rippled-transfers.ts': 'the family of one network',
  'server/src/cli/demo.ts': 'what the demo plays once, it plays in one coin',
  'server/src/cli/play-steps.ts': 'what is triggered is played in one coin',
  'server/src/operator/wallet/handlers.ts': 'operations about the one account of XRP',
  'server/src/operator/wallet/cli.ts': 'an example with the address of one coin',
};

const codes = [...definedCoins.keys()];
const ANY = codes.map((code) => code.replace('.', '\\.')).join('|');
/** A code alone between quotes, also within SQL, or as the key of a table. */
const NAMED = new RegExp(`'(?:${ANY})'|^\\s*(?:${ANY}):`, 'm');

const naming = sources('server/src')
  .filter(({ path }) => !path.startsWith('server/src/coins/definitions/'))
  .filter(({ text }) => NAMED.test(codeOf(text)))
  .map(({ path }) => path);

test('outside of its definition no file names a coin', () => {
  expect(naming.filter((path) => ALLOWED[path] === undefined)).toEqual([]);
});

test('every file that may name a coin does', () => {
  expect(Object.keys(ALLOWED).filter((path) => !naming.includes(path))).toEqual([]);
});

test('each asset has a logo, and each logo an asset', () => {
  const logos = readdirSync(join(root, 'server/assets/coins'));
  const assets = new Set([...definedCoins.values()].map(({ asset }) => asset.code));
  const expected = [...assets].map((code) => `${code.toLowerCase()}.svg`);
  expect(logos.filter((name) => name.endsWith('.svg')).sort()).toEqual(expected.sort());
});

test('each coin has a published address that a wallet derives', () => {
  // The networks of the evm family have the same keys, so one vector covers all.
  const place = (code: string) => {
    const { nodes, network, accountPath } = defined(definedCoins.get(code), code);
    return `${nodes.family === 'evm' ? 'evm' : network} ${accountPath('main')}`;
  };
  const covered = new Set(wallets.addresses.map(([code]) => place(String(code))));
  expect(codes.filter((code) => !covered.has(place(code)))).toEqual([]);
});

test('each coin with its own base58 addresses has published ones', () => {
  const own = [...definedCoins.values()].filter(
    ({ nodes }) => nodes.family === 'bitcoind' && nodes.transactions !== 'cash',
  );
  expect(own.map(({ code }) => code).filter((code) => !(code in base58))).toEqual([]);
});

/** Coins of one kind are equivalent in tests: all networks of the evm family, and the tokens on them. */
const kindOf = (code: string) => {
  const { nodes, network, token } = defined(definedCoins.get(code), code);
  return `${nodes.family === 'evm' ? 'evm' : network} ${token === null ? 'coin' : 'token'}`;
};

test('random addresses of each coin are tested in its own file', () => {
  const tried = new Set(Object.keys(forms).map(kindOf));
  const own = [...definedCoins.values()].filter(({ token }) => token === null);
  expect(own.map(({ code }) => code).filter((code) => !tried.has(kindOf(code)))).toEqual([]);
  const files = readdirSync(join(root, 'server/test/coins/many')).filter((name) =>
    name.endsWith('.test.ts'),
  );
  const expected = Object.keys(forms).map((code) => `${code.toLowerCase()}.test.ts`);
  expect(files.sort()).toEqual(expected.sort());
});

test('the conformance suites run for each coin', () => {
  const played = new Set(coinCodes.map(kindOf));
  expect(codes.filter((code) => !played.has(kindOf(code)))).toEqual([]);
});

test('the guides for operators name each enabled coin', () => {
  const guides = ['docs/operations.md', 'docs/nodes.md'].map((path) =>
    readFileSync(join(root, path), 'utf8'),
  );
  const words = new Set(guides.join(' ').match(/[A-Z0-9]+(?:\.[a-z_]+)?/g));
  const optional = [...definedCoins.values()].filter(({ isOptional }) => isOptional);
  expect(optional.map(({ code }) => code).filter((code) => !words.has(code))).toEqual([]);
});

test('the guide of the sandbox names each high-risk recipient', () => {
  const guide = readFileSync(join(root, 'docs/sandbox.md'), 'utf8');
  const payees = [...definedCoins.values()].map(({ demo }) => demo.highRiskPayee);
  expect(payees.filter((payee) => payee !== null && !guide.includes(payee))).toEqual([]);
});

test('no base58 version byte is a key hash for one coin and a script hash for another', () => {
  const versions = [...definedCoins.values()].flatMap(({ nodes }) =>
    nodes.family === 'bitcoind' ? Object.values(nodes.base58) : [],
  );
  const scripts = new Set(versions.flatMap(({ scriptHash }) => scriptHash));
  expect(versions.filter(({ keyHash }) => scripts.has(keyHash))).toEqual([]);
});

test('tokens have separate account paths, as do other coins of a network', () => {
  const onOneNetwork = new Map<string, string[]>();
  for (const coin of definedCoins.values()) {
    const paths = onOneNetwork.get(coin.network) ?? [];
    onOneNetwork.set(coin.network, [...paths, coin.accountPath('main')]);
  }
  for (const paths of onOneNetwork.values()) expect(new Set(paths).size).toBe(paths.length);
});
