// Everything that needs a person: open alerts, the counts of the overview, quarantines, the audit, and readiness.
import { MINUTE, SECOND } from '../core/clock.ts';
import { latestWholeRun } from '../ledger/audit-runs.ts';
import { checkHealth } from '../operator/check-health.ts';
import { countNeeds } from '../operator/needs.ts';
import { listQuarantines } from '../payouts/quarantine.ts';
import { epochSeconds, reading, samplesOf, secondsSince } from './reading.ts';

const COUNTED_MAX = 1000;

const LABELS = ['kind', 'acknowledged'];

const OPEN_ALERTS = `
select kind, acknowledged_at is not null as is_known, count(*)::int as n, min(created_at) as oldest
from (select kind, created_at, acknowledged_at from alerts
  where resolved_at is null order by id limit ${COUNTED_MAX}) found
group by 1, 2 order by 1, 2`;

interface OpenAlert {
  readonly kind: string;
  readonly is_known: boolean;
  readonly n: number;
  readonly oldest: Date;
}

export const alertsReading = reading({
  name: 'alerts',
  everyMilliseconds: 15 * SECOND,
  gauges: {
    chaintill_alerts: {
      help: 'Open alerts, by kind and whether they are acknowledged',
      labels: LABELS,
    },
    chaintill_alerts_oldest_seconds: {
      help: 'Age of the oldest open alert of a kind',
      labels: LABELS,
    },
    chaintill_quarantine: {
      help: '1 for each coin in quarantine, whose payouts are paused',
      labels: ['coin'],
    },
    chaintill_health: {
      help: '1 for each working component, as in /health/ready',
      labels: ['check'],
    },
  },
  async read(app) {
    const rows = await app.db.query<OpenAlert>(OPEN_ALERTS);
    const quarantines = await listQuarantines(app.db);
    const health = Object.entries(await checkHealth(app));
    const now = app.clock.now();
    const byKind = samplesOf(rows, ({ kind, is_known }) => {
      return { kind, acknowledged: is_known ? 'yes' : 'no' };
    });
    return {
      chaintill_alerts: byKind(({ n }) => n),
      chaintill_alerts_oldest_seconds: byKind(({ oldest }) => secondsSince(oldest, now)),
      chaintill_quarantine: quarantines.map(({ coin }) => ({ labels: { coin }, value: 1 })),
      chaintill_health: health.map(([check, { ok }]) => {
        return { labels: { check }, value: ok ? 1 : 0 };
      }),
    };
  },
});

export const needsReading = reading({
  name: 'needs',
  everyMilliseconds: MINUTE,
  gauges: {
    chaintill_action_required: {
      help: 'Items that need a person, counted up to a hundred of each kind',
      labels: ['kind'],
    },
    chaintill_audit_full_end_timestamp_seconds: {
      help: 'Time of the last complete `chaintill audit`; missing if there was none',
    },
    chaintill_audit_findings: { help: 'Errors that it found' },
  },
  async read(app) {
    const needs = await countNeeds(app, { projectId: null, isOfInstance: true, mayDecide: true });
    const whole = await latestWholeRun(app.db);
    const ended = whole?.ended_at ?? null;
    return {
      chaintill_action_required: needs.map(({ kind, count }) => ({
        labels: { kind },
        value: count,
      })),
      chaintill_audit_full_end_timestamp_seconds:
        ended === null ? [] : [{ value: epochSeconds(ended) }],
      chaintill_audit_findings: whole === null ? [] : [{ value: whole.findings.length }],
    };
  },
});
