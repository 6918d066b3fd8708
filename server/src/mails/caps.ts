// Limits on emails, so that nobody can flood a mailbox. The request for the next period of a subscription is never
// limited, because a subscription ends when a period is not paid.
import { DAY, SECOND } from '../core/clock.ts';
import { apiError, type PlainErrorKey } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import { AGAIN } from './outbox.ts';

/** Emails to one mailbox per day: from one project, and from all projects together. */
const FROM_PROJECT_MAX = 5;
const TO_MAILBOX_MAX = 20;
/** First emails of one project's subscriptions per day. */
const OF_PROJECT_MAX = 1000;
/** Emails to payers that members of one project resend per day. */
const AGAIN_OF_PROJECT_MAX = 100;
/** Invitations per day: to one mailbox, and from one person. */
const INVITATIONS_TO_MAILBOX_MAX = 5;
const INVITATIONS_BY_PERSON_MAX = 50;

const mailboxOf = (address: string) => `lower(regexp_replace(${address}, '\\+[^@]*@', '@'))`;
const TO_MAILBOX = `${mailboxOf('recipient')} = ${mailboxOf('$1')} and created_at > $2`;

/** SQL: the creation time of the row that reaches the limit `most`, or null. */
const reached = (table: string, condition: string, most: number) =>
  `(select created_at from ${table} where ${condition} order by created_at desc offset ${most - 1} limit 1)`;

interface Reached {
  readonly at: Date | null;
}

/** Errors: 429 `rate_limit_exceeded`. */
export async function insistOnSubscriptionCaps(
  tx: Tx,
  { projectId, to }: { projectId: string; to: string },
): Promise<void> {
  if (tx.instance.config.smtpUrl === null) return;
  const ofProject = `project_id = $3 and purpose = 'period 0' and created_at > $2`;
  const rows = await tx.query<Reached>(
    `select greatest(
       ${reached('mails', `${TO_MAILBOX} and project_id = $3`, FROM_PROJECT_MAX)},
       ${reached('mails', TO_MAILBOX, TO_MAILBOX_MAX)},
       ${reached('mails', ofProject, OF_PROJECT_MAX)}) as at`,
    [to, new Date(tx.now.getTime() - DAY), projectId],
  );
  refuseOver(tx, rows, 'rate_limit_exceeded.subscription_mails');
}

/** For an email that a person resends to a payer. Errors: 429 `rate_limit_exceeded`. */
export async function insistOnAgainCaps(
  tx: Tx,
  { projectId, to }: { projectId: string; to: string },
): Promise<void> {
  const ofProject = `project_id = $3 and purpose like '${AGAIN}%' and created_at > $2`;
  const rows = await tx.query<Reached>(
    `select greatest(
       ${reached('mails', `${TO_MAILBOX} and project_id = $3`, FROM_PROJECT_MAX)},
       ${reached('mails', TO_MAILBOX, TO_MAILBOX_MAX)},
       ${reached('mails', ofProject, AGAIN_OF_PROJECT_MAX)}) as at`,
    [to, new Date(tx.now.getTime() - DAY), projectId],
  );
  refuseOver(tx, rows, 'rate_limit_exceeded.repeated_mails');
}

/** Errors: 429 `rate_limit_exceeded`. */
export async function insistOnInvitationCaps(
  tx: Tx,
  { to, madeBy }: { to: string; madeBy: string | undefined },
): Promise<void> {
  const byPerson = 'made_by = $3::uuid and created_at > $2';
  const rows = await tx.query<Reached>(
    `select greatest(
       ${reached('people_mails', `${TO_MAILBOX} and user_id is not null`, INVITATIONS_TO_MAILBOX_MAX)},
       ${reached('people_mails', byPerson, INVITATIONS_BY_PERSON_MAX)}) as at`,
    [to, new Date(tx.now.getTime() - DAY), madeBy ?? null],
  );
  refuseOver(tx, rows, 'rate_limit_exceeded.invitations');
}

function refuseOver(tx: Tx, [row]: readonly Reached[], error: PlainErrorKey): void {
  const at = row?.at ?? null;
  if (at === null) return;
  const retryAfterSeconds = Math.max(
    1,
    Math.ceil((at.getTime() + DAY - tx.now.getTime()) / SECOND),
  );
  throw apiError(error, {}, { retryAfterSeconds });
}
