// The screens in German, in an instance with every kind of object: no code of the API is shown untranslated.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { raiseAlert } from '../../server/src/ledger/alerts.ts';
import { pausePayouts } from '../../server/src/ledger/payout-pauses.ts';
import { describeWithChromium } from '../../server/test/support/chromium.ts';
import { goTo } from './support/go-to.ts';
import { liveIn } from './support/lived-in.ts';
import { stage } from './support/stage.ts';

/** Codes of responses that German has another word for. Names of events and fields are shown unchanged. */
const RAW = [
  'new',
  'pending',
  'on[_ ]hold',
  'processing',
  'sent',
  'completed',
  'failed',
  'cancelled',
  'unresolved',
  'refunded',
  'overpaid',
  'underpaid',
  'paid_late',
  'enabled',
  'disabled',
  'read',
  'write',
  'payout',
  'inspect',
  'configure',
  'low',
  'medium',
  'high',
  'unknown',
  'confirmed',
  'dropped',
  'delivered',
  'out',
  'average',
  'person(?! \\d)',
  'broken[_ ]books',
  'every',
  'month',
  'balance',
  'must',
  'wrong',
  'waiting',
  'active',
  'invoice',
];
const SEEN = new RegExp(`(?<![\\w.:/“„])(?:${RAW.join('|')})(?![\\w.@])`, 'g');

/** Excludes text to copy, input fields, code, and names that people chose. */
const TEXT = `(() => {
  const main = document.querySelector('main').cloneNode(true);
  for (const each of main.querySelectorAll('code, pre, button[aria-label], input, strong, h1'))
    each.textContent = ' ';
  for (const each of main.querySelectorAll('td, th, dd, dt, li, p, div, span, option')) each.append(' ');
  return main.textContent;
})()`;

/** Screens of the instance. */
const OF_INSTANCE = [
  '',
  'pauses',
  'books',
  'account',
  'alerts',
  'signer',
  'networks',
  'rates',
  'health',
  'risk',
  'held-payments',
  'inbox',
  'people',
  'projects',
  'wallets',
];

describeWithChromium('the dashboard in German', () => {
  const on = stage();

  test('no code of the API is shown untranslated', async () => {
    const { enter, world, merchant } = on();
    const of = await liveIn(on());
    const projectId = merchant.project.id;
    await world.app.db.transaction(async (tx) => {
      const invariant = 'posting_sequence_gap';
      const facts = { invariant, facts: { project_id: projectId, currency: 'EUR' } } as const;
      const reversed = { deposit_id: tx.newId(), coin: 'LTC', txid: 'ab'.repeat(32) };
      for (const why of [
        { cause: 'person', reason: 'von Hand' },
        { cause: 'broken_books', facts },
        { cause: 'reversed_deposit', facts: reversed },
      ] as const)
        await pausePayouts(tx, { projectId, subject: tx.newId(), ...why });
      await raiseAlert(tx, { kind: 'audit_finding', subject: invariant, facts });
    });
    const page = await enter({ role: 'owner', roles: ['admin', 'finance'] }, { locale: 'de-DE' });
    const ofProject = [
      `withdrawals/${of.sent}`,
      `withdrawals/${of.held}`,
      `invoices/${of.open}`,
      `invoices/${of.over}`,
      `transactions/${of.over}`,
      `callbacks/${of.delivery}`,
      `channels/${of.channel}`,
      `subscriptions/${of.subscription}`,
      `inbox/${of.deposit}`,
      'customers/ada',
      'balances/EUR',
      'transactions',
      'policy',
      'keys',
      'requests',
      'withdrawals',
      'invoices',
      'channels',
      'subscriptions',
      'callbacks',
      'inbox',
      'settings',
    ].map((path) => `projects/${projectId}/${path}`);
    const left: string[] = [];
    for (const path of [...ofProject, ...OF_INSTANCE]) {
      await goTo(page, path);
      const text = await wholeText(page);
      for (const { 0: word, index } of text.matchAll(SEEN))
        left.push(`${path.replace(projectId, 'P')}: …${text.slice(index - 30, index)}[${word}]`);
    }
    await world.app.db.query(`update alerts set resolved_at = now() where kind = 'audit_finding'`);
    await world.app.db.query(
      `update payout_pauses set resumed_at = now(), resumed_reason = 'over'`,
    );
    expect(left).toEqual([]);
  }, 300_000);

  /** Waits until nothing is loading. */
  async function wholeText(page: Page): Promise<string> {
    await page.locator('h1').waitFor();
    await page
      .locator('main [role=status] .mantine-Loader-root')
      .first()
      .waitFor({ state: 'detached' });
    await page.evaluate('new Promise((done) => setTimeout(done, 300))');
    return String(await page.evaluate(TEXT));
  }
});
