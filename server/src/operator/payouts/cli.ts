// Text output of `chaintill payouts ...` and `quarantine ...`.
import { type AdaptersOf, pageText, table } from '../../cli/adapter.ts';
import { pauseText } from '../../ledger/payout-pauses.ts';
import { quarantineText } from '../../payouts/quarantine.ts';
import type { payoutsOperations } from './contract.ts';

export const payoutsAdapters: AdaptersOf<typeof payoutsOperations> = {
  'payouts.pause': {
    example: '0199... --reason "a key was leaked"',
    show: () => 'Payouts are paused. Transactions that are already broadcast are still tracked',
  },
  'payouts.pauses': {
    show: (page, { all }) =>
      pageText(page, ({ resumed_at, resumed_reason, reason, facts, ...row }) => ({
        ...row,
        ...(all === true && { resumed_at, resumed_reason }),
        reason: pauseText({ ...row, reason, facts }),
      })),
  },
  'payouts.resume': {
    example: '0199... --reason "corrected with accounts debit"',
    show: ({ project_id, pays_again }) =>
      pays_again
        ? `Payouts of ${project_id} resumed`
        : `Ended this pause. Payouts of ${project_id} are still paused for another reason`,
  },
  'quarantine.begin': {
    example: 'all --reason "restored the backup of Monday"',
    show: (begun) => begun.map(({ coin }) => `${coin} is in quarantine`).join('\n'),
  },
  'quarantine.show': {
    show(quarantines) {
      const list = quarantines.map(({ coin, began_at, reconciled_at, unknown, mark, ...why }) => ({
        coin,
        began_at,
        reconciled_at: reconciled_at ?? 'not yet',
        unknown: unknown.length,
        mark,
        reason: quarantineText(why),
      }));
      const spends = quarantines.flatMap(({ unknown }) => unknown);
      if (spends.length === 0) return table(list);
      const lost = quarantines.flatMap((each) => each.lost);
      const spent = spends.map(({ coin, kind, subject, txid, block_height }) => ({
        coin,
        kind,
        subject,
        txid,
        block: block_height ?? 'none yet',
      }));
      return [
        table(list),
        ...(lost.length === 0 ? [] : ['\nThey paid, without a known withdrawal:', table(lost)]),
        '\nSpent outside of this database:',
        table(spent),
      ].join('\n');
    },
  },
  'quarantine.end': {
    example: 'BTC --accept --mark 5c1f0a9be27d4e83',
    show: (ended) =>
      ended
        .map(({ coin, accepted }) => `Payouts of ${coin} resumed; accepted: ${accepted}`)
        .join('\n'),
  },
};
