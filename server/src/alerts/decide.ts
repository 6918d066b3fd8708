// Decides the next message to a destination. Pure. Alerts that open together share a message. Unacknowledged alerts
// are repeated at growing intervals. A flapping alert is reported once.
import type { AlertKind } from '../contract/alert-kinds.ts';
import { MINUTE, SECOND } from '../core/clock.ts';

/** Alerts that open within this time share a message. Alerts that are resolved within this time are not sent. */
export const GATHER = 15 * SECOND;
/** An alert that reopens within this time does not count as resolved. */
const CALM = 2 * MINUTE;
/** Reminders due within this time are sent together. */
const REPEATED_TOGETHER = 5 * MINUTE;
/** Further alerts go into the next message. */
const ALERTS_OF_MESSAGE_MAX = 500;

export interface OpenAlert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly subject: string;
  /** Milliseconds since the epoch, like all times here. */
  readonly since: number;
  readonly isKnown: boolean;
}

/** The destination was notified of the alert, but not yet of its resolution. */
export interface Notification {
  readonly alertId: string;
  readonly kind: AlertKind;
  readonly subject: string;
  readonly since: number;
  readonly times: number;
  readonly remindAt: number | null;
  /** Null while the alert is open. */
  readonly endedAt: number | null;
  readonly isByHand: boolean;
}

export interface NotifiedAlert {
  readonly alert_id: string;
  readonly kind: AlertKind;
  readonly subject: string;
  readonly since: string;
  readonly until?: string;
  readonly by_hand?: boolean;
}

export interface Content {
  readonly raised: readonly NotifiedAlert[];
  readonly repeated: readonly NotifiedAlert[];
  readonly resolved: readonly NotifiedAlert[];
}

export interface Decision {
  readonly content: Content | null;
  /** Alerts that replaced a resolved one that was reported: the notification now refers to them. */
  readonly moved: readonly OpenAlert[];
}

export function decideMessage(facts: {
  readonly now: number;
  readonly openAlerts: readonly OpenAlert[];
  readonly notifications: readonly Notification[];
}): Decision {
  const { now, openAlerts, notifications } = facts;
  const reported = new Map(
    notifications.map((notification) => [keyOf(notification), notification]),
  );
  // Alerts from older versions may be open twice: the oldest one counts.
  const openByKey = new Map(openAlerts.map((alert) => [keyOf(alert), alert]));
  const fresh = [...openByKey.values()].filter(
    (alert) => !alert.isKnown && !reported.has(keyOf(alert)),
  );
  const unacknowledged = notifications.filter(
    (notification) => openByKey.get(keyOf(notification))?.isKnown === false,
  );
  const over = notifications.filter(
    ({ endedAt, ...notification }) =>
      endedAt !== null && !openByKey.has(keyOf(notification)) && endedAt <= now - CALM,
  );
  const isDue =
    fresh.some(({ since }) => since <= now - GATHER) ||
    unacknowledged.some(({ remindAt }) => remindAt !== null && remindAt <= now) ||
    over.length > 0;
  const again = unacknowledged.filter(
    ({ remindAt }) => remindAt !== null && remindAt <= now + REPEATED_TOGETHER,
  );
  return {
    content: isDue ? contentOf({ fresh, again, over }) : null,
    moved: [...openByKey.values()].filter((alert) => {
      const notification = reported.get(keyOf(alert));
      return notification !== undefined && notification.alertId !== alert.id;
    }),
  };
}

/** Null: never. Later intervals double, up to a day. */
export function firstReminder(now: number, repeatMinutes: number): number | null {
  return repeatMinutes === 0 ? null : now + repeatMinutes * MINUTE;
}

function contentOf(parts: {
  fresh: readonly OpenAlert[];
  again: readonly Notification[];
  over: readonly Notification[];
}): Content {
  const most = <T>(list: readonly T[]) => list.slice(0, ALERTS_OF_MESSAGE_MAX);
  return {
    raised: most(parts.fresh).map(({ id, ...alert }) => notifiedEvents({ ...alert, alertId: id })),
    repeated: most(parts.again).map(notifiedEvents),
    resolved: most(parts.over).map((notification) => ({
      ...notifiedEvents(notification),
      until: new Date(notification.endedAt ?? 0).toISOString(),
      by_hand: notification.isByHand,
    })),
  };
}

function notifiedEvents(
  alert: Pick<Notification, 'alertId' | 'kind' | 'subject' | 'since'>,
): NotifiedAlert {
  const { alertId, kind, subject, since } = alert;
  return { alert_id: alertId, kind, subject, since: new Date(since).toISOString() };
}

function keyOf({ kind, subject }: Pick<Notification, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`;
}
