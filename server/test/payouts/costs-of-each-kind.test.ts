// Every kind of transfer except a single payout (costs.test.ts): however its block is reorganized, the books have the
// fees of the chain, to the last unit, and the shares of several projects add up to them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress, payMany } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { release, stick } from '../../src/chains/simulated/replace.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { sumOf } from '../../src/core/group.ts';
import { amountOf } from '../../src/core/money.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { topUpAddress } from '../../src/payouts/own-address.ts';
import { voidWithdrawal } from '../../src/payouts/recover/void.ts';
import { createProject } from '../../src/projects/create.ts';
import { walletDifferences } from '../support/wallet-and-books.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';
import { insertCommitted } from './committed.ts';

const COINS = ['BTC', 'ETH', 'USDT'];
const DEEP = 90;

let fixture: CoinWalletWorld;
let projects: readonly string[];
beforeAll(async () => {
  const environment = {
    CHAINTILL_TOKENS: 'USDT',
    CHAINTILL_BATCH_MAX_PAYMENTS: '3',
    CHAINTILL_BATCH_WINDOW_SECONDS: '0',
  };
  fixture = await openCoinWalletWorld(environment);
  for (const coin of COINS) await fixture.fund(coin, ['500', '500']);
  const other = await createProject(fixture.world.app, 'Other payer');
  projects = [fixture.projectId, other.id, fixture.projectId];
});
afterAll(() => fixture.close());

let payees = 0;
function withdraw(coin: string, projectId = fixture.projectId): Promise<string> {
  payees += 1;
  const address = foreignAddress(fixture.coinWallet(coin).coin, 'kinds', payees);
  return insertCommitted(fixture.world.app, projectId, { coin, amount: '0.5', address });
}

interface Sent {
  readonly coin: string;
  readonly family: string;
  readonly txid: string;
  /** In the order of their creation. */
  readonly txids: readonly string[];
  readonly raws: readonly string[];
}

async function lastOf(coin: string, purpose: string): Promise<Sent> {
  const rows = await fixture.world.app.db.query<{ family: string; txid: string; raw: string }>(
    `select family, txid, raw from transfers where coin = $1 and family = (select family from transfers
       where coin = $1 and purpose = $2 order by created_at desc, id desc limit 1)
     order by created_at, id`,
    [coin, purpose],
  );
  const { family, txid } = defined(rows.at(-1), `a transfer for ${purpose}`);
  const txids = rows.map((row) => row.txid);
  return { coin, family, txid, txids, raws: rows.map(({ raw }) => raw) };
}

/** Creates a withdrawal of each project; returns the transfer of this purpose that results, signed. */
async function send(coin: string, of: { purpose: string; from: readonly string[]; by: string }) {
  const ids: string[] = [];
  for (const projectId of of.from) ids.push(await withdraw(coin, projectId));
  const signed = () =>
    fixture.world.app.db.query(
      'select 1 from transfers where coin = $1 and purpose = $2 and raw is not null',
      [of.by, of.purpose],
    );
  const before = (await signed()).length;
  for (let n = 0; n < 5 && (await signed()).length === before; n++) await fixture.advance(MINUTE);
  return { id: defined(ids[0], 'a withdrawal'), sent: await lastOf(of.by, of.purpose) };
}

async function pay(coin: string, from: readonly string[] = projects.slice(0, 1)): Promise<Sent> {
  return (await send(coin, { purpose: 'withdrawal', from, by: coin })).sent;
}

/** Sends ether to the token's address, which has none yet. */
async function bringGas(): Promise<Sent> {
  const from = projects.slice(0, 1);
  return (await send('USDT', { purpose: 'gas', from, by: 'ETH' })).sent;
}

async function payToken(): Promise<Sent> {
  const { address } = await topUpAddress(fixture.world.app, { coin: 'USDT', model: 'sequence' });
  const amount = amountOf('1', fixture.coinWallet('ETH').coin);
  await payMany(fixture.world.simulation('ETH'), [{ outputs: [{ address, tag: null, amount }] }]);
  await fixture.mine('ETH', 2);
  return pay('USDT');
}

