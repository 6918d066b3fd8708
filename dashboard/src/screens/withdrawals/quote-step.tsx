// The exact price of a withdrawal, valid for 30 seconds: the charge, the destination, and the policy decision. It is
// sent only if confirmed in time; an expired quote has no effect.
import type { CoinWithdrawal } from '@chaintill/client';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { merchant } from '../../shared/api.ts';
import { networkText } from '../../shared/code-texts.ts';
import { useAction } from '../../shared/errors.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { Countdown, QUOTE_SECONDS, useSecondsLeft } from '../../shared/ui/countdown.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { useRiskText } from '../../shared/ui/risk.tsx';
import { Fact, Facts, Money, moneyText, Rate } from '../../shared/ui/values.tsx';
import type { Decision } from './queries.ts';
import { Verdict } from './verdict.tsx';

export interface Quote {
  readonly withdrawal: CoinWithdrawal;
  readonly decision: Decision | null;
  /** The expiry, in milliseconds of the browser's clock. */
  readonly until: number;
}

interface Props {
  readonly project: string;
  readonly quote: Quote;
  readonly again: { readonly isPending: boolean; readonly isError: boolean };
  readonly onAgain: () => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

export function QuoteStep({ project, quote, again, onAgain, onBack, onClose }: Props) {
  const t = useTexts('withdrawals');
  const { locale } = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const left = useSecondsLeft(quote.until);
  const { withdrawal, decision } = quote;
  const { id, address, received_amount: amount, received_currency: currency } = withdrawal;
  const sent = moneyText(locale, { amount, currency });
  const send = useAction({
    run: (_: undefined, attempt) =>
      merchant(project)(
        'commitCoinWithdrawal',
        { id },
        { attempt, confirms: t.confirms({ money: sent, address }) },
      ),
    onDone: async () => {
      void client.invalidateQueries({ queryKey: ['withdrawal', project] });
      void client.invalidateQueries({ queryKey: ['account', project] });
      onClose();
      await navigate({
        to: '/projects/$project/withdrawals/$withdrawal',
        params: { project, withdrawal: id },
      });
    },
  });
  return (
    <Stack gap="md">
      <Price withdrawal={withdrawal} />
      <Alert
        color={decision?.outcome === 'hold' ? 'yellow' : 'gray'}
        title={t.verdict}
        role="status"
      >
        <Verdict decision={decision} />
      </Alert>
      {left > 0 ? (
        <Countdown left={left} of={QUOTE_SECONDS} label={t.holdsFor({ seconds: left })} />
      ) : (
        <Alert color="yellow" role="status">
          {t.over}
        </Alert>
      )}
      {send.isError && <Failed error={send.error} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onBack} disabled={send.isPending}>
          {t.change}
        </Button>
        {left > 0 ? (
          <Button onClick={() => send.start(undefined)} loading={send.isPending} data-autofocus>
            {decision?.outcome === 'hold' ? t.askFor({ money: sent }) : t.send({ money: sent })}
          </Button>
        ) : (
          <Button onClick={onAgain} loading={again.isPending}>
            {t.again}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Price({ withdrawal }: { readonly withdrawal: CoinWithdrawal }) {
  const t = useTexts('withdrawals');
  const riskText = useRiskText();
  const { received_currency: coin, exchange, risk } = withdrawal;
  return (
    <Facts>
      <Fact name={t.sends}>
        <Money amount={withdrawal.received_amount} currency={coin} />
      </Fact>
      <Fact name={t.charged}>
        <strong>
          <Money amount={withdrawal.charged_amount} currency={withdrawal.charged_currency} />
        </strong>
      </Fact>
      <Fact name={t.address}>
        <code>{withdrawal.address}</code>
      </Fact>
      <Fact name={t.network}>{networkText(withdrawal.network)}</Fact>
      <Fact name={t.networkFee}>
        <Money amount={withdrawal.network_fee} currency={coin} />
      </Fact>
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
