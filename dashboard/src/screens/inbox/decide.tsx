// The likely purpose of an unmatched payment, and the buttons that resolve it or propose that.
import type { CoinDeposit } from '@chaintill/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import { toInvoice } from '../../shared/links.ts';
import { useCanPropose } from '../../shared/proposals.ts';
import { Section } from '../../shared/ui/page.tsx';
import { Money, shortened } from '../../shared/ui/values.tsx';
import { WhoCan } from '../../shared/who-can.tsx';
import { useDecisionMaker } from './decision-maker.ts';
import { ResolveMenu } from './dialogs.tsx';
import { isExactly } from './likely.ts';
import { likelyInvoices } from './queries.ts';
import { ResolveButtons } from './resolve-buttons.tsx';

interface Props {
  readonly project: string;
  readonly deposit: CoinDeposit;
}

export function DecideDeposit({ project, deposit }: Props) {
  const t = useTexts('inbox');
  const { mayDecide, isByOperator } = useDecisionMaker()(deposit.needs_operator);
  const canPropose = useCanPropose(mayDecide);
  const likely = useQuery(likelyInvoices(project, deposit));
  if (deposit.status === 'pending') return <Text c="dimmed">{t.notYet}</Text>;
  if (deposit.status !== 'on_hold') return null;
  if (!mayDecide && deposit.needs_operator) return <Text>{t.operatorDecides}</Text>;
  const { id, amount, currency, channel_id: channel } = deposit;
  const owner = channel === null ? {} : { owner: { type: 'channel', id: channel } as const };
  const waiting = { id, amount, currency, project, isByOperator, isProposed: canPropose };
  return (
    <Section title={t.decide}>
      {channel === null && (
        <div>
          <Text fw={600}>{t.likely}</Text>
          {likely.data?.length === 0 && <Text c="dimmed">{t.noLikely}</Text>}
          {likely.data?.map((invoice) => (
            <Text key={invoice.id} component="div">
              <Link {...toInvoice(project, invoice.id)}>
                {invoice.custom_id ?? invoice.name ?? shortened(invoice.id)}
              </Link>{' '}
              <Money amount={invoice.pay_amount} currency={invoice.pay_currency} />{' '}
              {isExactly(deposit, invoice) && <strong>{t.exact}</strong>}
            </Text>
          ))}
        </div>
      )}
      {mayDecide || canPropose ? (
        <ResolveMenu {...{ waiting, deposit }} {...owner} />
      ) : (
        <ResolveButtons size="sm" />
      )}
      {!mayDecide && <WhoCan of={{ project, type: 'deposit', id }} permission="payout" />}
    </Section>
  );
}
