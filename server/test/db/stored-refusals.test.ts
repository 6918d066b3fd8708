// Each sentence of an earlier version's signer becomes a code with its facts, with the same meaning in English and
// German. A sentence of another form stays as it is.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SIGNER_REFUSAL_CODES, type SignerRefusal } from '../../src/contract/signer-refusals.ts';
import { textsOf } from '../../src/core/texts/texts.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';

const ID = '0199aaaa-0000-7000-8000-000000000001';
const TXID = '5c1f0a9b';
const altered = { code: 'request_altered', withdrawal_id: ID } as const;
const changed = { withdrawal_id: ID, amount: '25.5 XRP', address: 'rPayee?dt=7' } as const;
const missing = { withdrawal_id: ID, amount: '0.0001 LTC', address: 'tltc1q' } as const;
const signed = { code: 'already_signed', withdrawal_id: ID, txid: TXID } as const;
const unproven = { code: 'amount_unproven', outpoint: 'ab:1' } as const;

const STORED: readonly (readonly [string, SignerRefusal])[] = [
  [
    `withdrawal ${ID} is not as it was asked for: its row was altered, or made by somebody else`,
    altered,
  ],
  [
    `withdrawal ${ID} differs from its request: its row was altered, or was not created by this service`,
    altered,
  ],
  [
    `withdrawal ${ID} was another one when it was first shown: 25500000 of XRP to rPayee with tag 7`,
    { code: 'request_changed', ...changed },
  ],
  [
    `withdrawal ${ID} was different when it was first seen: 25500000 of XRP to rPayee with tag 7`,
    { code: 'request_changed', ...changed },
  ],
  [
    `no output is what withdrawal ${ID} asks for: 10000 of LTC to tltc1q`,
    { code: 'payment_missing', ...missing },
  ],
  [
    `no output matches withdrawal ${ID}: 10000 of LTC to tltc1q`,
    { code: 'payment_missing', ...missing },
  ],
  ['there are no limits for USDT', { code: 'no_limits', coin: 'USDT' }],
  [
    'tltc1q is not on the list of allowed addresses',
    { code: 'address_not_allowed', address: 'tltc1q' },
  ],
  [
    '1.5 is more than 1.0 LTC for one transfer',
    { code: 'above_transfer_limit', amount: '1.5 LTC', limit: '1.0 LTC' },
  ],
  ...['would leave within a day, which is', 'within a day is'].map(
    (words) =>
      [
        `3.0 ${words} more than 2.0 LTC`,
        { code: 'above_daily_limit', amount: '3.0 LTC', limit: '2.0 LTC' },
      ] as const,
  ),
  ...['would go to the network within a day, which is', 'of network fees within a day is'].map(
    (words) =>
      [
        `0.12 ${words} more than 0.1 ETH`,
        { code: 'fees_above_daily_limit', fees: '0.12 ETH', limit: '0.1 ETH' },
      ] as const,
  ),
  ['it is signed 90 seconds from now at the earliest', { code: 'cooling_period', seconds: 90 }],
  ['it can be signed in 1 seconds at the earliest', { code: 'cooling_period', seconds: 1 }],
  [
    `withdrawal ${ID} is paid by ${TXID}, and this transfer could confirm beside it; with the proof that it never can: chaintill signer release ${ID}`,
    signed,
  ],
  [
    `withdrawal ${ID} is paid by ${TXID}, and this transaction could confirm as well. If you can prove that the other one never will: chaintill signer release ${ID}`,
    signed,
  ],
  ['one withdrawal would be paid twice', { code: 'paid_twice' }],
  ['an output of nothing', { code: 'zero_output' }],
  ['an output is spent twice', { code: 'output_spent_twice' }],
  ...['asked for', 'requested'].map(
    (words) =>
      [
        `100000000 to thief is neither ${words} nor ours`,
        { code: 'unrequested_output', amount: '1.0 LTC', address: 'thief' },
      ] as const,
  ),
  ...['and', 'but'].map(
    (word) =>
      [
        `its inputs leave -5 to the network, ${word} its fee is 60000`,
        { code: 'fee_mismatch', left: '-0.00000005 LTC', fee: '0.0006 LTC' },
      ] as const,
  ),
  [
    'a tip of 60001 is above the fee of 60000',
    { code: 'tip_above_fee', tip: '0.00060001 LTC', fee: '0.0006 LTC' },
  ],
  [
    'a fee of 60000 is above 50000',
    { code: 'fee_above_limit', fee: '0.0006 LTC', limit: '0.0005 LTC' },
  ],
  ['nobody proves what ab:1 holds, and the signature would not', unproven],
  ['no proof of the amount of ab:1, which the signature does not cover', unproven],
  ...[' and', ','].map(
    (word) =>
      [
        `ab:1 holds 50000000${word} not 40000`,
        { code: 'amount_mismatch', outpoint: 'ab:1', confirmed: '0.5 LTC', stated: '0.0004 LTC' },
      ] as const,
  ),
  ...['was said to hold 50000000 and', 'had the amount 50000000 before,'].map(
    (words) =>
      [
        `ab:1 ${words} not 40000`,
        { code: 'amount_changed', outpoint: 'ab:1', known: '0.5 LTC', stated: '0.0004 LTC' },
      ] as const,
  ),
  ...['above the limit of the day', 'a fee of much is above 5', ''].map(
    (text) => [text, { code: 'unrecognized', text }] as const,
  ),
];
/** The decimals of a token depend on its network. */
const OF_TOKEN = 'a fee of 9 is above 8';
const FIRST = STORED.length;

