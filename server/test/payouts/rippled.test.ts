// Sending XRP over the emulated rippled: one payment whatever expires, whatever the node loses and wherever the process
// dies, and nothing given up without proof.
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMnemonic } from '../../src/addresses/wallets.ts';
import { rippledFamily } from '../../src/chains/rippled/rippled-transfers.ts';
import type { SignedTransfer } from '../../src/chains/transfers.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { SignerRefused } from '../../src/keys/signer.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import type { CoinWallet } from '../../src/payouts/coin-wallet.ts';
import { openCoinWallets } from '../../src/payouts/open-coin-wallets.ts';
import { ensureHotSender } from '../../src/payouts/own-address.ts';
import {
  cancelByMerchant,
  cancelWithdrawal,
  retryWithdrawal,
} from '../../src/payouts/recover/cancel.ts';
import { endQuarantine } from '../../src/payouts/recover/end-quarantine.ts';
import { openSpends } from '../../src/payouts/recover/unrecognised-spends.ts';
import { voidWithdrawal } from '../../src/payouts/recover/void.ts';
import { attemptsOf, wasItSent } from '../../src/payouts/send/attempts.ts';
import { senderWorker } from '../../src/payouts/sender.ts';
import { requireTags } from '../../src/payouts/wallet/require-tags.ts';
import { createProject } from '../../src/projects/create.ts';
import { contextOf } from '../../src/withdrawals/reasons.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { ourWallet } from '../conformance/our-wallet.ts';
import { Crash, type CrashPlan } from '../flows/interrupted-database.ts';
import { type Emulator, startEmulator } from '../support/rippled/emulator.ts';
import { type Payer, payerOf } from '../support/rippled/keys.ts';
import { type StandAlone, standAlone } from '../support/rippled/stand-alone.ts';
import { DEPOSIT_AUTH, REQUIRE_TAG } from '../support/rippled/state.ts';
import { createWorld, type World } from '../support/world.ts';
import { insertCommitted, rememberReported, reported, storedWithdrawal } from './committed.ts';
import { mortalByCall } from './mortal.ts';

const WORKERS = ['address-pool', 'watch-xrp', 'assess-xrp'];
const XRP = 1_000_000n;
/** More than the ledgers that a transfer may wait for. */
const EXPIRED = 80;

let emulator: Emulator;
let ledger: StandAlone;
let world: World;
let coinWallet: CoinWallet;
let projectId: string;
let account: string;
const { address: payee } = await ourWallet(coinOf('XRP'), 'regtest').payee();

beforeAll(async () => {
  emulator = await startEmulator();
  ledger = standAlone(emulator.url);
  world = await createWorld({
    CHAINTILL_MODE: 'live',
    CHAINTILL_NETWORK: 'regtest',
    XRP_NODE_URL: emulator.url,
  });
  const { app } = world;
  const family = rippledFamily({ network: 'regtest', url: emulator.url });
  await rememberReported(app, world.database);
  const coinWallets = openCoinWallets(app, new Map([['XRP', family]]));
  coinWallet = defined(coinWallets.get('XRP'), 'a treasury of XRP');
  projectId = (await createProject(app, 'Payer')).id;
  const top = await ensureHotSender(app, 'XRP');
  account = top.address;
  await ledger.found(payee, 10n * XRP);
  await ledger.pay(top, 1000n * XRP);
  emulator.accept();
  await settle();
});
afterAll(async () => {
  coinWallet.network.close();
  await world.close();
  await emulator.close();
});

/** Our own account, with the key from the service's recovery phrase. */
async function ourPayer(): Promise<Payer> {
  const master = HDKey.fromMasterSeed(mnemonicToSeedSync(await openMnemonic(world.app)));
  const key = master.derive("m/44'/144'/0'/0/0");
  const hex = (bytes: Uint8Array | null) =>
    Buffer.from(defined(bytes, 'a key')).toString('hex').toUpperCase();
  return {
    address: account,
    publicKey: hex(key.publicKey),
    privateKey: `00${hex(key.privateKey)}`,
  };
}

async function settle(): Promise<void> {
  await makeAllDue(world.app);
  const workers = world.assembled.workers.filter(({ name }) => WORKERS.includes(name));
  await runDueWork(world.app, [...workers, senderWorker(coinWallet)]);
}

