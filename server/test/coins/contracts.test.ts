// The token contracts: money sent to a wrong one is lost. Each is written with its checksum and belongs to one token
// only; where an issuer has no contract, there is none.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addr } from 'micro-eth-signer';
import { expect, test } from 'vitest';
import { coins, networks } from './support.ts';

const folder = join(import.meta.dirname, '../../src/coins/definitions');
const written = readdirSync(folder).flatMap((file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  const found = text.matchAll(/\b(?:main|test|regtest): '(0x[0-9a-fA-F]*)'/g);
  return [...found].map(([, contract = '']) => [file, contract] as const);
});

test('there are contracts, in files of their own', () => {
  const tokens = [...coins.values()].filter(({ token }) => token !== null);
  expect(new Set(written.map(([file]) => file)).size).toBe(tokens.length);
});

test.each(written)('%s: %s is written with its checksum (EIP-55)', (_file, contract) => {
  expect(contract).toBe(addr.addChecksum(contract.toLowerCase()));
});

test('no contract belongs to two coins, and every token has one on the main network', () => {
  const owners = new Map<string, string>();
  for (const { code, network: name, token } of coins.values()) {
    if (token === null) continue;
    expect(token.contracts.main, code).not.toBeNull();
    for (const network of networks) {
      const contract = token.contracts[network];
      if (contract === null) continue;
      const place = `${name} ${network} ${contract}`;
      expect(owners.get(place) ?? code).toBe(code);
      owners.set(place, code);
    }
  }
});
