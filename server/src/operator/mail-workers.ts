// Sends emails, including notifications of pending tasks.
import type { Config } from '../core/config/config.ts';
import { smtpMailer } from '../mails/mailer.ts';
import { mailWorker } from '../mails/send.ts';
import type { Worker } from '../workers/worker.ts';
import { noticesWorker } from './notify-people.ts';

/** Empty without a mail server: nothing is queued in the outbox then. */
export function mailWorkers({ smtpUrl, mailFrom }: Config): readonly Worker[] {
  if (smtpUrl === null || mailFrom === null) return [];
  return [noticesWorker, mailWorker(smtpMailer({ url: smtpUrl, from: mailFrom }))];
}