/** Inserted without a tag, as the API rejects that; a payment with a tag is settled internally. */
const withdrawToOurselves = (amount: string) =>
  insertCommitted(world.app, projectId, {
    coin: 'XRP',
    amount,
    address: account,
    networkFee: '0.000012',
  });

const withdraw = (amount: string, to: { address?: string; tag?: number } = {}) =>
  insertCommitted(world.app, projectId, {
    coin: 'XRP',
    amount,
    address: payee,
    tag: 5,
    networkFee: '0.000012',
    ...to,
  });

const stored = (id: string) => storedWithdrawal(world.app.db, id);

const held = (address: string) => emulator.state.validated.get(address)?.balance ?? 0n;

async function journal(id: string): Promise<readonly { step: string; facts: object }[]> {
  return world.app.db.query(
    `select l.step, l.facts from transfer_log l
     join transfer_payments p on p.coin = l.coin and p.transfer_id = l.transfer_id
     where p.withdrawal_id = $1 order by l.seq`,
    [id],
  );
}

test('a withdrawal arrives with its tag and completes in its first ledger', async () => {
  const before = held(payee);
  const id = await withdraw('2.5');
  await settle();
  expect(await stored(id)).toMatchObject({ status: 'sent', said: null });
  const { tx } = defined(emulator.state.openTransactions.at(-1), 'it was sent');
  expect(tx).toMatchObject({ Account: account, DestinationTag: 5, Amount: '2500000' });
  expect(tx['LastLedgerSequence']).toBeGreaterThan(
    defined(emulator.state.ledgers.at(-1), '').index,
  );
  emulator.accept();
  await settle();
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(held(payee) - before).toBe(2_500_000n);
});

test('concurrent withdrawals take consecutive sequences', async () => {
  const before = held(payee);
  const ids = [await withdraw('1'), await withdraw('2'), await withdraw('3')];
  await settle();
  emulator.accept();
  await settle();
  for (const id of ids) expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(held(payee) - before).toBe(6n * XRP);
});

test('a transfer that the node forgot is broadcast again with the same bytes', async () => {
  const id = await withdraw('1');
  await settle();
  const { txid } = await stored(id);
  emulator.dropOpen();
  world.clock.advance(11 * MINUTE);
  await settle();
  emulator.accept();
  await settle();
  expect(await stored(id)).toMatchObject({ status: 'completed', txid });
});

const loses = [
  { node: 'that was restarted', lose: () => emulator.dropOpen() },
  // Like a real one, for hundreds of ledgers.
  { node: 'that goes on telling of it', lose: () => emulator.dropOpen() },
] as const;

test.each(loses)(
  'an expired transfer is abandoned on proof and paid by a new one, once: node $node',
  async ({ lose }) => {
    const before = held(payee);
    const id = await withdraw('7');
    await settle();
    const { txid } = await stored(id);
    lose();
    emulator.accept(EXPIRED);
    await settle();
    const again = await stored(id);
    expect(again.txid).not.toBe(txid);
    emulator.accept();
    await settle();
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(held(payee) - before).toBe(7n * XRP);
    const steps = await journal(id);
    expect(steps.find(({ step }) => step === 'dead')?.facts).toEqual({
      expired_at: expect.any(Number),
    });
    expect(await reported(world.app, id)).toEqual([
      'processing',
      'sent',
      'pending',
      'processing',
      'sent',
      'completed',
    ]);
  },
);

test('a withdrawal accepted as paid is not paid again when its own transfer has expired', async () => {
  const before = held(payee);
  const id = await withdraw('8');
  await settle();
  const { txid } = await stored(id);
  emulator.dropOpen();
  // By our own account, as another copy of this database would: a stranger's payment proves nothing.
  await ledger.submit(
    { TransactionType: 'Payment', Destination: payee, DestinationTag: 5, Amount: `${8n * XRP}` },
    await ourPayer(),
  );
  emulator.accept();
  await settle();
  const spends = await openSpends(world.app.db, 'XRP');
  const spend = spends.find(({ kind }) => kind === 'payment');
  expect(spend).toMatchObject({ kind: 'payment', subject: id });
  await endQuarantine(world.app, coinWallet, { isAccepted: true });
  emulator.accept(EXPIRED);
  await settle();
  emulator.accept();
  await settle();
  expect(await stored(id)).toMatchObject({ status: 'completed', txid: spend?.txid });
  // It is submitted again and rejected; then the service looks for the transaction that used its sequence.
  for (let round = 0; round < 6; round++) {
    world.clock.advance(11 * MINUTE);
    await settle();
    emulator.accept();
  }
  const [own] = await world.app.db.query('select status from transfers where txid = $1', [txid]);
  expect(own).toEqual({ status: 'dead' });
  expect(held(payee) - before).toBe(8n * XRP);
  await clearAlerts();
});

