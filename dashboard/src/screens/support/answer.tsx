// The answer: one sentence, what to do, the action that fits, and the facts behind it.
import { Button, Stack, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import { toChannel, toDeposit, toInvoice, toTrace, toWithdrawal } from '../../shared/links.ts';
import { TxLink } from '../../shared/trace.tsx';
import { Section } from '../../shared/ui/page.tsx';
import classes from '../../shared/ui/text.module.css';
import { CopyId, Fact, Facts, Money, When } from '../../shared/ui/values.tsx';
import { Decision, isUnmatched } from './decision.tsx';
import type { Answer, Finding } from './queries.ts';
import { useSentence } from './sentences.ts';

type Kind = 'done' | 'waiting' | 'decision' | 'nothing' | 'unknown';
const tones = {
  done: 'good',
  waiting: 'calm',
  decision: 'careful',
  nothing: 'quiet',
  unknown: 'careful',
} as const satisfies Readonly<Record<Kind, string>>;
const networkTones = {
  found: 'good',
  not_found: 'quiet',
  not_searched_completely: 'careful',
  unreachable: 'bad',
} as const;

const verdictsOf: Readonly<Record<Exclude<Kind, 'nothing'>, readonly Answer['verdict'][]>> = {
  done: ['credited', 'returned'],
  waiting: ['being_processed', 'unconfirmed', 'not_read_yet'],
  decision: [
    'held',
    'partly_paid',
    'wrong_network',
    'wrong_asset',
    'below_minimum',
    'unmatched',
    'reversed',
    'unsupported_token',
    'other_tag',
  ],
  unknown: ['contents_unknown', 'tag_needed', 'node_unreachable', 'not_readable'],
};

function kindOf(verdict: Answer['verdict']): Kind {
  const kinds = Object.keys(verdictsOf) as Exclude<Kind, 'nothing'>[];
  return kinds.find((kind) => verdictsOf[kind].includes(verdict)) ?? 'nothing';
}

function Mark({ tone, text }: { readonly tone: string; readonly text: string }) {
  return (
    <span className={classes.status} data-tone={tone}>
      {text}
    </span>
  );
}

interface Props {
  readonly answer: Answer;
  readonly onRetry: () => void;
}

export function Verdict({ answer, onRetry }: Props) {
  const t = useTexts('support');
  const [first, ...others] = answer.findings;
  const { text, advice } = useSentence()(answer.verdict, first);
  const kind = kindOf(answer.verdict);
  const step = useNextStep()(first);
  return (
    <>
      <Section title={t.answer}>
        <Stack gap="sm" role="status">
          <div>
            <Mark tone={tones[kind]} text={t.kinds[kind]} />
          </div>
          <Text fw={600} size="lg" className={classes.breaks ?? ''}>
            {text}
          </Text>
          <Text>{advice}</Text>
        </Stack>
        {step !== null && (
          <div>
            <Next {...step} />
          </div>
        )}
        {answer.verdict === 'node_unreachable' && (
          <div>
            <Button variant="default" onClick={onRetry}>
              {t.tryAgain}
            </Button>
          </div>
        )}
        {first !== undefined && <FindingFacts finding={first} />}
      </Section>
      {first !== undefined && <Decision finding={first} />}
      {others.length > 0 && (
        <Section title={t.others}>
          {others.map((finding) => (
            <Other
              key={`${finding.code} ${finding.deposit_id ?? finding.object?.id}`}
              {...{ finding }}
            />
          ))}
        </Section>
      )}
      {answer.networks.length > 0 && (
        <Section title={t.searched}>
          <Facts>
            {answer.networks.map(({ network, coin, result }) => (
              <Fact
                key={coin}
                name={network}
                value={<Mark tone={networkTones[result]} text={t.networkResults[result]} />}
              />
            ))}
          </Facts>
        </Section>
      )}
    </>
  );
}

function Other({ finding }: { readonly finding: Finding }) {
  const { text } = useSentence()(finding.code, finding);
  const step = useNextStep()(finding);
  return (
    <Stack gap="xs">
      <Text fw={600}>{text}</Text>
      {step !== null && <Link {...step.link}>{step.label}</Link>}
    </Stack>
  );
}

/** The page on which the payment is decided. Null for a payment of nobody here. */
function useNextStep(): (finding: Finding | undefined) => NextStep | null {
  const t = useTexts('support');
  const labels = { invoice: t.openInvoice, channel: t.openChannel, withdrawal: t.openWithdrawal };
  const links = { invoice: toInvoice, channel: toChannel, withdrawal: toWithdrawal };
  return (finding) => {
    const {
      project_id: project = null,
      deposit_id: deposit = null,
      channel_payment_id: payment = null,
      object = null,
      code,
    } = finding ?? {};
    if (finding !== undefined && isUnmatched(finding) && deposit !== null) {
      return project === null
        ? {
            link: { to: '/inbox', search: { txid: finding?.txid ?? undefined } },
            label: t.openUnmatchedList,
          }
        : { link: toDeposit(project, deposit), label: t.openUnmatched };
    }
    if (project === null) return null;
    if (code === 'held' && payment !== null)
      return { link: toTrace(project, payment), label: t.openDeposit };
    if (object !== null)
      return { link: links[object.type](project, object.id), label: labels[object.type] };
    return deposit === null ? null : { link: toDeposit(project, deposit), label: t.openDeposit };
  };
}

interface NextStep {
  readonly link: LinkProps;
  readonly label: string;
}

function Next({ link, label }: NextStep) {
  return <Button renderRoot={(props: object) => <Link {...link} {...props} />}>{label}</Button>;
}

function FindingFacts({ finding }: { readonly finding: Finding }) {
  const t = useTexts('support');
  const reasons = useTexts('inbox');
  const { confirmations, object, paid_to: paidTo } = finding;
  return (
    <Facts>
      <Fact name={t.amount} value={finding.amount && <Money {...finding.amount} />} />
      <Fact name={t.missing} value={object?.missing ? <Money {...object.missing} /> : null} />
      <Fact name={t.network} value={finding.network} />
      <Fact name={t.reason} value={finding.reason && reasons[finding.reason]} />
      <Fact
        name={t.transaction}
        value={finding.txid && <TxLink txid={finding.txid} url={finding.explorer_url} />}
      />
      <Fact
        name={t.paidAt}
        value={finding.address && <CopyId value={finding.address} label={t.address} isWhole />}
      />
      <Fact name={t.confirmations} value={confirmations && <Confirmations {...confirmations} />} />
      <Fact name={t.feeLevel} value={finding.fee_level && t.feeLevels[finding.fee_level]} />
      <Fact name={reasons.seen} value={finding.seen_at && <When at={finding.seen_at} />} />
      <Fact
        name={t.paidTo}
        value={
          paidTo.length === 0
            ? null
            : paidTo.map((address) => (
                <div key={address}>
                  <CopyId value={address} label={t.address} isWhole />
                </div>
              ))
        }
      />
    </Facts>
  );
}

function Confirmations({ seen, required }: NonNullable<Finding['confirmations']>) {
  const t = useTexts('support');
  if (required === null) return String(seen);
  return (
    <>
      {t.ofConfirmations({ seen, needed: required })}
      <progress
        className={classes.depth}
        value={seen}
        max={required}
        aria-label={t.confirmations}
      />
    </>
  );
}
