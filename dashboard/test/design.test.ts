// The design page shows every part of the dashboard in both color schemes without an accessibility issue, and amounts
// stay exact where digits are hidden.
import { expect, test } from 'vitest';
import { describeWithChromium } from '../../server/test/support/chromium.ts';
import { inspect } from './support/appearances.ts';
import { stage } from './support/stage.ts';

describeWithChromium('the design page', () => {
  const on = stage();

  test('has no accessibility issue in light and dark', async () => {
    const { enter, url } = on();
    const page = await enter({ role: 'owner' });
    await page.goto(`${url}/dashboard/design`);
    await inspect(page, 'design', page.getByRole('heading', { name: 'Design system' }));
    await page.getByRole('button', { name: 'Open dialog…' }).click();
    await inspect(page, 'design-dialog', page.getByRole('dialog'));
  });

  test('a coin has the badge of its network, unless it is the coin of that network', async () => {
    const { enter, url } = on();
    const page = await enter({ role: 'owner' });
    await page.goto(`${url}/dashboard/design`);
    await page.getByText('USDC · Base').waitFor();
    const badgeOf = async (text: string) =>
      page.getByText(text).locator('[data-network] use').getAttribute('href');
    expect(await badgeOf('USDT · Polygon')).toMatch(/#POL$/);
    expect(await badgeOf('ETH · Arbitrum')).toMatch(/#ARB$/);
    expect(await page.getByText('ETH · Ethereum').locator('[data-network]').count()).toBe(0);
    expect(await page.getByRole('img', { name: 'Received above the line' }).count()).toBe(1);
  });

  test('a truncated amount is read in full, shown in full on focus, and copied in full', async () => {
    const { enter, url } = on();
    const page = await enter({ role: 'owner' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${url}/dashboard/design`);
    const amount = page.getByRole('button', { name: '-0.123456789012345678 ETH', exact: true });
    expect(await amount.textContent()).toBe('-0.123456789012345678 ETH');
    await amount.focus();
    await page.getByRole('tooltip', { name: 'Copy -0.123456789012345678' }).waitFor();
    await amount.click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('-0.123456789012345678');
  });
});