test('a transfer in a ledger that the node no longer has is not abandoned', async () => {
  const before = held(payee);
  const id = await withdraw('1');
  await settle();
  const { txid } = await stored(id);
  emulator.accept(EXPIRED);
  const kept = emulator.state.ledgers.slice();
  emulator.drop(5);
  world.clock.advance(11 * MINUTE);
  await settle();
  expect((await stored(id)).txid).toBe(txid);
  // Another node, or the same node after it has fetched them.
  emulator.state.ledgers.splice(0, 5, ...kept);
  emulator.accept();
  await settle();
  expect(await stored(id)).toMatchObject({ status: 'completed', txid });
  expect(held(payee) - before).toBe(XRP);
});

test('a transfer that is in a ledger after all is not paid a second time', async () => {
  const before = held(payee);
  const id = await withdraw('4');
  await settle();
  // The service checks again only when the last ledger is long past.
  emulator.accept(EXPIRED);
  await settle();
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(held(payee) - before).toBe(4n * XRP);
});

test('a withdrawal to a destination that requires a tag or does not exist waits with the reason', async () => {
  const destination = defined(emulator.state.open.get(payee), 'the payee');
  destination.flags |= REQUIRE_TAG;
  emulator.accept();
  const before = held(account);
  const tagless = await withdraw('1', { tag: 0 });
  const unfounded = await withdraw('0.5', { address: 'rWACP85cfJfBM8DKakctscmctGtUAXNVb' });
  await settle();
  expect(await stored(tagless)).toMatchObject({
    status: 'pending',
    wait_reason: 'not_payable',
    refusal: 'tag_required',
  });
  expect((await stored(unfounded)).refusal).toBe('account_missing');
  emulator.accept();
  expect(held(account)).toBe(before);
  destination.flags = 0;
  defined(emulator.state.open.get(payee), 'the payee').flags = 0;
  await ledger.found('rWACP85cfJfBM8DKakctscmctGtUAXNVb', 5n * XRP);
  world.clock.advance(MINUTE);
  await settle();
  emulator.accept();
  await settle();
  for (const id of [tagless, unfounded]) {
    expect(await stored(id)).toMatchObject({ status: 'completed' });
  }
});

/** The account of a recipient that accepts payments only from authorized senders. */
const choosy = payerOf('sEdSJHdnVumf99WfaHTnU8DaQkx5Q4n');
const ASF_DEPOSIT_AUTH = 9;

async function listOpenAlerts(): Promise<readonly { kind: string; facts: object }[]> {
  return world.app.db.query(
    'select kind, facts from alerts where resolved_at is null order by kind',
  );
}

async function clearAlerts(): Promise<void> {
  await world.app.db.query('update alerts set resolved_at = created_at where resolved_at is null');
}

const cancel = (id: string) =>
  cancelWithdrawal(world.app, coinWallet, { projectId, id, reason: 'the payee does not take it' });

test('a recipient that requires authorization is detected before signing and delays none', async () => {
  await ledger.found(choosy.address, 10n * XRP);
  await ledger.submit({ TransactionType: 'AccountSet', SetFlag: ASF_DEPOSIT_AUTH }, choosy);
  emulator.accept();
  const { nextNumber } = await coinWallet.network.account(account);
  const [ended, kept] = [
    await withdraw('3', { address: choosy.address }),
    await withdraw('3', { address: choosy.address }),
  ];
  const others = [await withdraw('1'), await withdraw('1')];
  await settle();
  emulator.accept();
  await settle();
  for (const id of others) expect(await stored(id)).toMatchObject({ status: 'completed' });
  for (const id of [ended, kept])
    expect(await stored(id)).toMatchObject({
      status: 'pending',
      wait_reason: 'not_payable',
      refusal: 'not_authorized',
    });
  // One callback is sent, however often the recipient is checked.
  expect(await reported(world.app, kept)).toEqual(['pending']);
  expect((await coinWallet.network.account(account)).nextNumber).toBe(nextNumber + 2);
  expect(await listOpenAlerts()).toEqual([
    {
      kind: 'recipient_rejects_payment',
      facts: expect.objectContaining({
        withdrawal_id: ended,
        refusal: 'not_authorized',
        amount: expect.stringMatching(/^\d+(\.\d+)? XRP$/),
      }),
    },
  ]);
  await cancel(ended);
  expect(await stored(ended)).toMatchObject({ status: 'cancelled' });
  expect(await listOpenAlerts()).toHaveLength(1);
  await ledger.submit({ TransactionType: 'DepositPreauth', Authorize: account }, choosy);
  emulator.accept();
  world.clock.advance(MINUTE);
  await settle();
  emulator.accept();
  await settle();
  expect(await stored(kept)).toMatchObject({ status: 'completed' });
  expect(await listOpenAlerts()).toEqual([]);
});

