// The service in live mode dies repeatedly, at any moment, while it pays out on a real litecoind with its default
// settings, which reject replacements: immediate and two-step withdrawals, a refund, an exchange, stuck transactions,
// and a restart of the node. In the end each recipient was paid exactly once, according to the blocks.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChaintillError } from '../../../client/src/error.ts';
import type { CoinWithdrawal } from '../../../client/src/types.ts';
import { defined } from '../../src/core/assert.ts';
import { SECOND, sleep } from '../../src/core/clock.ts';
import { randomInt, seededRandom } from '../../src/core/random.ts';
import { auditOf, balanceOf, undelivered } from '../support/books.ts';
import { isThorough } from '../support/crash-stride.ts';
import { insist } from '../support/insist.ts';
import { describeWithLitecoind } from '../support/litecoind.ts';
import { until } from '../support/service.ts';
import {
  earn,
  holdings,
  type LitecoinShop,
  litoshi,
  MINER_TAKES,
  newLitecoinInvoice,
  openLitecoinShop,
  paidByBlocks,
  payeeAt,
  payersOf,
  stick,
} from './litecoin-shop.ts';
import { expectHealthy } from './shop.ts';

const KILLS = isThorough ? 7 : 4;
const PAYOUTS = isThorough ? 14 : 10;
const PAUSE_MIN = 100;
const PAUSE_SPREAD = 4000;
/** As often as the test can tolerate. */
const BLOCK_EVERY = 500;
/** The claims of a dead process last 30 seconds, and a stuck transaction is bumped after 12 blocks. */
const COMPLETED_WITHIN = 120 * SECOND;

interface Payout {
  readonly name: string;
  readonly address: string;
  readonly amount: string;
  readonly isInstant: boolean;
}

let shop: LitecoinShop;

/** The withdrawal, committed however often the service dies in between. */
async function payOut(payout: Payout, attempts = 0): Promise<string> {
  const { name, address, amount, isInstant } = payout;
  const customId = `${name}-${attempts}`;
  const requested = {
    address,
    charged_currency: 'LTC',
    received_currency: 'LTC',
    received_amount: amount,
    force_commit: isInstant,
    custom_id: customId,
  };
  await carriedOut(() => shop.api.coinWithdrawals.create(requested), ['duplicate_custom_id']);
  const find = () => insist(() => shop.api.coinWithdrawals.getByCustomId(customId));
  const { id } = await find();
  if (isInstant) return id;
  await carriedOut(() => shop.api.coinWithdrawals.commit(id), OVER);
  const isCommitted = (await find()).status !== 'cancelled';
  return isCommitted ? id : payOut(payout, attempts + 1);
}
/** It was committed, and the response was lost, or the service was dead for too long. */
const OVER = ['already_committed', 'commit_window_expired'];

/**
 * Retries until it is done, now or by an earlier request: then it is rejected with one of these codes, which is
 * returned.
 */
async function carriedOut(
  send: () => Promise<unknown>,
  codes: readonly string[],
): Promise<string | null> {
  try {
    await insist(send);
    return null;
  } catch (error) {
    if (error instanceof ChaintillError && codes.includes(error.code)) return error.code;
    throw error;
  }
}

/** From 20 EUR, once: a quote whose response was lost is abandoned, and expires. */
async function exchange(): Promise<void> {
  const requested = { charged_currency: 'EUR', received_currency: 'LTC', charged_amount: '20' };
  const quoted = await insist(() => shop.api.exchangeTransfers.create(requested));
  const code = await carriedOut(() => shop.api.exchangeTransfers.commit(quoted.id), OVER);
  if (code === 'commit_window_expired') await exchange();
}

async function refund(invoiceId: string, address: string): Promise<void> {
  const send = () => shop.api.invoices.refund(invoiceId, { address });
  await carriedOut(send, ['invalid_status']);
}

/** An invoice that was overpaid by 0.25 LTC. Returns its id. */
async function overpaid(): Promise<string> {
  const { id, address } = await newLitecoinInvoice(shop, '1');
  await shop.node.pay(address, '1.25');
  await shop.node.mine();
  await until('it is overpaid', async () => {
    return (await shop.api.invoices.get(id)).status_context === 'overpaid';
  });
  return id;
}

