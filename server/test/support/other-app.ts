// The same application with other parts: a clock that stands, coins that are gone, a database that is cut. What its
// transactions carry is of the other one as well.
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
