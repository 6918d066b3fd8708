// French texts of the mails to payers of subscriptions. Used by mail-texts.ts alone.
import type { MailTexts } from '../mail-texts-type.ts';

export default {
  title: 'Paiement',
  subject: '{product} : {amount} à payer avant le {due}',
  greeting: 'Bonjour,',
  greetingByName: 'Bonjour {name},',
  request: '{merchant} vous demande de payer {amount} pour {product} avant le {due}.',
  pay: 'Payer {amount}',
  how: 'Sur cette page, vous choisissez la cryptomonnaie et voyez quoi envoyer et où. Le taux est fixé au moment du choix et reste valable peu de temps.',
  why: 'Si vous ne payez pas d’ici là, l’abonnement prend fin et rien de plus ne vous sera demandé. Si vous n’attendiez pas cet e-mail, vous pouvez l’ignorer.',
  questions: 'Des questions ? Contactez {merchant} : {contact}',
} as const satisfies MailTexts;
