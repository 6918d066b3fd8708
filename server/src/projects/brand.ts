// What payers see of a merchant, on pages, in emails and on receipts. Read from the project's settings.
import { type Appearance, appearances } from '../contract/brand.ts';
import { isAccent } from './accent.ts';
import { type Logo, logoNamed } from './logo.ts';
import type { Project } from './project.ts';

export interface Brand {
  readonly name: string | null;
  /** An email address or an https link. */
  readonly contact: string | null;
  readonly logo: Logo | null;
  /** `#rrggbb`. */
  readonly accent: string | null;
  readonly appearance: Appearance;
  readonly legalName: string | null;
  readonly addressLines: readonly string[];
  readonly taxNumber: string | null;
  /** An https link. */
  readonly termsUrl: string | null;
  readonly pageTitle: string | null;
  readonly mailSender: string | null;
}

/** Values that a person with access to the database stored by hand are checked again where they could do harm. */
export function brandOf({ settings }: Pick<Project, 'settings'>): Brand {
  const { accentColor, logo } = settings;
  return {
    name: settings.merchantName ?? null,
    contact: settings.merchantContact ?? null,
    logo: logo === undefined ? null : logoNamed(logo),
    accent: accentColor !== undefined && isAccent(accentColor) ? accentColor : null,
    appearance: appearances.find((each) => each === settings.appearance) ?? 'automatic',
    legalName: settings.legalName ?? null,
    addressLines: settings.postalAddress?.split('\n') ?? [],
    taxNumber: settings.taxNumber ?? null,
    termsUrl: settings.termsUrl ?? null,
    pageTitle: settings.pageTitle ?? null,
    mailSender: settings.mailSender ?? null,
  };
}
