// How long a project that has received tens of thousands of payments is closed while it moves to another cell. Printed,
// with what it is compared with.
import { expect, it } from 'vitest';
import { copiesFor, EVERY_MILLISECONDS, fill } from '../../../../bench/fill/fill.ts';
import { moveProject } from '../../../src/cells/move.ts';
import { MINUTE, steadyNow, wallNow } from '../../../src/core/clock.ts';
import { auditLedger } from '../../../src/ledger/audit.ts';
import { openTwoCells } from '../../cells/two-cells.ts';

const INVOICES = Number(process.env['CHAINTILL_MOVED_INVOICES'] ?? 20_000);
const PLAYED = 10;
const LIMIT = 30 * MINUTE;

it(
  'a project with a long history moves, chunk by chunk',
  async () => {
    const filling = { invoices: INVOICES, played: PLAYED };
    const span = copiesFor({ ...filling, projects: new Array(1) }) * EVERY_MILLISECONDS;
    const two = await openTwoCells({ startsAt: wallNow() - span - MINUTE });
    try {
      const { here, there, cells } = two;
      const { project } = await here.merchant();
      const { owner } = here.database;
      await fill(here.assembled, { ...filling, owner, projects: [project] });
      for (const { clock } of [here, there]) clock.advance(span);
      await owner.query('analyze');
      const since = steadyNow();
      expect(await moveProject(cells, project.id)).toHaveProperty('slot');
      const seconds = (steadyNow() - since) / 1000;
      const each = (1000 * seconds) / INVOICES;
      process.stdout.write(
        `a move of ${INVOICES} paid invoices: ${seconds.toFixed(1)} s, ${each.toFixed(2)} ms each\n`,
      );
      expect(await auditLedger(there.app.db)).toEqual([]);
    } finally {
      await two.close();
    }
  },
  LIMIT,
);
