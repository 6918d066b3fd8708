// The merchant as shown to payers: the name and the contact that a project shows on its hosted pages and in mails to
// payers. Nothing is shown unless it is set, because project names are only for the operator.
import type { Locale } from '../core/languages.ts';
import type { Project } from './project.ts';

export interface Merchant {
  readonly name: string | null;
  /** An email address or an https link. */
  readonly contact: string | null;
}

export function merchantOf({ settings }: Pick<Project, 'settings'>): Merchant {
  return { name: settings.merchantName ?? null, contact: settings.merchantContact ?? null };
}

/** For mails only, because the payer's own language is unknown until they open the page. */
export function mailLanguageOf({ settings }: Pick<Project, 'settings'>): Locale {
  return settings.mailLanguage ?? 'en';
}
