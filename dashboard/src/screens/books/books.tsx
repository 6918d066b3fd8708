// The ledger of all projects: whether liabilities are covered, the declared external holdings, and the audit.
import { Button, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n.tsx';
import { useCan } from '../../shared/session.ts';
import { Page } from '../../shared/ui/page.tsx';
import { ListTable } from '../../shared/ui/tables.tsx';
import { Money, When } from '../../shared/ui/values.tsx';
import { Audit } from './audit.tsx';
import { DeclareDialog } from './declare-dialog.tsx';
import { declarationList, SOLVENCY } from './queries.ts';
import { Solvency } from './solvency.tsx';

export function Books() {
  const t = useTexts('books');
  const client = useQueryClient();
  const canDeclare = useCan('solvency.record-holding');
  const [isDeclaring, setDeclaring] = useState(false);
  const declare = canDeclare && (
    <Button variant="default" onClick={() => setDeclaring(true)}>
      {t.declare}
    </Button>
  );
  return (
    <Page title={t.title} actions={declare}>
      <Title order={2}>{t.audit}</Title>
      <Audit />
      <Title order={2}>{t.solvency}</Title>
      <Text c="dimmed">{t.solvencyAbout}</Text>
      <Solvency />
      <Title order={2}>{t.declarations}</Title>
      <ListTable
        label={t.declarations}
        list={declarationList}
        columns={[
          { head: t.when, cell: ({ declared_at: at }) => <When at={at} /> },
          {
            head: t.amount,
            isAmount: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
          { head: t.reason, cell: ({ reason }) => reason },
        ]}
        empty={t.noDeclarations}
      />
      {isDeclaring && (
        <DeclareDialog
          onDone={() => client.invalidateQueries({ queryKey: SOLVENCY })}
          onClose={() => setDeclaring(false)}
        />
      )}
    </Page>
  );
}
