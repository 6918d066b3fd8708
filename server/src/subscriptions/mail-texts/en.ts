// English texts of the mails to payers of subscriptions. Used by mail-texts.ts alone.
import type { MailTexts } from '../mail-texts-type.ts';

export default {
  title: 'Payment',
  subject: '{product}: {amount} due by {due}',
  greeting: 'Hello,',
  greetingByName: 'Hello {name},',
  request: '{merchant} asks you to pay {amount} for {product} by {due}.',
  pay: 'Pay {amount}',
  how: 'On this page you choose the cryptocurrency, and see what to send where. The rate is fixed when you choose, and stands for a short time.',
  why: 'If you do not pay by then, the subscription ends and you are asked for nothing more. If you did not expect this mail, you can ignore it.',
  questions: 'Questions? You reach {merchant} here: {contact}',
} as const satisfies MailTexts;
