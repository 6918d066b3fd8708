// Unmatched payments (wire.md 1.2, "invoice that is paid more after it is completed"; (i), "late/extra tx"): which ones
// there are, and the three ways to resolve them. Each is resolved once and recorded in the audit log, and the ledger
// stays consistent.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { decisionsOf } from '../../src/deposits/unmatched.ts';
import { attachUnmatched } from '../../src/inbox/attach.ts';
import type { CoinDepositRow } from '../../src/inbox/coin-deposit.ts';
import { creditUnmatched, refundUnmatched } from '../../src/inbox/refund.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { endQuarantine } from '../../src/payouts/recover/end-quarantine.ts';
import { changeSettings } from '../../src/projects/create.ts';
import { balanceOf, booked, newInvoice } from '../flows/support.ts';
import { listUnmatched } from '../support/unmatched.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'XRP'] });
});
afterAll(() => world.close());

let strangers = 0;
function stranger(code = 'LTC'): string {
  strangers += 1;
  const coin = defined(world.app.coins.get(code), code);
  const address = foreignAddress(coin, 'sender', strangers);
  return code === 'XRP' ? `${address}?dt=${strangers}` : address;
}

/** A second payment, of 0.25 LTC, to a completed invoice. */
async function surplus(settings = {}) {
  merchant = await world.merchant(settings);
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
  await world.mine('LTC');
  await world.pay({ invoice_id: invoice.id, amount: '0.25', risk_level: 'low' });
  await world.mine('LTC');
  const [deposit] = await listUnmatched(world.app, merchant.project.id);
  return { invoice, deposit: defined(deposit, 'the second payment') };
}

/** 12 XRP to the shared account, without a tag: unmatched. */
async function untagged(): Promise<CoinDepositRow> {
  merchant = await world.merchant();
  const terms = { name: 'x', pay_currency: 'XRP', receiver_currency: 'XRP' };
  const channel = await merchant.api.channels.create(terms);
  const requested = { channel_id: channel.id, amount: '12', without_tag: true };
  const txid = await world.pay({ ...requested, risk_level: 'low' });
  await world.mine('XRP');
  const all = await listUnmatched(world.app, null);
  return defined(
    all.find((deposit) => deposit.txid === txid),
    'the payment without a tag',
  );
}

const ids = (deposit: CoinDepositRow) => ({
  depositId: deposit.id,
  projectId: merchant.project.id,
  reason: 'as agreed',
});
const journalOf = async (deposit: CoinDepositRow) =>
  (await decisionsOf(world.app.db, deposit.id)).map(({ decision }) => decision);
const coinDeposits = async () =>
  (await merchant.api.transactions.list({ reference_type: 'CoinDeposit' })).data;
const unmatched = () => listUnmatched(world.app, merchant.project.id);

describe('credited', () => {
  test('a payment to a completed invoice is credited once, to its own project only', async () => {
    const { deposit } = await surplus();
    const other = await world.merchant();
    const foreign = creditUnmatched(world.app, { ...ids(deposit), projectId: other.project.id });
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
    await creditUnmatched(world.app, ids(deposit));
    const again = creditUnmatched(world.app, ids(deposit));
    await expect(again).rejects.toMatchObject({ code: 'invalid_status' });
    expect(await unmatched()).toEqual([]);
    expect(await coinDeposits()).toMatchObject([
      { amount: '0.2475', balance: '0.2475', fee: '0.0025', status: 'completed' },
    ]);
    expect(await journalOf(deposit)).toEqual(['credited']);
  });

  test('a payment without a tag waits for a person and is credited as they decide', async () => {
    const deposit = await untagged();
    expect(deposit).toMatchObject({ project_id: null, reason: 'no_tag' });
    await creditUnmatched(world.app, ids(deposit));
    expect(await balanceOf(merchant, 'XRP')).toBe('11.88');
  });
});

