// Guarantee: while the node of one coin is down, hangs, serves another network or returns nonsense, every read returns
// what it can about all other coins, and says with a code why the rest is missing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chain, ChainUnavailable, WrongNetwork } from '../../src/chains/chain.ts';
import type { TransferNetwork } from '../../src/chains/transfers.ts';
import type { OutputOf } from '../../src/contract/operator/operation.ts';
import type { OperatorName, OperatorOperations } from '../../src/contract/operator/operations.ts';
import { defined } from '../../src/core/assert.ts';
import type { OperatorApp } from '../../src/operator/operator.ts';
import { perform, type Values } from '../../src/operator/perform.ts';
import { reads } from '../cli/reads-world.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type World } from '../support/world.ts';

const ACTOR = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;
const COIN = 'BTC';
const TXID = 'ab'.repeat(32);

let world: World;
beforeAll(async () => {
  world = await createWorld({});
  await credit(world, await world.merchant(), { BTC: '1', LTC: '10' });
  await fillWallet(world, 'BTC', ['0.5', '0.25']);
  await fillWallet(world, 'LTC', ['5']);
});
afterAll(() => world.close());

const troubles = {
  silent: () => Promise.reject(new ChainUnavailable('fetch failed')),
  wrong_network: () => Promise.reject(new WrongNetwork('the node serves main')),
  invalid_response: () => Promise.reject(new TypeError('Cannot read properties of undefined')),
  late: () => new Promise<never>(() => undefined),
} as const;

type Trouble = keyof typeof troubles;

/** Every call to the node of one coin fails in the same way. */
function troubledApp(trouble: Trouble): OperatorApp {
  const { app, assembled } = world;
  const fail = troubles[trouble];
  const failing = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        return typeof value === 'function' && name !== 'feeFor' ? fail : value;
      },
    });
  const chain = failing(defined(app.chains.get(COIN), COIN) as Chain);
  const network = failing(defined(app.transferNetworks.get(COIN), COIN) as TransferNetwork);
  const coinWallet = { ...defined(assembled.coinWallets.get(COIN), COIN), chain, network };
  const node = { chain, sending: null, examine: fail, review: fail, peers: fail };
  const nodes = new Map([[COIN, [{ url: 'http://node.example:8332', cookieFile: null }]]]);
  return {
    ...app,
    config: { ...app.config, nodes },
    chains: new Map([...app.chains, [COIN, chain]]),
    transferNetworks: new Map([...app.transferNetworks, [COIN, network]]),
    coinWallets: new Map([...assembled.coinWallets, [COIN, coinWallet]]),
    nodes: new Map([...assembled.nodes, [COIN, node]]),
  };
}

const inputs: Partial<Record<OperatorName, Values>> = { 'payments.find': { text: TXID } };

describe.each(Object.keys(troubles) as Trouble[])('with a node that is %s', (trouble) => {
  const read = <Name extends OperatorName>(name: Name) =>
    perform(troubledApp(trouble), name, { values: inputs[name] ?? {}, actor: ACTOR }) as Promise<
      OutputOf<OperatorOperations[Name]>
    >;
  const ofCoin = <Row extends { coin: string }>(rows: readonly Row[], coin: string): Row =>
    defined(
      rows.find((row) => row.coin === coin),
      coin,
    );

  test('the cost of small payments is known for the other coins', async () => {
    const report = await read('wallet.report');
    expect(ofCoin(report, COIN)).toMatchObject({
      amount: '0.75',
      one_input_costs: null,
      no_answer: trouble,
    });
    expect(ofCoin(report, 'LTC')).toMatchObject({
      one_input_costs: expect.any(String),
      no_answer: null,
    });
    const sizes = await read('wallet.utxo-stats');
    expect(ofCoin(sizes, COIN)).toMatchObject({ outputs: 2, cost: null, no_answer: trouble });
    expect(ofCoin(sizes, 'LTC')).toMatchObject({ cost: expect.any(String), no_answer: null });
  });

  test('the networks say why its height is missing', async () => {
    const networks = await read('nodes.list');
    expect(ofCoin(networks, COIN)).toMatchObject({
      ok: false,
      node_height: null,
      no_answer: trouble,
      nodes: [{ node: 'node.example:8332', peers: null }],
    });
    expect(ofCoin(networks, 'LTC')).toMatchObject({
      ok: true,
      node_height: expect.any(Number),
      no_answer: null,
    });
  });

  test('the doctor reports the node and completes all other checks', async () => {
    const findings = await read('doctor');
    const bad = findings.filter(({ ok }) => !ok).map(({ code, about }) => `${code} ${about}`);
    expect(bad).toContain(`node ${COIN}`);
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['solvency', 'cover', 'books', 'signer', 'backups']),
    );
    expect(findings).toContainEqual(
      expect.objectContaining({ code: 'small_payments', about: 'LTC' }),
    );
    const { detail, text, hint } = defined(
      findings.find(({ code }) => code === 'node'),
      'the node',
    );
    expect(detail).toMatchObject({
      code: {
        silent: 'node_unreachable',
        wrong_network: 'node_wrong_network',
        invalid_response: 'node_response_invalid',
        late: 'node_late',
      }[trouble],
    });
    expect(text).not.toBe('');
    expect(hint).toEqual(expect.any(String));
  });

  test('a pasted transaction is searched on the other networks', async () => {
    const { verdict, networks } = await read('payments.find');
    expect(verdict).toBe('node_unreachable');
    expect(ofCoin(networks, COIN)).toMatchObject({ result: 'unreachable' });
    expect(ofCoin(networks, 'LTC')).toMatchObject({ result: 'not_found' });
  });
});

test('every read without arguments works while a node returns nonsense', async () => {
  const app = troubledApp('invalid_response');
  const failed: string[] = [];
  for (const name of reads)
    await perform(app, name, { values: {}, actor: ACTOR }).catch((error: unknown) => {
      const code = (error as { code?: unknown }).code;
      // Arguments are missing, or there is nothing with this name.
      if (code !== 'invalid' && code !== 'not_found') failed.push(`${name}: ${error}`);
    });
  expect(failed).toEqual([]);
});