test('a transfer that the recipient rejects after signing fails, can be cancelled, and delays none', async () => {
  // No validated ledger has the recipient's setting when the withdrawals are planned.
  const now = defined(emulator.state.open.get(payee), 'the payee');
  now.flags |= DEPOSIT_AUTH;
  const before = held(choosy.address);
  const refused = await withdraw('100');
  const behind = [
    await withdraw('1', { address: choosy.address }),
    await withdraw('2', { address: choosy.address }),
  ];
  await settle();
  // It was broadcast, and our node rejects it when it is sent again.
  const { network } = coinWallet;
  const { broadcast } = network;
  const { txid } = await stored(refused);
  Object.assign(network, {
    broadcast: async (signed: SignedTransfer) =>
      signed.txid === txid ? { kind: 'refused', reason: 'telCAN_NOT_QUEUE' } : broadcast(signed),
  });
  for (let round = 0; round < 2; round++) {
    world.clock.advance(MINUTE);
    await settle();
  }
  Object.assign(network, { broadcast });
  expect(await stored(refused)).toMatchObject({ wait_reason: 'rejected_by_network' });
  emulator.accept();
  await settle();
  expect(await stored(refused)).toMatchObject({
    status: 'failed',
    wait_reason: 'reverted',
    said: 'tecNO_PERMISSION',
  });
  for (const id of behind) {
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await reported(world.app, id)).toEqual(['processing', 'sent', 'completed']);
  }
  expect(held(choosy.address) - before).toBe(3n * XRP);
  expect(await listOpenAlerts()).toEqual([
    {
      kind: 'transfer_failed_on_chain',
      facts: expect.objectContaining({ reason: 'tecNO_PERMISSION' }),
    },
  ]);
  emulator.accept();
  await settle();
  await cancel(refused);
  expect(await stored(refused)).toMatchObject({ status: 'cancelled' });
  defined(emulator.state.open.get(payee), 'the payee').flags = 0;
  emulator.accept();
  await clearAlerts();
  expect(await auditLedger(world.app.db)).toEqual([]);
});

test('a transfer that can never apply fails immediately, is not recreated, and is cancelled or retried', async () => {
  const before = held(payee);
  // The network rejects payments to the sender itself: temREDUNDANT.
  const [given, retried] = [await withdrawToOurselves('7'), await withdrawToOurselves('8')];
  const behind = await withdraw('1');
  await settle();
  const refusal = expect.stringContaining('temREDUNDANT');
  for (const id of [given, retried]) {
    expect(await stored(id)).toMatchObject({ status: 'failed', said: refusal });
    await expect(cancel(id)).rejects.toMatchObject({ code: 'already_sent' });
  }
  expect((await listOpenAlerts()).map(({ kind }) => kind)).toEqual([
    'transfer_rejected',
    'transfer_rejected',
  ]);
  for (let round = 0; round < 4; round++) {
    for (let n = 0; n < EXPIRED / 2; n++) emulator.accept();
    world.clock.advance(MINUTE);
    await settle();
  }
  expect(await stored(behind)).toMatchObject({ status: 'completed' });
  for (const id of [given, retried]) {
    const row = await stored(id);
    const wait = { wait_reason: 'rejected_permanently', said: refusal };
    expect(row).toMatchObject({ status: 'failed', txid: null, ...wait });
    expect(contextOf(row)).toBe('not_sent');
    expect((await journal(id)).filter(({ step }) => step === 'signed')).toHaveLength(1);
  }
  // A person must review it.
  expect((await listOpenAlerts()).map(({ kind }) => kind)).toContain('transfer_rejected');
  expect(await cancelByMerchant(world.app, { projectId, id: given })).toMatchObject({
    status: 'cancelled',
    cancel_code: 'requested_by_merchant',
  });
  await retryWithdrawal(world.app, coinWallet, { projectId, id: retried });
  await settle();
  expect((await journal(retried)).filter(({ step }) => step === 'signed')).toHaveLength(2);
  for (let n = 0; n < EXPIRED; n++) emulator.accept();
  await settle();
  await cancel(retried);
  expect(held(payee) - before).toBe(1n * XRP);
  await clearAlerts();
  expect(await auditLedger(world.app.db)).toEqual([]);
});

