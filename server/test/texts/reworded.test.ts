// Every text of the catalog can be reworded at any time with no effect other than the displayed text: each column of
// each table has the same contents as with the original texts.
import { expect, test, vi } from 'vitest';

const LANGUAGES = ['en', 'de', 'es', 'fr'] as const;
/** Messages to people are text. */
const SENT = new Set(['mails', 'people_mails']);

/** What the flow must have stored, by table. */
const PLAYED: Readonly<Record<string, readonly string[]>> = {
  payout_pauses: ['person', 'broken_books'],
  alerts: [
    'audit_finding',
    'signer_unavailable',
    'recipient_rejects_payment',
    'payouts_paused',
    'quarantine',
    'rejected_by_signer',
    'request_altered',
    'transfer_failed_on_chain',
  ],
  alert_notifications: ['audit_finding'],
  policy_journal: ['approved', 'refused', 'released', 'refused_by_rule'],
  coin_withdrawals: ['requested_by_merchant', 'Ada says no', 'not wanted'],
  payouts: ['reverted'],
  account_transactions: ['repriced'],
  deposit_decisions: ['returned_to_inbox'],
  journal_results: ['refused'],
};

type Rows = Readonly<Record<string, readonly string[]>>;

/** A separate module graph: constants that modules compute from texts are computed again. */
async function rowsAfter(word: ((part: number) => string) | null): Promise<Rows> {
  vi.resetModules();
  const { rewordCatalogue } = await import('../support/reworded-texts.ts');
  let part = 0;
  let restore: () => void = () => undefined;
  const next = () => {
    restore();
    if (word !== null) restore = rewordCatalogue(LANGUAGES, word(part++));
  };
  next();
  const { createWorld } = await import('../support/world.ts');
  const { playReasons } = await import('./play-reasons.ts');
  const world = await createWorld(
    {},
    { coins: ['BTC', 'XRP'], seed: 'reworded', audits: 'at-rest' },
  );
  try {
    await playReasons(world, next);
    return await rowsOf(world.app.db);
  } finally {
    // Later test files share its modules.
    restore();
    await world.close();
  }
}

/** How far our own change transaction has confirmed depends on the time of the check. */
const BY_TIME: ReadonlySet<string> = new Set(
  ['status', 'block_hash', 'sources', 'risk', 'announced'].map((column) => `deposits.${column}`),
);

interface Querying {
  query<T>(text: string, values?: readonly unknown[]): Promise<T[]>;
}

async function rowsOf(db: Querying): Promise<Rows> {
  const tables = await db.query<{ name: string; columns: string[] }>(
    `select table_name::text as name, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'ARRAY')
       and column_name not like '%sealed'
     group by table_name order by table_name`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name, columns } of tables) {
    if (SENT.has(name)) continue;
    const compared = columns.filter((column) => !BY_TIME.has(`${name}.${column}`));
    const found = await db.query(
      `select ${compared.map((column) => `"${column}"`).join(', ')} from ${name}`,
    );
    const rest = found.map((row) => withoutChance(JSON.stringify(row)));
    const lines = name === 'idempotency_keys' ? rest.map(withoutRewording) : rest;
    // Only here does the count depend on the chain: our own change may be seen before its transaction is replaced.
    rows[name] = (name === 'deposits' ? [...new Set(lines)] : lines).sort();
  }
  return rows;
}

/** Ids, hashes, addresses, secrets, times and numbers differ between worlds; words and codes do not. */
function withoutChance(row: string): string {
  return row
    .replaceAll(/[\w+/=-]{20,}/g, (token) => (/[\dA-Z]/.test(token) ? '#' : token))
    .replaceAll(/\d+/g, '#');
}

/** A retry gets the bytes of the first response, with the texts of its errors. */
const withoutRewording = (line: string) => line.replaceAll('reworded #: ', '');

test('with every text reworded the database has the same contents', async () => {
  const ordinary = await rowsAfter(null);
  for (const [table, codes] of Object.entries(PLAYED))
    for (const code of codes)
      expect.soft(ordinary[table]).toContainEqual(expect.stringContaining(`"${code}"`));
  const reworded = await rowsAfter((part) => `reworded ${part}: `);
  expect(reworded).toEqual(ordinary);
});
