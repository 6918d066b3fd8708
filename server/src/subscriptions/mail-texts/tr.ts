// Turkish texts of the mails to payers of subscriptions. Used by mail-texts.ts alone.
import type { MailTexts } from '../mail-texts-type.ts';

export default {
  title: 'Ödeme',
  subject: '{product}: {amount}, son ödeme {due}',
  greeting: 'Merhaba,',
  greetingByName: 'Merhaba {name},',
  request: '{merchant}, {product} için {due} tarihine kadar {amount} ödemenizi istiyor.',
  pay: '{amount} öde',
  how: 'Bu sayfada kripto parayı seçer, neyi nereye göndereceğinizi görürsünüz. Kur, seçtiğiniz anda sabitlenir ve kısa bir süre geçerlidir.',
  why: 'O zamana kadar ödemezseniz abonelik sona erer ve sizden başka bir şey istenmez. Bu e-postayı beklemiyorduysanız dikkate almayabilirsiniz.',
  questions: 'Sorularınız mı var? {merchant}: {contact}',
} as const satisfies MailTexts;
