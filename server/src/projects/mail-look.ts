// How an email to a payer shows the merchant: colors, logo, and who sells. The terms are left out, because merchants
// must not be able to place links in emails.

import { unlinkedLine } from '../core/escape-text.ts';
import type { Locale } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { MailLook } from '../mails/layout.ts';
import { LOGO_SOURCE } from '../mails/mailer.ts';
import { accentFacts, type Scheme } from './accent.ts';
import type { Brand } from './brand.ts';
import type { Logo } from './logo.ts';

/** Mail programs show no other types. */
const SHOWN_TYPES: readonly Logo['type'][] = ['png', 'jpg'];

/** Null when the email shows no logo. */
export function mailLogoOf({ logo }: Brand): Logo | null {
  return logo !== null && SHOWN_TYPES.includes(logo.type) ? logo : null;
}

export function mailLookOf(brand: Brand, locale: Locale): MailLook {
  const { accent, appearance, legalName, addressLines, taxNumber } = brand;
  const logo = mailLogoOf(brand);
  const tax =
    taxNumber === null ? [] : [`${textsOf('payment-page', locale).taxNumber}: ${taxNumber}`];
  return {
    colors:
      accent === null ? null : { light: colors(accent, 'light'), dark: colors(accent, 'dark') },
    isAlwaysLight: appearance === 'light',
    logo: logo && { source: LOGO_SOURCE, width: logo.width, height: logo.height },
    seller: [legalName ?? '', ...addressLines, ...tax].map(unlinkedLine).filter(Boolean),
  };
}

function colors(accent: string, scheme: Scheme) {
  const { link, onButton } = accentFacts(accent, scheme);
  return { link, button: accent, onButton };
}
