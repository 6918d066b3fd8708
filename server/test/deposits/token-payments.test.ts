// Token deposits, on a real node with honest and dishonest contracts: an address's gain is credited once, across
// reorganizations, and an alert is raised when a contract announced more.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Channel } from '../../../client/src/types.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { type Anvil, startAnvil } from '../support/anvil.ts';
import { deployToken, type TestToken, TOKEN_ADDRESS } from '../support/erc20.ts';
import { type RpcProxy, startRpcProxy } from '../support/rpc-proxy.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const DOLLAR = 1_000_000n;
/** For USDT up to 1000 (wire.md (h)). */
const CONFIRMATIONS = 33;

describe('a token in live mode', () => {
  let node: Anvil;
  let token: TestToken;
  let proxy: RpcProxy;
  let world: World;
  let merchant: Merchant;
  let hasDropped = false;
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-token-'));

  beforeAll(async () => {
    node = await startAnvil();
    token = await deployToken(node);
    await node.mine();
    proxy = await startRpcProxy(node.url, (call, answer) => {
      if (!hasDropped) return answer;
      if (call.method === 'eth_blockNumber') return { id: call.id, result: '0xffff' };
      if (call.method !== 'eth_call') return answer;
      return { id: call.id, error: { code: -32000, message: 'missing trie node' } };
    });
    const ratesFile = join(folder, 'rates.json');
    writeFileSync(ratesFile, JSON.stringify({ 'ETH/EUR': '2500', 'USDT/EUR': '0.9' }));
    world = await createWorld({
      CHAINTILL_MODE: 'live',
      CHAINTILL_NETWORK: 'regtest',
      CHAINTILL_TOKENS: 'USDT',
      CHAINTILL_USDT_CONTRACT: TOKEN_ADDRESS,
      ETH_NODE_URL: proxy.url,
      CHAINTILL_RATES_FILE: ratesFile,
      CHAINTILL_RATE_MAX_AGE_SECONDS: '86400',
      CHAINTILL_RATE_SOURCES: 'none',
      CHAINTILL_MIN_RATE_SOURCES: '1',
      CHAINTILL_CALLBACK_ALLOWED_NETWORKS: '127.0.0.1/32',
    });
    merchant = await world.merchant();
  });
  beforeEach(() => token.become('standard'));
  afterAll(async () => {
    await world.close();
    await proxy.close();
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const newChannel = () =>
    merchant.api.channels.create({
      name: 'A customer',
      pay_currency: 'USDT',
      receiver_currency: 'USDT',
    });

  async function mine(count = 1): Promise<void> {
    await node.mine(count);
    await world.settle();
  }

  const paymentsTo = async (channel: Channel) => {
    const { data } = await merchant.api.channelPayments.list(channel.id);
    return data.map(({ status, paid_amount: paid, received_amount: received }) =>
      [status, paid, received].join(' '),
    );
  };

  const alertsOf = async (subject: string) => {
    const rows = await world.app.db.query<{ kind: string; facts: Record<string, unknown> }>(
      `select kind, facts from alerts where facts ->> 'subject' = $1`,
      [subject],
    );
    return rows.map(({ kind, facts }) => ({ kind, ...facts }));
  };

  test('a payment is seen before its block and credited when that is deep enough', async () => {
    const channel = await newChannel();
    const txid = await token.pay(channel.address, 100n * DOLLAR);
    await world.settle();
    expect(await paymentsTo(channel)).toEqual(['pending 100.0 0.0']);
    await mine(CONFIRMATIONS - 1);
    expect(await paymentsTo(channel)).toEqual(['pending 100.0 0.0']);
    await mine();
    expect(await paymentsTo(channel)).toEqual(['completed 100.0 99.0']);
    expect(await alertsOf(txid)).toEqual([]);
  });

  test('an amount that the contract keeps is not credited, although it was announced', async () => {
    await token.become('taxed');
    const channel = await newChannel();
    const txid = await token.pay(channel.address, 100n * DOLLAR);
    await world.settle();
    expect(await paymentsTo(channel)).toEqual(['pending 100.0 0.0']);
    await mine();
    expect(await paymentsTo(channel)).toEqual(['pending 99.0 0.0']);
    await mine(CONFIRMATIONS);
    expect(await paymentsTo(channel)).toEqual(['completed 99.0 98.01']);
    expect(await alertsOf(txid)).toMatchObject([
      { kind: 'token_amount_mismatch', coin: 'USDT', claimed: '100.0', gained: '99.0' },
    ]);
  });

  test('an invoice that a lying contract reports as paid stays unpaid', async () => {
    await token.become('lying');
    const invoice = await merchant.api.invoices.create({
      price_amount: '9.00',
      price_currency: 'EUR',
      pay_currency: 'USDT',
    });
    const txid = await token.pay(invoice.address, 100n * DOLLAR);
    await world.settle();
    await mine(CONFIRMATIONS);
    world.clock.advance(MINUTE);
    await mine();
    expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({
      status: 'new',
      paid_amount: '0.0',
    });
    expect(await alertsOf(txid)).toMatchObject([{ kind: 'token_amount_mismatch', gained: '0.0' }]);
  });

  test('a transfer that fails in its block no longer counts', async () => {
    const channel = await newChannel();
    // Announced like any other; when it is mined the money is gone.
    const holder = `0x${'0a'.repeat(20)}`;
    await node.rpc('anvil_setBalance', holder, '0xde0b6b3a7640000');
    await node.rpc('anvil_impersonateAccount', holder);
    await token.payFrom(holder, channel.address, DOLLAR);
    await world.settle();
    const [seen] = await paymentsTo(channel);
    await mine(CONFIRMATIONS);
    world.clock.advance(MINUTE);
    await mine();
    const rows = await world.app.db.query<{ status: string }>(
      'select status from deposits where address = $1',
      [channel.address],
    );
    expect([seen, ...rows.map(({ status }) => status)]).toEqual(['pending 1.0 0.0', 'dropped']);
  });

  test('a reorganized payment in another block is credited once', async () => {
    const channel = await newChannel();
    await token.pay(channel.address, 10n * DOLLAR);
    await mine(2);
    await node.reorganise(2);
    await world.settle();
    expect(await paymentsTo(channel)).toEqual(['pending 10.0 0.0']);
    await mine(CONFIRMATIONS);
    expect(await paymentsTo(channel)).toEqual(['completed 10.0 9.9']);
  });

  test('mined again with a lower amount, it is credited with that amount', async () => {
    const channel = await newChannel();
    await token.pay(channel.address, 10n * DOLLAR);
    await mine(2);
    await node.reorganise(2);
    await token.become('taxed');
    await mine(CONFIRMATIONS);
    expect(await paymentsTo(channel)).toEqual(['completed 9.9 9.801']);
  });

  test('credited and then mined again with a lower amount, it stays, and an alert is raised', async () => {
    const channel = await newChannel();
    await token.pay(channel.address, 10n * DOLLAR);
    await mine(CONFIRMATIONS);
    expect(await paymentsTo(channel)).toEqual(['completed 10.0 9.9']);
    await node.reorganise(CONFIRMATIONS);
    await token.become('taxed');
    await mine(CONFIRMATIONS);
    expect(await paymentsTo(channel)).toEqual(['completed 10.0 9.9']);
    const [deposit] = await world.app.db.query<{ id: string }>(
      'select id from deposits where address = $1',
      [channel.address],
    );
    expect(await alertsOf(deposit?.id ?? '')).toMatchObject([
      { kind: 'deposit_amount_changed', booked: '10.0', now: '9.9' },
    ]);
  });

  test('an unverified amount is credited as announced and flagged once', async () => {
    const channel = await newChannel();
    await token.pay(channel.address, 10n * DOLLAR);
    await token.pay(channel.address, 20n * DOLLAR);
    await node.mine();
    hasDropped = true;
    await world.settle();
    hasDropped = false;
    await mine(CONFIRMATIONS);
    expect((await paymentsTo(channel)).sort()).toEqual([
      'completed 10.0 9.9',
      'completed 20.0 19.8',
    ]);
    expect(await alertsOf('USDT')).toMatchObject([{ kind: 'token_balance_unverified' }]);
  });

  test("ether sent to a token address is no one's payment", async () => {
    const channel = await newChannel();
    await node.pay(channel.address, 10n ** 18n);
    await mine(CONFIRMATIONS);
    expect(await paymentsTo(channel)).toEqual([]);
  });
});
