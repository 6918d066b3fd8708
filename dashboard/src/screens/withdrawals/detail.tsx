// One withdrawal: status and reason, costs, decisions, and broadcast status, step by step.
import { Button, Card, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { merchant, operator } from '../../shared/api.ts';
import { networkText } from '../../shared/code-texts.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { Notes } from '../../shared/notes.tsx';
import { useFactTexts } from '../../shared/reason-texts.ts';
import { useCan } from '../../shared/session.ts';
import { Status, withdrawalStatus } from '../../shared/statuses.tsx';
import { TraceLink } from '../../shared/trace-link.tsx';
import { Rate } from '../../shared/ui/amounts.tsx';
import { DetailPage } from '../../shared/ui/detail-page.tsx';
import { ConfirmDialog } from '../../shared/ui/dialogs.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { useRiskText } from '../../shared/ui/risk.tsx';
import { Steps } from '../../shared/ui/steps.tsx';
import { CopyId, Fact, Facts, Money, moneyText, When } from '../../shared/ui/values.tsx';
import { WhoCan } from '../../shared/who-can.tsx';
import { type Withdrawal, withdrawalCosts, withdrawalOne } from './queries.ts';
import { Verdict } from './quote-step.tsx';
import { useWaitText } from './wait.ts';
import { usePriceText, useSentText } from './withdrawal-texts.ts';

const route = getRouteApi('/app/projects/$project/withdrawals/$withdrawal');

export function WithdrawalDetail() {
  const t = useTexts('withdrawals');
  const { project, withdrawal: id } = route.useParams();
  return (
    <DetailPage
      query={useQuery(withdrawalOne(project, id))}
      what={t.withdrawal}
      title={({ custom_id }) => custom_id}
      back={{ label: t.back, to: '/projects/$project/withdrawals' }}
      actions={(withdrawal) => <Decide {...{ project, withdrawal }} />}
    >
      {(withdrawal) => (
        <>
          <Card withBorder>
            <WithdrawalFacts {...{ project, withdrawal }} />
          </Card>
          <Others {...{ project, withdrawal }} />
          <Notes project={project} type="withdrawal" id={id} />
          <Section title={t.policy}>
            <Policy withdrawal={withdrawal} />
          </Section>
          <Section title={t.attempts}>
            <Attempts withdrawal={withdrawal} />
          </Section>
        </>
      )}
    </DetailPage>
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
  const riskText = useRiskText();
  const costs = useQuery(withdrawalCosts(project, withdrawal.id)).data;
  const { tag, price } = withdrawal;
  return (
    <Facts>
      <Fact
        name={t.sends}
        isLead
        value={<Money {...withdrawal.sends} network={costs?.network} />}
      />
      <Fact name={t.status}>
        <Status of={withdrawalStatus} value={withdrawal.status} /> {waitText(withdrawal)}
      </Fact>
      <Fact name={t.charged} value={<Money {...withdrawal.charged} />} />
      <Fact name={t.networkFee}>
        {costs === undefined ? null : (
          <>
            <Money amount={costs.network_fee} currency={costs.received_currency} /> (
            {t.levels[costs.network_fee_level]})
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

/** Who can decide about a payout that this person can only look at. */
function Others({ project, withdrawal }: Shown) {
  const verbs = useVerbs(withdrawal);
  const { id, status } = withdrawal;
  const isHeld = status === 'on_hold';
  if (verbs.length > 0 || (!isHeld && status !== 'pending' && status !== 'failed')) return null;
  return (
    <WhoCan of={{ project, type: 'withdrawal', id }} permission={isHeld ? 'approve' : 'payout'} />
  );
}

function Policy({ withdrawal: { decision, value, people } }: Pick<Shown, 'withdrawal'>) {
  const t = useTexts('withdrawals');
  const decisions: Readonly<Record<string, string>> = t.decisions;
  const { reasonIn } = useFactTexts();
  return (
    <>
      <Text>
        <Verdict decision={decision} />{' '}
        {value !== null && (
          <>
            {t.valued} <Money {...value} />
          </>
        )}
      </Text>
      <Steps
        steps={people.toReversed().map(({ at, step, approver, facts }) => ({
          key: `${at} ${step} ${approver}`,
          title: decisions[step] ?? step,
          text: [approver, reasonIn(facts)].filter((part) => part !== null).join(' · '),
          at,
        }))}
      />
    </>
  );
}

function Attempts({ withdrawal }: Pick<Shown, 'withdrawal'>) {
  const sentText = useSentText();
  const t = useTexts('withdrawals');
  return (
    <>
      <Text style={{ overflowWrap: 'anywhere' }}>{sentText(withdrawal)}</Text>
      <Steps
        steps={withdrawal.attempts.map(({ at, step, txid, transfer_id }) => ({
          key: `${transfer_id} ${at} ${step}`,
          title: t.attemptSteps[step],
          text: txid !== null && <CopyId value={txid} label={t.txid} />,
          at,
        }))}
      />
    </>
  );
}

interface Props {
  readonly project: string;
  readonly withdrawal: Withdrawal;
}

type Verb = 'approve' | 'refuse' | 'release' | 'cancel' | 'giveUp' | 'void' | 'retry';

const DANGEROUS: readonly Verb[] = ['refuse', 'cancel', 'giveUp', 'void'];
const WITH_REASON: readonly Verb[] = ['refuse', 'cancel', 'void'];

export function Decide({ project, withdrawal }: Props) {
  const { verbs, effects } = useTexts('withdrawals');
  const { locale } = useLanguage();
  const [verb, setVerb] = useState<Verb>();
  const offered = useVerbs(withdrawal);
  const run = useRun(project, withdrawal);
  const { sends, charged, address } = withdrawal;
  return (
    <Group gap="sm">
      {offered.map((each) => (
        <Button
          key={each}
          variant={DANGEROUS.includes(each) ? 'default' : 'filled'}
          onClick={() => setVerb(each)}
        >
          {verbs[each]}…
        </Button>
      ))}
      {verb !== undefined && (
        <ConfirmDialog
          title={verbs[verb]}
          isDangerous={DANGEROUS.includes(verb)}
          wantsReason={WITH_REASON.includes(verb)}
          run={(reason, attempt) => run(verb, { reason, attempt })}
          refreshes={[['withdrawal', project]]}
          onClose={() => setVerb(undefined)}
        >
          {effects[verb]({
            sum: moneyText(locale, sends),
            to: address,
            charged: moneyText(locale, charged),
          })}
        </ConfirmDialog>
      )}
    </Group>
  );
}

/** The actions that the status and the person's permissions allow. The service makes the final decision. */
function useVerbs({ status, decision }: Withdrawal): readonly Verb[] {
  const canApprove = useCan('withdrawals.approve');
  const canOperate = useCan('withdrawals.cancel');
  const canPayOut = useCan('cancelCoinWithdrawal');
  const isOpen = status === 'pending' || status === 'on_hold' || status === 'failed';
  const needsApproval = (decision?.approvals ?? 0) > 0;
  const offered: Readonly<Record<Verb, boolean>> = {
    approve: canApprove && status === 'on_hold',
    refuse: canApprove && status === 'on_hold',
    release: canOperate && status === 'on_hold' && !needsApproval,
    retry: canOperate && status === 'failed',
    cancel: canOperate && isOpen,
    giveUp: canPayOut && !canOperate && isOpen,
    void: canOperate && (status === 'processing' || status === 'sent'),
  };
  return (Object.keys(offered) as Verb[]).filter((verb) => offered[verb]);
}

function useRun(project: string, { id, sends, address }: Withdrawal) {
  const t = useTexts('withdrawals');
  const { locale } = useLanguage();
  const options = { confirms: t.confirms({ money: moneyText(locale, sends), address }) };
  const about = { withdrawal_id: id };
  return async (verb: Verb, { reason, attempt }: Given): Promise<unknown> => {
    if (verb === 'giveUp')
      return merchant(project)('cancelCoinWithdrawal', { id }, { ...options, attempt });
    if (verb === 'approve') return operator('withdrawals.approve', about, options);
    if (verb === 'refuse') return operator('withdrawals.reject', { ...about, reason }, options);
    if (verb === 'release' || verb === 'retry')
      return operator(`withdrawals.${verb}`, about, options);
    const name = verb === 'void' ? 'withdrawals.cancel-by-replacement' : 'withdrawals.cancel';
    return operator(name, { ...about, reason }, options);
  };
}

interface Given {
  readonly reason: string;
  readonly attempt: string;
}
