// Withdrawals before they are sent: created, held, committed or expired (interface.md 4.1, 4.4, 3.1, 7, 8).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChaintillError } from '../../../client/src/error.ts';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC'] });
});
afterAll(() => world.close());

async function funded(amounts: Record<string, string>, settings = {}): Promise<Merchant> {
  const merchant = await world.merchant(settings);
  for (const [code, text] of Object.entries(amounts)) {
    const currency = defined(world.app.currencies.get(code), code);
    await adjustAccount(world.app, {
      projectId: merchant.project.id,
      currency: code,
      amount: amountOf(text, currency),
      reason: 'test funds',
    });
  }
  return merchant;
}

async function accountOf(merchant: Merchant, currency: string) {
  const { data } = await merchant.api.accounts.list();
  return defined(
    data.find((account) => account.currency === currency),
    currency,
  );
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: unknown) => error as ChaintillError,
  );

test('a two-step withdrawal holds its full debit and debits at commit', async () => {
  const merchant = await funded({ EUR: '100' });
  const created = await merchant.api.coinWithdrawals.create({
    address: ADDRESS,
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '20',
    custom_id: 'payout-1',
  });
  expect(created).toMatchObject({
    status: 'new',
    charged_amount: '20.0',
    txid: null,
    risk: null,
    fee: '0.0',
  });
  expect(created.exchange).toMatchObject({ pair: 'BTCEUR', fee: '0.2', fee_currency: 'EUR' });
  expect(await accountOf(merchant, 'EUR')).toMatchObject({ balance: '100.0', available: '80.0' });
  expect((await merchant.api.transactions.list({})).data).toHaveLength(1);

  const committed = await merchant.api.coinWithdrawals.commit(created.id);
  expect(committed).toMatchObject({ id: created.id, status: 'pending' });
  expect(await accountOf(merchant, 'EUR')).toMatchObject({ balance: '80.0', available: '80.0' });
  const [row] = (await merchant.api.transactions.list({})).data;
  expect(row).toMatchObject({
    reference_type: 'CoinWithdrawal',
    amount: '-20.0',
    balance: '80.0',
    status: 'pending',
  });

  const again = await refusal(merchant.api.coinWithdrawals.commit(created.id));
  expect(again).toMatchObject({ status: 409, code: 'already_committed' });
});

test('a withdrawal not committed within 30 seconds is credited back and can be created again', async () => {
  const merchant = await funded({ EUR: '100' });
  const requested = {
    address: ADDRESS,
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '60',
    custom_id: 'payout-2',
  };
  const created = await merchant.api.coinWithdrawals.create(requested);
  await world.advance(30_000);
  expect(await accountOf(merchant, 'EUR')).toMatchObject({ available: '40.0' });
  await world.advance(1);
  expect(await accountOf(merchant, 'EUR')).toMatchObject({ balance: '100.0', available: '100.0' });
  expect(await merchant.api.coinWithdrawals.get(created.id)).toMatchObject({ status: 'cancelled' });
  expect(await refusal(merchant.api.coinWithdrawals.commit(created.id))).toMatchObject({
    status: 409,
    code: 'commit_window_expired',
  });
  expect(merchant.callbacks).toEqual([]);
  const second = await merchant.api.coinWithdrawals.create(requested);
  expect(second.id).not.toBe(created.id);
  expect(await refusal(merchant.api.coinWithdrawals.create(requested))).toMatchObject({
    code: 'duplicate_custom_id',
  });
});

test('200 parallel withdrawals against a balance that covers 7: exactly 7 succeed', async () => {
  const merchant = await funded({ EUR: '70' });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, (_, n) =>
      merchant.api.coinWithdrawals.create({
        address: ADDRESS,
        charged_currency: 'EUR',
        received_currency: 'BTC',
        charged_amount: '10',
        custom_id: `parallel-${n}`,
        force_commit: true,
      }),
    ),
  );
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(7);
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as ChaintillError] : [],
  );
  expect(new Set(refused.map((error) => error.code))).toEqual(new Set(['invalid']));
  expect(await accountOf(merchant, 'EUR')).toMatchObject({ balance: '0.0', available: '0.0' });
});

test('of 50 parallel creates with one custom_id, one succeeds', async () => {
  const merchant = await funded({ EUR: '1000' });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () =>
      merchant.api.coinWithdrawals.create({
        address: ADDRESS,
        charged_currency: 'EUR',
        received_currency: 'BTC',
        charged_amount: '10',
        custom_id: 'one',
      }),
    ),
  );
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  expect(await accountOf(merchant, 'EUR')).toMatchObject({ available: '990.0' });
});

test('of 50 parallel commits of one withdrawal, one succeeds', async () => {
  const merchant = await funded({ EUR: '100' });
  const { id } = await merchant.api.coinWithdrawals.create({
    address: ADDRESS,
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '10',
  });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => merchant.api.coinWithdrawals.commit(id)),
  );
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  expect(await accountOf(merchant, 'EUR')).toMatchObject({ balance: '90.0' });
});

