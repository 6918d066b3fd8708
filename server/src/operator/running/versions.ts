// The versions of this instance: the program, its runtime, and its database schema.
import type { OutputOf } from '../../contract/operator/operation.ts';
import { defined } from '../../core/assert.ts';
import { packageVersion } from '../../core/package-version.ts';
import type { OperatorApp } from '../operator.ts';
import { timeOf } from '../present.ts';
import type { runningOperations } from './contract.ts';

interface Made {
  readonly postgresql: string;
  readonly version: number;
  readonly name: string;
  readonly applied_at: Date;
}

export async function readVersions(
  app: OperatorApp,
): Promise<OutputOf<(typeof runningOperations)['versions.show']>> {
  const [made] = await app.db.query<Made>(
    `select current_setting('server_version') as postgresql, version, name, applied_at
     from migrations order by version desc limit 1`,
  );
  const { postgresql, version, name, applied_at: at } = defined(made, 'a migration');
  return {
    chaintill: packageVersion(),
    node: process.versions.node,
    postgresql,
    migration: { number: version, name, applied_at: timeOf(at) },
    ...{ mode: app.config.mode, network: app.config.network },
  };
}
