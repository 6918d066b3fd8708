// Two instances of one database share a prefix of an S3-compatible store: their histories are never mixed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addClaim, readLastClaim } from '../../src/backups/claims/claim.ts';
import { s3Place } from '../../src/backups/s3/s3-place.ts';
import { signedRequests, TIMEOUT } from '../../src/backups/s3/signed-request.ts';
import { claimOf } from '../backups/claims.ts';
import { describeWithStore, type ObjectStore, startObjectStore } from '../support/object-store.ts';
import { playTwoHistories } from './play-two-histories.ts';

const BUCKET = 'shop';
const KEY = Buffer.alloc(32, 1);

describeWithStore('a store that two instances of one database store in', () => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await startObjectStore();
    const { settings } = store;
    const send = signedRequests({ settings, bucket: BUCKET, timeout: TIMEOUT });
    await (await send({ method: 'PUT', key: '' })).body.dump();
  });
  afterAll(() => store.close());

  it('lets one of several concurrent databases claim a prefix', async () => {
    const place = s3Place(`s3://${BUCKET}/claims`, { settings: store.settings });
    const wanted = Array.from({ length: 8 }, (_, n) => claimOf(`${n}`.padStart(12, '0')));
    const added = await Promise.all(wanted.map((claim) => addClaim(place, KEY, claim)));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await readLastClaim(place, KEY, '1')).toMatchObject({
      history: wanted[added.indexOf(true)]?.history,
    });
  });

  playTwoHistories(() => ({
    address: `s3://${BUCKET}/backups`,
    environment: store.environment,
  }));
});
