// Guarantee of a move that is cut off at any of its statements and commits, where its process dies or gets no answer:
// asked again it ends, and the project is open in one cell, with everything that it had, at no moment in both. Given up
// is as safe.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveProject } from '../../src/cells/move.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { addMember } from '../../src/people/members.ts';
import { cutPatience, isThorough, strideOr } from '../support/cut-stride.ts';
import {
  allRows,
  Cut,
  type Knife,
  keepRows,
  lookAt,
  moveBack,
  openIn,
  underKnife,
} from './knife.ts';
import {
  addUser,
  busyMerchant,
  merchantWithHistory,
  openTwoCells,
  type TwoCells,
} from './two-cells.ts';

let two: TwoCells;
beforeAll(async () => {
  two = await openTwoCells();
});
afterAll(() => two.close());

/** False: it has not so many places. */
async function moveCut(projectId: string, knife: Knife): Promise<boolean> {
  const { cells, here, there } = two;
  const look = lookAt(two, projectId);
  const [from, to] = [here, there].map(({ app }) => underKnife(app, knife, look));
  if (from === undefined || to === undefined) throw new Error('two cells');
  const outcome = await moveProject({ ...cells, from, to }, projectId).catch(
    (error: unknown) => error,
  );
  if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Cut);
  await look();
  return knife.left <= 0;
}

const ways = ['dies', 'gets no answer'] as const;
const tell = (what: string, places: number) =>
  isThorough && process.stdout.write(`${what}: ${places} places\n`);

test.for(ways)(
  'cut at any place, whose process %s, it goes on and is open once',
  { timeout: cutPatience(120_000) },
  async (what) => {
    const { cells, here, there } = two;
    const { project } = await merchantWithHistory(here);
    await keepRows(two, project.id);
    const before = await allRows(here.app, project.id);
    const stride = strideOr(53);
    let at = 1;
    for (; await moveCut(project.id, { left: at, what }); at += stride) {
      expect(await moveProject(cells, project.id), `at ${at}`).toHaveProperty('slot');
      expect(await openIn(two, project.id)).toEqual(['there']);
      expect(await allRows(there.app, project.id), `at ${at}`).toEqual(before);
      await moveBack(two, project.id);
    }
    tell(`moved, ${what}`, at - 1);
    expect(at).toBeGreaterThan(80);
    expect(await openIn(two, project.id)).toEqual(['there']);
    expect(await auditLedger(there.app.db)).toEqual([]);
    expect(await auditLedger(here.app.db)).toEqual([]);
  },
);

test.for(ways)(
  'cut while it is given up, whose process %s, it stays where it is',
  { timeout: cutPatience(120_000) },
  async (what) => {
    const { cells, here } = two;
    const { project, api } = await here.merchant();
    // Nobody of that name is there.
    const userId = await addUser(here.app, `Nobody ${what}`);
    await addMember(here.app.db, { projectId: project.id, userId, roles: ['viewer'] });
    await keepRows(two, project.id);
    const stride = strideOr(6);
    let at = 1;
    for (; await moveCut(project.id, { left: at, what }); at += stride) {
      expect(await moveProject(cells, project.id), `at ${at}`).toHaveProperty('reasons');
      expect(await openIn(two, project.id)).toEqual(['here']);
      await api.customers.create({ id: `customer-${at}`, currency: 'EUR' });
      await moveBack(two, project.id);
    }
    tell(`given up, ${what}`, at - 1);
    expect(at).toBeGreaterThan(15);
  },
);

test('a copy that comes late never comes, when it was given up meanwhile; a later one does', async () => {
  const { cells, here, there } = two;
  const { project } = await busyMerchant(here);
  const userId = await addUser(here.app, 'Zoe');
  await addUser(there.app, 'Zoe');
  await addMember(here.app.db, { projectId: project.id, userId, roles: ['viewer'] });
  const rename = (from: string, to: string) =>
    there.database.owner.query('update users set name = $2 where name = $1', [from, to]);
  // The first is held up where it would store; a second one sees something in the way, and gives up.
  let isHeld = false;
  const patient = Object.create(there.app.db.patient, {
    transaction: {
      value: async (work: (tx: never) => Promise<unknown>) => {
        if (!isHeld) {
          isHeld = true;
          await rename('Zoe', 'Somebody');
          expect(await moveProject(cells, project.id)).toHaveProperty('reasons');
          await rename('Somebody', 'Zoe');
        }
        return there.app.db.patient.transaction(work as never);
      },
    },
  });
  const db = Object.create(there.app.db, { patient: { value: patient } });
  const late = moveProject({ ...cells, to: { ...there.app, db } }, project.id);
  await expect(late).rejects.toThrow(/given up meanwhile/);
  expect(await openIn(two, project.id)).toEqual(['here']);
  expect(await there.app.db.query('select 1 from projects where id = $1', [project.id])).toEqual(
    [],
  );
  expect(await moveProject(cells, project.id)).toHaveProperty('slot');
  expect(await openIn(two, project.id)).toEqual(['there']);
});

test('two that move it at once move it once', async () => {
  const { cells, here, there } = two;
  const { project } = await busyMerchant(here);
  const before = await allRows(here.app, project.id);
  const moves = Array.from({ length: 3 }, () => moveProject(cells, project.id));
  for (const moved of await Promise.all(moves)) expect(moved).toHaveProperty('slot');
  expect(await openIn(two, project.id)).toEqual(['there']);
  expect(await allRows(there.app, project.id)).toEqual(before);
});