describe('sent back', () => {
  test('in full minus the network fee, and no balance moves', async () => {
    const { deposit } = await surplus();
    const address = stranger();
    const { id } = await refundUnmatched(world.app, { ...ids(deposit), projectId: null, address });
    await world.settle();
    await world.mine('LTC');
    expect(await merchant.api.coinWithdrawals.get(id)).toMatchObject({
      status: 'completed',
      address,
      charged_amount: '0.25',
      fee: '0.0',
    });
    expect(await coinDeposits()).toMatchObject([
      { amount: '0.0', balance: '0.0', fee: null, status: 'refunded', description: 'as agreed' },
    ]);
    expect(await balanceOf(merchant, 'LTC')).toBe('0.0');
    expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(0n);
    expect(await unmatched()).toEqual([]);
    expect(await journalOf(deposit)).toEqual(['sent_back']);
  });

  test('a payment without a project is sent back by the specified project', async () => {
    const deposit = await untagged();
    const requested = { ...ids(deposit), address: stranger('XRP') };
    const unknown = refundUnmatched(world.app, { ...requested, projectId: null });
    await expect(unknown).rejects.toMatchObject({ details: [{ target: 'project' }] });
    const { id } = await refundUnmatched(world.app, requested);
    await world.settle();
    await world.mine('XRP');
    expect(await merchant.api.coinWithdrawals.get(id)).toMatchObject({ status: 'completed' });
  });

  test.each([
    ['an address of another coin', () => stranger('BTC'), 'invalid_coin_address'],
    ['no address', () => 'x', 'invalid_coin_address'],
    ['the address it came to', (deposit: CoinDepositRow) => deposit.address, 'own_address'],
  ])('not to %s', async (_name, given, code) => {
    const { deposit } = await surplus();
    const refused = refundUnmatched(world.app, { ...ids(deposit), address: given(deposit) });
    await expect(refused).rejects.toMatchObject({ details: [{ target: 'to', code }] });
    expect(await unmatched()).toHaveLength(1);
  });

  test('canceled, it is unmatched again, and can be credited or returned once more', async () => {
    const { deposit } = await surplus({ withdrawalMaxEur: '1' });
    const coinWallet = defined(world.assembled.coinWallets.get('LTC'), 'a treasury');
    for (let round = 0; round < 2; round++) {
      const { id } = await refundUnmatched(world.app, { ...ids(deposit), address: stranger() });
      expect(await unmatched()).toEqual([]);
      const requested = { projectId: merchant.project.id, id, reason: 'no longer wanted' };
      await cancelWithdrawal(world.app, coinWallet, requested);
      expect(await unmatched()).toMatchObject([{ id: deposit.id }]);
      expect(await coinDeposits()).toMatchObject([{ status: 'on_hold', balance: '0.0' }]);
    }
    await creditUnmatched(world.app, ids(deposit));
    expect(await coinDeposits()).toMatchObject([
      { status: 'completed', balance: '0.2475', fee: '0.0025' },
    ]);
    const round = ['sent_back', 'returned_to_inbox'];
    expect(await journalOf(deposit)).toEqual([...round, ...round, 'credited']);
  });
});

