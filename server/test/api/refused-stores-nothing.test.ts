// A rejected request frees its signature (http/signature.ts) so that it can be sent again, which is correct only if it
// stored nothing. Covers every operation that moves money and each of its own errors: afterwards no row of any table
// has changed, except the records of requests. (Errors common to all operations: every-operation.test.ts.)
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import { refusals } from '../../src/contract/refusals.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { ERROR_STATUS, type ErrorCode } from '../../src/core/error-codes.ts';
import { takeClaim } from '../../src/invoices/take-claim.ts';
import { beginQuarantine } from '../../src/payouts/quarantine.ts';
import { listAddress, loadOperatorLists } from '../../src/risk/operator-lists.ts';
import { expectError } from '../support/api-shapes.ts';
import { fillWallet } from '../support/funds.ts';
import { type HttpAnswer, send, signedHeaders } from '../support/signed-call.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Example, examplesOf, targetOf } from './examples.ts';
import { type Furnished, furnish, LTC_ADDRESS } from './furnish.ts';

let world: World;
let facts: Furnished;
let right: Readonly<Record<OperationId, Example>>;
let blocked: string;
beforeAll(async () => {
  world = await createWorld();
  await fillWallet(world, 'LTC', ['10', '10', '10']);
  facts = await furnish(world);
  right = examplesOf(facts);
  const ltc = defined(world.app.coins.get('LTC'), 'LTC');
  blocked = foreignAddress(ltc, 'blocked', 1);
  await listAddress(world.app, { coin: 'LTC', address: blocked, kind: 'block', note: null });
  world.app.riskLists.entries = await loadOperatorLists(world.app.db);
});
afterAll(() => world.close());

/** Tables that record requests, not their effects. */
const OF_REQUESTS = ['used_signatures', 'idempotency_keys'];

/** Row counts and content hashes of all tables. */
async function stored(): Promise<unknown> {
  const tables = await world.app.db.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename <> all($1::text[]) order by tablename`,
    [OF_REQUESTS],
  );
  expect(tables.length).toBeGreaterThan(40);
  const sums = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as n,
      sum(hashtextextended(t::text, 0)::numeric)::text as hash from ${name} t`,
  );
  return world.app.db.query(sums.join(' union all '));
}

const seen = new Map<OperationId, Set<string>>();

function sendSigned(id: OperationId, change: Partial<Example> = {}) {
  const { method, params, body } = { ...right[id], ...change };
  const operation: Operation = operations[id];
  const requested = { method, target: targetOf(operation.path, params), ...(body && { body }) };
  const headers = signedHeaders(facts.key, requested);
  return { headers, answer: (): Promise<HttpAnswer> => send(world.url, { ...requested, headers }) };
}

function statusOf(code: string): number {
  return ERROR_STATUS[code as ErrorCode];
}

async function refused(id: OperationId, code: string, change: Partial<Example> = {}) {
  const { headers, answer } = sendSigned(id, change);
  const before = await stored();
  const said = await answer();
  const status = statusOf(code);
  expect(status).toBeLessThan(500);
  // Compares the text too, so that a failure shows it.
  const { error } = JSON.parse(said.text);
  expect([said.status, error.code, said.text]).toEqual([status, code, said.text]);
  expect(await stored()).toEqual(before);
  const signature = headers['authorization']?.split(':')[1];
  const used = await world.app.db.query('select 1 from used_signatures where signature = $1', [
    signature,
  ]);
  expect(used).toEqual([]);
  seen.set(id, (seen.get(id) ?? new Set()).add(code));
}

/** Sends the same bytes once more, which are rejected again. */
async function carriedOut(id: OperationId, change: Partial<Example> = {}): Promise<{ id: string }> {
  const { answer } = sendSigned(id, change);
  const said = await answer();
  expect([said.status, said.text]).toEqual([operations[id].status, said.text]);
  const before = await stored();
  expectError(await answer(), { status: 409, code: 'request_replayed' });
  expect(await stored()).toEqual(before);
  const shown = JSON.parse(said.text);
  return shown.data ?? shown;
}

const withBody = (id: OperationId, changes: object) => ({
  body: { ...right[id].body, ...changes },
});
const elsewhere = (id: OperationId): Partial<Example> => ({
  params: Object.fromEntries(
    Object.keys(right[id].params).map((name) => [name, facts.merchant.project.id]),
  ),
});

