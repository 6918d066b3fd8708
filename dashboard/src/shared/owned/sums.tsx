// Totals of the invoices and payments of one customer or subscription, by currency.
import { Card, Text, Title } from '@mantine/core';
import { useLanguage } from '../i18n.tsx';
import { useTexts } from '../texts.ts';
import { Fact, Facts } from '../ui/facts.tsx';
import { Money } from '../ui/money.tsx';

type Sum = readonly { readonly amount: string; readonly currency: string }[];

interface Props {
  readonly of: {
    readonly paid: Sum;
    readonly held: Sum;
    readonly looked_at: number;
    readonly is_all: boolean;
  };
}

export function Sums({ of }: Props) {
  const t = useTexts('common');
  const { locale } = useLanguage();
  return (
    <Card withBorder>
      <Title order={2} mb="md">
        {t.sums}
      </Title>
      <Facts>
        <Fact name={t.paid}>
          <Each of={of.paid} />
        </Fact>
        <Fact name={t.held}>
          <Each of={of.held} />
        </Fact>
      </Facts>
      {!of.is_all && (
        <Text size="sm" c="dimmed" mt="sm">
          {t.newest({ count: new Intl.NumberFormat(locale).format(of.looked_at) })}
        </Text>
      )}
    </Card>
  );
}

function Each({ of }: { readonly of: Sum }) {
  const t = useTexts('common');
  if (of.length === 0) return t.nothing;
  return of.map((sum) => (
    <div key={sum.currency}>
      <Money {...sum} />
    </div>
  ));
}
