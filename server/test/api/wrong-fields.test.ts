// Guarantees of every body and query field of every operation: all wrong types and values are reported by name in one
// response, as wire.md 1.2 and (f) specify; none causes a 500 and nothing is stored.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import type { ErrorDetail } from '../../src/core/errors.ts';
import { expectError } from '../support/api-shapes.ts';
import { type HttpAnswer, signedCall } from '../support/signed-call.ts';
import { createWorld, type World } from '../support/world.ts';
import { examplesOf, targetOf } from './examples.ts';
import { type Furnished, furnish } from './furnish.ts';

/** interface.md part 2.6, in its order. */
const CURRENCIES =
  'BTC, LTC, GBP, CNY, TRY, USD, RUB, KRW, NOK, INR, BCH, ETH, JPY, CAD, THB, AUD, HKD, MYR, NZD, TWD, MXN, BRL, COP, SEK, PLN, HUF, IDR, VND, XRP, EUR';

let world: World;
let facts: Furnished;
beforeAll(async () => {
  world = await createWorld();
  facts = await furnish(world);
});
afterAll(() => world.close());

function call(
  operation: Operation,
  change: { body?: unknown; query?: string },
): Promise<HttpAnswer> {
  const example = examplesOf(facts)[operation.id as OperationId];
  const target = targetOf(operation.path, example.params) + (change.query ?? '');
  const body = change.body === undefined ? example.body : (change.body as object);
  return signedCall(world.url, facts.key, { method: operation.method, target, body });
}

function rightBody(operation: Operation): Readonly<Record<string, unknown>> {
  return examplesOf(facts)[operation.id as OperationId].body ?? {};
}

/** Forms of the amount of a withdrawal or an exchange; a request has one of them. */
const AMOUNTS = ['charged_amount', 'charged_amount_to_send', 'received_amount', 'amount'];

/** The other fields of a valid body that may accompany the named one. */
function othersThan(name: string, operation: Operation): object {
  const hasForms = ['createCoinWithdrawal', 'createExchangeTransfer'].includes(operation.id);
  const left = AMOUNTS.includes(name) && hasForms ? AMOUNTS : [name];
  return Object.fromEntries(
    Object.entries(rightBody(operation)).filter(([field]) => !left.includes(field)),
  );
}

function detailsOf(answer: HttpAnswer): ErrorDetail[] {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 422 });
  return JSON.parse(answer.text).error.details;
}

async function rowsStored(): Promise<unknown> {
  return world.app.db.query(
    `select (select count(*) from invoices) as invoices, (select count(*) from channels) as channels,
       (select count(*) from customers) as customers, (select count(*) from invoice_refunds) as refunds,
       (select count(*) from invoice_recalculations) as recalculations,
       (select count(*) from coin_withdrawals) as withdrawals,
       (select count(*) from exchange_transfers) as exchanges, (select count(*) from ledger_holds) as holds,
       (select count(*) from ledger_postings) as postings`,
  );
}

const all = Object.values(operations) as Operation[];
const bodyFields = all.flatMap((operation) =>
  Object.keys(operation.body).map((field) => [operation.id, field, operation] as const),
);

describe.each(bodyFields)('%s %s', (_id, name, operation) => {
  const field = operation.body[name];

  test('rejects values of every other type by name, and no value causes a server error', async () => {
    const stored = await rowsStored();
    // Text fields accept numbers, as clients in loosely typed languages send them; maps accept objects.
    const values = [[], ['x'], true, false, {}, { a: { b: 1 } }, '\0', 'x\ud800', -1, 0.1];
    for (const value of values) {
      const others = othersThan(name, operation);
      const text = `{${JSON.stringify(others).slice(1, -1)}${Object.keys(others).length ? ',' : ''}${JSON.stringify(name)}:${JSON.stringify(value)}}`;
      if (accepts(name, field?.schema, value)) continue;
      const details = detailsOf(await call(operation, { body: text }));
      expect(details.every((detail) => detail.target.split('.')[0] === name, text)).toBe(true);
      expect(details.length).toBeGreaterThan(0);
    }
    expect(await rowsStored()).toEqual(stored);
  });

  test('null counts as missing', async () => {
    if (field?.isRequired !== true) return;
    const details = detailsOf(
      await call(operation, { body: { ...rightBody(operation), [name]: null } }),
    );
    expect(details).toEqual([
      { code: 'must_be_filled', target: name, message: 'must be filled', args: {} },
    ]);
  });
});

/** Test values that are valid for the field. */
function accepts(name: string, schema: unknown, value: unknown): boolean {
  const {
    type,
    format,
    enum: list,
    required = [],
  } = schema as { type?: string; format?: string; enum?: unknown; required?: readonly string[] };
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'array') return Array.isArray(value) && value.length === 0;
  if (type === 'object')
    return JSON.stringify(value) === '{}' || (required.length === 0 && isPlainObject(value));
  if (format === 'decimal') return value === 0.1;
  const isPlainText = type === 'string' && list === undefined && format === undefined;
  const isChecked = /currency|network|address/.test(name);
  return isPlainText && !isChecked && typeof value === 'number';
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const withRequired = all
  .filter((operation) => Object.values(operation.body).some((field) => field.isRequired))
  .map((operation) => [operation.id, operation] as const);