const PROJECT = '00000000-0000-7000-8000-000000000001';
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(
    database.owner,
    readMigrations().filter(({ version }) => version < 222),
  );
  await database.owner.transaction(async ({ query }) => {
    // References and append-only rows were checked when they were written.
    await query('set local session_replication_role = replica');
    const store = (n: number, coin: string, [reason, said, refusal]: (string | null)[]) =>
      query(
        `insert into payouts (project_id, withdrawal_id, coin, status, wait_reason, said, refusal, due_at)
         values ($1, $2, $3, 'waiting', $4, $5, $6, now())`,
        [PROJECT, idOf(n), coin, reason, said, refusal],
      );
    for (const [n, [text]] of STORED.entries()) {
      await store(n, 'LTC', ['rejected_by_signer', text, null]);
      await query(
        `insert into alerts (id, kind, facts, created_at, resolved_at, resolved_reason)
         values ($1, 'rejected_by_signer', $2, now(), now(), 'seen')`,
        [idOf(n), { subject: 'LTC', withdrawal_id: ID, reason: text }],
      );
      await query(
        `insert into transfer_log (coin, transfer_id, step, facts, created_at)
         values ('LTC', $1, 'dead', $2, now())`,
        [idOf(n), { code: 'rejected_by_signer', said: text }],
      );
    }
    await store(FIRST, 'USDT', ['rejected_by_signer', OF_TOKEN, null]);
    await store(FIRST + 1, 'XRP', ['not_payable', null, 'tag_required']);
    await store(FIRST + 2, 'ETH', ['not_payable', 'execution reverted', null]);
    await store(FIRST + 3, 'BTC', ['quarantined', null, null]);
    await store(FIRST + 4, 'BTC', [null, null, null]);
  });
  await migrate(database.owner);
});
afterAll(() => database.drop());

const REFUSALS = STORED.map(([, refusal]) => refusal);

test('the wait reason of a payout has the code of the sentence, or the message', async () => {
  const rows = await database.owner.query<{ wait_detail: object | null }>(
    'select wait_detail from payouts order by withdrawal_id',
  );
  expect(rows.map(({ wait_detail: detail }) => detail)).toEqual([
    ...REFUSALS,
    { code: 'unrecognized', text: OF_TOKEN },
    { code: 'tag_required' },
    { message: 'execution reverted' },
    null,
    null,
  ]);
  const codes = new Set<string>(REFUSALS.map(({ code }) => code));
  expect(SIGNER_REFUSAL_CODES.filter((code) => !codes.has(code))).toEqual([]);
});

test('alerts and the log of transfers have it too', async () => {
  const facts = (table: string, order: string) =>
    database.owner.query<{ facts: object }>(`select facts from ${table} order by ${order}`);
  expect((await facts('alerts', 'id')).map((row) => row.facts)).toEqual(
    REFUSALS.map((refusal) => ({ subject: 'LTC', withdrawal_id: ID, refusal })),
  );
  expect((await facts('transfer_log', 'seq')).map((row) => row.facts)).toEqual(
    REFUSALS.map((refusal) => ({ code: 'rejected_by_signer', refusal })),
  );
});

test.each(['en', 'de', 'es', 'fr'] as const)('every fact is in the text in %s', (locale) => {
  const texts = textsOf('reasons', locale).signerRefusal;
  for (const { code, ...facts } of REFUSALS) {
    if (code === 'unrecognized') continue;
    const text = texts[code];
    const shown = typeof text === 'string' ? text : text(facts as never);
    for (const fact of Object.values(facts)) expect(shown).toContain(`${fact}`);
  }
});

test('German texts have the same meaning', () => {
  const german = textsOf('reasons', 'de').signerRefusal;
  expect(german.fee_above_limit({ fee: '0.0006 LTC', limit: '0.0005 LTC' })).toBe(
    'eine Gebühr von 0.0006 LTC liegt über dem Limit von 0.0005 LTC',
  );
});
