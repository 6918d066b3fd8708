// Finance pays many people from one file, 200 in a thorough run: checked as a whole, confirmed once, and each person is
// paid exactly once.
import { Address, TEST_NETWORK } from '@scure/btc-signer';
import { expect, test, vi } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { isThorough } from '../../../server/test/support/crash-stride.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { credit, fillWallet } from '../../../server/test/support/funds.ts';
import type { World } from '../../../server/test/support/world.ts';
import { agedStepUps, confirmStepUp, signIn, stepUpsOf } from '../support/passkey.ts';
import { stage } from '../support/stage.ts';

vi.setConfig({ testTimeout: 400_000 });

const PEOPLE = isThorough ? 200 : 50;
const amountOf = (n: number) => `0.00${1000 + n}`;
const TOTAL = Array.from({ length: PEOPLE }, (_, n) => BigInt(100_000 + 100 * n));

describeWithChromium('finance', () => {
  const on = stage();

  test(`pays ${PEOPLE} people from a file, each once, as the ledger shows`, async () => {
    const { merchant, url, world } = on();
    await fillWallet(world, 'BTC', new Array(PEOPLE).fill('0.005'));
    await credit(world, merchant, { BTC: '1' });
    const page = await signIn(on(), { roles: ['finance'] });
    await page.goto(`${url}/dashboard/projects/${merchant.project.id}/withdrawals/batch`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'payroll.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        ['address,amount,currency,custom_id', ...Array.from({ length: PEOPLE }, row)].join('\n'),
      ),
    });
    await page.getByText('The rows are being checked.').waitFor();
    await world.settle();
    await page.getByRole('button', { name: `Send ${PEOPLE} payouts` }).click();
    await agedStepUps(world);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: `Send ${PEOPLE} payouts` }).click();
    await confirmStepUp(page, new RegExp(`${PEOPLE} payouts`));
    await page.getByText('sending', { exact: true }).first().waitFor();
    await world.settle();
    expect(await faultsOf(page)).toEqual([]);
    while (await isSomethingOpen(world)) {
      await world.settle();
      await world.mine('BTC', 6);
    }

    expect(new Set(await stepUpsOf(world, 'payout-batches.send'))).toEqual(new Set(['passkey']));
    const [paid] = await world.app.db.query(
      `select count(*)::int as n, count(distinct address)::int as people, count(distinct custom_id)::int as salaries,
         sum(received_amount) as amount from coin_withdrawals where project_id = $1 and status = 'completed'`,
      [merchant.project.id],
    );
    const amount = TOTAL.reduce((sum, each) => sum + each, 0n);
    expect(paid).toEqual({ n: PEOPLE, people: PEOPLE, salaries: PEOPLE, amount });
    const [booked] = await world.app.db.query<{ left: bigint; charged: bigint }>(
      `select a.balance as left, (select sum(charged_amount) from coin_withdrawals where project_id = $1) as charged
       from ledger_accounts a where a.project_id = $1 and a.kind = 'available' and a.currency = 'BTC'`,
      [merchant.project.id],
    );
    expect(100_000_000n - (booked?.charged ?? 0n)).toBe(booked?.left);
    expect(booked?.charged).toBeGreaterThan(amount);
  });
});

const row = (_: unknown, n: number) => `${addressOf(n)},${amountOf(n)},BTC,salary ${n}`;

async function isSomethingOpen({ app }: World): Promise<boolean> {
  const rows = await app.db.query(
    `select 1 from coin_withdrawals where status <> 'completed' limit 1`,
  );
  return rows.length > 0;
}

function addressOf(n: number): string {
  const hash = new Uint8Array(20).fill(7);
  hash.set([n >> 8, n & 255]);
  return Address(TEST_NETWORK).encode({ type: 'wpkh', hash });
}
