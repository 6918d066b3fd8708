// Guarantees of payout batches: a file is checked and quoted as a whole, its rows become withdrawals once, and a row
// that fails stops no other and says why.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { ADDRESSES, type Batches, batchesOf, fileOf, HEAD } from './support.ts';

let world: World;
let merchant: Merchant;
let batches: Batches;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC'] });
  merchant = await world.merchant();
  batches = batchesOf(world, merchant);
  await credit(world, merchant, { BTC: '10', LTC: '10' });
  await fillWallet(world, 'BTC', ['1', '1', '1', '1', '1', '1', '1', '1', '1', '1']);
  await fillWallet(world, 'LTC', ['2', '2', '2']);
});
afterAll(() => world.close());

test('a file of three payouts is checked, quoted, sent, completed and reported', async () => {
  const id = await batches.create(fileOf(3), { name: 'salaries.csv' });
  const quoted = await batches.show(id);
  expect(quoted).toMatchObject({ status: 'ready', name: 'salaries.csv', row_count: 3, held: 0 });
  expect(quoted.charged).toEqual([{ currency: 'BTC', amount: expect.stringMatching(/^0\.03/) }]);
  await batches.send(id);
  expect(await batches.results(id)).toEqual({ sent: 3 });
  await world.mine('BTC', 6);
  await world.advance(20_000);
  await world.settle();
  expect(await batches.show(id)).toMatchObject({ status: 'completed' });
  const { csv } = await batches.call('payout-batches.report', { batch_id: id });
  const lines = csv.trimEnd().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(new RegExp(`^2,completed,${ADDRESSES[0]},0.01,BTC,pay-1,0.01,BTC,`));
  const made = await world.app.db.query('select 1 from coin_withdrawals');
  expect(made).toHaveLength(3);
});

test('rows that cannot be paid are shown with their reasons, and the others are sent', async () => {
  const file = [
    HEAD,
    `${ADDRESSES[0]},0.01,BTC,one`,
    'nowhere,0.01,BTC,two',
    `${ADDRESSES[0]},0.02,BTC,one`,
    `${ADDRESSES[1]},900,BTC,four`,
    `${ADDRESSES[1]},0.02,BTC,five`,
  ].join('\n');
  const id = await batches.create(file);
  expect(await batches.results(id)).toEqual({ refused: 3, waiting: 2 });
  const { rows } = await batches.call('payout-batches.rows', { batch_id: id, status: 'refused' });
  expect(rows.map(({ line, problems }) => [line, problems.map(({ target }) => target)])).toEqual([
    [3, ['address']],
    [4, ['custom_id']],
    [5, ['charged_amount', 'received_amount']],
  ]);
  await batches.send(id);
  expect(await batches.results(id)).toEqual({ refused: 3, sent: 2 });
});

test('the same file again pays nobody twice, unless it is asked for', async () => {
  const file = `address,amount,currency\n${ADDRESSES[2]},0.05,BTC\n${ADDRESSES[2]},0.05,BTC`;
  const [first, second] = [await batches.create(file), await batches.create(file)];
  await batches.send(first);
  expect(await batches.results(first)).toEqual({ sent: 2 });
  await batches.send(second);
  expect(await batches.results(second)).toEqual({ refused: 2 });
  // They were quoted when they were checked, but nothing is charged or sent for them.
  expect((await batches.show(second)).results).toEqual([
    { status: 'refused', count: 2, charged: [] },
  ]);
  const { csv } = await batches.call('payout-batches.report', { batch_id: second });
  expect(csv).toMatch(new RegExp(`^2,refused,${ADDRESSES[2]},0.05,BTC,batch-\\w+,,,,,,,`, 'm'));
  const third = await batches.create(file);
  await expect(batches.send(third)).rejects.toMatchObject({ code: 'invalid_status' });
  const again = await batches.create(file, { pays_again: true });
  expect(await batches.results(again)).toEqual({ waiting: 2 });
});

test('one file pays in several coins, each from its own account', async () => {
  const ltc = 'tltc1q9kd40zqthu42xqetam7x3qrkkm4eaan89xwfxa';
  const file = [HEAD, `${ADDRESSES[0]},0.01,BTC,both-1`, `${ltc},0.5,LTC,both-2`].join('\n');
  const id = await batches.create(file);
  const { charged } = await batches.show(id);
  expect(charged?.map(({ currency }) => currency).sort()).toEqual(['BTC', 'LTC']);
  await batches.send(id);
  expect(await batches.results(id)).toEqual({ sent: 2 });
});

test('a canceled batch sends nothing, and a sent one cannot be canceled', async () => {
  const id = await batches.create(fileOf(2, '0.03').replaceAll('pay-', 'cancelled-'));
  await batches.call('payout-batches.cancel', { batch_id: id });
  expect(await batches.results(id)).toEqual({ cancelled: 2 });
  await expect(batches.send(id)).rejects.toMatchObject({ code: 'invalid_status' });
  const sent = await batches.create(fileOf(1, '0.03').replaceAll('pay-', 'sent-'));
  await batches.send(sent);
  await expect(batches.call('payout-batches.cancel', { batch_id: sent })).rejects.toMatchObject({
    code: 'invalid_status',
  });
});

test('a file that cannot be read is rejected with all its problems', async () => {
  const create = (file: string) => batches.call('payout-batches.create', { file });
  await expect(create('adress,amount\nx,1')).rejects.toMatchObject({
    details: [
      { target: 'address', code: 'must_be_filled' },
      { target: 'currency', code: 'must_be_filled' },
      { target: 'adress', code: 'must_be_included_in' },
    ],
  });
  await expect(create(`${HEAD}\na,1.000,BTC,x\nb,1,5,BTC,y`)).rejects.toMatchObject({
    details: [{ target: 'line 2' }, { target: 'line 3' }],
  });
});

test('batches of other projects do not exist', async () => {
  const id = await batches.create(fileOf(1).replaceAll('pay-', 'other-'));
  const other = batchesOf(world, await world.merchant());
  for (const name of ['show', 'rows', 'report', 'send', 'cancel'] as const)
    await expect(other.call(`payout-batches.${name}`, { batch_id: id })).rejects.toMatchObject({
      code: 'not_found',
    });
});
