// The wallets: the balance and liabilities of each, and a top-up address of the wallet itself; the signer with its
// limits; and a network's nodes with their peer counts.

import { expect, test } from 'vitest';
import { defined } from '../../../server/src/core/assert.ts';
import { formatAmount } from '../../../server/src/core/money.ts';
import { BTC_ADDRESS } from '../../../server/test/policy/support.ts';
import { describeWithChromium } from '../../../server/test/support/chromium.ts';
import { faultsOf } from '../../../server/test/support/faults.ts';
import { credit, fillWallet } from '../../../server/test/support/funds.ts';
import { goTo } from '../support/go-to.ts';
import { openScreen } from '../support/open-screen.ts';
import { stage } from '../support/stage.ts';

describeWithChromium('the screen of wallets', () => {
  const on = stage();

  test('an operator gets a top-up address, as text and as a QR code, and sees the wallet below its mark', async () => {
    const { enter, world } = on();
    // The operator's CHAINTILL_HOT_WALLET_LOW_WATER_MARK.
    const marks = world.app.config.lowWaterMarks as Map<string, string>;
    marks.set('LTC', '5');
    const page = await enter({ role: 'operator' });
    await openScreen(page, 'Wallets');
    const bitcoin = page.getByRole('region', { name: 'BTC' });
    await bitcoin.getByText('Ready to send').waitFor();
    await page.getByRole('region', { name: 'LTC' }).getByText('below the mark').waitFor();
    expect(await bitcoin.getByText('below the mark').count()).toBe(0);
    await bitcoin.getByRole('progressbar', { name: 'Owed to merchants BTC' }).waitFor();
    await bitcoin.getByText('Details').click();
    await bitcoin.getByRole('progressbar', { name: 'UTXOs or addresses BTC' }).waitFor();
    await bitcoin.getByRole('button', { name: 'Top up BTC' }).click();
    await page.getByRole('button', { name: 'Show address' }).click();
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

  test("an auditor sees the signer's usage of today, on its screen and next to the wallet", async () => {
    const { enter, merchant, world } = on();
    await credit(world, merchant, { BTC: '1' });
    await fillWallet(world, 'BTC', ['0.5', '0.25', '0.000005']);
    await merchant.api.coinWithdrawals.create({
      address: BTC_ADDRESS,
      charged_currency: 'BTC',
      received_currency: 'BTC',
      charged_amount: '0.01',
      force_commit: true,
    });
    await world.settle();
    const { coinWallets, app } = world.assembled;
    const [budget] = (await defined(coinWallets.get('BTC'), 'BTC').signer.budgets?.()) ?? [];
    const used = formatAmount(defined(budget?.used, 'told'), defined(app.coins.get('BTC'), 'BTC'));
    expect(used).not.toBe('0.0');
    const page = await enter({ role: 'auditor' });
    await openScreen(page, 'Signer');
    await page
      .getByRole('row', { name: new RegExp(`BTC network fees ${used} BTC 0.5 BTC`) })
      .waitFor();
    const signer = page.getByRole('region', { name: 'Signer' });
    await signer.getByText('in the service process').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await openScreen(page, 'Wallets');
    const bitcoin = page.getByRole('region', { name: 'BTC' });
    await bitcoin.getByText('Details').click();
    await bitcoin.getByText(`${used} BTC of 0.5 BTC`).waitFor();
    await bitcoin.getByText('Maximum per transfer: 0.01 BTC').waitFor();
    const sizes = bitcoin.getByRole('table', { name: 'UTXOs by size BTC' });
    await sizes
      .getByRole('row', { name: /^0\.000001 BTC 1 .*0\.000005 BTC .*uneconomical$/ })
      .waitFor();
    const large = sizes.getByRole('row', { name: /^0\.1 BTC 1 .*0\.5 BTC/ });
    await large.waitFor();
    expect(await large.getByText('uneconomical').count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    // Bars must be comparable: all of a column have the same length, also as cards.
    await page.setViewportSize({ width: 390, height: 844 });
    const bars = await sizes.getByRole('progressbar', { name: /^UTXOs or addresses / }).all();
    const boxes = await Promise.all(bars.map((bar) => bar.boundingBox()));
    expect(new Set(boxes.map((box) => box?.width))).toEqual(new Set([128]));
  });

  test('an operator is alerted to a node without peers, with what to do', async () => {
    const { enter, world } = on();
    const { app, nodes } = world.assembled;
    const url = 'http://one.example:8332';
    (app.config.nodes as Map<string, unknown>).set('BTC', [{ url, cookieFile: null }]);
    (nodes as Map<string, unknown>).set('BTC', {
      peers: async () => [{ node: 'one.example:8332', peers: 0 }],
    });
    const page = await enter({ role: 'operator' });
    await goTo(page, 'networks');
    const bitcoin = page.getByRole('region', { name: 'BTC' });
    await bitcoin.getByText('one.example:8332 (in use)').waitFor();
    await bitcoin.getByText('no peers').first().waitFor();
    await bitcoin.getByText('Check its network and firewall.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});
