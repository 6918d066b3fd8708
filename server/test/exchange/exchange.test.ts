// Exchange transfers: two entries of one reference, quoted and committed or at once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { known } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function funded(): Promise<Merchant> {
  const merchant = await world.merchant();
  const currency = known(world.app.currencies.get('EUR'), 'EUR');
  await adjustAccount(world.app, {
    projectId: merchant.project.id,
    currency: 'EUR',
    amount: amountOf('100', currency),
    reason: 'test funds',
  });
  return merchant;
}

test('an exchange at once makes two entries with one reference', async () => {
  const merchant = await funded();
  const made = await merchant.api.exchangeTransfers.create({
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '50',
    force_commit: true,
  });
  expect(made.exchange).toMatchObject({ pair: 'BTCEUR', fee: '0.5', fee_currency: 'EUR' });
  const { data } = await merchant.api.transactions.list({ reference_type: 'ExchangeTransfer' });
  expect(data).toMatchObject([
    {
      currency: 'BTC',
      amount: made.received_amount,
      balance: made.received_amount,
      status: null,
      reference_id: made.id,
    },
    { currency: 'EUR', amount: '-50.0', balance: '50.0', status: null, reference_id: made.id },
  ]);
});

test('a quote holds the money for 30 seconds and is executed once', async () => {
  const merchant = await funded();
  const quoted = await merchant.api.exchangeTransfers.create({
    charged_currency: 'EUR',
    received_currency: 'LTC',
    charged_amount: '100',
  });
  const available = async () =>
    (await merchant.api.accounts.list()).data.find((account) => account.currency === 'EUR')
      ?.available;
  expect(await available()).toBe('0.0');
  await merchant.api.exchangeTransfers.commit(quoted.id);
  await expect(merchant.api.exchangeTransfers.commit(quoted.id)).rejects.toMatchObject({
    code: 'already_committed',
  });

  const other = await funded();
  const late = await other.api.exchangeTransfers.create({
    charged_currency: 'EUR',
    received_currency: 'LTC',
    received_amount: '0.5',
  });
  await world.advance(30_001);
  await expect(other.api.exchangeTransfers.commit(late.id)).rejects.toMatchObject({
    code: 'commit_window_expired',
  });
});

test('more than the account holds, equal currencies and two amounts are refused', async () => {
  const merchant = await funded();
  await expect(
    merchant.api.exchangeTransfers.create({
      charged_currency: 'EUR',
      received_currency: 'BTC',
      charged_amount: '100.01',
    }),
  ).rejects.toMatchObject({
    details: [
      { code: 'must_be_less_than_or_equal', target: 'charged_amount', args: { value: '100.0' } },
    ],
  });
  await expect(
    merchant.api.exchangeTransfers.create({
      charged_currency: 'EUR',
      received_currency: 'EUR',
      charged_amount: '1',
    }),
  ).rejects.toMatchObject({ details: [{ code: 'must_be_different' }] });
  await expect(
    merchant.api.exchangeTransfers.create({
      charged_currency: 'EUR',
      received_currency: 'BTC',
      charged_amount: '1',
      received_amount: '1',
    }),
  ).rejects.toMatchObject({ details: [{ code: 'exactly_one_of' }] });
});
