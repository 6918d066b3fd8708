// What the merchants own: the total in one currency, its course over the last thirty days, and each balance.
import { Card, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { negated, sumOf } from '../../shared/amounts.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { CoinLogo } from '../../shared/ui/coin-logo.tsx';
import { Money } from '../../shared/ui/values.tsx';
import classes from './home.module.css';
import { type Account, daysIn, type Flows, flowsOf, type Overview } from './queries.ts';
import { Sparkline } from './sparkline.tsx';

interface Props {
  readonly overview: Overview;
  readonly project: string | undefined;
}

export function Balances({ overview, project }: Props) {
  const t = useTexts('home');
  const { accounts, total, currency } = overview;
  const flows = useQuery(flowsOf(project, currency));
  const held = accounts.filter((each) =>
    [each.available, each.held, each.on_its_way, each.arriving].some(isNotZero),
  );
  return (
    <Card withBorder component="section" aria-label={t.balances}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text c="dimmed">{t.balances}</Text>
          {total === null ? (
            <Text>{t.noTotal}</Text>
          ) : (
            <p className={classes.total}>
              <Money {...total} />
            </p>
          )}
        </div>
        {total !== null && flows.data !== undefined && (
          <Sparkline
            label={t.balanceCourse({ currency })}
            values={courseOf(flows.data, total.amount)}
          />
        )}
      </Group>
      {held.length === 0 ? (
        <Text c="dimmed">{t.noBalances}</Text>
      ) : (
        <ul className={classes.balances} aria-label={t.balances}>
          {held.map((account) => (
            <Balance key={account.currency} {...{ account, currency, project }} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const isNotZero = (text: string) => /[1-9]/.test(text);

interface BalanceProps {
  readonly account: Account;
  readonly currency: string;
  readonly project: string | undefined;
}

function Balance({ account, currency, project }: BalanceProps) {
  const t = useTexts('home');
  const { currency: code, available, value } = account;
  const parts = (
    [
      [t.held, account.held],
      [t.onItsWay, account.on_its_way],
      [t.arriving, account.arriving],
    ] as const
  ).filter(([, amount]) => isNotZero(amount));
  return (
    <li className={classes.balance}>
      {project === undefined ? (
        <strong>
          <CoinLogo currency={code} />
          {code}
        </strong>
      ) : (
        <Link to="/projects/$project/balances/$currency" params={{ project, currency: code }}>
          <CoinLogo currency={code} />
          {code}
        </Link>
      )}
      <Money amount={available} currency={code} />
      {code !== currency && value !== null && (
        <Text component="span" size="sm" c="dimmed">
          <Money amount={value} currency={currency} />
        </Text>
      )}
      {parts.map(([label, amount]) => (
        <Text key={label} component="span" size="sm" c="dimmed" className={classes.part ?? ''}>
          {t.labelled({ label, value: '' })}
          <Money amount={amount} currency={code} />
        </Text>
      ))}
    </li>
  );
}

/** The total at the end of each day, at today's rates: today's total less what moved afterwards. */
function courseOf(flows: Flows, total: string): readonly string[] {
  const course = [total];
  for (const day of daysIn(flows).toReversed()) {
    const moved = flows.days
      .filter((row) => row.day === day)
      .flatMap((row) => [negated(row.credited_value ?? '0'), row.debited_value ?? '0']);
    course.unshift(sumOf([course[0] ?? total, ...moved]));
  }
  return course;
}
