// German texts of the mails to payers of subscriptions. Used by mail-texts.ts alone.
import type { MailTexts } from '../mail-texts-type.ts';

export default {
  title: 'Zahlung',
  subject: '{product}: {amount} fällig bis {due}',
  greeting: 'Guten Tag,',
  greetingByName: 'Guten Tag {name},',
  request: '{merchant} bittet Sie, {amount} für {product} bis {due} zu zahlen.',
  pay: '{amount} zahlen',
  how: 'Auf dieser Seite wählen Sie die Kryptowährung und sehen, was Sie wohin senden. Der Kurs steht fest, sobald Sie gewählt haben, und gilt für kurze Zeit.',
  why: 'Wenn Sie bis dahin nicht zahlen, endet das Abonnement, und es wird nichts weiter von Ihnen verlangt. Falls Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.',
  questions: 'Fragen? So erreichen Sie {merchant}: {contact}',
} as const satisfies MailTexts;
