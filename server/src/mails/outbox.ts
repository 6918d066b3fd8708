// The outbox of emails: an email is stored in the transaction that causes it. Without a mail server, none are stored.
import { DAY, HOUR, MINUTE, SECOND } from '../core/clock.ts';
import { apiError, type PlainErrorKey } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { lateRows } from '../workers/pull-in.ts';
import { notifyWorker } from '../workers/worker.ts';

/** Emails to one mailbox per day: from one project, and from all projects together. */
const FROM_PROJECT_MAX = 5;
const TO_MAILBOX_MAX = 20;
/** First emails of one project's subscriptions per day, and as many that ask donors to confirm. */
const OF_PROJECT_MAX = 1000;
/** Purpose of the email that asks a donor to confirm. */
export const CONFIRMATION = 'confirm reminder';
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

interface Recipient {
  readonly projectId: string;
  readonly to: string;
}

/** Errors: 429 `rate_limit_exceeded`. */
export async function insistOnSubscriptionCaps(tx: Tx, recipient: Recipient): Promise<void> {
  if (tx.instance.config.smtpUrl === null) return;
  const ofProject = { purpose: `= 'period 0'`, most: OF_PROJECT_MAX };
  await insistOnCaps(tx, recipient, { ofProject, error: 'rate_limit_exceeded.subscription_mails' });
}

/** For an email that asks a donor to confirm. Errors: 429 `rate_limit_exceeded`. */
export function insistOnConfirmationCaps(tx: Tx, recipient: Recipient): Promise<void> {
  const ofProject = { purpose: `= '${CONFIRMATION}'`, most: OF_PROJECT_MAX };
  return insistOnCaps(tx, recipient, {
    ofProject,
    error: 'rate_limit_exceeded.subscription_mails',
  });
}

/** For an email that a person resends to a payer. Errors: 429 `rate_limit_exceeded`. */
export function insistOnAgainCaps(tx: Tx, recipient: Recipient): Promise<void> {
  const ofProject = { purpose: `like '${AGAIN}%'`, most: AGAIN_OF_PROJECT_MAX };
  return insistOnCaps(tx, recipient, { ofProject, error: 'rate_limit_exceeded.repeated_mails' });
}

/** For an email that its recipient asks for. Errors: 429 `rate_limit_exceeded`. */
export function insistOnMailboxCaps(tx: Tx, recipient: Recipient): Promise<void> {
  return insistOnCaps(tx, recipient, { error: 'rate_limit_exceeded.repeated_mails' });
}

interface Caps {
  /** Of one project per day. `purpose` is a condition in SQL. */
  readonly ofProject?: { readonly purpose: string; readonly most: number };
  readonly error: PlainErrorKey;
}

async function insistOnCaps(
  tx: Tx,
  { projectId, to }: Recipient,
  { ofProject, error }: Caps,
): Promise<void> {
  const limits = [
    reached('mails', `${TO_MAILBOX} and project_id = $3`, FROM_PROJECT_MAX),
    reached('mails', TO_MAILBOX, TO_MAILBOX_MAX),
  ];
  if (ofProject !== undefined) {
    const { purpose, most } = ofProject;
    limits.push(
      reached('mails', `project_id = $3 and purpose ${purpose} and created_at > $2`, most),
    );
  }
  const rows = await tx.query<Reached>(`select greatest(${limits.join(', ')}) as at`, [
    to,
    new Date(tx.now.getTime() - DAY),
    projectId,
  ]);
  refuseOver(tx, rows, error);
}

