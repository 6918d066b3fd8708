// What a destination is told next: pure. Alarms that rise together are one message, what nobody acknowledged is told
// again after a time that grows, and what is over for a while is told to be over. One that comes and goes is told once.
import type { AlarmKind } from '../contract/alarm-kinds.ts';
import { MINUTE, SECOND } from '../core/clock.ts';

/** Others that rise meanwhile are in the same message; what ends meanwhile wakes nobody. */
export const GATHER = 15 * SECOND;
/** One that rises again within this time was not over. */
const CALM = 2 * MINUTE;
/** What is told again so soon is told now with the rest. */
const REPEATED_TOGETHER = 5 * MINUTE;
/** What is more is told with the next message. */
const ALARMS_OF_MESSAGE_MAX = 500;

export interface Standing {
  readonly id: string;
  readonly kind: AlarmKind;
  readonly subject: string;
  /** Milliseconds since the epoch, as all times here. */
  readonly since: number;
  readonly isKnown: boolean;
}

/** What the destination was told of, and not yet that it is over. */
export interface Notification {
  readonly alarmId: string;
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly since: number;
  readonly times: number;
  readonly remindAt: number | null;
  /** Null while that alarm stands. */
  readonly endedAt: number | null;
  readonly isByHand: boolean;
}

export interface NotifiedAlarm {
  readonly alarm_id: string;
  readonly kind: AlarmKind;
  readonly subject: string;
  readonly since: string;
  readonly until?: string;
  readonly by_hand?: boolean;
}

export interface Content {
  readonly raised: readonly NotifiedAlarm[];
  readonly repeated: readonly NotifiedAlarm[];
  readonly resolved: readonly NotifiedAlarm[];
}

export interface Decision {
  /** Null: nothing yet. */
  readonly content: Content | null;
  /** Alarms that took the place of one that was told and ended: the telling is about them now. */
  readonly moved: readonly Standing[];
}

export function decideMessage(facts: {
  readonly now: number;
  readonly standing: readonly Standing[];
  readonly notifications: readonly Notification[];
}): Decision {
  const { now, standing, notifications } = facts;
  const reported = new Map(
    notifications.map((notification) => [keyOf(notification), notification]),
  );
  // Alarms of older versions may stand twice: of those the oldest.
  const stands = new Map(standing.map((alarm) => [keyOf(alarm), alarm]));
  const fresh = [...stands.values()].filter(
    (alarm) => !alarm.isKnown && !reported.has(keyOf(alarm)),
  );
  const unheeded = notifications.filter(
    (notification) => stands.get(keyOf(notification))?.isKnown === false,
  );
  const over = notifications.filter(
    ({ endedAt, ...notification }) =>
      endedAt !== null && !stands.has(keyOf(notification)) && endedAt <= now - CALM,
  );
  const isDue =
    fresh.some(({ since }) => since <= now - GATHER) ||
    unheeded.some(({ remindAt }) => remindAt !== null && remindAt <= now) ||
    over.length > 0;
  const again = unheeded.filter(
    ({ remindAt }) => remindAt !== null && remindAt <= now + REPEATED_TOGETHER,
  );
  return {
    content: isDue ? contentOf({ fresh, again, over }) : null,
    moved: [...stands.values()].filter((alarm) => {
      const notification = reported.get(keyOf(alarm));
      return notification !== undefined && notification.alarmId !== alarm.id;
    }),
  };
}

/** When it is told again after the first time; null: never. Then it takes twice as long each time, up to a day. */
export function firstReminder(now: number, repeatMinutes: number): number | null {
  return repeatMinutes === 0 ? null : now + repeatMinutes * MINUTE;
}

function contentOf(parts: {
  fresh: readonly Standing[];
  again: readonly Notification[];
  over: readonly Notification[];
}): Content {
  const most = <T>(list: readonly T[]) => list.slice(0, ALARMS_OF_MESSAGE_MAX);
  return {
    raised: most(parts.fresh).map(({ id, ...alarm }) => notifiedEvents({ ...alarm, alarmId: id })),
    repeated: most(parts.again).map(notifiedEvents),
    resolved: most(parts.over).map((notification) => ({
      ...notifiedEvents(notification),
      until: new Date(notification.endedAt ?? 0).toISOString(),
      by_hand: notification.isByHand,
    })),
  };
}

function notifiedEvents(
  alarm: Pick<Notification, 'alarmId' | 'kind' | 'subject' | 'since'>,
): NotifiedAlarm {
  const { alarmId, kind, subject, since } = alarm;
  return { alarm_id: alarmId, kind, subject, since: new Date(since).toISOString() };
}

function keyOf({ kind, subject }: Pick<Notification, 'kind' | 'subject'>): string {
  return `${kind} ${subject}`;
}
