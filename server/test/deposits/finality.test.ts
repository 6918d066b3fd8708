// ETH with the network's own finality instead of a depth: what counts when, and that a node without a final block, or
// with one on another branch, finalizes nothing.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Channel } from '../../../client/src/types.ts';
import { defined } from '../../src/core/assert.ts';
import { moveCursor, readCursor } from '../../src/deposits/cursor.ts';
import { coinOf, ourAddresses } from '../chains/simulated/simulation-on.ts';
import { type Anvil, startAnvil } from '../support/anvil.ts';
import { type ProxiedAnswer, type RpcProxy, startRpcProxy } from '../support/rpc-proxy.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const ETHER = 10n ** 18n;
/** The distance of anvil's final block from its tip, as in the simulated network. */
const FINAL_AFTER = 64;
const OTHER_HASH = `0x${'ab'.repeat(32)}`;
const payeeAt = ourAddresses(coinOf('ETH'), 'main');

const requested = { name: 'A customer', pay_currency: 'ETH', receiver_currency: 'ETH' };

async function statusesOf({ app }: World, { address }: Channel): Promise<readonly string[]> {
  const rows = await app.db.query<{ status: string }>(
    'select status from deposits where address = $1 order by first_seen_at, id',
    [address],
  );
  return rows.map(({ status }) => status);
}

describe('finality of a real node', () => {
  let node: Anvil;
  let proxy: RpcProxy;
  let world: World;
  let merchant: Merchant;
  /** Replaces the node's response to the `finalized` tag. */
  let answerFinal: ((truth: ProxiedAnswer) => ProxiedAnswer) | null = null;
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-finality-'));

  beforeAll(async () => {
    node = await startAnvil();
    proxy = await startRpcProxy(node.url, (call, answer) =>
      call.params[0] === 'finalized' && answerFinal !== null ? answerFinal(answer) : answer,
    );
    const ratesFile = join(folder, 'rates.json');
    writeFileSync(ratesFile, JSON.stringify({ 'ETH/EUR': '2500' }));
    world = await createWorld({
      CHAINTILL_MODE: 'live',
      CHAINTILL_NETWORK: 'regtest',
      ETH_NODE_URL: proxy.url,
      ETH_FINALITY: 'finalized',
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

  async function mine(count = 1): Promise<void> {
    await node.mine(count);
    await world.settle();
  }

  async function paidChannel(amount = ETHER): Promise<Channel> {
    const channel = await merchant.api.channels.create(requested);
    await node.pay(channel.address, amount);
    await mine();
    return channel;
  }

  const statuses = (channel: Channel) => statusesOf(world, channel);
  const finalHeight = async () => (await readCursor(world.app, 'ETH'))?.finalHeight;

  test('a payment counts once the node reports its block as final, not a block sooner', async () => {
    const channel = await paidChannel();
    await mine(FINAL_AFTER - 1);
    expect(await statuses(channel)).toEqual(['pending']);
    const page = await (await fetch(`${world.url}/channels/${channel.id}`)).text();
    expect(page).not.toContain('confirmations"');
    await mine();
    expect(await statuses(channel)).toEqual(['confirmed']);
    const { data } = await merchant.api.channelPayments.list(channel.id);
    expect(data).toMatchObject([{ status: 'completed', paid_amount: '1.0' }]);
  });

  test.each<[string, (truth: ProxiedAnswer) => ProxiedAnswer]>([
    ['that knows of no final block', ({ id }) => ({ id, result: null })],
    [
      'that was not told of one yet',
      ({ id }) => ({ id, error: { code: -39_001, message: 'Unknown block' } }),
    ],
    [
      'whose final block is on another branch',
      ({ id, result }) => ({ id, result: { ...(result as object), hash: OTHER_HASH } }),
    ],
    [
      'whose final block we have not read yet',
      ({ id, result }) => ({ id, result: { ...(result as object), number: '0xffff' } }),
    ],
  ])('a node %s confirms nothing, and blocks are still read', async (_, answer) => {
    answerFinal = answer;
    const channel = await paidChannel();
    await mine(FINAL_AFTER);
    expect(await finalHeight()).toBe(-1);
    expect(await statuses(channel)).toEqual(['pending']);
    answerFinal = null;
    await mine();
    expect(await statuses(channel)).toEqual(['confirmed']);
  });

  test('a node that does not know the tag counts as unreachable', async () => {
    answerFinal = ({ id }) => ({ id, error: { code: -32_602, message: 'invalid block tag' } });
    const channel = await paidChannel();
    await mine(FINAL_AFTER);
    const [row] = await world.app.db.query<{ last_error: string }>(
      `select last_error from schedules where name = 'watch-eth'`,
    );
    expect(row?.last_error).toContain('invalid block tag');
    expect(await statuses(channel)).toEqual(['pending']);
    answerFinal = null;
    await mine();
    expect(await statuses(channel)).toEqual(['confirmed']);
  });

  test('a transaction is tracked until its block is final', async () => {
    await paidChannel(3n * ETHER);
    await mine(FINAL_AFTER);
    const made = await merchant.api.coinWithdrawals.create({
      address: payeeAt(7),
      charged_currency: 'ETH',
      received_currency: 'ETH',
      received_amount: '2',
      force_commit: true,
    });
    await world.settle();
    const followed = async () => {
      const rows = await world.app.db.query<{ is_followed: boolean }>(
        `select due_at is not null as is_followed from transfers
         where coin = 'ETH' and status = 'confirmed'`,
      );
      return rows.map((row) => row.is_followed);
    };
    await mine();
    expect((await merchant.api.coinWithdrawals.get(made.id)).status).toBe('completed');
    await mine(FINAL_AFTER - 1);
    expect(await followed()).toEqual([true]);
    await mine();
    expect(await followed()).toEqual([false]);
  });

  test('rolling back a cursor rolls back finality', async () => {
    const { app } = world;
    await mine(FINAL_AFTER);
    const from = defined(await readCursor(app, 'ETH'), 'a cursor');
    const final = defined(from.finalHeight, 'a final block');
    const moveTo = async (height: number) => {
      const to = { height, hash: OTHER_HASH };
      await app.db.transaction((tx) =>
        moveCursor(tx, { coin: 'ETH', from, to, areSpendsChecked: true }),
      );
      const moved = defined(await readCursor(app, 'ETH'), 'a cursor');
      await app.db.transaction((tx) =>
        moveCursor(tx, { coin: 'ETH', from: moved, to: from, areSpendsChecked: true }),
      );
      return moved.finalHeight;
    };
    expect(await moveTo(final + 1)).toBe(final);
    expect(await moveTo(final - 2)).toBe(final - 2);
    await mine();
    expect(await finalHeight()).toBe(final + 1);
  });
});

test.each([
  ['safe', 32],
  ['finalized', 64],
] as const)('the sandbox takes %s for %i blocks', async (finality, depth) => {
  const world = await createWorld({ ETH_FINALITY: finality });
  try {
    const merchant = await world.merchant();
    const channel = await merchant.api.channels.create(requested);
    await world.pay({ address: channel.address, currency: 'ETH', amount: '1' });
    await world.mine('ETH', depth);
    expect(await statusesOf(world, channel)).toEqual(['pending']);
    await world.mine('ETH');
    expect(await statusesOf(world, channel)).toEqual(['confirmed']);
  } finally {
    await world.close();
  }
});
