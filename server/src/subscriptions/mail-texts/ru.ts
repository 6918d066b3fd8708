// Russian texts of the mails to payers of subscriptions. Used by mail-texts.ts alone.
import type { MailTexts } from '../mail-texts-type.ts';

export default {
  title: 'Оплата',
  subject: '{product}: {amount}, оплатить до {due}',
  greeting: 'Здравствуйте!',
  greetingByName: 'Здравствуйте, {name}!',
  request: '{merchant} просит вас заплатить {amount} за {product} до {due}.',
  pay: 'Оплатить {amount}',
  how: 'На этой странице вы выберете криптовалюту и увидите, что и куда отправить. Курс фиксируется в момент выбора и действует недолго.',
  why: 'Если вы не заплатите до этого времени, подписка завершится и больше ничего платить не нужно. Если вы не ждали этого письма, просто не обращайте на него внимания.',
  questions: 'Есть вопросы? {merchant}: {contact}',
} as const satisfies MailTexts;