/** Errors that no field has on its own: another field that the dialect requires, and one of four amounts. */
const alsoMissing: Readonly<Record<string, readonly object[]>> = {
  createCoinWithdrawal: [
    { code: 'must_be_filled', target: 'charged_currency' },
    { code: 'exactly_one_of', target: 'charged_amount' },
  ],
  createExchangeTransfer: [{ code: 'exactly_one_of', target: 'charged_amount' }],
};

test.each(withRequired)('%s names all missing fields in one response', async (id, operation) => {
  const missing = Object.entries(operation.body)
    .filter(([, field]) => field.isRequired)
    .map(([name]) => ({
      code: 'must_be_filled',
      target: name,
      message: 'must be filled',
      args: {},
    }));
  for (const body of [{}, Buffer.alloc(0), '{"unknown":1}']) {
    expectError(await call(operation, { body }), {
      status: 422,
      code: 'invalid',
      details: [...missing, ...(alsoMissing[id] ?? [])],
    });
  }
});

const withCodes = all.flatMap((operation) =>
  [...Object.entries(operation.body), ...Object.entries(operation.query)]
    .filter(([, field]) => field.codeOf !== undefined)
    .map(([name, field]) => [operation.id, name, operation, field.codeOf] as const),
);

test.each(withCodes)(
  '%s returns the list of valid values of an unknown %s in order',
  async (...row) => {
    const [, name, operation, kind] = row;
    const list = kind === 'coin' ? [...world.app.coins.keys()] : CURRENCIES.split(', ');
    const wanted = {
      code: 'must_be_included_in',
      target: name,
      message: `must be one of: ${list.join(', ')}`,
      args: { list },
    };
    const isQuery = name in operation.query;
    for (const value of ['XXX', 'eur', 'BITCOINCASH', '€', ' EUR', 'x'.repeat(255)]) {
      const answer = isQuery
        ? await call(operation, { query: `?${name}=${encodeURIComponent(value)}` })
        : await call(operation, { body: { ...rightBody(operation), [name]: value } });
      expectError(answer, { status: 422, code: 'invalid', details: [wanted] });
    }
  },
);

test('missing, mistyped and unknown values are reported in one response', async () => {
  const body = {
    price_currency: 'EURO',
    pay_currency: 'DOGE',
    name: ['x'],
    metadata: 'x',
    success_redirect_url: 'javascript:alert(1)',
  };
  const answer = await call(operations.createInvoice as Operation, { body });
  expect(detailsOf(answer).map(({ code, target }) => [target, code])).toEqual([
    ['price_amount', 'must_be_filled'],
    ['price_currency', 'must_be_included_in'],
    ['pay_currency', 'must_be_included_in'],
    ['name', 'must_be_string'],
    ['metadata', 'must_be_object'],
    ['success_redirect_url', 'must_be_url'],
  ]);
});

test.each([
  [
    operations.createInvoice as Operation,
    { price_amount: '1.001', price_currency: 'EUR', pay_currency: 'BTC', network: 'ripple' },
    ['network must_be_included_in', 'price_amount bad_precision'],
  ],
  [
    operations.createChannel as Operation,
    { pay_currency: 'BTC', receiver_currency: 'EUR', network: 'ripple' },
    ['network must_be_included_in'],
  ],
  [
    operations.createExchangeTransfer as Operation,
    { charged_currency: 'EUR', received_currency: 'EUR', charged_amount: '1.001' },
    ['received_currency must_be_different', 'charged_amount bad_precision'],
  ],
])(
  '%#: checks across several fields are reported next to a wrong field',
  async (operation, requested, reported) => {
    const wrong = { ...requested, custom_id: ['x'] };
    const details = detailsOf(await call(operation, { body: wrong }));
    const found = details.map(({ target, code }) => `${target} ${code}`);
    const names = operation.id === 'createChannel' ? ['name must_be_filled'] : [];
    expect(found).toEqual([...names, 'custom_id must_be_string', ...reported]);
  },
);

const queryFields = all.flatMap((operation) =>
  Object.keys(operation.query).map((field) => [operation.id, field, operation] as const),
);

test.each(queryFields)('%s rejects %s twice, and NUL in it', async (_id, name, operation) => {
  const value = encodeURIComponent('2026-01-01');
  for (const query of [`?${name}=${value}&${name}=${value}`, `?${name}=%00`]) {
    const details = detailsOf(await call(operation, { query }));
    expect(details.map((detail) => detail.target)).toEqual([name]);
  }
});
