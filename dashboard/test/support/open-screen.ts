// Opens a screen as a person does: the area, the section in the navigation, and the tab.
import type { Page } from 'playwright-core';
import { arrived } from './go-to.ts';

/** Sections with several screens. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  Developers: ['API keys', 'Webhooks', 'Requests'],
  Settings: ['General', 'Policy', 'Members', 'Audit log'],
  'Ledger and solvency': ['Corrections'],
  Wallets: ['Signer'],
  Health: ['Networks', 'Rates', 'Jobs'],
};

const OF_OPERATIONS = [
  ...['Alerts', 'Held payments', 'Risk', 'Paused payouts', 'Ledger and solvency', 'Corrections'],
  ...['Wallets', 'Signer', 'Health', 'Networks', 'Rates', 'Jobs', 'Projects', 'People'],
];

/** A screen that both areas have is opened in the project, unless the operations are named. */
export async function openScreen(page: Page, name: string, area?: 'Operations'): Promise<void> {
  const link = (label: string) =>
    page.getByRole('navigation').getByRole('link', { name: label, exact: true }).first();
  await page.getByRole('navigation').getByRole('link').first().waitFor();
  await arrived(page);
  const wanted = area ?? (OF_OPERATIONS.includes(name) ? 'Operations' : 'Project');
  // People with one area have no switch between them.
  if ((await link(wanted).count()) > 0) {
    await link(wanted).click();
    await arrived(page);
  }
  const ofPeople = area === 'Operations' && name === 'Audit log' ? 'People' : undefined;
  const section =
    ofPeople ?? Object.keys(SECTIONS).find((each) => SECTIONS[each]?.includes(name)) ?? name;
  await link(section).click();
  await arrived(page);
  const tab = page
    .getByRole('navigation', { name: section })
    .getByRole('link', { name, exact: true });
  if (section !== name && (await tab.count()) > 0) await tab.click();
}
