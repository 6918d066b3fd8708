// Withdrawals: sent in two steps, paid from a file, and approved or rejected by permitted members.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  BTC_ADDRESS,
  publishPolicy,
  requestWithdrawal,
} from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { credit, fillWallet } from '../../../server/test/support/funds.ts';
import { booksOf } from '../../../server/test/support/withdrawal-books.ts';
import { openScreen } from '../support/open-screen.ts';
import { agedStepUps, confirmStepUp, signIn, stepUpsOf } from '../support/passkey.ts';
import { stage } from '../support/stage.ts';

const FILE = (rows: readonly string[]) => ({
  name: 'payroll.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['address;amount;currency;custom_id', ...rows].join('\r\n')),
});

describeWithChromium('the withdrawal screens', () => {
  const on = stage();

  test('finance sees the price and the policy, sends coins once, and sees them confirmed', async () => {
    const { enter, merchant, world } = on();
    await fillWallet(world, 'BTC', ['1', '1']);
    await credit(world, merchant, { BTC: '1', EUR: '5000' });
    const page = await enter({ roles: ['finance'] });
    await openScreen(page, 'Payouts');
    await page.getByRole('button', { name: 'Send coins' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('nowhere');
    await dialog.getByText('Not an address that you can send to.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const uri = `bitcoin:${BTC_ADDRESS}?amount=0.02`;
    await dialog.getByRole('textbox', { name: 'Address' }).fill(uri);
    await dialog.getByText('Detected: BTC, bitcoin').waitFor();
    await dialog.getByText('Reads as 0.02 BTC').waitFor();
    // The amount of a replaced URI goes with it, an amount that a person typed does not.
    await dialog
      .getByRole('textbox', { name: 'Address' })
      .fill(`bitcoin:${BTC_ADDRESS}?amount=0.03`);
    await dialog.getByText('Reads as 0.03 BTC').waitFor();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.04');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(BTC_ADDRESS);
    await dialog.getByText('Reads as 0.04 BTC').waitFor();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(uri);
    await dialog.getByText('Reads as 0.02 BTC').waitFor();
    await dialog.getByText(/^fast – about 10 min, 0\.\d+ BTC$/).waitFor({ state: 'attached' });
    const account = dialog.getByRole('combobox', { name: 'From account' });
    expect(await account.locator('option').allTextContents()).toEqual([
      'BTC – 1 available',
      'EUR – 5,000.00 available',
    ]);
    await account.selectOption('EUR');
    await dialog.getByText(/^1 BTC = [\d.,]+ EUR$/).waitFor();
    await dialog.getByRole('textbox', { name: 'Reference' }).fill('salary');
    await dialog.getByRole('button', { name: 'Get quote' }).click();
    await dialog.getByText(BTC_ADDRESS).waitFor();
    await dialog.getByText(/Allowed by/).waitFor();
    await dialog.getByText(/Quote valid for \d+ s/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send 0.02 BTC' }).dblclick();
    await page.getByRole('heading', { name: 'salary' }).waitFor();
    await page.locator('h1:focus').waitFor();
    await world.settle();
    await world.mine('BTC', 6);
    await page.reload();
    await page.getByText('Final', { exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const rows = await world.app.db.query<{ status: string }>(
      `select status from coin_withdrawals where custom_id = 'salary'`,
    );
    expect(rows).toEqual([{ status: 'completed' }]);
  });

  test('a file is checked as a whole before anything is sent, and sending needs no open page', async () => {
    const { enter, merchant, url, world } = on();
    await credit(world, merchant, { BTC: '1' });
    const page = await enter({ roles: ['finance'] });
    const upload = () =>
      page.goto(`${url}/dashboard/projects/${merchant.project.id}/withdrawals/batch`);
    await upload();
    await page
      .locator('input[type=file]')
      .setInputFiles(
        FILE([
          'nowhere;0.01;BTC;p 1',
          `${BTC_ADDRESS};-1;BTC;p 2`,
          `${BTC_ADDRESS};0.01;BTC;salary`,
        ]),
      );
    await page.getByText('The rows are being checked. Nothing has been sent.').waitFor();
    await world.settle();
    await page.getByText('3 rows were rejected').waitFor();
    await page.getByText(/address: Must be a valid BTC address/).waitFor();
    await page.getByText(/amount: Must be more than/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.getByRole('button', { name: /^Send/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel batch' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click();
    await page.getByText('canceled', { exact: true }).first().waitFor();

    await upload();
    const good = [1, 2, 3].map((n) => `"${BTC_ADDRESS}";0.0${n};btc;p ${n}`);
    await page.locator('input[type=file]').setInputFiles(FILE(good));
    await page.getByText('The rows are being checked. Nothing has been sent.').waitFor();
    await world.settle();
    await page
      .getByText(/^0\.06\d+ BTC$/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Send 3 payouts' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send 3 payouts' }).click();
    await page.getByText('sending', { exact: true }).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await upload();
    await world.settle();
    await page.getByRole('link', { name: 'payroll.csv' }).first().click();
    await page.getByText('sent', { exact: true }).first().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await faultsOf(page)).toEqual([]);
    const rows = await world.app.db.query(
      `select 1 from coin_withdrawals where custom_id in ('p 1', 'p 2', 'p 3')`,
    );
    expect(rows).toHaveLength(3);
  });

  test('a withdrawal on hold shows why; two approvers approve it, neither can approve twice, and a third is too late', async () => {
    const { enter, merchant, world } = on();
    await credit(world, merchant, { EUR: '1000' });
    await publishPolicy(world, merchant, {
      name: 'large',
      when: { amountAbove: '500' },
      do: { hold: 2 },
    });
    const { id } = await requestWithdrawal(merchant, '600', { custom_id: 'held' });
    const viewer = await enter({ roles: ['viewer'] });
    await openScreen(viewer, 'Payouts');
    await viewer.getByRole('heading', { level: 1, name: 'Payouts' }).waitFor();
    await viewer.getByRole('combobox', { name: 'Status' }).selectOption('on_hold');
    await viewer.getByRole('link', { name: 'held' }).click();
    await viewer.getByText(/Held by “large” until 2 people approve/).waitFor();
    expect(await viewer.getByRole('button', { name: /…$/ }).count()).toBe(0);
    await viewer.getByText('This needs the permission “approve”').waitFor();

    const address = viewer.url();
    const approve = async (page: Page) => {
      await page.goto(address);
      await page.getByRole('button', { name: 'Approve…' }).click();
      await page.getByRole('dialog').getByText(BTC_ADDRESS).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    };
    const first = await signIn(on(), { roles: ['approver'] });
    await agedStepUps(world);
    await approve(first);
    await confirmStepUp(first, new RegExp(BTC_ADDRESS));
    await first.getByText('Approved', { exact: true }).waitFor();
    await approve(first);
    await first.getByText(/already approved this/).waitFor();
    expect(await faultsOf(first)).toEqual([]);
    const third = await signIn(on(), { roles: ['approver'] });
    await third.goto(address);
    await third.getByRole('button', { name: 'Approve…' }).click();
    await approve(await signIn(on(), { roles: ['approver'] }));
    await first.getByRole('button', { name: 'Cancel' }).click();
    await first.reload();
    await first.getByText('queued').waitFor();
    await third.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await third.getByRole('dialog').getByRole('alert').waitFor();
    await third.reload();
    await third.getByText('queued').waitFor();
    expect(await third.getByRole('button', { name: 'Approve…' }).count()).toBe(0);
    const [row] = await world.app.db.query<{ status: string; given: number }>(
      `select w.status, (select count(*)::int from policy_journal j
         where j.withdrawal_id = w.id and j.step = 'approved') as given
       from coin_withdrawals w where w.id = $1`,
      [id],
    );
    expect(row).toEqual({ status: 'pending', given: 2 });
    expect(await stepUpsOf(world, 'withdrawals.approve')).toEqual(['passkey', 'passkey']);

    await fillWallet(world, 'BTC', ['0.5', '0.5']);
    for (let n = 0; n < 4; n++) {
      await world.settle();
      await world.mine('BTC', 6);
    }
    await world.settle();
    const { charged, ...sent } = await booksOf(world, id);
    expect(sent).toEqual({
      status: 'completed',
      holds: 0,
      booked: -charged,
      left: 0n,
      transfers: 1,
    });
    await third.reload();
    await third.getByText('completed', { exact: true }).first().waitFor();
  });

  test('a file without references is sent once, however often it is read and in whatever format', async () => {
    const { merchant, url, world } = on();
    await credit(world, merchant, { BTC: '1' });
    const page = await signIn(on(), { roles: ['finance'] });
    const dialog = page.getByRole('dialog');
    const upload = async (rows: readonly string[], again = false) => {
      await page.goto(`${url}/dashboard/projects/${merchant.project.id}/withdrawals/batch`);
      if (again) await page.getByRole('checkbox', { name: /^Resend rows/ }).check();
      await page.locator('input[type=file]').setInputFiles(FILE(rows));
      await page.getByText('The rows are being checked. Nothing has been sent.').waitFor();
      await world.settle();
    };
    const send = async (count: string) => {
      await page.getByRole('button', { name: `Send ${count}` }).click();
      await dialog.getByRole('button', { name: `Send ${count}` }).click();
    };
    const isSending = async () => {
      await page.getByText('sending', { exact: true }).first().waitFor();
      await world.settle();
    };
    await upload([`${BTC_ADDRESS};0.02;BTC;`, `${BTC_ADDRESS};0.02;BTC;`]);
    await page.getByText('2 rows can be sent.', { exact: false }).waitFor();
    await agedStepUps(world);
    await send('2 payouts');
    await confirmStepUp(page, /send 2 payouts from payroll\.csv, 0\.04\d+ BTC/);
    await isSending();

    const again = [`${BTC_ADDRESS};0.03;BTC;`, `${BTC_ADDRESS};0.020;btc;`];
    await upload(again);
    await page.getByText('1 row was rejected').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await send('1 payout');
    await isSending();

    await upload(again);
    await page.getByText('2 rows were rejected').waitFor();
    expect(await page.getByRole('button', { name: /^Send \d+ payout/ }).count()).toBe(0);
    await upload(again, true);
    await send('2 payouts');
    await isSending();
    const rows = await world.app.db.query<{ amount: bigint }>(
      `select received_amount as amount from coin_withdrawals
       where custom_id like 'batch-%' order by 1`,
    );
    expect(rows.map(({ amount }) => amount)).toEqual([
      2_000_000n,
      2_000_000n,
      2_000_000n,
      3_000_000n,
      3_000_000n,
    ]);
  });

  test('step-up happens once the input is valid, not before', async () => {
    const { world } = on();
    const page = await signIn(on(), { roles: ['finance'] });
    await openScreen(page, 'Payouts');
    await page.getByRole('button', { name: 'Send coins' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send coins' });
    await dialog.getByRole('textbox', { name: 'Address' }).fill('nowhere');
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.01');
    await agedStepUps(world);
    await dialog.getByRole('button', { name: 'Get quote' }).click();
    await dialog.getByText('Not an address that you can send to.').waitFor();
    expect(await page.getByRole('dialog', { name: 'Confirm it’s you' }).count()).toBe(0);
    await dialog.getByRole('textbox', { name: 'Address' }).fill(BTC_ADDRESS);
    await dialog.getByRole('button', { name: 'Get quote' }).click();
    await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor();
  });
});
