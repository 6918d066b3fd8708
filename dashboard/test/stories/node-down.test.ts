// The operator sees a node fall silent: on the first screen, on that of networks with what to do; and sees it come back,
// with the payment that was made meanwhile.
import { expect, test } from 'vitest';
import { changeSettings } from '../../../server/src/chains/simulated/settings.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf, stage } from '../support/stage.ts';

describeWithChromium('a node that falls silent', () => {
  const on = stage();

  test('is seen by the operator, and so is its coming back; the payment meanwhile is in the books', async () => {
    const { enter, merchant, world } = on();
    const invoice = await merchant.api.invoices.create({
      ...{ price_amount: '50.00', price_currency: 'EUR', pay_currency: 'BTC' },
    });
    const page = await enter({ role: 'operator' });
    await page.getByRole('link', { name: 'Networks' }).click();
    const bitcoin = page.getByRole('region', { name: 'BTC' });
    await bitcoin.getByText('is read').waitFor();

    await changeSettings(world.simulation('BTC'), { nodeIsDown: true });
    await world.pay({ invoice_id: invoice.id });
    await world.mine('BTC', 6);
    await world.settle();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Networks that are not read' }).click();
    await bitcoin.getByText('does not answer').waitFor();
    await bitcoin.getByText('no answer', { exact: true }).waitFor();
    await bitcoin.getByText(/looks? failed: /).waitFor();
    await bitcoin.getByText('See that the node runs').waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await changeSettings(world.simulation('BTC'), { nodeIsDown: false });
    await world.settle();
    // Nobody reloads: the screen asks again by itself.
    await bitcoin.getByText('is read').waitFor();
    await bitcoin.getByText('0 blocks').waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'What needs somebody now' }).waitFor();
    await page.getByRole('link', { name: 'Networks that are not read' }).waitFor({
      state: 'detached',
    });
    const [credited] = await world.app.db.query(
      `select a.balance from ledger_accounts a where a.project_id = $1 and a.kind = 'available'
         and a.currency = 'EUR'`,
      [merchant.project.id],
    );
    expect(credited).toEqual({ balance: 4950n });
  });
});
