// The same application with replaced parts: a frozen clock, missing coins, a database that is cut. Its transactions use
// the replaced parts too.
import type { App } from '../../src/app.ts';
import type { Database } from '../../src/db/database.ts';
import { carrying } from '../../src/db/tx.ts';

export function otherApp(
  app: App,
  parts: Partial<Omit<App, 'db'>> & { readonly db?: Database | App['db'] },
): App {
  const { clock, random, log, db } = { ...app, ...parts };
  const carried = carrying(db as Database, { clock, random, log, instance: () => other });
  const other: App = { ...app, ...parts, db: carried };
  return other;
}