/** While an LTC payment costs more than anything here is worth. */
async function whileExpensive(work: () => Promise<void>): Promise<void> {
  const quote = defined(world.app.networkFees.get('LTC'), 'a quote');
  world.app.networkFees.set('LTC', { ...quote, average: 90_000_000n });
  await work();
  world.app.networkFees.set('LTC', quote);
}

test('deposits in the inbox', async () => {
  const { deposits } = facts;
  for (const id of ['creditCoinDeposit', 'refundCoinDeposit', 'attachCoinDeposit'] as const)
    await refused(id, 'not_found', elsewhere(id));
  await refused('refundCoinDeposit', 'invalid', withBody('refundCoinDeposit', { address: 'x' }));
  const toBlocked = withBody('refundCoinDeposit', { address: blocked });
  await refused('refundCoinDeposit', 'high_risk_address', toBlocked);
  await whileExpensive(() => refused('refundCoinDeposit', 'refund_too_small'));
  const unknown = { body: { invoice_id: facts.merchant.project.id, description: 'whose' } };
  await refused('attachCoinDeposit', 'not_found', unknown);
  await refused('attachCoinDeposit', 'invalid', { body: { description: 'to nothing' } });
  await carriedOut('refundCoinDeposit');
  await carriedOut('creditCoinDeposit');
  await carriedOut('creditCoinDeposit', { params: { id: deposits.attach } });
  for (const id of ['creditCoinDeposit', 'refundCoinDeposit', 'attachCoinDeposit'] as const)
    await refused(id, 'invalid_status');
});

test('invoices', async () => {
  const { api } = facts.merchant;
  for (const id of [
    'createInvoiceRecalculation',
    'commitInvoiceRecalculation',
    'createInvoiceRefund',
  ] as const)
    await refused(id, 'not_found', elsewhere(id));
  const unpaid = { params: { invoice_id: facts.invoiceId } };
  await refused('createInvoiceRecalculation', 'invalid_status', unpaid);
  await refused('createInvoiceRefund', 'invalid_status', unpaid);
  await refused('createInvoiceRefund', 'invalid', { body: { address: 'x' } });
  await refused('createInvoiceRefund', 'high_risk_address', { body: { address: blocked } });
  const expensive = { body: { address: LTC_ADDRESS } };
  await whileExpensive(() => refused('createInvoiceRefund', 'refund_too_small', expensive));
  await carriedOut('commitInvoiceRecalculation');
  await refused('commitInvoiceRecalculation', 'already_committed');
  const offerOf = async (invoiceId: string): Promise<Partial<Example>> => {
    const { id } = await api.invoices.recalculate(invoiceId);
    return { params: { invoice_id: invoiceId, recalculation_id: id } };
  };
  const over = await offerOf(facts.unresolved.recalculate);
  await api.invoices.refund(facts.unresolved.recalculate);
  await refused('commitInvoiceRecalculation', 'invalid_status', over);
  const late = await offerOf(facts.unresolved.refund);
  await world.advance(MINUTE);
  await refused('commitInvoiceRecalculation', 'commit_window_expired', late);
  await carriedOut('createInvoiceRefund');
  await refused('createInvoiceRefund', 'invalid_status');
  const terms = { price_amount: '10.00', price_currency: 'USD', pay_currency: 'LTC' };
  const paid = await api.invoices.create(terms);
  await world.pay({ invoice_id: paid.id, amount: paid.pay_amount, risk_level: 'low' });
  await world.mine('LTC', 6);
  await refused('createInvoiceRefund', 'insufficient_funds', {
    params: { invoice_id: paid.id },
    body: { address: LTC_ADDRESS, amount: '10.00' },
  });
  const approve = 'approveRefundClaim';
  const at = (id: string) => ({ params: { claim_id: id } });
  await refused(approve, 'not_found', elsewhere(approve));
  await refused(approve, 'invalid_status', at(facts.claims.show));
  await refused(
    approve,
    'insufficient_funds',
    at(await claimed(paid.id, { address: LTC_ADDRESS, amount: '10.00' })),
  );
  const later = foreignAddress(defined(world.app.coins.get('LTC'), 'LTC'), 'blocked', 2);
  const risky = at(await claimed(facts.claims.invoice, { address: later, amount: '1.00' }));
  await listAddress(world.app, { coin: 'LTC', address: later, kind: 'block', note: null });
  world.app.riskLists.entries = await loadOperatorLists(world.app.db);
  await refused(approve, 'high_risk_address', risky);
  await whileExpensive(() => refused(approve, 'refund_too_small'));
  await carriedOut(approve);
});