/** The payout is stuck, and a transfer without a payment replaces it. */
async function replaceByVoid(coin: string): Promise<Sent> {
  const from = projects.slice(0, 1);
  const { id, sent } = await send(coin, { purpose: 'withdrawal', from, by: coin });
  await stick(fixture.world.simulation(coin), sent.txid);
  await voidWithdrawal(fixture.world.app, fixture.coinWallet(coin), {
    projectId: fixture.projectId,
    id,
    reason: 'not wanted',
  });
  await fixture.settle();
  return lastOf(coin, 'void');
}

/** A void replaced a completed payout: until the withdrawal is paid again, the books have its amount as sent. */
async function isPaidAgain(): Promise<boolean> {
  const rows = await fixture.world.app.db.query(
    `select 1 from coin_withdrawals w
     join payouts p on p.project_id = w.project_id and p.withdrawal_id = w.id
     where w.status = 'completed' and p.status <> 'confirmed'`,
  );
  return rows.length > 0;
}

async function expectBooked({ coin, family }: Sent): Promise<void> {
  const { db, coins } = fixture.world.app;
  if (!(await isPaidAgain())) expect(await walletDifferences(db, coins, COINS)).toEqual([]);
  expect(await auditLedger(db)).toEqual([]);
  const rows = await db.query<{ status: string; booked_fee: bigint | null; posted: bigint }>(
    `select t.status, t.booked_fee, coalesce((
       select sum(case f.kind when 'network_fees' then p.amount else -p.amount end)
       from ledger_postings p
       join ledger_accounts f on f.project_id = p.project_id and f.number = p.from_account
       where p.purpose like 'chain_fee%' and (p.reference_id = t.id or p.reference_id in (
         select withdrawal_id from payouts where transfer_id = t.id))), 0) as posted
     from transfers t where t.coin = $1 and t.family = $2`,
    [coin, family],
  );
  const confirmed = rows.filter(({ status }) => status === 'confirmed');
  expect(confirmed.length).toBeLessThanOrEqual(1);
  expect(sumOf(rows, ({ posted }) => posted)).toBe(confirmed[0]?.booked_fee ?? 0n);
}

const KINDS: readonly [string, () => Promise<Sent>][] = [
  ['ether that is brought for the fees of a token', bringGas],
  ['a token', payToken],
  ['a batch that pays two projects', () => pay('BTC', projects)],
  ['a void of bitcoins', () => replaceByVoid('BTC')],
  ['a void of ether', () => replaceByVoid('ETH')],
  ['a void of a token', () => replaceByVoid('USDT')],
];

test.each(KINDS)(
  '%s costs what the last block charged, whichever blocks contained it',
  async (_kind, make) => {
    const sent = await make();
    const { coin, txids, raws } = sent;
    const simulation = fixture.world.simulation(coin);
    await mine(simulation);
    await fixture.settle();
    await expectBooked(sent);
    // The same transaction at other base fees.
    for (const feePercent of [40, 160]) {
      await reorganise(simulation, { depth: 1 });
      await changeSettings(simulation, { feePercent });
      await mine(simulation);
      await fixture.settle();
      await expectBooked(sent);
    }
    await changeSettings(simulation, { feePercent: 100 });
    // Another branch contains each of the family in turn, whichever was broadcast later.
    for (const txid of [...txids, ...txids.toReversed()]) {
      await reorganise(simulation, { depth: 1, drop: true });
      const raw = defined(raws[txids.indexOf(txid)], 'it was signed');
      await fixture.coinWallet(coin).network.broadcast({ txid, raw });
      await release(simulation, txid).catch(() => undefined);
      await mine(simulation);
      await fixture.settle();
      await expectBooked(sent);
    }
    await fixture.mine(coin, DEEP);
    for (let n = 0; n < 3; n++) {
      await fixture.advance(MINUTE);
      for (const each of COINS) await fixture.mine(each);
    }
    expect(await isPaidAgain()).toBe(false);
    await expectBooked(sent);
  },
);
