// What has not happened yet is counted down on the page of its object: how long an invoice can be paid, when a
// subscription is due, when a webhook is sent again. Screen readers are not told each second, and nothing moves.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { defined } from '../../../server/src/core/assert.ts';
import { DAY, HOUR } from '../../../server/src/core/clock.ts';
import { listEndpoints } from '../../../server/src/events/endpoints.ts';
import { sendTestCallback } from '../../../server/src/events/resend.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { goTo } from '../support/go-to.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('countdowns', () => {
  const on = stage();

  test('show how long an invoice can be paid, without announcing each second', async () => {
    const { enter, merchant } = on();
    const { id } = await merchant.api.invoices.create({
      price_amount: '25.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
    });
    const page = await enter({ roles: ['viewer'] });
    await goTo(page, `projects/${merchant.project.id}/invoices/${id}`);
    const left = page.getByRole('timer').filter({ hasText: /^\d mins? \d\d secs?$/ });
    const text = await left.textContent();
    expect(await left.getAttribute('aria-live')).toBe('off');
    const width = await widthOf(page);
    await expect.poll(() => left.textContent()).not.toBe(text);
    expect(await widthOf(page)).toBe(width);
    expect(await faultsOf(page)).toEqual([]);
  });

  test('show when a subscription is due', async () => {
    const { enter, merchant, world } = on();
    const { id } = await merchant.api.subscriptions.create({
      name: 'monthly',
      amount: '12.00',
      currency: 'EUR',
      period: 'month',
      period_quantity: 1,
      starts_at: new Date(world.app.clock.now() + 5 * DAY + HOUR),
      payer_email: 'ada@example.com',
    });
    const page = await enter({ roles: ['viewer'] });
    await goTo(page, `projects/${merchant.project.id}/subscriptions/${id}`);
    expect(await page.getByRole('timer').textContent()).toMatch(/^5 days 0[01] hrs?$/);
    expect(await faultsOf(page)).toEqual([]);
  });

  test('show when a webhook is sent again', async () => {
    const { enter, merchant, world } = on();
    const { app } = world;
    const [endpoint] = await listEndpoints(app, merchant.project.id);
    const to = defined(endpoint, 'an endpoint').id;
    const id = await sendTestCallback(app, merchant.project.id, to);
    await world.settle();
    await app.db.query(
      `update deliveries set status = 'pending', next_attempt_at = $3 where project_id = $1 and id = $2`,
      [merchant.project.id, id, new Date(app.clock.now() + 2 * HOUR)],
    );
    const page = await enter({ roles: ['developer'] });
    await goTo(page, `projects/${merchant.project.id}/callbacks/${id}`);
    await page.getByText('Next attempt').waitFor();
    const left = page.getByRole('timer');
    expect(await left.textContent()).toMatch(/^(1 hr 59|2 hrs 00) mins?$/);
    expect(await faultsOf(page)).toEqual([]);
  });
});

/** Of the part of the timeline with the countdown. */
function widthOf(page: Page): Promise<number> {
  return page
    .getByRole('timer')
    .last()
    .evaluate((element) => element.getBoundingClientRect().width);
}
