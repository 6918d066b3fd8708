// Dutch texts of the mails to payers of subscriptions. Used by mail-texts.ts alone.
import type { MailTexts } from '../mail-texts-type.ts';

export default {
  title: 'Betaling',
  subject: '{product}: {amount} te betalen voor {due}',
  greeting: 'Hallo,',
  greetingByName: 'Hallo {name},',
  request: '{merchant} vraagt je om voor {due} {amount} te betalen voor {product}.',
  pay: '{amount} betalen',
  how: 'Op deze pagina kies je de cryptomunt en zie je wat je waarheen stuurt. De koers staat vast zodra je kiest, en geldt korte tijd.',
  why: 'Betaal je niet op tijd, dan eindigt het abonnement en wordt er niets meer van je gevraagd. Als je deze e-mail niet verwachtte, kun je hem negeren.',
  questions: 'Vragen? Zo bereik je {merchant}: {contact}',
} as const satisfies MailTexts;
