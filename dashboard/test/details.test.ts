// The detail screens, and the dialogs of an instance with activity: axe finds no violation in either color scheme, wide
// and narrow, and nothing scrolls sideways.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeWithChromium } from '../../server/test/support/chromium.ts';
import { appearances, inspect } from './support/appearances.ts';
import { goTo } from './support/go-to.ts';
import { type LivedIn, liveIn, PAYROLL } from './support/lived-in.ts';
import { agedStepUps } from './support/passkey.ts';
import { stage } from './support/stage.ts';

const FINANCE = { roles: ['admin', 'finance', 'support', 'developer'] } as const;

/** The path of each below its project, and a text that is there when it has loaded. */
const details = ({ sent, held, open, over, channel, ...other }: LivedIn) =>
  [
    ['withdrawal', `withdrawals/${sent}`, 'Postings'],
    ['withdrawal-held', `withdrawals/${held}`, 'Held by'],
    ['invoice-open', `invoices/${open}`, 'Payment details'],
    ['invoice-overpaid', `invoices/${over}`, 'Needs review'],
    ['transaction-paid', `transactions/${over}`, 'Postings'],
    ['callback', `callbacks/${other.delivery}`, 'Attempt 1: 500'],
    ['callbacks-sent', 'callbacks', 'Invoice.'],
    ['channel', `channels/${channel}`, 'on hold'],
    ['channels-some', 'channels', 'for Ada'],
    [
      'subscription',
      `subscriptions/${other.subscription}`,
      'An invoice is created when the payer chooses a coin',
    ],
    ['subscriptions', 'subscriptions', 'monthly'],
    ['deposit', `inbox/${other.deposit}`, 'only an operator can resolve it'],
    ['inbox-some', 'inbox', '0.002'],
    ['customer-paid', 'customers/ada', 'History'],
    ['customers-some', 'customers', 'ada'],
    ['statement', 'balances/EUR', 'Opening balance'],
    ['transactions-some', 'transactions', 'paid too much'],
    ['journal-project', 'journal', 'No changes yet'],
    ['policy-version', 'policy?version=1', 'Version 1'],
    ['policy-used', 'policy', 'large'],
    ['invoices-some', 'invoices', 'two shirts'],
    ['withdrawals-some', 'withdrawals', 'salary of May'],
  ] as const;

describeWithChromium('detail screens and dialogs', () => {
  const on = stage();
  let lived: LivedIn | undefined;
  const livedIn = async () => {
    lived ??= await liveIn(on());
    return lived;
  };
  const whole = (page: Page) => page.getByRole('dialog').last();

  test(
    'the screens have no accessibility issue in any theme',
    async () => {
      const { enter, open, url, merchant } = on();
      const of = await livedIn();
      const page = await enter(FINANCE);
      for (const [name, path, shows] of details(of)) {
        await page.setViewportSize(appearances[0].viewport);
        await goTo(page, `projects/${merchant.project.id}/${path}`);
        const shown = page.getByText(shows).filter({ visible: true }).first();
        await shown.waitFor();
        expect(await page.locator('h1').count(), `headings of ${name}`).toBe(1);
        await inspect(page, name, shown);
      }
      const stranger = await open(`${url}/dashboard/welcome#used`);
      await inspect(
        stranger,
        'welcome',
        stranger.getByText('This link was already used or has expired.'),
      );
      await stranger.goto(`${url}/dashboard/sso?code=made-up&state=made-up`);
      await inspect(stranger, 'sso', stranger.getByRole('alert'));
    },
    200_000 * appearances.length,
  );

  test(
    'the dialogs have no accessibility issue in any theme',
    async () => {
      const { enter, merchant, world } = on();
      const { over, under } = await livedIn();
      const page = await enter(FINANCE);
      const at = (path: string) => goTo(page, `projects/${merchant.project.id}/${path}`);
      const press = (name: string | RegExp, within: Page | Locator = page) =>
        within.getByRole('button', { name }).first().click();
      await at('withdrawals/batch');
      await page.locator('input[type=file]').setInputFiles(PAYROLL);
      await page.getByText('The rows are being checked.').waitFor();
      await world.settle();
      await press('Send 1 payout');
      await inspect(page, 'batch', whole(page));

      await at('balances');
      await press('Exchange funds');
      await inspect(page, 'exchange', whole(page));
      await whole(page).getByRole('textbox', { name: 'Amount' }).fill('0.1');
      await press('Get quote', whole(page));
      await inspect(page, 'exchange-quote', page.getByText(/Quote valid for/));

      await at(`invoices/${over}`);
      await press('Refund to the account…');
      await inspect(page, 'refund', page.getByRole('button', { name: /^Refund 0\./ }));
      await press('Cancel');
      await press('Refund to an address…');
      await inspect(page, 'refund-to-address', whole(page));
      await at(`invoices/${under}`);
      await press('Accept at today’s rate…');
      await inspect(page, 'recalculate', page.getByRole('button', { name: /^Settle for/ }));
      await agedStepUps(world);
      await press(/^Settle for/);
      const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await inspect(page, 'proof', dialog);
    },
    200_000 * appearances.length,
  );
});
