// Guarantees of reading a payout destination: the coins that can be sent to it, the payee and not the contract of a
// URI, and the tag of every form of an XRP address.
import { classicAddressToXAddress } from 'ripple-address-codec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '../../src/contract/operator/operation.ts';
import { perform } from '../../src/operator/perform.ts';
import type { withdrawalsOperations } from '../../src/operator/withdrawals/contract.ts';
import { BTC_ADDRESS } from '../policy/support.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const ACTOR = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;
const PAYEE = '0x52908400098527886E0F7030069857D2E4169EE7';
const XRP_PAYEE = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld(
    { CHAINTILL_TOKENS: 'USDT,USDC' },
    { coins: ['BTC', 'ETH', 'XRP', 'USDT', 'USDC'], sends: false },
  );
  merchant = await world.merchant();
});
afterAll(() => world.close());

type Read = OutputOf<(typeof withdrawalsOperations)['withdrawals.read-destination']>;

function read(text: string): Promise<Read> {
  const values = { project: merchant.project.id, text };
  return perform(world.assembled.app as never, 'withdrawals.read-destination', {
    actor: ACTOR,
    values,
  });
}

const coinsOf = ({ coins }: Read) => coins.map(({ currency }) => currency);

test('an address of one coin names it, with minutes by fee level', async () => {
  const { coins, amount } = await read(` ${BTC_ADDRESS} `);
  expect(coins).toEqual([
    {
      currency: 'BTC',
      network: 'bitcoin',
      address: BTC_ADDRESS,
      tag: null,
      tag_name: null,
      minutes: { slow: 120, average: 40, fast: 10 },
    },
  ]);
  expect(amount).toBeNull();
});

test('an address of several coins lists them all, and a payment URI names one', async () => {
  expect(coinsOf(await read(PAYEE))).toEqual(['ETH', 'USDC', 'USDT']);
  const uris = [...world.assembled.app.coins.values()]
    .filter(({ nodes }) => nodes.family === 'evm')
    .map((coin) => ({
      code: coin.asset.code,
      uri: coin.paymentUri({ address: PAYEE, tag: null }, 10n ** 6n, 'test'),
    }));
  expect(uris.length).toBe(3);
  for (const { code, uri } of uris) {
    const found = await read(uri);
    expect(coinsOf(found)).toEqual([code]);
    expect(found.coins[0]?.address).toBe(PAYEE.toLowerCase());
  }
});

test('a payment URI has its amount, and an XRP address its tag in every form', async () => {
  expect(await read(`bitcoin:${BTC_ADDRESS}?label=Ada&amount=0.015`)).toMatchObject({
    amount: '0.015',
    coins: [{ currency: 'BTC', address: BTC_ADDRESS }],
  });
  const extended = classicAddressToXAddress(XRP_PAYEE, 7, true);
  for (const text of [`${XRP_PAYEE}?dt=7`, `ripple:${XRP_PAYEE}?dt=7`, `${XRP_PAYEE}:7`, extended])
    expect((await read(text)).coins).toMatchObject([
      { currency: 'XRP', address: XRP_PAYEE, tag: '7', tag_name: 'Destination tag' },
    ]);
  expect((await read(XRP_PAYEE)).coins).toMatchObject([{ tag: null }]);
});

test('a text that is no address of an offered coin names none', async () => {
  for (const text of [
    'nowhere',
    BTC_ADDRESS.slice(0, -1),
    '0x0000000000000000000000000000000000000000',
  ])
    expect(coinsOf(await read(text)), text).toEqual([]);
});
