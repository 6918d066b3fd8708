// One withdrawal: status and reason, costs, decisions, and broadcast status, step by step.
import { Card, Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { networkText } from '../../shared/code-texts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { useFactTexts } from '../../shared/reason-texts.ts';
import { Status, withdrawalStatus } from '../../shared/statuses.tsx';
import { TraceLink } from '../../shared/trace.tsx';
import { Page, QueryStatus } from '../../shared/ui/page.tsx';
import { useRiskText } from '../../shared/ui/risk.tsx';
import { CopyId, Fact, Facts, Money, Rate, When } from '../../shared/ui/values.tsx';
import { Decide } from './decide.tsx';
import { type Withdrawal, withdrawalCosts, withdrawalOne } from './queries.ts';
import { Verdict } from './quote-step.tsx';
import { usePriceText, useSentText } from './use-batch.ts';
import { useWaitText } from './wait.ts';

const route = getRouteApi('/app/projects/$project/withdrawals/$withdrawal');

export function WithdrawalDetail() {
  const t = useTexts('withdrawals');
  const { project, withdrawal: id } = route.useParams();
  const query = useQuery(withdrawalOne(project, id));
  const back = {
    label: t.back,
    link: { to: '/projects/$project/withdrawals', params: { project } },
  } as const;
  const found = query.data;
  return (
    <Page
      title={found?.custom_id ?? t.withdrawal}
      back={back}
      actions={found !== undefined && <Decide project={project} withdrawal={found} />}
    >
      <QueryStatus of={query} what={t.withdrawal} />
      {found !== undefined && (
        <Stack gap="md">
          <Card withBorder>
            <WithdrawalFacts project={project} withdrawal={found} />
          </Card>
          <Card withBorder>
            <Title order={2} mb="md">
              {t.policy}
            </Title>
            <Policy withdrawal={found} />
          </Card>
          <Card withBorder>
            <Title order={2} mb="md">
              {t.attempts}
            </Title>
            <Attempts withdrawal={found} />
          </Card>
        </Stack>
      )}
    </Page>
  );
}

interface Shown {
  readonly project: string;
  readonly withdrawal: Withdrawal;
}

function WithdrawalFacts({ project, withdrawal }: Shown) {
  const waitText = useWaitText();
  const priceText = usePriceText();
  const t = useTexts('withdrawals');
  const levels = useTexts('withdrawals').levels;
  const riskText = useRiskText();
  const costs = useQuery(withdrawalCosts(project, withdrawal.id)).data;
  const { tag, price } = withdrawal;
  return (
    <Facts>
      <Fact name={t.status}>
        <Status of={withdrawalStatus} value={withdrawal.status} /> {waitText(withdrawal)}
      </Fact>
      <Fact name={t.sends} value={<Money {...withdrawal.sends} />} />
      <Fact name={t.charged} value={<Money {...withdrawal.charged} />} />
      <Fact name={t.networkFee}>
        {costs === undefined ? null : (
          <>
            <Money amount={costs.network_fee} currency={costs.received_currency} /> (
            {levels[costs.network_fee_level]})
          </>
        )}
      </Fact>
      <Fact name={t.fee}>
        {costs === undefined ? null : <Money amount={costs.fee} currency={costs.fee_currency} />}
      </Fact>
      <Fact name={t.rate}>
        {costs?.exchange === undefined ? null : (
          <Rate
            exchange={costs.exchange}
            between={[costs.charged_currency, costs.received_currency]}
          />
        )}
      </Fact>
      <Fact name={t.priceNow}>{price === null ? null : priceText(price)}</Fact>
      <Fact name={t.network}>{costs == null ? null : networkText(costs.network)}</Fact>
      <Fact name={t.address}>
        <CopyId value={withdrawal.address} label={t.address} isWhole />
      </Fact>
      <Fact name={t.tag}>{tag}</Fact>
      <Fact name={t.txid}>
        {withdrawal.txid === null ? null : (
          <CopyId value={withdrawal.txid} label={t.txid} isWhole />
        )}
      </Fact>
      <Fact name={t.risk}>{costs?.risk == null ? null : riskText(costs.risk)}</Fact>
      <Fact name={t.customer}>{withdrawal.customer_id}</Fact>
      <Fact name={t.created} value={<When at={withdrawal.created_at} />} />
      <Fact name={t.id} value={<CopyId value={withdrawal.id} label={t.id} />} />
      <Fact name={t.ledger} value={<TraceLink project={project} id={withdrawal.id} />} />
    </Facts>
  );
}

/** The policy decision, and decisions by people. */
function Policy({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useTexts('withdrawals');
  const decisions: Readonly<Record<string, string>> = useTexts('withdrawals').decisions;
  const { reasonIn } = useFactTexts();
  const { decision, value, people } = withdrawal;
  const decided = [...people].reverse();
  return (
    <Stack gap="md">
      <Text>
        <Verdict decision={decision} />{' '}
        {value !== null && (
          <>
            {t.valued} <Money {...value} />
          </>
        )}
      </Text>
      {decided.length > 0 && (
        <Timeline active={decided.length - 1} bulletSize={16} lineWidth={2}>
          {decided.map(({ at, step, approver, facts }) => (
            <Timeline.Item key={`${at} ${step} ${approver}`} title={decisions[step] ?? step}>
              <Text component="div" size="sm">
                {approver} <When at={at} /> {reasonIn(facts)}
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </Stack>
  );
}

function Attempts({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { attempts } = withdrawal;
  const sentText = useSentText();
  const t = useTexts('withdrawals');
  const steps = useTexts('withdrawals').attemptSteps;
  return (
    <Stack gap="md">
      <Text style={{ overflowWrap: 'anywhere' }}>{sentText(withdrawal)}</Text>
      <Timeline active={attempts.length - 1} bulletSize={16} lineWidth={2}>
        {attempts.map(({ at, step, txid, transfer_id }) => (
          <Timeline.Item key={`${transfer_id} ${at} ${step}`} title={steps[step]}>
            <Text component="div" size="sm">
              <When at={at} /> {txid !== null && <CopyId value={txid} label={t.txid} />}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  );
}
