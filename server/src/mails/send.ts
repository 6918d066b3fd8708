// Sends the emails in the outbox. An email is claimed for a limited time and marked once sent. SMTP cannot send exactly
// once: after a crash between the two, or a lost reply, it is sent again with the same Message-ID and time, so that
// receivers can drop the duplicate (docs/decisions/0205-emails-at-least-once.md).
import type { App } from '../app.ts';
import { wallNow } from '../core/clock.ts';
import { NOT_LEASED } from '../workers/due-work.ts';
import type { Worker } from '../workers/worker.ts';
import type { AttachedImage, Mailer, MailResult } from './mailer.ts';
import { ATTEMPTS_MAX, LEASE, MAILS_WORKER, retryAfter } from './outbox.ts';
import { sendToPeople } from './to-people.ts';

const AT_ONCE_MAX = 8;

interface DueMail {
  readonly project_id: string;
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text_body: string;
  readonly html_body: string;
  readonly attempts: number;
  readonly created_at: Date;
  readonly sender_name: string | null;
  readonly logo_name: string | null;
  readonly unsubscribe_url: string | null;
}

export function mailWorker(mailer: Mailer): Worker {
  return {
    name: MAILS_WORKER,
    pollMilliseconds: 1000,
    due: () => `exists (select 1 from mails where due_at <= $1 and ${NOT_LEASED})
      or exists (select 1 from people_mails where due_at <= $1 and ${NOT_LEASED})`,
    async run(app) {
      const due = await claim(app);
      await Promise.all(due.map((mail) => attempt(app, mailer, mail)));
      return due.length + (await sendToPeople(app, mailer));
    },
  };
}

function claim(app: App): Promise<DueMail[]> {
  const wall = wallNow();
  return app.db.query<DueMail>(
    `update mails m set leased_until = $3, attempts = m.attempts + 1
     from (select project_id, id from mails o
           where due_at <= $1 and (leased_until is null or leased_until <= $2
             or leased_until > $3::timestamptz + interval '1 minute')
           order by due_at limit ${AT_ONCE_MAX} for update skip locked) d
     where m.project_id = d.project_id and m.id = d.id
     returning m.project_id, m.id, m.recipient, m.subject, m.text_body, m.html_body, m.attempts, m.created_at,
       m.sender_name, m.logo_name, m.unsubscribe_url`,
    [new Date(app.clock.now()), new Date(wall), new Date(wall + LEASE)],
  );
}

async function attempt(app: App, mailer: Mailer, mail: DueMail): Promise<void> {
  const outcome = await mailer({
    id: mail.id,
    to: mail.recipient,
    subject: mail.subject,
    text: mail.text_body,
    html: mail.html_body,
    createdAt: mail.created_at,
    senderName: mail.sender_name,
    logo: await logoOf(app, mail),
    unsubscribe: mail.unsubscribe_url,
  });
  const facts = { mail_id: mail.id, project_id: mail.project_id, attempt: mail.attempts };
  if (outcome.kind === 'sent') app.log.info(facts, 'email sent');
  else app.log.warn({ ...facts, outcome: outcome.kind }, 'email not sent');
  await note(app, mail, outcome);
}

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg' };

/** Null when newer logos have pushed it out in the meantime. */
async function logoOf(app: App, { project_id, logo_name }: DueMail): Promise<AttachedImage | null> {
  const contentType = TYPES[logo_name?.split('.').at(-1) ?? ''];
  if (logo_name === null || contentType === undefined) return null;
  const [row] = await app.db.query<{ content: Buffer }>(
    'select content from project_logos where project_id = $1 and name = $2',
    [project_id, logo_name],
  );
  return row === undefined ? null : { contentType, content: row.content };
}

/** An email that was withdrawn in the meantime stays withdrawn, unless it was sent after all. */
async function note(app: App, mail: DueMail, outcome: MailResult): Promise<void> {
  const now = app.clock.now();
  const isSent = outcome.kind === 'sent';
  const isOver = outcome.kind === 'refused' || mail.attempts >= ATTEMPTS_MAX;
  const status = isSent ? 'sent' : isOver ? 'failed' : 'pending';
  await app.db.query(
    `update mails set status = $3, due_at = $4, sent_at = $5, failure = $6, leased_until = null
     where project_id = $1 and id = $2 and (status = 'pending' or $3 = 'sent')`,
    [
      mail.project_id,
      mail.id,
      status,
      status === 'pending' ? new Date(now + retryAfter(mail.attempts)) : null,
      isSent ? new Date(now) : null,
      outcome.kind === 'sent' ? null : outcome.reason,
    ],
  );
}
