// Guarantees of ending a quarantine: the operator accepts the list they saw, of one coin, unless it has changed since.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { createWorld, type World } from '../support/world.ts';
import { type OperatorReader, operatorReader } from './support.ts';

let world: World;
let read: OperatorReader;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'BCH'] });
  read = operatorReader(world);
});
beforeEach(async () => {
  await world.app.db.query('delete from quarantines');
  await world.app.db.query(`update unknown_spends set accepted_at = now()`);
});
afterAll(() => world.close());

/** Read to the tip of its chain. */
async function begin(coin: string): Promise<void> {
  await read('quarantine.begin', { coin, reason: 'restored' });
  await world.settle();
  await world.app.db.query('update quarantines set reconciled_at = now()');
}

let spent = 0;
async function found(coin: string): Promise<void> {
  spent += 1;
  await world.app.db.query(
    `insert into unknown_spends (coin, kind, subject, txid, found_at) values ($1, 'output', $2, $3, now())`,
    [coin, `${spent}:0`, `spent by ${spent}`],
  );
}

const markOf = async (coin: string) =>
  defined((await read('quarantine.show')).find((each) => each.coin === coin)?.mark, 'its mark');
const refusal = (code: string) => expect.objectContaining({ code });

test('findings after the list was shown are not accepted with it', async () => {
  await begin('BTC');
  await found('BTC');
  const mark = await markOf('BTC');
  await found('BTC');
  const end = { coin: 'BTC', accept: true, mark };
  await expect(read('quarantine.end', end)).rejects.toEqual(refusal('list_changed'));
  const open = await read('quarantine.show');
  expect(open).toMatchObject([{ coin: 'BTC', unknown: [{}, {}] }]);
  const seen = { ...end, mark: await markOf('BTC') };
  expect(await read('quarantine.end', seen)).toEqual([{ coin: 'BTC', accepted: 2 }]);
  expect(await read('quarantine.show')).toEqual([]);
});

test('a list keeps its mark when one of its payments is mined', async () => {
  await begin('BTC');
  await found('BTC');
  const before = await markOf('BTC');
  await world.app.db.query(
    `update unknown_spends set block_height = 1, block_hash = 'x' where accepted_at is null`,
  );
  expect(await markOf('BTC')).toBe(before);
  await begin('LTC');
  await found('LTC');
  expect(await markOf('LTC')).not.toBe(before);
});

test('accepting names one coin and the mark of its list', async () => {
  await begin('BTC');
  await expect(read('quarantine.end', { coin: 'all', accept: true })).rejects.toMatchObject({
    details: [{ target: 'coin' }, { target: 'mark' }],
  });
  const ofAll = { coin: 'all', mark: await markOf('BTC') };
  await expect(read('quarantine.end', ofAll)).rejects.toMatchObject({
    details: [{ target: 'coin' }],
  });
});

test('“all” means all coins in quarantine', async () => {
  await expect(read('quarantine.end', { coin: 'all' })).rejects.toEqual(refusal('not_found'));
  await begin('LTC');
  await begin('BCH');
  const ended = await read('quarantine.end', { coin: 'all' });
  expect(ended.map(({ coin }) => coin).toSorted()).toEqual(['BCH', 'LTC']);
});
