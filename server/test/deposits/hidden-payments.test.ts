// Payments from contracts on a node without traces: detected by balances, credited once, and dropped with their block.
// Our own outgoing transfers are not mistaken for them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Channel } from '../../../client/src/types.ts';
import { BY_CONTRACTS } from '../../src/chains/evm/payments-of.ts';
import { addressWord } from '../../src/chains/evm/rpc.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { coinOf, ourAddresses } from '../chains/simulated/simulation-on.ts';
import { type Anvil, startAnvil } from '../support/anvil.ts';
import { type RpcProxy, startRpcProxy } from '../support/rpc-proxy.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const FORWARDER = '0x000000000000000000000000000000000000c001';
/** PUSH0 four times, CALLVALUE, PUSH0 CALLDATALOAD, GAS, CALL, STOP: forwards its value. */
const FORWARDER_CODE = '5f5f5f5f345f355af100';
const PAIR = '0x000000000000000000000000000000000000c002';
/** The same twice with half of it (PUSH1 2 CALLVALUE DIV), to the first and the second word of the call data. */
const PAIR_CODE = '5f5f5f5f600234045f355af1505f5f5f5f600234046020355af100';
const ETHER = 10n ** 18n;
const CONFIRMATIONS = 33;
const payeeAt = ourAddresses(coinOf('ETH'), 'main');

