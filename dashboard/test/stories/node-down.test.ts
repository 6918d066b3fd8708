// The operator sees that a node is unreachable, and that one of two falls behind: on the home screen, and with
// instructions on the networks screen. They also see the recovery, and the payment from the outage.

import { expect, test } from 'vitest';
import type { BlockRef } from '../../../server/src/chains/chain.ts';
import { membersOf } from '../../../server/src/chains/failover/members.ts';
import { changeSettings } from '../../../server/src/chains/simulated/simulation.ts';
import { defined } from '../../../server/src/core/assert.ts';
import { nodesWorker } from '../../../server/src/deposits/watch-nodes.ts';
import { makeAllDue } from '../../../server/src/workers/schedule.ts';
import { runDueWork } from '../../../server/src/workers/worker.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { sampleCases } from '../../../server/test/support/crash-stride.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import type { World } from '../../../server/test/support/world.ts';
import { countClicks } from '../support/clicks.ts';
import { goTo } from '../support/go-to.ts';
import { notifiesChanges } from '../support/live.ts';
import { openScreen } from '../support/open-screen.ts';
import { signIn } from '../support/passkey.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('a node in trouble', () => {
  const on = stage();

  // Before any sign-in with a passkey, which makes the instance a live one.
  const sizes = [
    [1440, 900],
    [390, 844],
  ] as const;
  test.each(sampleCases(sizes, 1))(
    'at night is found, taken over and understood in five clicks, at %i px',
    async (width, height) => {
      const { enter, raise, world } = on();
      await changeSettings(world.simulation('BTC'), { nodeIsDown: true });
      await world.settle();
      await raise({ kind: 'node_unreachable', subject: 'BTC', facts: {} });
      // The operator signs in when the alert wakes them.
      const page = await enter({ role: 'operator' }, { viewport: { width, height } });
      await goTo(page, 'operations');
      const clicks = await countClicks(page);
      await page
        .getByRole('main')
        .getByRole('link', { name: /Alerts$/ })
        .click();
      const alert = page.getByRole('row', { name: /No node is reachable/ });
      await alert.getByRole('button', { name: 'Assign to me' }).click();
      await alert.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'detached' });
      await alert.getByRole('button', { name: 'Acknowledge…' }).click();
      await page.getByRole('textbox', { name: 'Reason' }).fill('the node restarts');
      await page.getByRole('button', { name: 'Acknowledge alert' }).click();
      await alert.getByText('acknowledged', { exact: true }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await alert.getByRole('link', { name: 'Open Networks' }).click();
      const bitcoin = page.getByRole('region', { name: 'BTC' });
      await bitcoin.getByText('unreachable', { exact: true }).waitFor();
      await bitcoin.getByText('Check that the node is running').waitFor();
      expect(clicks.taken()).toBe(5);
      expect(await faultsOf(page)).toEqual([]);

      // Every other screen stays readable, and says what is missing.
      await goTo(page, 'wallets');
      await bitcoin.getByText('unknown (node: not responding)').waitFor();
      await goTo(page, 'health');
      await page
        .getByRole('region', { name: 'Network (BTC)' })
        .getByText('Start the node')
        .waitFor();
      expect(await faultsOf(page)).toEqual([]);

      await changeSettings(world.simulation('BTC'), { nodeIsDown: false });
      await world.settle();
      await goTo(page, 'networks');
      await bitcoin.getByText('synced', { exact: true }).waitFor();
      await world.app.db.query('update alerts set resolved_at = now() where resolved_at is null');
    },
  );

  test('that is unreachable is shown to the operator, and so is its recovery; a payment made in between is posted', async () => {
    const { merchant, world } = on();
    const invoice = await merchant.api.invoices.create({
      price_amount: '50.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
    });
    const page = await signIn(on(), { role: 'operator' });
    await openScreen(page, 'Networks');
    const bitcoin = page.getByRole('region', { name: 'BTC' });
    await bitcoin.getByText('synced', { exact: true }).waitFor();

    await changeSettings(world.simulation('BTC'), { nodeIsDown: true });
    await world.pay({ invoice_id: invoice.id });
    await world.mine('BTC', 6);
    await world.settle();
    await openScreen(page, 'Overview', 'Operations');
    await page.getByRole('link', { name: /Networks not syncing/ }).click();
    await bitcoin.getByText('unreachable', { exact: true }).waitFor();
    await bitcoin.getByText('not responding', { exact: true }).waitFor();
    await bitcoin.getByText(/requests? failed: /).waitFor();
    await bitcoin.getByText('Check that the node is running').waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await changeSettings(world.simulation('BTC'), { nodeIsDown: false });
    await world.settle();
    // Without a reload: the screen polls automatically.
    await bitcoin.getByText('synced', { exact: true }).waitFor();
    await bitcoin.getByText('0 blocks').waitFor();
    await openScreen(page, 'Overview', 'Operations');
    await page.getByRole('link', { name: /Networks not syncing/ }).waitFor({
      state: 'detached',
    });
    const [credited] = await world.app.db.query(
      `select a.balance from ledger_accounts a where a.project_id = $1 and a.kind = 'available'
         and a.currency = 'EUR'`,
      [merchant.project.id],
    );
    expect(credited).toEqual({ balance: 4950n });
  });

  test('that falls behind raises an alert and is not queried until it has caught up', async () => {
    const { merchant, world } = on();
    await notifiesChanges(world);
    const two = await twoNodes(world);
    const invoice = await merchant.api.invoices.create({
      price_amount: '50.00',
      price_currency: 'EUR',
      pay_currency: 'BTC',
    });
    const page = await signIn(on(), { role: 'operator' });
    await goTo(page, 'networks');
    const bitcoin = page.getByRole('region', { name: 'BTC' });
    await bitcoin.getByText('first.example:8332 (in use)').waitFor();

    await two.stopFirst();
    await world.pay({ invoice_id: invoice.id });
    await world.mine('BTC', 6);
    for (let appearance = 0; appearance < 3; appearance++) await two.compare();
    await bitcoin.getByText(/^first\.example:8332 \(not used: behind the other nodes\)/).waitFor();
    await bitcoin.getByText('second.example:8332 (in use)').waitFor();
    await bitcoin.getByText('synced', { exact: true }).waitFor();
    await openScreen(page, 'Overview', 'Operations');
    await page
      .getByRole('main')
      .getByRole('link', { name: /Alerts$/ })
      .click();
    const alert = page.getByRole('row', { name: /Node is excluded.*first\.example:8332/ });
    await alert.getByText(/Others at block: \d+/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const paid = await merchant.api.invoices.get(invoice.id);
    expect(paid.status).toBe('completed');

    two.goOn();
    await two.compare();
    await goTo(page, 'networks');
    await bitcoin.getByText('first.example:8332 (in use)').waitFor();
    await openScreen(page, 'Alerts');
    await alert.waitFor({ state: 'detached' });
  });
});

/** Two nodes of the simulated network, compared as in live mode; the first can stay at its height. */
async function twoNodes({ app, assembled }: World) {
  const network = defined(app.chains.get('BTC'), 'the simulated BTC');
  let stopped: BlockRef | null = null;
  const first = { ...network, tip: async () => stopped ?? network.tip() };
  const names = ['first.example:8332', 'second.example:8332'] as const;
  const [behind, ahead] = [first, network].map((chain, n) => ({ name: names[n] ?? '', chain }));
  const { review } = membersOf(
    [defined(behind, 'the first'), defined(ahead, 'the second')],
    app.log,
  );
  const addresses = names.map((name) => ({ url: `http://${name}` }));
  Object.assign(app.config, { nodes: new Map([['BTC', addresses]]) });
  (assembled.nodes as Map<string, unknown>).set('BTC', { review });
  const worker = nodesWorker('BTC', review);
  return {
    stopFirst: async () => {
      stopped = await network.tip();
    },
    goOn: () => {
      stopped = null;
    },
    compare: async () => {
      await makeAllDue(app);
      await runDueWork(app, [worker]);
    },
  };
}
