// One callback delivery: what was sent, and the response to each attempt.
import { Button, Card, Code, Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { operator } from '../../shared/api.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Failed, Page, QueryStatus } from '../../shared/ui/page.tsx';
import { Breaks, CopyId, Fact, Facts, When } from '../../shared/ui/values.tsx';
import { useFailureText } from './failures.ts';
import { type Attempt, deliveryOne } from './queries.ts';

const route = getRouteApi('/app/projects/$project/callbacks/$delivery');

export function DeliveryDetail() {
  const t = useTexts('callbacks');
  const { project, delivery: id } = route.useParams();
  const client = useQueryClient();
  const canResend = useCan('callbacks.retry');
  const query = useQuery(deliveryOne(project, id));
  const resend = useAction({
    run: () => operator('callbacks.retry', { project, delivery_id: id }),
    onDone: () => client.invalidateQueries({ queryKey: ['callback', project] }),
  });
  const back = {
    label: t.callbacks,
    link: { to: '/projects/$project/callbacks', params: { project } },
  } as const;
  const again = canResend && query.isSuccess && (
    <Button loading={resend.isPending} onClick={() => resend.start(undefined)}>
      {t.resend}
    </Button>
  );
  return (
    <Page title={t.delivery} back={back} actions={again}>
      <QueryStatus of={query} what={t.delivery} />
      {resend.isError && <Failed error={resend.error} />}
      {query.isSuccess && (
        <Stack gap="md">
          <div>
            <CopyId value={id} label={t.delivery} />
          </div>
          <Card withBorder>
            <Title order={2} mb="md">
              {t.answers}
            </Title>
            <Attempts attempts={query.data.attempts} />
          </Card>
          <Card withBorder>
            <Title order={2} mb="md">
              {t.log}
            </Title>
            <Facts>
              <Fact name={t.event} value={<Breaks text={query.data.event} />} />
              <Fact name={t.endpoint} value={<Breaks text={query.data.url} />} />
              {query.data.headers.map(({ name, value }) => (
                <Fact key={name} name={name}>
                  {value === null ? null : <Breaks text={value} />}
                </Fact>
              ))}
            </Facts>
            <Code block mt="md" tabIndex={0} role="region" aria-label={t.log}>
              {indented(query.data.payload)}
            </Code>
          </Card>
        </Stack>
      )}
    </Page>
  );
}

function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const t = useTexts('callbacks');
  const failureText = useFailureText();
  const textOf = (failure: string | null) => (failure === null ? '–' : failureText(failure));
  if (attempts.length === 0) return <Text c="dimmed">{t.noAttempt}</Text>;
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