test('a transfer without funds costs its fee and is paid when funds arrive', async () => {
  const hot = defined(emulator.state.open.get(account), 'our account');
  const before = { ours: hot.balance, theirs: held(payee) };
  hot.balance = 2n * XRP;
  const id = await withdraw('5');
  await settle();
  emulator.accept();
  await settle();
  expect(await stored(id)).toMatchObject({
    status: 'pending',
    wait_reason: 'hot_wallet_low_balance',
  });
  defined(emulator.state.open.get(account), 'our account').balance = before.ours - 12n;
  emulator.accept();
  world.clock.advance(MINUTE);
  await settle();
  emulator.accept();
  await settle();
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(held(payee) - before.theirs).toBe(5n * XRP);
  expect(
    wasItSent(await attemptsOf(world.app.db, { project_id: projectId, id }), {
      status: 'completed',
      txid: (await stored(id)).txid,
    }),
  ).toMatchObject({ code: 'confirmed' });
  await clearAlerts();
});

test('a sequence that the signer leaves unused is filled, and later transfers are paid immediately', async () => {
  const before = held(payee);
  const sign: CoinWallet['signer']['sign'] = async (request) => {
    if (request.plan.outputs[0]?.amount === 111n * XRP)
      throw new SignerRefused({ code: 'paid_twice' });
    return coinWallet.signer.sign(request);
  };
  const choosySigner = { ...coinWallet, signer: { ...coinWallet.signer, sign } };
  const refused = await withdraw('111');
  const behind = [await withdraw('1'), await withdraw('2')];
  const sender = senderWorker(choosySigner);
  await runDueWork(world.app, [sender]);
  world.clock.advance(MINUTE);
  await runDueWork(world.app, [sender]);
  emulator.accept();
  await runDueWork(world.app, [sender]);
  for (const id of behind) {
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await reported(world.app, id)).not.toContain('failed');
  }
  expect(await stored(refused)).toMatchObject({ status: 'pending', txid: null });
  const filled = await world.app.db.query(
    "select status, amount from transfers where purpose = 'void'",
  );
  expect(filled).toEqual([{ status: 'confirmed', amount: 12n }]);
  world.clock.advance(11 * MINUTE);
  await settle();
  emulator.accept();
  await settle();
  expect(await stored(refused)).toMatchObject({ status: 'completed' });
  expect(held(payee) - before).toBe(114n * XRP);
});

test('the reserve is never spent: a withdrawal of everything waits for funds', async () => {
  const { spendable } = await coinWallet.network.account(account);
  const id = await withdraw(`${spendable / XRP}.999999`);
  await settle();
  expect(await stored(id)).toMatchObject({
    status: 'pending',
    wait_reason: 'hot_wallet_low_balance',
  });
  await ledger.pay(await ensureHotSender(world.app, 'XRP'), 10n * XRP);
  emulator.accept();
  await settle();
  emulator.accept();
  await settle();
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(held(account)).toBeGreaterThanOrEqual(XRP);
  await ledger.pay(await ensureHotSender(world.app, 'XRP'), 1000n * XRP);
  emulator.accept();
  await settle();
});

test('the account is set to require tags once, between withdrawals', async () => {
  const id = await withdraw('1');
  expect(await requireTags(world.app, coinWallet)).toBe('planned');
  expect(await requireTags(world.app, coinWallet)).toBe('waits');
  await settle();
  emulator.accept();
  await settle();
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(await requireTags(world.app, coinWallet)).toBe('done');
  await expect(ledger.pay({ address: account, tag: null }, XRP)).rejects.toThrow('tecDST_TAG');
  emulator.accept();
});