async function killAgainAndAgain(): Promise<void> {
  const random = seededRandom('kill live payouts');
  for (let kills = 1; kills <= KILLS; kills++) {
    await sleep(PAUSE_MIN + randomInt(random, PAUSE_SPREAD));
    await shop.service.kill('SIGKILL');
    // In one round both are down.
    if (kills === 3) await shop.node.restart();
    await shop.service.start();
  }
}

/** Mines blocks without the payments to these addresses, until it is stopped. A node that restarts mines nothing. */
function mining(heldBack: ReadonlySet<string>): { stop(): Promise<void> } {
  let isRunning = true;
  const mineOne = async () => {
    for (const txid of await payersOf(shop.node, heldBack)) await stick(shop.node, txid);
    await shop.node.mine();
  };
  const run = async () => {
    while (isRunning) {
      await mineOne().catch(() => undefined);
      await sleep(BLOCK_EVERY);
    }
  };
  const running = run();
  return {
    async stop() {
      isRunning = false;
      await running;
    },
  };
}

const withdrawalTo = async (address: string): Promise<CoinWithdrawal> => {
  const { data } = await insist(() => shop.api.coinWithdrawals.list());
  return defined(
    data.find((item) => item.address === address && item.status !== 'cancelled'),
    address,
  );
};

describeWithLitecoind('payouts on a real Litecoin node, under SIGKILL', () => {
  beforeAll(async () => {
    shop = await openLitecoinShop({ blocks: 120, extraArguments: [MINER_TAKES] });
    await earn(
      shop,
      Array.from({ length: 10 }, () => '2'),
    );
    await shop.service.runHere(
      'accounts',
      'credit',
      shop.projectId,
      '50',
      'EUR',
      '--reason',
      'test',
    );
    // Manual credits are covered outside the wallets.
    await shop.service.runHere('solvency', 'record-holding', '50', 'EUR', '--reason', 'test');
  });
  afterAll(() => shop?.close());

  it('each recipient has exactly one payment of exactly its amount in the blocks', async () => {
    const invoiceId = await overpaid();
    const refundedTo = payeeAt(900);
    const payouts = Array.from({ length: PAYOUTS }, (_, n): Payout => {
      const [address, amount] = [payeeAt(700 + n), `0.${31 + n}`];
      return { name: `payout-${n}`, address, amount, isInstant: n % 2 === 0 };
    });
    const stuck = payouts.filter((_, n) => n % 4 === 0).map(({ address }) => address);
    const blocks = mining(new Set(stuck));
    const killing = killAgainAndAgain();
    const ids: string[] = [];
    for (const [n, payout] of payouts.entries()) {
      ids.push(await payOut(payout));
      if (n === 5) await exchange();
      if (n === 8) await refund(invoiceId, refundedTo);
    }
    await killing;
    const refunding = await withdrawalTo(refundedTo);
    await until(
      'every payout is completed',
      async () => {
        const found = await Promise.all(
          [...ids, refunding.id].map((id) => shop.api.coinWithdrawals.get(id)),
        );
        return found.every(({ status }) => status === 'completed');
      },
      COMPLETED_WITHIN,
    );
    await blocks.stop();
    await shop.untilHeight();
    const paid = await paidByBlocks(shop.node);
    for (const { address, amount } of payouts)
      expect(paid.get(address), address).toEqual([litoshi(amount)]);
    // 0.25 minus 1 % and the network fee.
    const refunded = litoshi('0.2475') - litoshi(refunding.network_fee);
    expect(paid.get(refundedTo)).toEqual([refunded]);
    expect(await balanceOf(shop.api, 'EUR')).toBe('30.0');
  }, 400_000);

  it('stuck transactions were mined after their change was spent', async () => {
    const bumps = await shop.database.db.query(
      `select 1 from transfers where purpose = 'bump' and status = 'confirmed'`,
    );
    expect(bumps.length).toBeGreaterThan(0);
  });

  it('the ledger equals the chain, and audit and doctor find no problem', async () => {
    const { held, owned } = await holdings(shop.node, shop.database);
    expect(owned).toBe(held);
    expect(await auditOf(shop.database.connection)).toEqual([]);
    await until('every callback is delivered', async () => {
      return (await undelivered(shop.database.connection, shop.projectId)).length === 0;
    });
    const doctor = await shop.service.commandHere('doctor');
    expectHealthy(doctor);
  }, 120_000);
});
