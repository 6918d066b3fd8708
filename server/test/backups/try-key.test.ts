// A key is tested on encrypted values of the database before the database is used.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tryKey } from '../../src/backups/keys.ts';
import { encryptSecret } from '../../src/keys/encrypt.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const OURS = Buffer.alloc(32, 1);
const ANOTHER = Buffer.alloc(32, 2);
const ID = '00000000-0000-7000-8000-000000000001';
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the key of the encrypted values is accepted, another is rejected, and without encrypted values any is accepted', async () => {
  const { owner } = database;
  await tryKey(owner, ANOTHER);
  const sealed = encryptSecret(OURS, 'words', `wallet_seed:${ID}`);
  await owner.query('insert into wallet_seeds (id, sealed, created_at) values ($1, $2, now())', [
    ID,
    sealed,
  ]);
  await tryKey(owner, OURS);
  await expect(tryKey(owner, ANOTHER)).rejects.toThrow('does not match this backup');
});
