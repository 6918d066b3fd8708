// The inbox: unmatched payments are found, and credited, attached or refunded, each with a reason, after the resulting
// amount was shown.

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { foreignAddress } from '../../../server/src/chains/simulated/pay.ts';
import { defined } from '../../../server/src/core/assert.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { chooseAction } from '../support/choose-action.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the screens of the inbox', () => {
  const on = stage();
  let invoices = 0;

  /** Additional payments to a paid invoice of Anna's. */
  async function surplus(amount: string, risk_level: 'low' | 'high' = 'low') {
    const { merchant, world } = on();
    invoices += 1;
    const { id } = await merchant.api.invoices.create({
      price_amount: '50',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: `paid ${invoices}`,
      customer_id: 'anna',
    });
    await world.pay({ invoice_id: id, risk_level: 'low' });
    await world.mine('BTC', 3);
    await world.pay({ invoice_id: id, amount, risk_level });
    await world.mine('BTC', 3);
    const { data } = await merchant.api.coinDeposits.list();
    return defined(data[0], 'what came on top');
  }

  /** Opens the payment with this reference from the list. */
  async function open(page: Page) {
    await openScreen(page, 'Unmatched payments');
    await page
      .getByRole('row', { name: `paid ${invoices}` })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'Resolve' }).waitFor();
  }

  test('it is credited after the fee is shown', async () => {
    const { enter, merchant, world } = on();
    await merchant.api.customers.create({ id: 'anna', currency: 'EUR' });
    const deposit = await surplus('0.002');
    const page = await enter({ roles: ['finance'] });
    await openScreen(page, 'Unmatched payments');
    await page.getByRole('textbox', { name: 'Transaction' }).fill('f'.repeat(64));
    await page.keyboard.press('Enter');
    await page.getByText('No payments match these filters.').waitFor();
    await page.getByRole('textbox', { name: 'Transaction' }).fill(deposit.txid);
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: '0.002 BTC' }).waitFor();
    await page.getByRole('textbox', { name: 'Transaction' }).fill('');
    await page.keyboard.press('Enter');
    await open(page);
    await page.getByRole('button', { name: 'Credit…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Credit to the account' });
    await dialog.getByText('0.00198 BTC', { exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('paid twice, kept');
    await dialog.getByRole('button', { name: 'Credit 0.00198 BTC' }).dblclick();
    await page.getByText('credited', { exact: true }).first().waitFor();
    await page.getByText('paid twice, kept').first().waitFor();
    const { data } = await merchant.api.accounts.list();
    expect(data.find(({ currency }) => currency === 'BTC')?.balance).toBe('0.00198');
    await openScreen(page, 'Unmatched payments');
    await page.getByRole('button', { name: 'Decided' }).click();
    await page.getByRole('textbox', { name: 'Transaction' }).fill(deposit.txid);
    await page.keyboard.press('Enter');
    const decided = page.getByRole('row', { name: 'credited' });
    await decided.getByText('paid twice, kept').waitFor();
    await page.getByRole('textbox', { name: 'Transaction' }).fill('another');
    await page.keyboard.press('Enter');
    await page.getByText('No payments match these filters.').waitFor();
    await page.getByRole('textbox', { name: 'Transaction' }).fill('');
    await page.keyboard.press('Enter');
    await decided.getByRole('link').click();
    await page.getByText('paid twice, kept').first().waitFor();
    const journal = await world.app.db.query(
      `select object_id from journal where operation = 'creditCoinDeposit'`,
    );
    expect(journal).toEqual([{ object_id: deposit.id }]);
  });

  test("it is attached to the customer's open invoice with the same amount", async () => {
    const { enter, merchant } = on();
    const meant = await merchant.api.invoices.create({
      price_amount: '70',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: 'meant',
      customer_id: 'anna',
    });
    await surplus(meant.pay_amount);
    const page = await enter({ roles: ['finance'] });
    await open(page);
    await page.getByText('exact amount').waitFor();
    await page.getByRole('button', { name: 'Attach…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('wrong address used');
    await dialog.getByRole('button', { name: /^Attach 0\.00/ }).click();
    await page.getByText('attached', { exact: true }).first().waitFor();
    await on().world.settle();
    expect(await merchant.api.invoices.get(meant.id)).toMatchObject({ status: 'completed' });
  });

  test('operators see the same invoice in the list of all projects', async () => {
    const { enter, merchant, world } = on();
    const meant = await merchant.api.invoices.create({
      price_amount: '71',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      custom_id: 'meant by all',
      customer_id: 'anna',
    });
    await surplus(meant.pay_amount);
    const page = await enter({ role: 'operator' });
    await openScreen(page, 'Unmatched payments', 'Operations');
    await chooseAction(page.getByRole('main'), 'Attach…');
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('option', { name: /meant by all/, includeHidden: true })
      .waitFor({ state: 'attached' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('wrong address used');
    await dialog.getByRole('button', { name: /^Attach 0\.00/ }).click();
    await page.getByText('No unmatched payments').waitFor();
    await world.settle();
    expect(await merchant.api.invoices.get(meant.id)).toMatchObject({ status: 'completed' });
  });

  test('it is refunded to an address shown in full; an invalid address is rejected at its field', async () => {
    const { enter, merchant, world } = on();
    await surplus('0.003');
    const to = foreignAddress(defined(world.app.coins.get('BTC'), 'BTC'), 'payer', 1);
    const page = await enter({ roles: ['finance'] });
    await open(page);
    await page.getByRole('button', { name: 'Send back…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send back' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('sent in error');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('nowhere');
    const send = dialog.getByRole('button', { name: /^Send back 0\.00/ });
    await send.click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(to);
    await dialog.getByText(`BTC to ${to}`).waitFor();
    const reported = defined(/[\d.]+/.exec((await send.textContent()) ?? '')?.[0], 'what arrives');
    await send.click();
    await page.getByText('refunded', { exact: true }).first().waitFor();
    const { data } = await merchant.api.coinWithdrawals.list();
    expect(data[0]).toMatchObject({ address: to, received_amount: reported });
  });

  test('only operators resolve high risk, in all projects; read-only members see no button', async () => {
    const { enter, merchant } = on();
    await surplus('0.004', 'high');
    const finance = await enter({ roles: ['finance'] });
    await openScreen(finance, 'Unmatched payments');
    await finance
      .getByRole('row', { name: `paid ${invoices}` })
      .getByRole('link')
      .click();
    await finance.getByText('only an operator can resolve it').waitFor();
    expect(await finance.getByRole('button', { name: 'Credit…' }).count()).toBe(0);
    const page = await enter({ role: 'operator' });
    await openScreen(page, 'Unmatched payments', 'Operations');
    await chooseAction(page.getByRole('row', { name: '0.004' }), 'Credit…');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('source shown');
    await dialog.getByRole('button', { name: 'Credit 0.00396 BTC' }).click();
    await page.getByText('No unmatched payments').waitFor();
    expect((await merchant.api.coinDeposits.list()).meta.total).toBe(0);
    const auditor = await enter({ role: 'auditor' });
    await openScreen(auditor, 'Unmatched payments', 'Operations');
    await auditor.getByText('No unmatched payments').waitFor();
  });
});
