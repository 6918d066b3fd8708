// Japanese texts of the mails to payers of subscriptions. Used by mail-texts.ts alone.
import type { MailTexts } from '../mail-texts-type.ts';

export default {
  title: 'お支払い',
  subject: '{product}：{amount}（お支払い期限 {due}）',
  greeting: 'こんにちは。',
  greetingByName: '{name} 様',
  request:
    '{merchant} より、{product} の代金 {amount} を {due} までにお支払いいただくようお願いいたします。',
  pay: '{amount} を支払う',
  how: 'このページで暗号資産を選ぶと、送金する金額と送金先が表示されます。レートは選んだ時点で確定し、短時間だけ有効です。',
  why: '期限までにお支払いがない場合、定期支払いは終了し、以後の請求はありません。このメールにお心当たりがない場合は、無視していただいて構いません。',
  questions: 'ご質問は {merchant} までお問い合わせください：{contact}',
} as const satisfies MailTexts;
