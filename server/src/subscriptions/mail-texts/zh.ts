// Chinese texts of the mails to payers of subscriptions. Used by mail-texts.ts alone.
import type { MailTexts } from '../mail-texts-type.ts';

export default {
  title: '付款',
  subject: '{product}：请在 {due} 前支付 {amount}',
  greeting: '您好：',
  greetingByName: '{name}，您好：',
  request: '{merchant} 请您在 {due} 前为 {product} 支付 {amount}。',
  pay: '支付 {amount}',
  how: '您可以在此页面选择加密货币，并查看发送金额和收款地址。汇率在选择时锁定，短时间内有效。',
  why: '如果到期未付款，订阅将结束，不会再向您收取任何费用。如果您不了解此邮件，可以忽略。',
  questions: '如有疑问，请联系 {merchant}：{contact}',
} as const satisfies MailTexts;
