// The webhooks that shops registered, and a test of the connection that says what is wrong.
import { Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { fill } from '../../../../server/src/core/texts/fill.ts';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { operatorWhole } from '../../shared/queries.ts';
import { useCan } from '../../shared/session.ts';
import { Ago } from '../../shared/ui/ago.tsx';
import { ActionButton } from '../../shared/ui/buttons.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import text from '../../shared/ui/text.module.css';
import { useTimeText } from '../../shared/ui/values.tsx';
import { Breaks } from '../../shared/ui/webhook-texts.tsx';

type ShopWebhook = OperatorApi['shop-keys.webhooks']['output'][number];
type Finding = OperatorApi['shop-keys.test']['output']['findings'][number];

interface Props {
  readonly project: string;
}

const keyOf = (project: string) => ['api_key', project, 'shop-webhooks'];

export function ShopWebhooks({ project }: Props) {
  const { shopWebhooks: t } = useTexts('keys');
  const canTest = useCan('shop-keys.test');
  const [findings, setFindings] = useState<readonly Finding[]>();
  const test = useAction({
    run: () => operator('shop-keys.test', { project }),
    onDone: (result) => setFindings(result.findings),
    refreshes: [['api_key', project]],
  });
  return (
    <>
      <Group justify="space-between">
        <Title order={3}>{t.webhooks}</Title>
        {canTest && <ActionButton work={test}>{t.test}</ActionButton>}
      </Group>
      {test.isError && <Failed error={test.error} />}
      {findings !== undefined && <Findings findings={findings} />}
      <ListTable
        label={t.webhooks}
        list={operatorWhole(keyOf(project), 'shop-keys.webhooks', { project })}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={{ icon: 'webhooks', text: t.noWebhooks }}
      />
    </>
  );
}

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const { shopWebhooks: t, severities } = useTexts('keys');
  const textOf = useFindingText();
  return (
    <Stack gap="xs" role="status" aria-label={t.testResult}>
      {findings.map((finding) => (
        <Group key={`${finding.kind} ${finding.about}`} gap="sm" wrap="nowrap" align="start">
          <span className={text.status} data-tone={TONES[finding.severity]}>
            {severities[finding.severity]}
          </span>
          <Text size="sm">
            <Breaks text={textOf(finding)} />
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

const TONES = { ok: 'good', careful: 'careful', bad: 'bad' } as const;

function useFindingText(): (finding: Finding) => string {
  const { findings } = useTexts('keys');
  const time = useTimeText();
  const detailText = useAnswerText();
  return ({ kind, about, detail }) => {
    const shown = kind === 'key_used' && detail !== null ? time(detail) : detailText(detail);
    return fill(findings[kind], { about, detail: shown });
  };
}

/** A status of HTTP or an address as it is. A reason without an answer is translated. */
function useAnswerText(): (answer: string | null) => string {
  const failures: Readonly<Record<string, string>> = useTexts('callbacks').failures;
  return (answer) => (answer === null ? '' : (failures[answer] ?? answer));
}

function useColumns(): Columns<ShopWebhook> {
  const { shopWebhooks: t } = useTexts('keys');
  const answerText = useAnswerText();
  return [
    {
      head: t.webhookUrl,
      cell: ({ url }) => (
        <strong>
          <Breaks text={url} />
        </strong>
      ),
    },
    {
      head: t.webhookState,
      cell: ({ is_enabled: isEnabled, waiting, failed }) => (
        <>
          <span className={text.status} data-tone={isEnabled ? 'good' : 'quiet'}>
            {isEnabled ? t.webhookOn : t.webhookOff}
          </span>
          {waiting > 0 && <div>{t.webhookWaiting({ count: waiting })}</div>}
          {failed > 0 && <div>{t.webhookFailed({ count: failed })}</div>}
        </>
      ),
    },
    {
      head: t.lastSent,
      cell: ({ last_sent_at: at, last_type: type }) =>
        at === null ? null : (
          <>
            <Ago at={at} />
            <div>{type}</div>
          </>
        ),
    },
    { head: t.lastAnswer, cell: ({ last_answer: answer }) => answerText(answer) },
  ];
}
