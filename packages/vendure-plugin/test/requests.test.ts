// What the plugin requests of Chaintill when requests are refused, lost or too many: one link per refund, a checkout
// even if the order's texts are not accepted, and open payments each in their turn.
import { ChaintillError, type Checkout, type Client, type NewCheckout } from '@chaintill/client';
import { expect, test } from 'vitest';
import { createCheckout } from '../src/create-checkout.ts';
import { createClaim, isRefused } from '../src/create-claim.ts';
import { createTurns } from '../src/turns.ts';

const errorOf = (status: number | null, code = 'invalid') =>
  new ChaintillError({ status, code, message: 'no' });

const checkout = {
  invoices: [
    { id: 'small', status: 'completed', price_amount: '10.0' },
    { id: 'unpaid', status: 'new', price_amount: '90.0' },
    { id: 'large', status: 'completed', price_amount: '40.0' },
  ],
} as Checkout;

/** Answers in this order; an answer that is an error is thrown. */
function refundClaimsThat(...answers: readonly (string | Error)[]) {
  const keys: unknown[] = [];
  const left = [...answers];
  const create = async (_invoice: string, _body: object, call: { idempotencyKey: string }) => {
    keys.push(call.idempotencyKey);
    const answer = left.shift();
    if (typeof answer !== 'string') throw answer;
    return { id: answer };
  };
  const client = { refundClaims: { create } } as unknown as Pick<Client, 'refundClaims'>;
  const claim = () =>
    createClaim(client, { checkout, amount: '9.5', precision: 2, refundsBefore: 1 });
  return { claim, keys };
}

test('a refund goes to the largest paid invoice, and to the next one only if that was refused', async () => {
  const { claim, keys } = refundClaimsThat(errorOf(422), 'second');
  expect(await claim()).toEqual({ id: 'second' });
  expect(keys).toEqual(['vendure-refund-large-1-9.5', 'vendure-refund-small-1-9.5']);
});

test.each<[number | null, string]>([
  [null, 'timeout'],
  [503, 'internal_error'],
  [409, 'idempotency_key_in_use'],
  [429, 'rate_limit_exceeded'],
])('after %s %s there is no second link: the same request is repeated', async (status, code) => {
  const { claim, keys } = refundClaimsThat(errorOf(status, code), 'first');
  const error = await claim().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code });
  expect(isRefused(error)).toBe(false);
  expect(await claim()).toEqual({ id: 'first' });
  expect(new Set(keys)).toEqual(new Set(['vendure-refund-large-1-9.5']));
});

test('a refund that no invoice can pay is refused', async () => {
  const { claim } = refundClaimsThat(errorOf(422), errorOf(422, 'last'));
  const error = await claim().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'last' });
  expect(isRefused(error)).toBe(true);
});

test('texts that are not accepted cost the texts, not the sale', async () => {
  const wanted: NewCheckout = {
    price_amount: '50',
    price_currency: 'EUR',
    custom_id: 'ABC.a1',
    name: 'ABC',
    payer_email: 'no address',
    items: [{ kind: 'item', name: 'Tea', quantity: 1, amount: '50' }],
    metadata: { vendure_order: 'ABC' },
    language: 'de',
    expires_in: 900,
  };
  const requested: NewCheckout[] = [];
  const answering = (...errors: (Error | null)[]) =>
    ({
      checkouts: {
        create: async (body: NewCheckout) => {
          requested.push(body);
          const error = errors.shift();
          if (error) throw error;
          return checkout;
        },
      },
    }) as unknown as Pick<Client, 'checkouts'>;
  expect(await createCheckout(answering(errorOf(422), null), wanted)).toBe(checkout);
  expect(requested[1]).toEqual({
    price_amount: '50',
    price_currency: 'EUR',
    custom_id: 'ABC.a1',
    metadata: { vendure_order: 'ABC' },
    expires_in: 900,
  });
  await expect(createCheckout(answering(errorOf(null, 'timeout'), null), wanted)).rejects.toThrow();
  expect(requested).toHaveLength(3);
});

test('each row has its turn; one that fails does not block the others, and an outage ends the run', async () => {
  const errors: unknown[] = [];
  const turns = createTurns((error) => errors.push(error), 3);
  const done: number[] = [];
  const rows = [5, 3, 1, 4, 2].map((id) => ({ id }));
  const work = async ({ id }: { id: number }) => {
    if (id === 2) throw errorOf(404, 'not_found');
    done.push(id);
  };
  await turns(rows, work);
  await turns(rows, work);
  expect(done).toEqual([1, 3, 4, 5, 1]);
  expect(errors).toHaveLength(1);
  const tried: number[] = [];
  await turns(rows, async ({ id }) => {
    tried.push(id);
    throw errorOf(null, 'connection_failed');
  });
  expect(tried).toEqual([2]);
  await turns([], work);
});
