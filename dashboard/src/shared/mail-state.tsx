// Where an email to a payer is: on its way, delivered to the mail server, or not.
import type { OperatorApi } from './api-types.ts';
import { useTexts } from './i18n.tsx';
import { Countdown } from './ui/countdown.tsx';
import { When } from './ui/values.tsx';

type Mail = NonNullable<OperatorApi['checkouts.show']['output']['receipt_mail']>;

export function MailState({ mail }: { readonly mail: Mail }) {
  const { mail: t } = useTexts('trace');
  const { status, failure, sent_at: sent, next_attempt_at: next } = mail;
  return (
    <>
      {t[status]} {sent !== null && <When at={sent} />}
      {failure !== null && ` (${failure})`}
      {next !== null && mail.attempts > 0 && (
        <>
          {' '}
          {t.nextAttempt} <When at={next} /> <Countdown until={next} />
        </>
      )}
    </>
  );
}
