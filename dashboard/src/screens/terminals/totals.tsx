// The totals of a daily close, or of what it would be now: amounts, coins and staff.
import { useTexts } from '../../shared/i18n.tsx';
import { Fact, Facts, Money } from '../../shared/ui/values.tsx';
import type { Totals } from './queries.ts';

export function TotalsFacts({ totals }: { readonly totals: Totals }) {
  const t = useTexts('terminals');
  const { sales: count, first_number: first, last_number: last } = totals;
  return (
    <Facts>
      <Fact isLead name={t.total} value={<Money {...totals.total} />} />
      <Fact name={t.sales}>{t.numbers({ count, first: `${first}`, last: `${last}` })}</Fact>
      <Fact name={t.net} value={<Money {...totals.net} />} />
      <Fact name={t.taxPaid} value={<Money {...totals.tax} />} />
      <Fact name={t.tipsPaid} value={<Money {...totals.tip} />} />
      <Fact name={t.discountsGiven} value={<Money {...totals.discount} />} />
      <Fact name={t.coins}>
        {totals.coins.map(({ amount, network, payments }) => (
          <div key={`${amount.currency} ${network}`}>
            <Money {...amount} network={network} /> · {t.payments({ count: payments })}
          </div>
        ))}
      </Fact>
      <Fact name={t.staff}>
        {totals.staff.map(({ id, name, sales, total }) => (
          <div key={id}>
            <Money {...total} /> · {t.salesOf({ name, count: sales })}
          </div>
        ))}
      </Fact>
    </Facts>
  );
}
