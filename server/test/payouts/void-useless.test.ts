// A transfer that its address can no longer pay for after a reorganization delays no later nonce: an alert names it, a
// void uses its nonce, and another transfer pays its withdrawal once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress, pay } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { amountOf } from '../../src/core/money.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { walletDifferences } from '../support/wallet-and-books.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';

/** `fund` mines this many blocks; an ether deposit is credited in fewer. */
const FUNDING_BLOCKS = 41;
const FINAL_BLOCKS = 70;

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld();
});
afterAll(() => fixture?.close());

let payees = 0;
async function withdraw(amount: string) {
  payees += 1;
  const address = foreignAddress(fixture.coinWallet('ETH').coin, 'unpayable', payees);
  const id = await fixture.withdraw({ coin: 'ETH', amount, address });
  await fixture.settle('ETH');
  return { id, address };
}

/** Long enough for the alert, the void and what follows. */
async function goOn(): Promise<void> {
  for (let round = 0; round < 8; round++) {
    await fixture.advance(MINUTE);
    await fixture.mine('ETH');
  }
}

async function makeFinal(): Promise<void> {
  await fixture.mine('ETH', FINAL_BLOCKS);
  await goOn();
}

interface Family {
  readonly purpose: string;
  readonly status: string;
}

function familyOf(purpose: 'withdrawal' | 'sweep'): Promise<Family[]> {
  return fixture.world.app.db.query<Family>(
    `select purpose, status from transfers where coin = 'ETH' and family in (
       select family from transfers where coin = 'ETH' and purpose = 'void'
         and family in (select family from transfers where purpose = $1))
     order by created_at, id`,
    [purpose],
  );
}

const refusals = () =>
  fixture.world.app.db.query<{ purpose: string }>(
    `select facts ->> 'purpose' as purpose from alerts
     where kind = 'transfer_rejected' and resolved_at is null`,
  );

async function expectPaidOnce({ id, address }: { id: string; address: string }): Promise<void> {
  expect(await fixture.withdrawal(id)).toMatchObject({ status: 'completed' });
  expect((await fixture.paidTo('ETH', address)).payments).toBe(1);
}

async function expectBooks(): Promise<void> {
  const { db, coins } = fixture.world.app;
  expect(await walletDifferences(db, coins, ['ETH'])).toEqual([]);
  expect(await auditLedger(db)).toEqual([]);
}

test('a withdrawal that the hot wallet can no longer pay waits for funds, and later ones are paid', async () => {
  await fixture.fund('ETH', ['30']);
  await fixture.fund('ETH', ['30']);
  const large = await withdraw('40');
  expect(await fixture.withdrawal(large.id)).toMatchObject({ status: 'sent' });
  await reorganise(fixture.world.simulation('ETH'), { depth: FUNDING_BLOCKS, drop: true });
  const small = await withdraw('5');
  for (let n = 0; n < 3; n++) await fixture.advance(MINUTE);
  expect(await refusals()).toEqual([{ purpose: 'withdrawal' }]);
  await goOn();
  expect(await familyOf('withdrawal')).toEqual([
    { purpose: 'withdrawal', status: 'replaced' },
    { purpose: 'void', status: 'confirmed' },
  ]);
  await makeFinal();
  await expectPaidOnce(small);
  expect(await refusals()).toEqual([]);
  expect(await fixture.withdrawal(large.id)).toMatchObject({
    wait_reason: 'hot_wallet_low_balance',
  });
  await fixture.fund('ETH', ['30']);
  await goOn();
  await expectPaidOnce(large);
  await makeFinal();
  await expectBooks();
});

test('a sweep above its address balance is voided, and the rest of the address is swept', async () => {
  const { api } = await fixture.world.merchant();
  const terms = { pay_currency: 'ETH', receiver_currency: 'ETH' };
  const [one, two] = [
    await api.channels.create({ name: 'one', ...terms }),
    await api.channels.create({ name: 'two', ...terms }),
  ];
  const simulation = fixture.world.simulation('ETH');
  const deposit = async (address: string) => {
    const amount = amountOf('50', fixture.coinWallet('ETH').coin);
    await pay(simulation, { outputs: [{ address, amount }] });
    await mine(simulation, { count: FUNDING_BLOCKS });
    await fixture.settle();
  };
  for (const address of [two.address, one.address, one.address]) await deposit(address);
  const paid = await withdraw('130');
  expect(await fixture.withdrawal(paid.id)).toMatchObject({ wait_reason: 'consolidating_funds' });
  await reorganise(simulation, { depth: FUNDING_BLOCKS, drop: true });
  await goOn();
  await makeFinal();
  expect(await familyOf('sweep')).toEqual([
    { purpose: 'sweep', status: 'dead' },
    { purpose: 'void', status: 'confirmed' },
  ]);
  await fixture.fund('ETH', ['20']);
  await fixture.fund('ETH', ['20']);
  await goOn();
  await goOn();
  await expectPaidOnce(paid);
  await makeFinal();
  await expectBooks();
});
