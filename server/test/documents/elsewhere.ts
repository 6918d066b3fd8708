// The documents' commands that are not typed into the scene of the tests: why not, and what tests them instead.
import type { Block } from './fences.ts';

interface Elsewhere {
  /** The document, and a pattern in one of its commands. */
  readonly path: string;
  readonly has: RegExp;
  readonly why: string;
  /** Files of the repository that test the same. */
  readonly tried: readonly string[];
}

const at = (path: string, has: RegExp, why: string, ...tried: readonly string[]): Elsewhere => ({
  path,
  has,
  why,
  tried,
});

const UNIT = 'needs root and systemd, and changes the machine';
const ENGINE = 'needs an engine for containers';
const RUN = 'runs tests';
const EMBEDDED = 'needs a till with the embedded database, and folders of the machine';

export const list: readonly Elsewhere[] = [
  at('README.md', /^npm ci && npm (start|test)$/m, 'a build, and the whole check', '.ci/run'),
  at('README.md', /chaintill demo$/m, 'takes a minute', 'server/test/processes/kill.test.ts'),
  at('docs/tutorial.md', /npm ci && npm start/, 'a build', '.ci/run'),
  at('docs/tutorial.md', /3000|API_SECRET/, 'of a shop', 'server/test/scripts/tutorial.test.ts'),
  at('docs/acceptance.md', /npx vitest run/, RUN, '.ci/run'),
  at('docs/nodes.md', /npx vitest run/, RUN, '.ci/run'),
  at(
    'docs/nodes.md',
    /rippled --standalone/,
    'no rippled to be had',
    'server/test/tidy/deploy-nodes.test.ts',
  ),
  at('docs/nodes.md', /backup (create|verify)/, EMBEDDED, 'server/test/processes/backup.test.ts'),
  at('docs/operations.md', /pgbackrest/, UNIT, 'server/test/ha/long/pgbackrest.test.ts'),
  at('docs/operations.md', /systemctl/, UNIT, 'server/test/tidy/deploy.test.ts'),
  at(
    'docs/operations.md',
    /DATABASE_OWNER_URL/,
    'needs roles of a PostgreSQL',
    'server/test/db/ready-database.test.ts',
  ),
  at('docs/operations.md', /chaintill backup/, EMBEDDED, 'server/test/processes/backup.test.ts'),
  at('docs/operations.md', /podman/, ENGINE, 'server/test/tidy/deploy.test.ts'),
  at(
    'docs/operations.md',
    /curl http:\/\/127.0.0.1:15005/,
    'pays on an emulated ledger',
    'server/test/support/rippled/run.ts',
  ),
  at('docs/operations.md', /zcat/, 'reads old files', 'server/test/events/purge-callbacks.test.ts'),
  at('docs/packaging.md', /podman/, ENGINE, 'server/test/tidy/deploy.test.ts'),
  at(
    'docs/high-availability.md',
    /apt-get|10\.0\.0/,
    'needs three machines',
    'server/test/ha/fail-over.test.ts',
  ),
  at('docs/keys.md', /systemctl/, UNIT, 'server/test/tidy/deploy.test.ts'),
  at(
    'docs/keys.md',
    /signer run|export-keys|seed backup/,
    'runs until it is stopped, or moves the seed',
    'server/test/processes/signer.test.ts',
  ),
  at(
    'docs/callbacks.md',
    /listen|logs/,
    'runs until it is stopped',
    'server/test/processes/integrators.test.ts',
  ),
  at(
    'docs/policy.md',
    /withdrawals approve/,
    'asks for a code',
    'server/test/processes/approve.test.ts',
  ),
  at(
    'docs/sandbox.md',
    /health\/ready/,
    'is so seconds later',
    'server/test/http/health-routes.test.ts',
  ),
  at(
    'docs/payment-pages.md',
    /payer-domains/,
    'needs a domain that leads to this service',
    'server/test/web/payer-hosts.test.ts',
  ),
  at('docs/operations.md', /chaintill upgrade/, UNIT, 'server/test/processes/upgrade.test.ts'),
];

export function elsewhere({ path, typed }: Block): Elsewhere | null {
  const text = typed.map(({ command }) => command).join('\n');
  return list.find((one) => one.path === path && one.has.test(text)) ?? null;
}
