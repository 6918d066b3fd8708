// One callback delivery: what was sent, and the response to each attempt.
import { Code, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { operator } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { ActionButton } from '../../shared/ui/buttons.tsx';
import { Countdown } from '../../shared/ui/countdown.tsx';
import { DetailPage } from '../../shared/ui/detail-page.tsx';
import { Failed, Section } from '../../shared/ui/page.tsx';
import { CopyId, Fact, Facts, When } from '../../shared/ui/values.tsx';
import { Breaks } from '../../shared/ui/webhook-texts.tsx';
import { WhoCan } from '../../shared/who-can.tsx';
import { type Attempt, deliveryOne } from './queries.ts';

const route = getRouteApi('/app/projects/$project/callbacks/$delivery');

export function DeliveryDetail() {
  const t = useTexts('callbacks');
  const { project, delivery: id } = route.useParams();
  const canResend = useCan('callbacks.retry');
  const resend = useAction({
    run: () => operator('callbacks.retry', { project, delivery_id: id }),
    refreshes: [['callback', project]],
  });
  return (
    <DetailPage
      query={useQuery(deliveryOne(project, id))}
      what={t.delivery}
      back={{ label: t.callbacks, to: '/projects/$project/callbacks' }}
      actions={() =>
        canResend && (
          <ActionButton work={resend} variant="filled">
            {t.resend}
          </ActionButton>
        )
      }
    >
      {({ attempts, event, url, headers, payload, next_attempt_at: next }) => (
        <>
          {resend.isError && <Failed error={resend.error} />}
          {!canResend && <WhoCan of={{ project }} permission="write" />}
          <div>
            <CopyId value={id} label={t.delivery} />
          </div>
          <Section title={t.answers}>
            <Attempts {...{ attempts, next }} />
          </Section>
          <Section title={t.log}>
            <Facts>
              <Fact name={t.event} value={<Breaks text={event} />} />
              <Fact name={t.endpoint} value={<Breaks text={url} />} />
              {headers.map(({ name, value }) => (
                <Fact key={name} name={name}>
                  {value === null ? null : <Breaks text={value} />}
                </Fact>
              ))}
            </Facts>
            <Code block tabIndex={0} role="region" aria-label={t.log}>
              {indented(payload)}
            </Code>
          </Section>
        </>
      )}
    </DetailPage>
  );
}

interface AttemptsProps {
  readonly attempts: readonly Attempt[];
  /** When it is sent again. Null: never. */
  readonly next: string | null;
}

function Attempts({ attempts, next }: AttemptsProps) {
  const t = useTexts('callbacks');
  const failureText = useFailureText();
  const textOf = (failure: string | null) => (failure === null ? '–' : failureText(failure));
  if (attempts.length === 0 && next === null) return <Text c="dimmed">{t.noAttempt}</Text>;
  return (
    <Timeline active={attempts.length - 1} bulletSize={16} lineWidth={2}>
      {attempts.map(({ attempt, status_code, failure, answer_excerpt, ...at }) => (
        <Timeline.Item
          key={attempt}
          title={t.attempt({ n: attempt, outcome: String(status_code ?? textOf(failure)) })}
        >
          <Text component="div" size="sm">
            <When at={at.created_at} /> · {at.milliseconds} ms
          </Text>
          {status_code !== null && failure !== null && <Text size="sm">{textOf(failure)}</Text>}
          {answer_excerpt !== null && answer_excerpt !== '' && (
            <Code block tabIndex={0} role="region" aria-label={t.answer({ n: attempt })}>
              {answer_excerpt}
            </Code>
          )}
        </Timeline.Item>
      ))}
      {next !== null && (
        <Timeline.Item title={t.next}>
          <Text component="div" size="sm">
            <When at={next} /> <Countdown until={next} />
          </Text>
        </Timeline.Item>
      )}
    </Timeline>
  );
}

/** The payload as sent, with one line per field. Amounts are strings and stay unchanged. */
function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

/**
 * Why an attempt got no response, in the form that the service stores: `connect: the request failed: ECONNREFUSED`. The
 * prefix is translated. A network error code is kept, because it is more precise.
 */
function useFailureText(): (failure: string) => string {
  const t: Readonly<Record<string, string>> = useTexts('callbacks').failures;
  return (failure) => {
    const [, reason = '', rest = ''] = /^(\w+): (.*)$/s.exec(failure) ?? [];
    const known = t[reason];
    if (known === undefined) return failure;
    const [code] = /\b[A-Z][A-Z0-9_]+$/.exec(rest) ?? [];
    return code === undefined ? known : `${known} (${code})`;
  };
}