test('a withdrawal in the coin itself keeps charged = received + network fee + fee', async () => {
  const merchant = await funded({ BTC: '1' });
  const made = await merchant.api.coinWithdrawals.create({
    address: ADDRESS,
    charged_currency: 'BTC',
    received_currency: 'BTC',
    received_amount: '0.5',
    force_commit: true,
  });
  expect(made).toMatchObject({
    status: 'pending',
    received_amount: '0.5',
    network_fee: '0.00001411',
  });
  expect(made.exchange).toBeUndefined();
  const parts = [made.received_amount, made.network_fee, made.fee ?? '0'].map((text) =>
    amountOf(text, defined(world.app.coins.get('BTC'), 'BTC')),
  );
  expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(
    amountOf(made.charged_amount, defined(world.app.coins.get('BTC'), 'BTC')),
  );
});

test('an insufficient balance is reported with both amounts', async () => {
  const merchant = await funded({ EUR: '10' });
  const error = await refusal(
    merchant.api.coinWithdrawals.create({
      address: ADDRESS,
      charged_currency: 'EUR',
      received_currency: 'BTC',
      charged_amount: '10.01',
    }),
  );
  expect(error).toMatchObject({ status: 422, code: 'invalid' });
  expect(error.details).toMatchObject([
    { code: 'must_be_less_than_or_equal', target: 'charged_amount', args: { value: '10.0' } },
    { code: 'must_be_less_than_or_equal', target: 'received_amount' },
  ]);
});

test.each(['charged_amount', 'charged_amount_to_send'])(
  'below 5 EUR the detail targets %s',
  async (form) => {
    const merchant = await funded({ EUR: '100' });
    const requested = { address: ADDRESS, charged_currency: 'EUR', received_currency: 'BTC' };
    const error = await refusal(
      merchant.api.coinWithdrawals.create({ ...requested, [form]: '4.99' } as Parameters<
        typeof merchant.api.coinWithdrawals.create
      >[0]),
    );
    expect(error.details).toMatchObject([
      {
        code: 'must_be_greater_than_or_equal',
        target: form,
        args: { value: '5.0' },
        message: 'must be greater than or equal to 5.0',
      },
    ]);
    await merchant.api.coinWithdrawals.create({ ...requested, [form]: '5' } as Parameters<
      typeof merchant.api.coinWithdrawals.create
    >[0]);
  },
);

test('none or several amount forms and an address of another coin are reported together', async () => {
  const merchant = await funded({ EUR: '100' });
  const error = await refusal(
    merchant.api.coinWithdrawals.create({
      address: 'not an address',
      charged_currency: 'EUR',
      received_currency: 'BTC',
      charged_amount: '10',
      received_amount: '0.1',
    }),
  );
  expect(error.details).toMatchObject([
    { code: 'invalid_coin_address', target: 'address', args: { currency: 'BTC' } },
    { code: 'exactly_one_of' },
  ]);
});

test('a withdrawal above the limit per transaction is on hold', async () => {
  const merchant = await funded({ EUR: '1000' }, { withdrawalMaxEur: '100' });
  const held = await merchant.api.coinWithdrawals.create({
    address: ADDRESS,
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '500',
    force_commit: true,
  });
  expect(held.status).toBe('on_hold');
  expect(await accountOf(merchant, 'EUR')).toMatchObject({ balance: '500.0' });
});

test('v1 lists withdrawals as a bare array with paging headers, shows pending, and commits without a fee', async () => {
  const merchant = await funded({ EUR: '1000' });
  const v1 = { headers: { 'api-version': '1' } };
  const created = await merchant.api.coinWithdrawals.create({
    address: ADDRESS,
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '10',
    custom_id: 'v1',
  });
  const { stringToSign, sign } = await import('../../src/http/signature.ts');
  const call = async (method: string, target: string) => {
    const date = new Date().toISOString();
    const parts = { method, contentType: 'application/json', date, target, body: new Uint8Array() };
    return fetch(world.url + target, {
      method,
      headers: {
        ...v1.headers,
        date,
        'content-type': 'application/json',
        authorization: `HMAC ${merchant.key.key}:${sign(merchant.key.secret, stringToSign(parts))}`,
      },
    });
  };
  expect(await (await call('GET', `/api/coin_withdrawals/${created.id}`)).json()).toMatchObject({
    status: 'pending',
  });
  const committed = (await (
    await call('POST', `/api/coin_withdrawals/${created.id}/commit`)
  ).json()) as object;
  expect(committed).toMatchObject({ status: 'pending', id: created.id });
  expect(Object.keys(committed)).not.toContain('fee');
  for (const custom_id of ['v2', 'v3']) {
    await merchant.api.coinWithdrawals.create({
      address: ADDRESS,
      charged_currency: 'EUR',
      received_currency: 'BTC',
      charged_amount: '10',
      custom_id,
      force_commit: true,
    });
  }
  const page = await call('GET', '/api/coin_withdrawals?limit=2');
  expect(page.headers.get('x-total-count')).toBe('3');
  expect(page.headers.get('link')).toMatch(
    /^<\/api\/coin_withdrawals\?limit=2&starting_after=.*>; rel="next"$/,
  );
  expect(await page.json()).toHaveLength(2);
});
