// A file of addresses is imported as a whole or not at all; the result is shown first.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorReader } from '../operator/support.ts';
import { createWorld, type World } from '../support/world.ts';

/** From BIP-173, section "Test vectors". */
const [FIRST, SECOND] = [
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
];

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC'] });
});
afterAll(() => world.close());

test('all errors are reported with their lines, and nothing is imported', async () => {
  const read = operatorReader(world);
  const document = `address,currency\n${FIRST},BTC\ntb1q,BTC\nnobody,BTC\nother,BSV\n`;
  expect(await read('risk.check-import', { list: 'block', document })).toEqual({
    new: 1,
    known: 0,
    ignored: 1,
    wrong: 2,
    problems: [
      { where: 'line 3', text: 'tb1q', reason: 'not a BTC address', coin: 'BTC', has_tag: false },
      { where: 'line 4', text: 'nobody', reason: 'not a BTC address', coin: 'BTC', has_tag: false },
    ],
  });
  await expect(read('risk.import', { list: 'block', document })).rejects.toMatchObject({
    code: 'invalid',
    details: [
      { target: 'line 3', message: 'must be an address (it is not a BTC address)' },
      { target: 'line 4' },
    ],
  });
  expect((await read('risk.list')).rows).toEqual([]);
  const bad = read('risk.check-import', { list: 'block', document: '{' });
  await expect(bad).rejects.toMatchObject({ details: [{ target: 'document' }] });
});

test('known addresses are counted separately, and keep their note unless a new one is set', async () => {
  const read = operatorReader(world);
  await read('risk.import', { list: 'block', document: FIRST, note: 'police' });
  const document = `${FIRST}\n${SECOND}`;
  const counts = { new: 1, known: 1 };
  expect(await read('risk.check-import', { list: 'block', document })).toMatchObject(counts);
  expect(await read('risk.import', { list: 'block', document })).toEqual({
    list: 'block',
    ...counts,
  });
  const names = async () => (await read('risk.list')).rows.map(({ name }) => name).toSorted();
  expect(await names()).toEqual(["operator's list", 'police']);
  await read('risk.import', { list: 'block', document, note: 'court' });
  expect(await names()).toEqual(['court', 'court']);
  expect(await read('risk.check-import', { list: 'allow', document })).toMatchObject({ new: 2 });
});
