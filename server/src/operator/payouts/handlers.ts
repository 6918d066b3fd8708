// Payout pauses, of projects and of coins.

import { notFound, rule } from '../../core/errors.ts';
import { pageOfPauses, pausePayouts } from '../../ledger/payout-pauses.ts';
import { lockLedger } from '../../ledger/post.ts';
import { resumePayouts } from '../../payouts/plan/apply-pauses.ts';
import { beginQuarantine, listQuarantines } from '../../payouts/quarantine.ts';
import { endQuarantine } from '../../payouts/recover/end-quarantine.ts';
import { assignPayments, lostPayments } from '../../payouts/recover/unrecognised-payments.ts';
import { markOf, openSpends } from '../../payouts/recover/unrecognised-spends.ts';
import { type HandlersOf, type OperatorApp, withProblems } from '../operator.ts';
import { moneyOf, requestedPage } from '../present.ts';
import { findCoinProblems, findCoinsProblems, readWalletsInput } from '../read-input.ts';
import type { payoutsOperations } from './contract.ts';

export const payoutsHandlers: HandlersOf<typeof payoutsOperations> = {
  async 'payouts.pause'(app, { project: projectId, reason }) {
    await app.db.transaction(async (tx) => {
      await lockLedger(tx, projectId);
      await pausePayouts(tx, { projectId, cause: 'person', subject: tx.newId(), reason });
    });
    return { project_id: projectId };
  },
  async 'payouts.pauses'(app, { all, project, ...input }) {
    const requested = {
      projectId: project ?? null,
      withResumed: all === true,
      ...requestedPage(input),
    };
    return pageOfPauses(app.db, requested);
  },
  async 'payouts.resume'(app, { pause_id: id, reason }) {
    const { project_id, isLast } = await resumePayouts(app, { id, reason });
    return { id, project_id, pays_again: isLast };
  },
  'quarantine.begin': withProblems<Operations['quarantine.begin']>(
    async (app, { coin: named, reason }) => {
      const begun = [];
      for (const { coin } of readWalletsInput(app, named)) {
        await app.db.transaction((tx) => beginQuarantine(tx, { coin: coin.code, reason }));
        begun.push({ coin: coin.code });
      }
      return begun;
    },
    findCoinsProblems,
  ),
  async 'quarantine.show'(app) {
    const quarantines = [];
    for (const row of await listQuarantines(app.db)) {
      const { coin, cause } = row;
      const { code = null, ...facts } = cause ?? {};
      await app.db.transaction((tx) => assignPayments(tx, coin));
      const unknown = await openSpends(app.db, coin);
      quarantines.push({
        ...row,
        code,
        facts,
        unknown,
        mark: markOf(unknown),
        lost: await lostOf(app, coin),
      });
    }
    return quarantines;
  },
  'quarantine.end': withProblems<Operations['quarantine.end']>(
    async (app, { coin: named, accept, mark }) => {
      const ended = [];
      for (const coinWallet of await quarantinedInput(app, named)) {
        const accepted = await endQuarantine(app, coinWallet, {
          isAccepted: accept === true,
          seen: mark ?? null,
        });
        ended.push({ coin: coinWallet.coin.code, accepted: accepted.length });
      }
      return ended;
    },
    (app, { coin, accept, mark }, problems) => {
      // The operator reviews the list of one coin and then accepts that list.
      if (accept !== true && mark === undefined) return findCoinsProblems(app, { coin }, problems);
      findCoinProblems(app, { coin }, problems);
      if (mark === undefined) problems.push(rule.form('mark', 'mark'));
    },
  ),
};

type Operations = typeof payoutsOperations;

/** With `all`: the coins in quarantine. Errors: 404 when there are none. */
async function quarantinedInput(app: OperatorApp, named: string) {
  const given = readWalletsInput(app, named);
  if (given.length === 1) return given;
  const begun = new Set((await listQuarantines(app.db)).map(({ coin }) => coin));
  const found = given.filter(({ coin }) => begun.has(coin.code));
  if (found.length === 0) throw notFound();
  return found;
}

async function lostOf(app: OperatorApp, code: string) {
  const payments = await lostPayments(app.db, code);
  return payments.map((row) => ({ ...row, amount: moneyOf(app, row.amount, row.coin).amount }));
}
