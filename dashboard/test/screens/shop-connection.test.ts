// The owner of a shop sees which webhooks it registered, tests the connection, and reads what is wrong.
import { expect, test } from 'vitest';
import { openShop } from '../../../server/test/greenfield/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { sampleCases } from '../../../server/test/support/crash-stride.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { startReceiver } from '../../../server/test/support/receiver.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the connection of a shop', () => {
  const on = stage();

  test.each(sampleCases([1440, 390], 0))(
    'is tested, and each finding says what to do, at %i px',
    async (width) => {
      const { enter, merchant, world } = on();
      const receiver = await startReceiver();
      try {
        const shop = await openShop(world, merchant);
        const page = await enter({ roles: ['developer'] });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${on().url}/dashboard/projects/${shop.storeId}/keys`);
        await page.getByText('No shop has registered a webhook yet').waitFor();
        const result = page.getByRole('status', { name: 'Result of the test' });
        const run = page.getByRole('button', { name: 'Test connection' });

        await run.click();
        await result.getByText('Save the plugin’s settings again').waitFor();
        await result.getByText('Shops can reach this service').waitFor();

        const { body } = await shop.call('POST', `/stores/${shop.storeId}/webhooks`, {
          url: receiver.url,
        });
        receiver.answerWith(() => 503);
        await run.click();
        await result.getByText('the shop failed (HTTP 503)').waitFor();
        await page.getByRole('strong').getByText(receiver.url).waitFor();
        expect(await faultsOf(page)).toEqual([]);

        receiver.answerWith(() => 200);
        await run.click();
        await result.getByText('received the test (HTTP 200)').waitFor();
        await result.getByText('the key works').first().waitFor();
        await shop.call('DELETE', `/stores/${shop.storeId}/webhooks/${body.id}`);
      } finally {
        await receiver.close();
      }
    },
  );

  test('who may only look sees the webhooks, and has no button', async () => {
    const { enter, merchant, world } = on();
    const shop = await openShop(world, merchant);
    const url = 'https://shop.example/webhook';
    await shop.call('POST', `/stores/${shop.storeId}/webhooks`, { url });
    const page = await enter({ roles: ['viewer'] });
    await page.goto(`${on().url}/dashboard/projects/${shop.storeId}/keys`);
    await page.getByText(url).waitFor();
    expect(await page.getByRole('button', { name: 'Test connection' }).count()).toBe(0);
  });
});
