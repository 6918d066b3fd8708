// Emails to people who sign in. They may contain a sign-in link, so they are stored encrypted, and erased once they
// are sent or their retries are exhausted.
import type { App } from '../app.ts';
import { wallNow } from '../core/clock.ts';
import type { Tx } from '../db/tx.ts';
import { notifyWorker } from '../workers/worker.ts';
import type { Mailer, MailResult } from './mailer.ts';
import { ATTEMPTS_MAX, LEASE, MAILS_WORKER, retryAfter } from './outbox.ts';

const AT_ONCE_MAX = 8;

export interface MailToPerson {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Only for notifications. Invitations and other emails about access are not optional. */
  readonly unsubscribe: string | null;
}

export interface Invites {
  readonly userId: string;
  readonly madeBy: string | undefined;
}

interface DueMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body_sealed: string;
  readonly attempts: number;
  readonly created_at: Date;
}

/** Emails that were queued before notifications had a link to end them have no `unsubscribe`. */
interface Sealed {
  readonly text: string;
  readonly html: string;
  readonly unsubscribe?: string | null;
}

/** Returns false without a mail server. */
export async function queueMailToPerson(
  tx: Tx,
  mail: MailToPerson,
  invites?: Invites,
): Promise<boolean> {
  const { config, secrets } = tx.instance;
  if (config.smtpUrl === null) return false;
  const id = tx.newId();
  const { to, subject, text, html, unsubscribe } = mail;
  const sealed = secrets.seal(
    JSON.stringify({ text, html, unsubscribe } satisfies Sealed),
    contextOf(id),
  );
  await tx.query(
    `insert into people_mails (id, recipient, subject, body_sealed, status, due_at, created_at, user_id, made_by)
     values ($1, $2, $3, $4, 'pending', $5, $5, $6, $7)`,
    [id, to, subject, sealed, tx.now, invites?.userId ?? null, invites?.madeBy ?? null],
  );
  await notifyWorker(tx, MAILS_WORKER);
  return true;
}

export type MailStatus = 'pending' | 'sent' | 'failed';

/** SQL, for the user `u`: the status of their newest email with a link, or null. */
export const INVITATION_MAIL = `(select m.status from people_mails m where m.user_id = u.id
  order by m.created_at desc, m.id desc limit 1)`;

export async function sendToPeople(app: App, mailer: Mailer): Promise<number> {
  const wall = wallNow();
  const due = await app.db.query<DueMail>(
    `update people_mails m set leased_until = $3, attempts = m.attempts + 1
     from (select id from people_mails
           where due_at <= $1 and (leased_until is null or leased_until <= $2
             or leased_until > $3::timestamptz + interval '1 minute')
           order by due_at limit ${AT_ONCE_MAX} for update skip locked) d
     where m.id = d.id
     returning m.id, m.recipient, m.subject, m.body_sealed, m.attempts, m.created_at`,
    [new Date(app.clock.now()), new Date(wall), new Date(wall + LEASE)],
  );
  await Promise.all(due.map((mail) => attempt(app, mailer, mail)));
  return due.length;
}

async function attempt(app: App, mailer: Mailer, mail: DueMail): Promise<void> {
  const { id, recipient: to, subject, body_sealed: sealed, attempts, created_at: createdAt } = mail;
  const body = JSON.parse(app.secrets.open(sealed, contextOf(id))) as Sealed;
  const { text, html, unsubscribe = null } = body;
  const outcome = await mailer({ id, to, subject, text, html, createdAt, unsubscribe });
  const facts = { mail_id: id, attempt: attempts };
  if (outcome.kind === 'sent') app.log.info(facts, 'email sent');
  else app.log.warn({ ...facts, outcome: outcome.kind }, 'email not sent');
  await note(app, mail, outcome);
}

async function note(app: App, { id, attempts }: DueMail, outcome: MailResult): Promise<void> {
  const now = app.clock.now();
  const isSent = outcome.kind === 'sent';
  const isOver = outcome.kind === 'refused' || attempts >= ATTEMPTS_MAX;
  const status = isSent ? 'sent' : isOver ? 'failed' : 'pending';
  await app.db.query(
    `update people_mails set status = $2, due_at = $3, sent_at = $4, failure = $5, leased_until = null,
       body_sealed = case when $2 = 'pending' then body_sealed end
     where id = $1 and status = 'pending'`,
    [
      id,
      status,
      status === 'pending' ? new Date(now + retryAfter(attempts)) : null,
      isSent ? new Date(now) : null,
      outcome.kind === 'sent' ? null : outcome.reason,
    ],
  );
}

const contextOf = (id: string) => `people_mails:${id}`;
