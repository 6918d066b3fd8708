// Italian texts of the mails to payers of subscriptions. Used by mail-texts.ts alone.
import type { MailTexts } from '../mail-texts-type.ts';

export default {
  title: 'Pagamento',
  subject: '{product}: {amount} da pagare entro il {due}',
  greeting: 'Ciao,',
  greetingByName: 'Ciao {name},',
  request: '{merchant} ti chiede di pagare {amount} per {product} entro il {due}.',
  pay: 'Paga {amount}',
  how: 'In questa pagina scegli la criptovaluta e vedi cosa inviare e dove. Il cambio viene fissato quando scegli e vale per poco tempo.',
  why: 'Se non paghi entro quella data, l’abbonamento termina e non ti verrà chiesto altro. Se non aspettavi questa e-mail, puoi ignorarla.',
  questions: 'Domande? Contatta {merchant}: {contact}',
} as const satisfies MailTexts;
