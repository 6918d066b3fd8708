// Tracks the age of declared holdings: solvency includes money that only a person has checked, so a person must confirm
// it every month.
import type { App } from '../../app.ts';
import { defined } from '../../core/assert.ts';
import { DAY } from '../../core/clock.ts';
import { formatAmount } from '../../core/money.ts';
import { raiseAlert, resolveOpen } from '../../ledger/alerts.ts';
import { declarationsInForce } from './solvency.ts';

const AGE_ALERT = 'external_holdings_unconfirmed';
/** A monthly statement, and four days to receive and enter it. */
const VALID_FOR = 35 * DAY;

/** Opens and resolves the alert of each currency with a declaration. A declaration of zero needs no confirmation. */
export async function alertOldDeclarations(app: App): Promise<void> {
  const declarations = await declarationsInForce(app.db);
  const before = app.clock.now() - VALID_FOR;
  const isOld = ({ amount, created_at }: { amount: bigint; created_at: Date }) =>
    amount > 0n && created_at.getTime() < before;
  const old = declarations.filter(isOld);
  for (const { currency, amount, created_at } of old) {
    const units = defined(app.currencies.get(currency), `the currency ${currency}`);
    const facts = {
      declared: `${formatAmount(amount, units)} ${currency}`,
      declared_at: created_at.toISOString(),
    };
    await app.db.transaction((tx) => raiseAlert(tx, { kind: AGE_ALERT, subject: currency, facts }));
  }
  const confirmed = declarations.filter((declaration) => !old.includes(declaration));
  await resolveOpen(app, { kind: AGE_ALERT, subjects: confirmed.map(({ currency }) => currency) });
}