describe('a node without traces', () => {
  let node: Anvil;
  let proxy: RpcProxy;
  let world: World;
  let merchant: Merchant;
  let isTraced = false;
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-hidden-'));

  beforeAll(async () => {
    node = await startAnvil();
    await node.setCode(FORWARDER, FORWARDER_CODE);
    await node.setCode(PAIR, PAIR_CODE);
    proxy = await startRpcProxy(node.url, (call, answer) =>
      /^(debug|trace)_/.test(call.method) && !isTraced
        ? { id: call.id, error: { code: -32601, message: 'the method does not exist' } }
        : answer,
    );
    const ratesFile = join(folder, 'rates.json');
    writeFileSync(ratesFile, JSON.stringify({ 'ETH/EUR': '2500' }));
    world = await createWorld({
      CHAINTILL_MODE: 'live',
      CHAINTILL_NETWORK: 'regtest',
      ETH_NODE_URL: proxy.url,
      CHAINTILL_RATES_FILE: ratesFile,
      CHAINTILL_RATE_MAX_AGE_SECONDS: '86400',
      CHAINTILL_RATE_SOURCES: 'none',
      CHAINTILL_MIN_RATE_SOURCES: '1',
      CHAINTILL_CALLBACK_ALLOWED_NETWORKS: '127.0.0.1/32',
    });
    merchant = await world.merchant();
  });
  afterAll(async () => {
    await world.close();
    await proxy.close();
    await node.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const newChannel = () =>
    merchant.api.channels.create({
      name: 'A customer',
      pay_currency: 'ETH',
      receiver_currency: 'ETH',
    });

  const payHidden = ({ address }: Channel, amount: bigint) =>
    node.pay(FORWARDER, amount, addressWord(address));

  async function mine(count = 1): Promise<void> {
    await node.mine(count);
    await world.settle();
  }

  const tipHash = async (): Promise<string> =>
    (await node.rpc('eth_getBlockByNumber', 'latest', false)).hash;

  const depositsTo = ({ address }: Channel) =>
    world.app.db.query<{ txid: string; output_index: number; amount: bigint; status: string }>(
      `select txid, output_index, amount, status from deposits
       where coin = 'ETH' and address = $1 order by first_seen_at, id`,
      [address],
    );

  test('a payment that no transaction shows is found in its block and credited once', async () => {
    const channel = await newChannel();
    await payHidden(channel, ETHER);
    await mine();
    const found = {
      txid: await tipHash(),
      output_index: BY_CONTRACTS,
      amount: ETHER,
    };
    expect(await depositsTo(channel)).toEqual([{ ...found, status: 'pending' }]);
    await mine(CONFIRMATIONS);
    expect(await depositsTo(channel)).toEqual([{ ...found, status: 'confirmed' }]);
    const { data } = await merchant.api.channelPayments.list(channel.id);
    expect(data).toMatchObject([{ txid: found.txid, status: 'completed', paid_amount: '1.0' }]);
    const alerts = await world.app.db.query<{ facts: object }>(
      `select facts from alerts where kind = 'unmatched_balance_increase'`,
    );
    expect(alerts).toMatchObject([{ facts: { subject: 'ETH' } }]);
  });

  test('a plain payment next to it is its own deposit, and nothing is found twice', async () => {
    const channel = await newChannel();
    const plain = await node.pay(channel.address, 3n * ETHER);
    await payHidden(channel, ETHER);
    await mine();
    await mine();
    await node.pay(node.payer, 1n);
    await mine();
    const found = await depositsTo(channel);
    expect(found.map(({ amount }) => amount).sort()).toEqual([ETHER, 3n * ETHER]);
    expect(found.find(({ output_index: index }) => index === 0)?.txid).toBe(plain);
  });

  test('a reorganization drops it with its block, and it is found again in the new one', async () => {
    const channel = await newChannel();
    await payHidden(channel, ETHER);
    await mine();
    await node.reorganise(1);
    await world.settle();
    await mine();
    world.clock.advance(MINUTE);
    await world.settle();
    const [old, fresh, ...others] = await depositsTo(channel);
    expect(others).toEqual([]);
    expect([old?.status, fresh?.status]).toEqual(['dropped', 'pending']);
    expect(fresh?.txid).not.toBe(old?.txid);
    await mine(CONFIRMATIONS);
    const { data } = await merchant.api.channelPayments.list(channel.id);
    expect(data.filter(({ status }) => status === 'completed')).toHaveLength(1);
  });

  test('an outgoing withdrawal is no payment to its address, before or after', async () => {
    const channel = await newChannel();
    await node.pay(channel.address, 9n * ETHER);
    await mine(CONFIRMATIONS);
    const made = await merchant.api.coinWithdrawals.create({
      address: payeeAt(7),
      charged_currency: 'ETH',
      received_currency: 'ETH',
      received_amount: '8',
      force_commit: true,
    });
    await world.settle();
    await mine();
    expect((await merchant.api.coinWithdrawals.get(made.id)).status).toBe('completed');
    await node.reorganise(1);
    await world.settle();
    await mine();
    for (let round = 0; round < 3; round++) {
      await node.pay(node.payer, 1n);
      await mine(CONFIRMATIONS);
    }
    expect(await depositsTo(channel)).toHaveLength(1);
    // Its transfer is settled by now: incoming payments are detected again.
    await payHidden(channel, 5n);
    await mine();
    expect((await depositsTo(channel)).map(({ amount }) => amount)).toEqual([9n * ETHER, 5n]);
    expect(await auditLedger(world.app.db)).toEqual([]);
  });

  test('a node with traces shows the transaction', async () => {
    isTraced = true;
    const channel = await newChannel();
    const txid = await payHidden(channel, ETHER);
    await mine();
    const [found, ...others] = await depositsTo(channel);
    expect(found).toMatchObject({ txid, output_index: BY_CONTRACTS });
    expect(others).toEqual([]);
    isTraced = false;
    // A payment that was detected before is not a surplus now.
    await node.pay(node.payer, 1n);
    await mine();
    expect(await depositsTo(channel)).toHaveLength(1);
  });

  test.each([
    ['traces', true],
    ['does not trace', false],
  ])(
    'one transaction to two addresses of ours is two deposits, where the node %s',
    async (_, traces) => {
      isTraced = traces;
      const channels = [await newChannel(), await newChannel()];
      const [first, second] = channels.map(({ address }) => addressWord(address).slice(2));
      await node.pay(PAIR, 2n * ETHER, `0x${first}${second}`);
      await mine();
      const found = await Promise.all(channels.map(depositsTo));
      const [one, ...others] = found.flat();
      expect(one).toMatchObject({ output_index: BY_CONTRACTS, amount: ETHER, status: 'pending' });
      expect(others).toEqual([one]);
      await mine(CONFIRMATIONS);
      for (const channel of channels) {
        const { data } = await merchant.api.channelPayments.list(channel.id);
        expect(data).toMatchObject([{ status: 'completed', paid_amount: '1.0' }]);
      }
      isTraced = false;
    },
  );
});
