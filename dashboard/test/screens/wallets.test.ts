// The wallets: what each holds and owes, and an address to fill one, which is the wallet's own.
import { expect, test } from 'vitest';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf, stage } from '../support/stage.ts';

describeWithChromium('the screen of wallets', () => {
  const on = stage();

  test('an operator gets an address to fill a wallet, as text and as a picture', async () => {
    const { enter, world } = on();
    const page = await enter({ role: 'operator' });
    await page.getByRole('link', { name: 'Wallets' }).click();
    const bitcoin = page.getByRole('region', { name: 'BTC' });
    await bitcoin.getByText('Ready to send').waitFor();
    await bitcoin.getByRole('progressbar', { name: 'Pieces BTC' }).waitFor();
    await bitcoin.getByRole('button', { name: 'Top up BTC' }).click();
    await page.getByRole('button', { name: 'Show the address' }).click();
    const picture = page.getByRole('img', { name: /^QR code of / });
    await picture.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const address = (await picture.getAttribute('alt'))?.replace('QR code of ', '') ?? '';
    const stored = await world.app.db.query('select coin from addresses where address = $1', [
      address,
    ]);
    expect(stored).toEqual([{ coin: 'BTC' }]);
    await page.getByRole('button', { name: 'Done' }).click();
  });
});
