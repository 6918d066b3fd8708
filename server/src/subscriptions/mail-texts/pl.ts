// Polish texts of the mails to payers of subscriptions. Used by mail-texts.ts alone.
import type { MailTexts } from '../mail-texts-type.ts';

export default {
  title: 'Płatność',
  subject: '{product}: {amount} do zapłaty do {due}',
  greeting: 'Dzień dobry,',
  greetingByName: 'Dzień dobry, {name},',
  request: '{merchant} prosi o zapłatę {amount} za {product} do {due}.',
  pay: 'Zapłać {amount}',
  how: 'Na tej stronie wybierzesz kryptowalutę i zobaczysz, co i dokąd wysłać. Kurs zostaje ustalony w chwili wyboru i obowiązuje przez krótki czas.',
  why: 'Jeśli płatność nie dotrze do tego czasu, subskrypcja się zakończy i o nic więcej nie poprosimy. Jeśli ta wiadomość jest dla Ciebie niespodzianką, możesz ją zignorować.',
  questions: 'Pytania? {merchant}: {contact}',
} as const satisfies MailTexts;
