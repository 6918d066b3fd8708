// The link in emails to a donor: confirms a reminder, and later stops it. Opening it changes nothing.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instance } from '../app.ts';
import { payerSite } from '../core/payer-site.ts';

interface Reminded {
  readonly project_id: string;
  readonly id: string;
}

/** Also of a reminder that is not confirmed yet. It has no expiry, because emails stay in mailboxes. */
export function reminderUrl(instance: Instance, { project_id: projectId, id }: Reminded): string {
  return `${payerSite(instance, projectId)}/reminders/${id}/${tokenOf(instance, id)}`;
}

/** For mail programs, which stop a reminder with one request without a page (RFC 8058). */
export function stopReminderUrl(instance: Instance, of: Reminded): string {
  return `${reminderUrl(instance, of)}?stop=1`;
}

export function isReminderToken(instance: Instance, id: string, token: string): boolean {
  const right = Buffer.from(tokenOf(instance, id));
  const given = Buffer.from(token);
  return given.length === right.length && timingSafeEqual(given, right);
}

function tokenOf({ intentKey }: Instance, id: string): string {
  return createHmac('sha256', intentKey).update(`donation reminder ${id}`).digest('base64url');
}
