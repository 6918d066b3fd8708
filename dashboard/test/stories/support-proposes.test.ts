// Support finds a payment and prepares what should happen with it; finance makes the decision with one look and a few
// clicks.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { BTC_ADDRESS } from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { sampleCases } from '../../../server/test/support/crash-stride.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { countClicks } from '../support/clicks.ts';
import { notifiesChanges } from '../support/live.ts';
import { type Stage, stage } from '../support/stage.ts';

const WIDTHS = [1440, 390];
/** From the overview, with the identity check not due. */
const APPROVAL_CLICKS_MAX = 5;

describeWithChromium('support prepares decisions', () => {
  const on = stage();

  test.each(sampleCases(WIDTHS, 0))(
    'a refund is proposed from the found payment and approved from the overview, at %i px',
    async (width) => {
      const { merchant, world, enter, url } = on();
      await notifiesChanges(world);
      const name = `overpaid ${width}`;
      const { id } = await merchant.api.invoices.create({
        price_amount: '500.00',
        price_currency: 'EUR',
        pay_currency: 'BTC',
        custom_id: name,
      });
      const txid = await world.pay({ invoice_id: id, amount: '0.5', risk_level: 'low' });
      await world.mine('BTC', 6);
      const viewport = { width, height: 844 };
      const project = `${url}/dashboard/projects/${merchant.project.id}`;

      const support = await enter({ roles: ['support'] }, { viewport });
      await support.goto(`${project}/find-payment?text=${txid}`);
      // Without opening another page.
      await support.getByRole('link', { name: 'Open invoice' }).waitFor();
      await support.getByText('This needs the permission “payout”').waitFor();
      await support.getByRole('button', { name: 'Propose refund to address…' }).click();
      const dialog = support.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Address' }).fill(BTC_ADDRESS);
      await dialog.getByRole('textbox', { name: 'Note' }).fill('the customer sent too much');
      expect(await faultsOf(support)).toEqual([]);
      await dialog.getByRole('button', { name: 'Propose refund', exact: true }).click();
      await support.getByText('awaiting a decision').waitFor();
      await support.getByText('the customer sent too much').waitFor();
      expect(
        await support.getByRole('button', { name: 'Propose refund to account…' }).isDisabled(),
      ).toBe(true);
      expect(await support.getByRole('button', { name: 'Approve…' }).count()).toBe(0);
      expect(await faultsOf(support)).toEqual([]);
      expect((await merchant.api.invoices.get(id)).status).toBe('unresolved');

      const finance = await enter({ roles: ['finance'] }, { viewport });
      await finance.goto(`${project}/`);
      await finance.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      const clicks = await countClicks(finance);
      await finance.getByRole('link', { name: /Decisions waiting/ }).click();
      await finance.getByRole('heading', { level: 1, name: 'Proposed decisions' }).waitFor();
      expect(await faultsOf(finance)).toEqual([]);
      await finance.getByRole('link', { name: new RegExp(`Refund to ${BTC_ADDRESS}`) }).click();
      await finance.getByRole('heading', { level: 1, name }).waitFor();
      await finance.getByRole('button', { name: 'Approve…' }).click();
      const review = finance.getByRole('dialog');
      await review.getByText(BTC_ADDRESS).first().waitFor();
      expect(await faultsOf(finance)).toEqual([]);
      await review.getByRole('button', { name: /^Refund 0\.\d+ BTC$/ }).click();
      await finance.getByText('approved', { exact: true }).waitFor();
      expect(clicks.taken()).toBeLessThanOrEqual(APPROVAL_CLICKS_MAX);
      const [refund] = await merchant.api.invoices.refunds(id);
      expect(refund?.address).toBe(BTC_ADDRESS);
    },
  );

  test('an acceptance is proposed, and approved at a quote; another is withdrawn by its author', async () => {
    const { merchant, world, enter, url } = on();
    const [first, second] = [await overpaid(on(), 'accept 1'), await overpaid(on(), 'accept 2')];
    await world.settle();
    const project = `${url}/dashboard/projects/${merchant.project.id}`;
    const support = await enter({ roles: ['support'] });
    for (const id of [first, second]) {
      await support.goto(`${project}/invoices/${id}`);
      await support.getByRole('button', { name: 'Propose acceptance…' }).click();
      const dialog = support.getByRole('dialog');
      await dialog.getByText('Current price').waitFor();
      await dialog.getByRole('button', { name: 'Propose acceptance', exact: true }).click();
      await support.getByText('awaiting a decision').waitFor();
    }
    await support.getByRole('button', { name: 'Withdraw proposal' }).click();
    await support.getByText('withdrawn', { exact: true }).waitFor();

    const finance = await enter({ roles: ['finance'] });
    await finance.goto(`${project}/invoices/${first}`);
    await finance.getByRole('button', { name: 'Approve…' }).click();
    await finance
      .getByRole('dialog')
      .getByRole('button', { name: /^Settle / })
      .click();
    await finance.getByText('approved', { exact: true }).waitFor();
    expect((await merchant.api.invoices.get(first)).status).toBe('completed');
    expect((await merchant.api.invoices.get(second)).status).toBe('unresolved');
  });

  test.each(sampleCases(WIDTHS, 1))(
    'a held channel payment: the credit is proposed from the list and approved, the other one returned, at %i px',
    async (width) => {
      const { merchant, world, enter, url } = on();
      const pair = { pay_currency: 'BTC', receiver_currency: 'EUR' };
      const channel = await merchant.api.channels.create({ name: `off ${width}`, ...pair });
      await merchant.api.channels.update(channel.id, { status: 'disabled' });
      for (const amount of ['0.01', '0.02'])
        await world.pay({ channel_id: channel.id, amount, risk_level: 'low' });
      await world.mine('BTC', 3);
      await world.settle();
      const viewport = { width, height: 844 };
      const project = `${url}/dashboard/projects/${merchant.project.id}`;

      const support = await enter({ roles: ['support'] }, { viewport });
      await support.goto(`${project}/`);
      await support
        .getByRole('link', { name: /Channel payments on hold/ })
        .last()
        .click();
      await support.getByRole('heading', { level: 1, name: 'Held payments' }).waitFor();
      const row = support.getByRole('row', { name: /0\.01/ });
      await row.getByRole('button', { name: 'Propose credit…' }).click();
      const dialog = support.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('sent after the channel was off');
      await dialog.getByRole('textbox', { name: 'Note' }).fill('a regular customer');
      expect(await faultsOf(support)).toEqual([]);
      await dialog.getByRole('button', { name: 'Propose credit', exact: true }).click();
      await row.getByRole('button', { name: 'Propose credit…', disabled: true }).waitFor();
      const other = support.getByRole('row', { name: /0\.02/ });
      await other.getByRole('button', { name: 'Propose refund…' }).click();
      await dialog.getByRole('textbox', { name: 'Address' }).fill(BTC_ADDRESS);
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('not meant for us');
      await dialog.getByRole('button', { name: 'Propose refund', exact: true }).click();
      await other.getByRole('button', { name: 'Propose refund…', disabled: true }).waitFor();
      expect(await faultsOf(support)).toEqual([]);
      await other.getByRole('link').first().click();
      await support.getByText('awaiting a decision').waitFor();
      await support.getByText('This needs the permission “payout”').waitFor();
      expect(await support.getByRole('button', { name: 'Approve…' }).count()).toBe(0);
      expect(await faultsOf(support)).toEqual([]);

      const finance = await enter({ roles: ['finance'] }, { viewport });
      await finance.goto(`${project}/decisions?status=open`);
      await finance.getByRole('link', { name: /^Credit 0.01 BTC/ }).waitFor();
      const undecided = finance.getByRole('cell').filter({ hasText: /^–$/ });
      expect(await undecided.first().isVisible()).toBe(width > 640);
      await finance.getByRole('link', { name: 'Credit 0.01 BTC to the account' }).click();
      await finance.getByText('a regular customer').waitFor();
      await finance.getByRole('button', { name: 'Approve…' }).click();
      const credit = finance.getByRole('dialog', { name: 'Approve this decision?' });
      await credit.getByText('sent after the channel was off').waitFor();
      await credit.getByText('The payment is credited at the current rate.').waitFor();
      await credit.getByRole('button', { name: 'Credit 0.01 BTC' }).click();
      await finance.getByText('approved', { exact: true }).waitFor();
      await finance.getByRole('button', { name: 'Send back…' }).waitFor({ state: 'detached' });
      await finance.goto(`${project}/decisions?status=open`);
      await finance.getByRole('link', { name: new RegExp(`Refund to ${BTC_ADDRESS}`) }).click();
      await finance.getByRole('button', { name: 'Approve…' }).click();
      const back = finance.getByRole('dialog', { name: 'Approve this decision?' });
      await back.getByText(`less the network fee, to ${BTC_ADDRESS}`).waitFor();
      expect(await back.getByRole('textbox').count()).toBe(0);
      expect(await faultsOf(finance)).toEqual([]);
      await back.getByRole('button', { name: 'Send back 0.02 BTC' }).click();
      await finance.getByText('approved', { exact: true }).waitFor();
      const { data } = await merchant.api.channelPayments.list(channel.id);
      expect(data.map(({ paid_amount, status }) => [paid_amount, status]).toSorted()).toEqual([
        ['0.01', 'completed'],
        ['0.02', 'refunded'],
      ]);
      await finance.goto(`${project}/decisions?status=open`);
      await finance.getByText('No proposed decisions match').waitFor();
    },
  );

  test('an unmatched payment and a held channel payment are proposed in the answer to the search', async () => {
    const { merchant, world, enter, url } = on();
    const { id, pay_amount } = await merchant.api.invoices.create({
      price_amount: '500.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
    });
    await world.pay({ invoice_id: id, amount: pay_amount, risk_level: 'low' });
    await world.mine('BTC', 6);
    const surplus = await world.pay({ invoice_id: id, amount: '0.0321', risk_level: 'low' });
    const pair = { pay_currency: 'BTC', receiver_currency: 'EUR' };
    const channel = await merchant.api.channels.create({ name: 'off', ...pair });
    await merchant.api.channels.update(channel.id, { status: 'disabled' });
    const held = await world.pay({ channel_id: channel.id, amount: '0.03', risk_level: 'low' });
    await world.mine('BTC', 6);
    await world.settle();
    const search = `${url}/dashboard/projects/${merchant.project.id}/find-payment?text=`;
    const viewport = { width: 390, height: 844 };
    const support = await enter({ roles: ['support'] }, { viewport });
    await support.goto(search + surplus);
    await propose(support);
    await support.getByText('This needs the permission “payout”').waitFor();
    expect(await faultsOf(support)).toEqual([]);
    await support.goto(search + held);
    await support.getByText('Reason: the channel is disabled').waitFor();
    await propose(support);
    expect(await faultsOf(support)).toEqual([]);

    const finance = await enter({ roles: ['finance'] }, { viewport });
    await finance.goto(search + held);
    await finance.getByRole('button', { name: 'Approve…' }).click();
    const review = finance.getByRole('dialog', { name: 'Approve this decision?' });
    await review.getByRole('button', { name: 'Credit 0.03 BTC' }).click();
    await finance.getByText(/arrived and was credited to channel/).waitFor();
    const { data } = await merchant.api.channelPayments.list(channel.id);
    expect(data.map(({ status }) => status)).toEqual(['completed']);
  });

  test('a credit of an unmatched payment is proposed; one is declined with a reason, the next approved', async () => {
    const { merchant, world, enter, url } = on();
    const { id, pay_amount } = await merchant.api.invoices.create({
      price_amount: '500.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
    });
    await world.pay({ invoice_id: id, amount: pay_amount, risk_level: 'low' });
    await world.mine('BTC', 6);
    await world.pay({ invoice_id: id, amount: '0.0123', risk_level: 'low' });
    await world.mine('BTC', 6);
    const [deposit] = (await merchant.api.coinDeposits.list()).data;
    const address = `${url}/dashboard/projects/${merchant.project.id}/inbox/${deposit?.id}`;
    const support = await enter({ roles: ['support'] });
    await support.goto(address);
    const finance = await enter({ roles: ['finance'] });
    await propose(support);
    await finance.goto(address);
    await finance.getByRole('button', { name: 'Decline…' }).click();
    const refusal = finance.getByRole('dialog');
    await refusal.getByRole('textbox', { name: 'Reason for declining' }).fill('send it back');
    await refusal.getByRole('button', { name: 'Decline decision' }).click();
    await finance.getByText('declined', { exact: true }).waitFor();
    await support.reload();
    await support.getByText('send it back').waitFor();
    await propose(support);
    await finance.reload();
    await finance.getByRole('button', { name: 'Approve…' }).click();
    await finance
      .getByRole('dialog')
      .getByRole('button', { name: /^Credit / })
      .click();
    await finance.getByText('approved', { exact: true }).waitFor();
    expect((await merchant.api.coinDeposits.get(String(deposit?.id))).status).toBe('completed');
    expect(await faultsOf(finance)).toEqual([]);
  });
});

async function overpaid({ merchant, world }: Stage, name: string): Promise<string> {
  const { id } = await merchant.api.invoices.create({
    price_amount: '500.00',
    price_currency: 'EUR',
    pay_currency: 'BTC',
    custom_id: name,
  });
  await world.pay({ invoice_id: id, amount: '0.5', risk_level: 'low' });
  await world.mine('BTC', 6);
  return id;
}

async function propose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Propose credit…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('paid twice');
  await dialog.getByRole('button', { name: 'Propose credit', exact: true }).click();
  await page.getByText('awaiting a decision').waitFor();
}
