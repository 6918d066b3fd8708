// Quarantine, as the operator begins, sees and ends it.
import type { quarantineOperations } from '../contract/operator/quarantine.ts';
import { endQuarantine } from '../payouts/recover/end-quarantine.ts';
import { beginQuarantine, listQuarantines } from '../payouts/recover/quarantine.ts';
import { assignPayments, lostPayments } from '../payouts/recover/unrecognised-payments.ts';
import { openSpends } from '../payouts/recover/unrecognised-spends.ts';
import { type HandlersOf, type OperatorApp, withProblems } from './operator.ts';
import { moneyOf, timeOf, timeOrNull } from './present.ts';
import { findCoinsProblems, treasuriesGiven } from './read-given.ts';

type Operations = typeof quarantineOperations;

export const quarantineHandlers: HandlersOf<Operations> = {
  'quarantine.begin': withProblems<Operations['quarantine.begin']>(
    async (app, { coin: named, reason }) => {
      const begun = [];
      for (const { coin } of treasuriesGiven(app, named)) {
        await app.db.transaction((tx) => beginQuarantine(tx, { coin: coin.code, reason }));
        begun.push({ coin: coin.code });
      }
      return begun;
    },
    findCoinsProblems,
  ),
  async 'quarantine.show'(app) {
    const quarantines = [];
    for (const { coin, reason, began_at, reconciled_at } of await listQuarantines(app.db)) {
      await app.db.transaction((tx) => assignPayments(tx, coin));
      quarantines.push({
        ...{ coin, reason, began_at: timeOf(began_at), reconciled_at: timeOrNull(reconciled_at) },
        unknown: await openSpends(app.db, coin),
        lost: await lostOf(app, coin),
      });
    }
    return quarantines;
  },
  'quarantine.end': withProblems<Operations['quarantine.end']>(
    async (app, { coin: named, accept }) => {
      const ended = [];
      for (const treasury of treasuriesGiven(app, named)) {
        const accepted = await endQuarantine(app, treasury, { isAccepted: accept === true });
        ended.push({ coin: treasury.coin.code, accepted: accepted.length });
      }
      return ended;
    },
    findCoinsProblems,
  ),
};

async function lostOf(app: OperatorApp, code: string) {
  const payments = await lostPayments(app.db, code);
  return payments.map(({ coin, txid, address, tag, amount }) => ({
    ...{ coin, txid, address, tag },
    amount: moneyOf(app, amount, coin).amount,
  }));
}