describe('attached', () => {
  const attach = (deposit: CoinDepositRow, ownerId: string) =>
    attachUnmatched(world.app, { depositId: deposit.id, ownerId, reason: 'meant for it' });

  test('to an open invoice it pays that, and the original invoice no longer counts it', async () => {
    const { invoice, deposit } = await surplus();
    const terms = { price_amount: '0.25', price_currency: 'LTC' };
    const next = await newInvoice(merchant, terms);
    await attach(deposit, next.id);
    await world.settle();
    expect(await merchant.api.invoices.get(next.id)).toMatchObject({
      status: 'completed',
      paid_amount: '0.25',
      transactions: [{ txid: deposit.txid }],
    });
    const first = await merchant.api.invoices.get(invoice.id);
    expect(first).toMatchObject({ status: 'completed', paid_amount: first.pay_amount });
    expect(await balanceOf(merchant, 'LTC')).toBe('0.2475');
    const events = merchant.callbacks.filter(({ data }) => data.id === next.id);
    expect(events.map(({ event }) => event)).toEqual([
      'transaction_created',
      'transaction_confirmed',
      'status_changed',
    ]);
    expect(await journalOf(deposit)).toEqual(['attached']);
  });

  test('attached to a channel, it becomes a channel payment, also from an unknown address', async () => {
    const deposit = await untagged();
    const terms = { name: 'y', pay_currency: 'XRP', receiver_currency: 'XRP' };
    const channel = await merchant.api.channels.create(terms);
    await attach(deposit, channel.id);
    await world.settle();
    const { data } = await merchant.api.channelPayments.list(channel.id);
    expect(data).toMatchObject([{ status: 'completed', paid_amount: '12.0', txid: deposit.txid }]);
    expect(await balanceOf(merchant, 'XRP')).toBe('11.88');
  });

  test('not to a finished invoice, one of another coin or project, or a missing one', async () => {
    const { invoice, deposit } = await surplus();
    await expect(attach(deposit, invoice.id)).rejects.toMatchObject({ code: 'invalid_status' });
    const bitcoin = await newInvoice(merchant, { pay_currency: 'BTC' });
    await expect(attach(deposit, bitcoin.id)).rejects.toMatchObject({ code: 'invalid_status' });
    const other = await world.merchant();
    const foreign = await newInvoice(other);
    await expect(attach(deposit, foreign.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(attach(deposit, deposit.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await unmatched()).toHaveLength(1);
  });
});

test('credited, returned or attached: only one of them, however many decide concurrently', async () => {
  const { deposit } = await surplus();
  const invoice = await newInvoice(merchant);
  const decided = await Promise.allSettled([
    refundUnmatched(world.app, { ...ids(deposit), address: stranger() }),
    creditUnmatched(world.app, ids(deposit)),
    attachUnmatched(world.app, { depositId: deposit.id, ownerId: invoice.id, reason: 'x' }),
    refundUnmatched(world.app, { ...ids(deposit), address: stranger() }),
  ]);
  expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await journalOf(deposit)).toHaveLength(1);
  await world.settle();
});

test('the log of decisions cannot be changed', async () => {
  const { deposit } = await surplus();
  await creditUnmatched(world.app, ids(deposit));
  const change = world.database.owner.query('delete from deposit_decisions where deposit_id = $1', [
    deposit.id,
  ]);
  await expect(change).rejects.toThrow('append-only');
});

test('a payment removed by a reorganization leaves the inbox, and returns with the chain', async () => {
  merchant = await world.merchant();
  const [free] = await world.app.db.query<{ address: string }>(
    `select address from addresses where coin = 'LTC' and owner_id is null order by address_index desc limit 1`,
  );
  const { address } = defined(free, 'an address that was given to nobody');
  const txid = await world.pay({ address, currency: 'LTC', amount: '3', risk_level: 'low' });
  await world.mine('LTC', 3);
  const shown = async () =>
    (await listUnmatched(world.app, null)).filter((deposit) => deposit.txid === txid);
  const [deposit] = await shown();
  // No outsider can know such an address, so the coin is in quarantine until a person has reviewed it.
  await expect(creditUnmatched(world.app, ids(defined(deposit, 'the payment')))).rejects.toThrow(
    'LTC is in quarantine',
  );
  const coinWallet = defined(world.assembled.coinWallets.get('LTC'), 'a treasury');
  await endQuarantine(world.app, coinWallet, { isAccepted: false });
  // Returned and canceled: from now on in the project's ledger, without an owner.
  await cancelReturn(defined(deposit, 'the payment'));
  expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(300_000_000n);
  await world.reorganise('LTC', 3, { drop: true });
  for (let block = 0; block < 8; block++) {
    await world.advance(MINUTE);
    await world.mine('LTC');
  }
  expect(await shown()).toEqual([]);
  expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(0n);
  await world.app.db.query(
    `with chain as (update simulation.chains set counter = counter + 1 where coin = 'LTC' returning counter)
     update simulation.transactions t set mempool_number = chain.counter from chain
     where t.coin = 'LTC' and t.txid = $1`,
    [txid],
  );
  await world.settle();
  await world.mine('LTC', 3);
  expect(await shown()).toMatchObject([{ status: 'confirmed' }]);
  await creditUnmatched(world.app, ids(defined(deposit, 'the payment')));
  expect(await balanceOf(merchant, 'LTC')).toBe('2.97');
});

async function cancelReturn(deposit: CoinDepositRow): Promise<void> {
  // Held by the project's limit, so that nothing of it is signed.
  await changeSettings(world.app.db, merchant.project.id, { withdrawalMaxEur: '1' });
  const { id } = await refundUnmatched(world.app, { ...ids(deposit), address: stranger() });
  const coinWallet = defined(world.assembled.coinWallets.get('LTC'), 'a treasury');
  const projectId = merchant.project.id;
  await cancelWithdrawal(world.app, coinWallet, { projectId, id, reason: 'x' });
}
