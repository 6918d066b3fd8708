// The exact price of a withdrawal, valid for 30 seconds: the charge, the destination, and the policy decision. It is
// sent only if confirmed in time; an expired quote has no effect.
import type { CoinWithdrawal } from '@chaintill/client';
import { Alert, Stack } from '@mantine/core';
import { fullAmount } from '../../shared/amounts.ts';
import { merchant } from '../../shared/api.ts';
import { networkText } from '../../shared/code-texts.ts';
import { useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { toWithdrawal } from '../../shared/links.ts';
import { useOpenCreated } from '../../shared/open-created.ts';
import { ruleName, useRuleNames } from '../../shared/reason-texts.ts';
import { Rate } from '../../shared/ui/amounts.tsx';
import { Dialog } from '../../shared/ui/dialogs.tsx';
import { QuoteButtons } from '../../shared/ui/quote.tsx';
import { useRiskText } from '../../shared/ui/risk.tsx';
import { Fact, Facts, Money, type MoneyProps } from '../../shared/ui/values.tsx';
import type { Decision } from './queries.ts';

/** As in the confirmation: with decimals, so that no locale can read it as another amount. */
export function exactMoney(locale: string, { amount, currency }: MoneyProps): string {
  return `${fullAmount(locale, amount)} ${currency}`;
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
  const open = useOpenCreated();
  const { withdrawal, decision, until } = quote;
  const { id, address, received_amount: amount, received_currency: currency } = withdrawal;
  const money = exactMoney(locale, { amount, currency });
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
      await open(toWithdrawal(project, id));
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
  const { locale } = useLanguage();
  const { received_currency: coin, exchange, risk } = withdrawal;
  const [address = '', tag] = withdrawal.address.split('?dt=');
  return (
    <Facts>
      <Fact name={t.sends}>
        {exactMoney(locale, { amount: withdrawal.received_amount, currency: coin })}
      </Fact>
      <Fact name={t.charged}>
        <strong>
          {exactMoney(locale, {
            amount: withdrawal.charged_amount,
            currency: withdrawal.charged_currency,
          })}
        </strong>
      </Fact>
      <Fact name={t.address}>
        <code>{address}</code>
      </Fact>
      <Fact name={t.tag}>
        {tag === undefined ? null : tag === '0' ? t.noTag : <code>{tag}</code>}
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
