// Guarantees of payout batches on networks whose transactions can pay many: the payouts of a file share transactions,
// each is paid once with its own status and share of the fee, and one that cannot be paid delays no other.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { stick } from '../../src/chains/simulated/replace.ts';
import { defined } from '../../src/core/assert.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type Batches, batchesOf, fileOf, HEAD } from './support.ts';

let world: World;
let merchant: Merchant;
let batches: Batches;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'BCH'] });
  merchant = await world.merchant();
  batches = batchesOf(world, merchant);
  await credit(world, merchant, { BTC: '40', LTC: '40' });
  await fillWallet(world, 'BTC', ['5', '5', '5', '5', '5', '5', '5', '5']);
  await fillWallet(world, 'LTC', ['5', '5', '5', '5']);
});
afterAll(() => world.close());

interface Sent {
  readonly status: string;
  readonly coin: string;
  readonly txid: string | null;
  readonly count: number;
}

function transactionsOf(id: string): Promise<Sent[]> {
  return world.app.db.query<Sent>(
    `select w.status, w.received_currency as coin, w.txid, count(*)::int as count
     from payout_batch_rows r
     join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
     where r.batch_id = $1 group by 1, 2, 3 order by 2, 4 desc`,
    [id],
  );
}

async function networkFees(id: string) {
  const { network_fees: fees } = await batches.show(id);
  expect(fees.map(({ shared }) => shared.currency)).toEqual(['BTC', 'LTC']);
  return fees.map(({ shared, alone, saved_percent: saved, is_estimated: isEstimated }) => {
    const [together, separate] = [Number(shared.amount), Number(alone.amount)];
    expect(saved).toBe(Math.floor((1 - together / separate) * 100));
    return { shared: together, alone: separate, isEstimated };
  });
}

async function feesOfTransfers(id: string): Promise<number[]> {
  const rows = await world.app.db.query<{ fee: string }>(
    `select (t.network_fee / 1e8)::text as fee from transfers t where exists (
       select 1 from transfer_payments p
       join payout_batch_rows r on r.project_id = p.project_id and r.withdrawal_id = p.withdrawal_id
       where p.coin = t.coin and p.transfer_id = t.id and r.batch_id = $1) order by t.coin`,
    [id],
  );
  return rows.map(({ fee }) => Number(fee));
}

async function confirm(coin: string): Promise<void> {
  await world.mine(coin, 6);
  await world.advance(20_000);
  await world.settle();
}

test('the payouts of a file share one transaction for each coin, although withdrawals do not', async () => {
  const ltc = 'tltc1q9kd40zqthu42xqetam7x3qrkkm4eaan89xwfxa';
  const file = `${fileOf(300, '0.001')}\n${ltc},0.5,LTC,ltc-1\n${ltc},0.6,LTC,ltc-2`;
  const id = await batches.create(file);
  const estimated = await networkFees(id);
  await batches.send(id);
  const planned = await networkFees(id);
  for (const [n, { isEstimated, shared, alone }] of planned.entries()) {
    expect(isEstimated).toBe(false);
    expect(shared).toBeLessThan(alone);
    const before = defined(estimated[n], 'the coins are the same');
    expect(before.isEstimated).toBe(true);
    // Between the estimate and the plan: signatures are counted exactly, and change may not be needed.
    expect(before.shared / shared).toBeGreaterThan(0.8);
    expect(before.shared / shared).toBeLessThan(1.25);
    expect(before.alone / alone).toBeGreaterThan(0.8);
    expect(before.alone / alone).toBeLessThan(1.25);
  }
  expect(await feesOfTransfers(id)).toEqual(planned.map(({ shared }) => shared));
  expect(await transactionsOf(id)).toMatchObject([
    { status: 'sent', coin: 'BTC', count: 300 },
    { status: 'sent', coin: 'LTC', count: 2 },
  ]);
  await confirm('BTC');
  await confirm('LTC');
  expect(await batches.results(id)).toEqual({ completed: 302 });
  expect(await batches.show(id)).toMatchObject({ status: 'completed' });
  const shares = await world.app.db.query<{ total: bigint; fee: bigint }>(
    `select sum(p.amount) as total, t.network_fee as fee from ledger_postings p
     join payouts o on o.project_id = p.project_id and o.withdrawal_id = p.reference_id
     join transfers t on t.coin = o.coin and t.id = o.transfer_id
     where p.purpose = 'chain_fee' group by t.id, t.network_fee`,
  );
  expect(shares).toHaveLength(2);
  for (const { total, fee } of shares) expect(total).toBe(fee);
});

test('payouts whose coins are missing wait, and the others of the file are sent together', async () => {
  await credit(world, merchant, { BTC: '500' });
  const lines = fileOf(20, '0.002').replaceAll('pay-', 'few-').split('\n');
  const address = defined(lines[1], 'a line').split(',')[0];
  lines.splice(5, 0, `${address},400,BTC,few-large`);
  const id = await batches.create(lines.join('\n'));
  await batches.send(id);
  const sent = await transactionsOf(id);
  expect(sent).toMatchObject([
    { status: 'sent', count: 20 },
    { status: 'pending', count: 1 },
  ]);
  await confirm('BTC');
  expect(await batches.results(id)).toEqual({ completed: 20, pending: 1 });
  const large = await batches.call('payout-batches.rows', { batch_id: id, status: 'pending' });
  expect(large.rows).toMatchObject([{ custom_id: 'few-large' }]);
});

test('a stuck transaction of a file is replaced for all its payouts, and each is completed once', async () => {
  const id = await batches.create(fileOf(40, '0.001').replaceAll('pay-', 'stuck-'));
  await batches.send(id);
  const [first] = await transactionsOf(id);
  await stick(world.simulation('BTC'), defined(first?.txid, 'it is sent'));
  await world.mine('BTC', 3);
  await world.settle();
  const [replaced, ...others] = await transactionsOf(id);
  expect(others).toEqual([]);
  expect(replaced?.txid).not.toBe(first?.txid);
  await confirm('BTC');
  expect(await batches.results(id)).toEqual({ completed: 40 });
  const told = await world.app.db.query<{ count: number }>(
    `select count(*)::int as count from events e
     join payout_batch_rows r on r.project_id = e.project_id and r.withdrawal_id = e.object_id
     where r.batch_id = $1 and e.payload like '%"status":"completed"%'`,
    [id],
  );
  expect(told).toEqual([{ count: 40 }]);
});

test('the network fees of a file are shown although its addresses are not written in the canonical form', async () => {
  const bch = world.assembled.app.coins.get('BCH');
  const address = foreignAddress(defined(bch, 'BCH is enabled'), 'uncanonical', 1).replace(
    /^.*:/,
    '',
  );
  await credit(world, merchant, { BCH: '5' });
  await fillWallet(world, 'BCH', ['5']);
  const id = await batches.create(`${HEAD}\n${address},0.1,BCH,a-1\n${address},0.2,BCH,a-2`);
  const [fees] = (await batches.show(id)).network_fees;
  expect(fees).toMatchObject({ shared: { currency: 'BCH' }, is_estimated: true });
  expect(fees?.saved_percent).toBeGreaterThan(0);
});
