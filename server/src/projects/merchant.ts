// Who a payer deals with: the name and the way to reach the merchant that a project shows on its hosted pages and in
// mails to payers. Nothing is shown unless it is set: names of projects are for those who run the till.
import type { Locale } from '../core/languages.ts';
import type { Project } from './project.ts';

export interface Merchant {
  readonly name: string | null;
  /** A mail address, or an https link. */
  readonly contact: string | null;
}

export function merchantOf({ settings }: Pick<Project, 'settings'>): Merchant {
  return { name: settings.merchantName ?? null, contact: settings.merchantContact ?? null };
}

/** Of mails, as nobody knows what the payer reads until the page is opened. */
export function mailLanguageOf({ settings }: Pick<Project, 'settings'>): Locale {
  return settings.mailLanguage ?? 'en';
}