/** Payers enter addresses themselves, so nobody can fill the mailbox of another person with receipts. */
export async function hasRoomInMailbox(tx: Tx, to: string): Promise<boolean> {
  const [row] = await tx.query<Reached>(
    `select ${reached('mails', TO_MAILBOX, TO_MAILBOX_MAX)} as at`,
    [to, new Date(tx.now.getTime() - DAY)],
  );
  return (row?.at ?? null) === null;
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

export interface NewMail {
  readonly projectId: string;
  /** The object and the purpose. Each pair gets only one email, however often it is queued. */
  readonly referenceId: string;
  readonly purpose: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Null: the operator's own name. */
  readonly senderName: string | null;
  /** A stored logo that `html` shows. */
  readonly logoName: string | null;
  /** Where mail programs unsubscribe with one request (RFC 8058). Omitted or null: the email is not optional. */
  readonly unsubscribe?: string | null;
}

export const MAILS_WORKER = 'mails';
/** Longer than all timeouts of an SMTP session together (mailer.ts). */
export const LEASE = 5 * MINUTE;
const RETRY_FIRST = MINUTE;
export const RETRY_LONGEST = 6 * HOUR;
/** Attempts over about a day and a half, as for a callback. */
export const ATTEMPTS_MAX = 14;

const FRESH = { where: 'attempts = 0', delayMax: 0 };
const RETRIED = { where: 'attempts > 0', delayMax: RETRY_LONGEST };
const MAILS = {
  table: 'mails',
  key: ['project_id', 'id'],
  update: 'update mails t set due_at = $1',
};
const PEOPLE_MAILS = {
  table: 'people_mails',
  key: ['id'],
  update: 'update people_mails t set due_at = $1',
};

export const lateMails = {
  mails: lateRows({ ...MAILS, ...FRESH }),
  retriedMails: lateRows({ ...MAILS, ...RETRIED }),
  peopleMails: lateRows({ ...PEOPLE_MAILS, ...FRESH }),
  retriedPeopleMails: lateRows({ ...PEOPLE_MAILS, ...RETRIED }),
};

/** One minute after the first attempt, then doubling up to six hours. */
export function retryAfter(attempts: number): number {
  return Math.min(RETRY_FIRST * 2 ** (attempts - 1), RETRY_LONGEST);
}

/** Prefixes of the purpose of an email that is sent again: by a person of the project, and by its recipient. */
export const AGAIN = 'again ';
export const BY_RECIPIENT = 'by recipient ';

/** Makes emails that wait for a retry due now. Returns false when none waits. */
export async function hurryMails(
  tx: Tx,
  about: { projectId: string; referenceId: string },
): Promise<boolean> {
  const rows = await tx.query(
    `update mails set due_at = $3 where project_id = $1 and reference_id = $2 and status = 'pending'
     returning 1`,
    [about.projectId, about.referenceId, tx.now],
  );
  if (rows.length > 0) await notifyWorker(tx, MAILS_WORKER);
  return rows.length > 0;
}

export async function queueMail(tx: Tx, mail: NewMail): Promise<void> {
  if (tx.instance.config.smtpUrl === null) return;
  const now = tx.now;
  await tx.query(
    `insert into mails (project_id, id, reference_id, purpose, recipient, subject, text_body, html_body,
       status, due_at, created_at, sender_name, logo_name, unsubscribe_url)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', $9, $9, $10, $11, $12)
     on conflict on constraint mail_once do nothing`,
    [
      mail.projectId,
      tx.newId(),
      mail.referenceId,
      mail.purpose,
      mail.to,
      mail.subject,
      mail.text,
      mail.html,
      now,
      mail.senderName,
      mail.logoName,
      mail.unsubscribe ?? null,
    ],
  );
  await notifyWorker(tx, MAILS_WORKER);
}

export interface MailRow {
  readonly status: 'pending' | 'sent' | 'failed' | 'withdrawn';
  readonly attempts: number;
  /** The mail server's last error. Null when it accepted the email. */
  readonly failure: string | null;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  /** Null: no further attempt. */
  readonly due_at: Date | null;
}

export async function newestMail(
  sql: Sql,
  about: { projectId: string; referenceId: string },
): Promise<MailRow | null> {
  const [row] = await sql.query<MailRow>(
    `select status, attempts, failure, created_at, sent_at, due_at from mails
     where project_id = $1 and reference_id = $2 order by created_at desc, id desc limit 1`,
    [about.projectId, about.referenceId],
  );
  return row ?? null;
}

/** How often its recipient had it sent again. */
export async function countRepeats(
  sql: Sql,
  { projectId, referenceId }: { projectId: string; referenceId: string },
  since: Date,
): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::integer as count from mails
     where project_id = $1 and reference_id = $2 and purpose like '${BY_RECIPIENT}%' and created_at > $3`,
    [projectId, referenceId, since],
  );
  return row?.count ?? 0;
}

export async function withdrawMails(
  tx: Tx,
  about: { projectId: string; referenceId: string },
): Promise<void> {
  await tx.query(
    `update mails set status = 'withdrawn', due_at = null
     where project_id = $1 and reference_id = $2 and status = 'pending'`,
    [about.projectId, about.referenceId],
  );
}
