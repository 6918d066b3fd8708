// Developers debug their requests: a rejected request with every problem, a wrong signature; and they see when each key
// was last used, and who created it.

import { expect, test } from 'vitest';
import { createClient } from '../../../client/src/client.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { until } from '../../../server/test/support/service.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the requests screen', () => {
  const on = stage();

  test('a developer sees the errors of a request, and that another one has a wrong signature', async () => {
    const { enter, merchant, world } = on();
    const wrong = {
      price_amount: 'ten',
      price_currency: 'EUR',
      pay_currency: 'BTC',
      colour: 'red',
    };
    const { apiKey, apiSecret } = { apiKey: merchant.key.key, apiSecret: 'another' };
    const stranger = createClient({ baseUrl: world.url, apiKey, apiSecret, retriesMax: 0 });
    await merchant.api.invoices.create(wrong).catch(() => undefined);
    await stranger.invoices.create(wrong).catch(() => undefined);
    await until('the log has both', async () => {
      const rows = await world.app.db.query('select 1 from request_log');
      return rows.length === 2;
    });
    const page = await enter({ roles: ['developer'] });
    await openScreen(page, 'Requests');
    const unsigned = page.getByRole('row', { name: 'unauthenticated' });
    await unsigned.getByRole('button', { name: 'Show' }).click();
    await page.getByText('the signature does not match').waitFor();
    await page
      .getByRole('dialog')
      .getByText('Anyone who knows the public part of the key')
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Path starts with' }).fill('/api/invoices');
    await page.getByRole('row', { name: 'invalid: price_amount' }).getByRole('button').click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('must be a decimal number').waitFor();
    await drawer.getByText('Unknown fields were ignored: colour').waitFor();
    await drawer.getByText('"price_amount": "ten"').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await openScreen(page, 'API keys');
    const key = page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: 'test' });
    await key.waitFor();
    expect(await key.getByText('never').count()).toBe(0);
    const viewer = await enter({ roles: ['viewer'] });
    expect(await viewer.getByRole('link', { name: 'Requests' }).count()).toBe(0);
  });
});
