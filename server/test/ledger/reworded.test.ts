// Each text of the audit can be reworded without effect: a stop that a person lifted stays lifted, and no second alert
// is raised.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INVARIANT_CODES } from '../../src/contract/invariant-codes.ts';
import { textsOf } from '../../src/core/texts/texts.ts';
import { listAlerts, resolveAlert } from '../../src/ledger/alerts.ts';
import type { AuditFinding } from '../../src/ledger/audit.ts';
import { endPause, listPauses, pauseText } from '../../src/ledger/payout-pauses.ts';
import { alertFinding } from '../../src/workers/audit-books.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let findings: readonly AuditFinding[];
const originals = { ...textsOf('invariants', 'en') };

beforeAll(async () => {
  world = await createWorld({}, { coins: [], sends: false });
  const { id } = (await world.merchant()).project;
  findings = INVARIANT_CODES.map((invariant) => ({ invariant, facts: { project_id: id } }));
});
afterAll(async () => {
  Object.assign(textsOf('invariants', 'en'), originals);
  const { app } = world;
  for (const { id } of await listAlerts(app.db, { withResolved: false }))
    await resolveAlert(app, { id, reason: 'a test' });
  await world.close();
});

async function find(): Promise<void> {
  for (const finding of findings) await alertFinding(world.app, finding, { isRaisedAgain: false });
}

test('a reworded invariant stops no project a second time', async () => {
  const { db } = world.app;
  await find();
  const stops = await listPauses(db, { withResumed: false });
  expect(stops).toHaveLength(INVARIANT_CODES.length);
  const said = stops.map(pauseText);
  await db.transaction(async (tx) => {
    for (const { id } of stops) await endPause(tx, { id, reason: 'seen' });
  });
  const alerts = await listAlerts(db, { withResolved: true });
  for (const code of INVARIANT_CODES)
    Object.assign(textsOf('invariants', 'en'), { [code]: `reworded: ${originals[code]}` });
  await find();
  expect(await listPauses(db, { withResumed: false })).toEqual([]);
  expect(await listAlerts(db, { withResolved: true })).toEqual(alerts);
  const reworded = (await listPauses(db, { withResumed: true })).map(pauseText);
  expect(reworded).toHaveLength(said.length);
  for (const [n, text] of reworded.entries()) {
    expect(text).toContain('reworded: ');
    expect(text.replace('reworded: ', '')).toBe(said[n]);
  }
});
