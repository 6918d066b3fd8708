// Chooses an action in the menu of a row: of the first one, if there are several.
import type { Locator } from 'playwright-core';

export async function chooseAction(row: Locator, label: string): Promise<void> {
  await row
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await row.page().getByRole('menuitem', { name: label }).click();
}