test.each([
  { node: 'refuses it still', last: { kind: 'refused', reason: 'telNETWORK_ID' } },
  { node: 'takes it all the same, in no ledger', last: { kind: 'accepted' } },
] as const)(
  'a withdrawal that a person ends is refunded once, after it expires: node $node',
  async ({ last }) => {
    const { network } = coinWallet;
    const { broadcast } = network;
    const available = async () => {
      const [row] = await world.app.db.query<{ balance: bigint }>(
        `select balance from ledger_accounts
       where project_id = $1 and kind = 'available' and currency = 'XRP'`,
        [projectId],
      );
      return row?.balance ?? 0n;
    };
    const before = held(payee);
    // Like a node with other rules: no other node has the bytes.
    Object.assign(network, {
      broadcast: async () => ({ kind: 'refused', reason: 'telNETWORK_ID_MAKES_TX_NON_CANONICAL' }),
    });
    const id = await withdraw('3');
    const charged = defined(
      (
        await world.app.db.query<{ charged_amount: bigint }>(
          'select charged_amount from coin_withdrawals where id = $1',
          [id],
        )
      )[0],
      'the withdrawal',
    ).charged_amount;
    const had = await available();
    for (let round = 0; round < 3; round++) {
      await settle();
      world.clock.advance(MINUTE);
    }
    expect(await stored(id)).toMatchObject({ status: 'failed' });
    const requested = { projectId, id, reason: 'no node takes it' };
    expect(await voidWithdrawal(world.app, coinWallet, requested)).toBeNull();
    expect(await voidWithdrawal(world.app, coinWallet, requested)).toBeNull();
    Object.assign(network, { broadcast: async () => last });
    world.clock.advance(11 * MINUTE);
    await settle();
    // Until no ledger can contain it any more.
    expect(await stored(id)).toMatchObject({
      status: last.kind === 'refused' ? 'failed' : 'sent',
    });
    expect(await available()).toBe(had);
    emulator.accept(EXPIRED);
    await settle();
    Object.assign(network, { broadcast });
    expect(await stored(id)).toMatchObject({ status: 'cancelled', txid: null });
    expect(await available()).toBe(had + charged);
    emulator.accept(EXPIRED);
    await settle();
    expect(await available()).toBe(had + charged);
    expect(held(payee)).toBe(before);
    await clearAlerts();
    expect(await auditLedger(world.app.db)).toEqual([]);
  },
);

test('one payment, whichever call to the node or the signer fails last', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let at = 1; ; at++) {
      expect(at).toBeLessThan(100);
      if (!(await dieAt({ at, when }))) break;
    }
  }
  expect(await auditLedger(world.app.db)).toEqual([]);
}, 180_000);

test('a withdrawal that a stranger paid is paid anyway', async () => {
  const id = await withdraw('6.25', { tag: 0 });
  await ledger.pay({ address: payee, tag: null }, 6_250_000n);
  emulator.accept();
  await settle();
  emulator.accept();
  await settle();
  expect(await stored(id)).toMatchObject({ status: 'completed' });
  expect(await openSpends(world.app.db, 'XRP')).toEqual([]);
});

test('a withdrawal without a tag that another copy of this database paid is detected and not paid again', async () => {
  const id = await withdraw('6.5', { tag: 0 });
  const txid = await ledger.submit(
    { TransactionType: 'Payment', Destination: payee, Amount: '6500000' },
    await ourPayer(),
  );
  emulator.accept();
  await settle();
  expect(await stored(id)).toMatchObject({ status: 'pending', txid: null });
  const spends = await openSpends(world.app.db, 'XRP');
  expect(spends.find(({ kind, subject }) => kind === 'payment' && subject === id)?.txid).toBe(txid);
});

async function dieAt(plan: CrashPlan): Promise<boolean> {
  const before = held(payee);
  const id = await withdraw('0.01');
  const mortal = mortalByCall(world.app, coinWallet, plan);
  const drain = async () => {
    if (mortal.isDead()) return;
    try {
      await runDueWork(mortal.app, [senderWorker(mortal.coinWallet)]);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  };
  await drain();
  emulator.accept();
  await drain();
  world.clock.advance(MINUTE);
  await settle();
  emulator.accept();
  await settle();
  const where = `${plan.when} ${plan.at}`;
  expect({ where, ...(await stored(id)) }).toMatchObject({ where, status: 'completed' });
  expect({ where, paid: held(payee) - before }).toEqual({ where, paid: 10_000n });
  return mortal.isDead();
}
