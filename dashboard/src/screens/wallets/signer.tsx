// The signer: its location, whether it signs, its queue, and its limit usage.
import { Alert, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { signerStatus } from '../../shared/further-statuses.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { useAwayCause } from '../../shared/reason-texts.ts';
import { Status } from '../../shared/statuses.tsx';
import { Coin } from '../../shared/ui/coin.tsx';
import { Loaded, Page } from '../../shared/ui/page.tsx';
import { RowsTable } from '../../shared/ui/tables.tsx';
import { amountIn, Fact, Facts, Money } from '../../shared/ui/values.tsx';
import { type Budget, type Signer, signerShown } from './queries.ts';
import { Share } from './sizes.tsx';

export function SignerScreen() {
  const t = useTexts('wallets').signer;
  return (
    <Page title={t.title}>
      <Text c="dimmed">{t.about}</Text>
      <Loaded query={useQuery(signerShown)} what={t.title}>
        {(signer) => (
          <>
            <SignerState signer={signer} />
            {signer.answers && <Limits signer={signer} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function SignerState({ signer }: { readonly signer: Signer }) {
  const t = useTexts('wallets').signer;
  const causeText = useAwayCause();
  const { place, answers, waiting, refused } = signer;
  // An error without a code is shown as it is.
  const { away_because: because, away_code: code, away_about: about } = signer;
  const status = answers ? 'signs' : place === 'none' ? 'none' : 'away';
  return (
    <Paper withBorder p="md" component="section" aria-label={t.title}>
      {because !== null && (
        <Alert color="red" mb="sm" role="note">
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {causeText(code, { about }) ?? because}
          </Text>
          <Text size="sm">{t.doAway}</Text>
        </Alert>
      )}
      {place === 'none' && (
        <Alert color="yellow" mb="sm" role="note">
          {t.doNone}
        </Alert>
      )}
      {refused > 0 && (
        <Alert color="red" mb="sm" role="note">
          {t.doRefused({ count: refused })}
        </Alert>
      )}
      <Facts>
        <Fact name={t.where}>
          <Group gap="xs">
            {t[place]}
            <Status of={signerStatus} value={status} />
          </Group>
        </Fact>
        <Fact name={t.waiting}>{waiting}</Fact>
        <Fact name={t.refused}>{refused}</Fact>
      </Facts>
    </Paper>
  );
}

function Limits({ signer: { place, budgets } }: { readonly signer: Signer }) {
  const t = useTexts('wallets').signer;
  const { locale } = useLanguage();
  const money = (amount: string | null, { coin }: Budget) =>
    amount === null ? null : { amount, currency: coin };
  return (
    <>
      <Title order={2}>{t.limits}</Title>
      <Text c="dimmed">{place === 'in_process' ? t.limitsHere : t.limitsApart}</Text>
      {budgets.length === 0 ? (
        <Text>{t.noLimits}</Text>
      ) : (
        <RowsTable
          label={t.limits}
          rows={budgets}
          rowKey={({ coin, budget }) => `${coin} ${budget}`}
          columns={[
            { head: t.coin, cell: ({ coin }) => <Coin code={coin} /> },
            { head: t.of, cell: ({ budget }) => t[budget] },
            { head: t.used, money: (row) => money(row.used, row) },
            { head: t.limit, money: (row) => money(row.limit, row) },
            {
              head: t.left,
              isAmount: true,
              cell: (row) => (
                <>
                  {row.left !== null && <Money amount={row.left} currency={row.coin} />}
                  {row.left !== null && ', '}
                  {t.percentLeft({ percent: amountIn(locale, row.left_percent, '') })}
                  <Share
                    label={`${t.left} ${row.coin} (${t[row.budget]})`}
                    part={row.left_percent}
                    whole="100"
                  />
                </>
              ),
            },
            { head: t.perTransfer, money: (row) => money(row.per_transfer, row) },
          ]}
        />
      )}
    </>
  );
}