async function claimed(
  invoiceId: string,
  { address, amount }: { address: string; amount: string },
): Promise<string> {
  const { id, url } = await facts.merchant.api.refundClaims.create(invoiceId, { amount });
  await takeClaim(world.app, defined(url?.split('/').at(-1), 'a token'), address);
  return id;
}

test('withdrawals', async () => {
  const create = 'createCoinWithdrawal';
  const wrong = [
    { address: 'x' },
    { charged_amount: '0.01' },
    { charged_amount: '99999.0' },
    { received_amount: '1.0' },
    { beneficiary: {} },
  ];
  for (const changes of wrong) await refused(create, 'invalid', withBody(create, changes));
  await refused(create, 'high_risk_address', withBody(create, { address: blocked }));
  const pending = await carriedOut(create, withBody(create, { force_commit: true }));
  await refused(create, 'duplicate_custom_id');
  const cancel = 'cancelCoinWithdrawal';
  const one = (id: string): Partial<Example> => ({ params: { id } });
  for (const id of ['commitCoinWithdrawal', cancel] as const)
    await refused(id, 'not_found', elsewhere(id));
  const fresh = await carriedOut(create, withBody(create, { custom_id: 'fresh' }));
  await refused(cancel, 'not_committed', one(fresh.id));
  await carriedOut('commitCoinWithdrawal', one(fresh.id));
  await refused('commitCoinWithdrawal', 'already_committed', one(fresh.id));
  await world.app.db.transaction((tx) => beginQuarantine(tx, { coin: 'LTC', reason: 'asked for' }));
  await refused(cancel, 'quarantine', one(pending.id));
  await world.app.db.query('delete from quarantines');
  await carriedOut(cancel, one(pending.id));
  await refused(cancel, 'already_cancelled', one(pending.id));
  const [back] = await world.app.db.query<{ id: string }>(
    'select id from coin_withdrawals where deposit_id is not null',
  );
  await refused(cancel, 'not_yours_to_cancel', one(defined(back, 'what goes back').id));
  const late = await carriedOut(create, withBody(create, { custom_id: 'late' }));
  await world.advance(MINUTE);
  await refused('commitCoinWithdrawal', 'commit_window_expired', one(late.id));
  await refused(cancel, 'already_sent', one(fresh.id));
});

test('checkouts', async () => {
  const accept = 'acceptCheckout';
  const { checkouts } = defined(facts, 'a furnished project');
  await refused(accept, 'not_found', elsewhere(accept));
  await refused(accept, 'invalid_status', { params: { id: checkouts.show } });
  await carriedOut(accept, { params: { id: checkouts.accept } });
});

test('exchange transfers', async () => {
  const create = 'createExchangeTransfer';
  for (const changes of [{ charged_amount: '99999.0' }, { received_amount: '1.0' }])
    await refused(create, 'invalid', withBody(create, changes));
  const made = await carriedOut(create);
  await refused(create, 'duplicate_custom_id');
  const commit = 'commitExchangeTransfer';
  await refused(commit, 'not_found', elsewhere(commit));
  await carriedOut(commit, { params: { id: made.id } });
  await refused(commit, 'already_committed', { params: { id: made.id } });
  const late = await carriedOut(create, withBody(create, { custom_id: 'late' }));
  await world.advance(MINUTE);
  await refused(commit, 'commit_window_expired', { params: { id: late.id } });
});

test('every documented error of a money operation is tested', () => {
  const missing = (Object.values(operations) as Operation[])
    .filter(({ isSignatureOnce }) => isSignatureOnce)
    .flatMap(({ id, errors }) =>
      Object.entries(refusals)
        .filter(([code]) => errors.includes(code) && statusOf(code) < 500)
        .filter(([code]) => !seen.get(id as OperationId)?.has(code))
        .map(([code]) => `${id}: ${code}`),
    );
  expect(missing).toEqual([]);
});
