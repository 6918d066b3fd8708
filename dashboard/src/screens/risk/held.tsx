// Items on hold, with reasons: invoices and channel payments, each with a link to its transactions.
import { Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { useRiskMessages } from '../../shared/ui/risk.tsx';
import { type Column, ListTable } from '../../shared/ui/tables.tsx';
import { Money, When } from '../../shared/ui/values.tsx';
import { type HeldPayment, heldPayments, type Illicit, illicitInvoices } from './queries.ts';

export function Held() {
  const t = useTexts('risk');
  return (
    <>
      <Stack gap="md">
        <Title order={2}>{t.held}</Title>
        <Text c="dimmed">{t.heldWhat}</Text>
        <ListTable
          label={t.held}
          list={illicitInvoices()}
          columns={useInvoices()}
          rowLink={({ id, project_id }) => ({
            to: '/projects/$project/invoices/$invoice',
            params: { project: project_id, invoice: id },
          })}
          empty={t.nothingHeld}
        />
      </Stack>
      <Stack gap="md">
        <Title order={2}>{t.heldPayments}</Title>
        <ListTable
          label={t.heldPayments}
          list={heldPayments()}
          columns={usePayments()}
          rowLink={({ id, project_id }) => ({
            to: '/projects/$project/transactions/$reference',
            params: { project: project_id, reference: id },
          })}
          empty={t.noPaymentHeld}
        />
        <Text>
          <Link to="/held-payments">{t.decidePayments}</Link> · <Link to="/inbox">{t.inbox}</Link>
        </Text>
      </Stack>
    </>
  );
}

/** The reason, and the known source of the money. */
function useWhyText() {
  const { ofSource } = useRiskMessages();
  return (why: string, source: string | null) =>
    source === null ? why : `${why} · ${ofSource(source)}`;
}

function useInvoices(): readonly Column<Illicit>[] {
  const t = useTexts('risk');
  const whyText = useWhyText();
  return [
    { head: t.invoice, cell: ({ requested }) => <Money {...requested} /> },
    { head: t.customer, cell: ({ customer_id: id }) => id ?? '–' },
    { head: t.why, cell: ({ source }) => whyText(t.highRisk, source) },
    { head: t.createdAt, cell: ({ created_at: at }) => <When at={at} /> },
  ];
}

function usePayments(): readonly Column<HeldPayment>[] {
  const t = useTexts('risk');
  const whyText = useWhyText();
  const { projects } = useMe();
  return [
    { head: t.paid, cell: ({ amount }) => <Money {...amount} /> },
    {
      head: t.project,
      cell: ({ project_id: of }) => projects.find(({ id }) => id === of)?.name ?? of,
    },
    {
      head: t.why,
      cell: ({ context, source }) =>
        whyText(context === 'channel_disabled' ? t.channelIsDisabled : t.highRisk, source),
    },
    { head: t.createdAt, cell: ({ created_at: at }) => <When at={at} /> },
  ];
}
