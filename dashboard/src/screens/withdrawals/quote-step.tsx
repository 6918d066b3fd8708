// The exact price of a withdrawal, valid for 30 seconds: the charge, the destination, and the policy decision. It is
// sent only if confirmed in time; an expired quote has no effect.
import type { CoinWithdrawal, CoinWithdrawalRequest } from '@chaintill/client';
import { Alert, NativeSelect, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { merchant } from '../../shared/api.ts';
import { networkText } from '../../shared/code-texts.ts';
import { useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { toWithdrawal } from '../../shared/links.ts';
import { ruleName, useRuleNames } from '../../shared/reason-texts.ts';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { QuoteButtons } from '../../shared/ui/quote.tsx';
import { useRiskText } from '../../shared/ui/risk.tsx';
import { amountIn, Fact, Facts, Money, moneyText, Rate } from '../../shared/ui/values.tsx';
import { type Decision, networkFees, rateNow } from './queries.ts';

export type WithdrawalForm = {
  readonly charged_currency: string;
  /** Code and network: `BTC bitcoin`. */
  readonly coin: string;
  readonly address: string;
  /** Plain decimal text. */
  readonly amount: string;
  readonly form: 'received_amount' | 'charged_amount_to_send' | 'charged_amount';
  readonly level: 'slow' | 'average' | 'fast';
  readonly custom_id: string;
};

export const newWithdrawal: WithdrawalForm = {
  charged_currency: 'BTC',
  coin: 'BTC bitcoin',
  address: '',
  amount: '',
  custom_id: '',
  form: 'received_amount',
  level: 'average',
};

function coinOf({ coin }: WithdrawalForm): { currency: string; network: string } {
  const [currency = '', network = ''] = coin.split(' ');
  return { currency, network };
}

export function requestedCurrency(form: WithdrawalForm): string {
  return form.form === 'received_amount' ? coinOf(form).currency : form.charged_currency;
}

export function requestOf(form: WithdrawalForm): CoinWithdrawalRequest {
  const { currency, network } = coinOf(form);
  return {
    address: form.address.trim(),
    charged_currency: form.charged_currency,
    received_currency: currency,
    network,
    [form.form]: form.amount,
    network_fee_level: form.level,
    ...(form.custom_id.trim() === '' ? {} : { custom_id: form.custom_id.trim() }),
  };
}

interface FeeLevelsProps {
  readonly project: string;
  readonly form: UseFormReturnType<WithdrawalForm>;
}

const LEVELS = ['slow', 'average', 'fast'] as const;

/** The fee level, with the current cost of each, and the current rate if an exchange is involved. */
export function FeeLevels({ project, form }: FeeLevelsProps) {
  const t = useTexts('withdrawals');
  const { locale } = useLanguage();
  const { currency, network } = coinOf(form.values);
  const fees = useQuery(networkFees(project));
  const quote = form.values.charged_currency;
  const rate = useQuery(rateNow(project, { base: currency, quote }));
  const costOf = (level: (typeof LEVELS)[number]) =>
    fees.data?.find(
      (fee) => fee.level === level && fee.network === network && fee.currency === currency,
    );
  return (
    <Stack gap={4}>
      <NativeSelect
        label={t.level}
        data={LEVELS.map((level) => {
          const cost = costOf(level);
          const text =
            cost === undefined ? '' : ` – ${moneyText(locale, { ...cost, amount: cost.fee })}`;
          return { value: level, label: `${t.levels[level]}${text}` };
        })}
        {...form.getInputProps('level')}
      />
      {rate.data !== undefined && (
        <Text size="sm" c="dimmed">
          {t.rateNow({
            coin: currency,
            rate: amountIn(locale, rate.data.buy_rate, quote),
            currency: quote,
          })}
        </Text>
      )}
    </Stack>
  );
}

export interface Quote {
  readonly withdrawal: CoinWithdrawal;
  readonly decision: Decision | null;
  readonly until: number;
}

interface Props {
  readonly project: string;
  readonly quote: Quote;
  readonly isLoading: boolean;
  readonly onAgain: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

export function QuoteDialog({ project, quote, onClose, ...again }: Props) {
  const t = useTexts('withdrawals');
  const { locale } = useLanguage();
  const navigate = useNavigate();
  const { withdrawal, decision, until } = quote;
  const { id, address, received_amount: amount, received_currency: currency } = withdrawal;
  const money = moneyText(locale, { amount, currency });
  const isHeld = decision?.outcome === 'hold';
  const work = useAction({
    run: (_: undefined, attempt) => {
      const options = { attempt, confirms: t.confirms({ money, address }) };
      return merchant(project)('commitCoinWithdrawal', { id }, options);
    },
    refreshes: [
      ['withdrawal', project],
      ['account', project],
    ],
    onDone: async () => {
      onClose();
      await navigate(toWithdrawal(project, id));
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t.confirmTitle}>
      <Stack gap="md">
        <Price withdrawal={withdrawal} />
        <Alert color={isHeld ? 'yellow' : 'gray'} title={t.policyTitle} role="status">
          <Verdict decision={decision} />
        </Alert>
        <QuoteButtons
          {...{ until, work }}
          {...again}
          texts={t}
          action={isHeld ? t.askFor({ money }) : t.send({ money })}
        />
      </Stack>
    </Dialog>
  );
}

function Price({ withdrawal }: { readonly withdrawal: CoinWithdrawal }) {
  const t = useTexts('withdrawals');
  const riskText = useRiskText();
  const { received_currency: coin, exchange, risk } = withdrawal;
  return (
    <Facts>
      <Fact name={t.sends} value={<Money amount={withdrawal.received_amount} currency={coin} />} />
      <Fact name={t.charged}>
        <strong>
          <Money amount={withdrawal.charged_amount} currency={withdrawal.charged_currency} />
        </strong>
      </Fact>
      <Fact name={t.address}>
        <code>{withdrawal.address}</code>
      </Fact>
      <Fact name={t.network}>{networkText(withdrawal.network)}</Fact>
      <Fact name={t.networkFee} value={<Money amount={withdrawal.network_fee} currency={coin} />} />
      <Fact name={t.fee}>
        <Money amount={withdrawal.fee} currency={withdrawal.fee_currency} />
      </Fact>
      <Fact name={t.rate}>
        {exchange === undefined ? null : (
          <Rate exchange={exchange} between={[withdrawal.charged_currency, coin]} />
        )}
      </Fact>
      <Fact name={t.risk}>{risk === null ? null : riskText(risk)}</Fact>
    </Facts>
  );
}

export function Verdict({ decision }: { readonly decision: Decision | null }) {
  const t = useTexts('withdrawals');
  const names = useRuleNames();
  if (decision === null) return t.noVerdict;
  const { outcome, approvals, looks_like: known, version } = decision;
  const rule = ruleName(decision, names);
  const said =
    outcome === 'allow'
      ? t.allowed({ rule })
      : outcome === 'refuse'
        ? t.refusedBy({ rule })
        : approvals > 0
          ? t.heldFor({ rule, people: approvals })
          : t.heldForOperator({ rule });
  const policy = version === 0 ? t.builtIn : t.version({ n: version });
  return [said, known === null ? null : t.looksLike({ known }), policy]
    .filter((part) => part !== null)
    .join(' ');
}
