// Portuguese texts of the mails to payers of subscriptions. Used by mail-texts.ts alone.
import type { MailTexts } from '../mail-texts-type.ts';

export default {
  title: 'Pagamento',
  subject: '{product}: {amount} a pagar até {due}',
  greeting: 'Olá,',
  greetingByName: 'Olá, {name},',
  request: '{merchant} pede-lhe que pague {amount} por {product} até {due}.',
  pay: 'Pagar {amount}',
  how: 'Nesta página escolhe a criptomoeda e vê o que enviar e para onde. A cotação é fixada no momento da escolha e vale por pouco tempo.',
  why: 'Se não pagar até lá, a subscrição termina e nada mais lhe será pedido. Se não esperava este e-mail, pode ignorá-lo.',
  questions: 'Tem dúvidas? Contacte {merchant}: {contact}',
} as const satisfies MailTexts;
