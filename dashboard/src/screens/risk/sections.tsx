// The parts of the risk screen around its lists: the score of an address, items on hold, and adding an address.
import { Button, Card, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { useAction } from '../../shared/errors.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toInvoice, toTrace } from '../../shared/links.ts';
import { useProjectName } from '../../shared/session.ts';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { ListTable } from '../../shared/ui/list-table.tsx';
import { Failed } from '../../shared/ui/page.tsx';
import { useRiskMessages, useRiskText } from '../../shared/ui/risk.tsx';
import type { Columns } from '../../shared/ui/tables.tsx';
import { Money } from '../../shared/ui/values.tsx';
import { type HeldPayment, heldPayments, type Illicit, illicitInvoices } from './queries.ts';

export function Score() {
  const t = useTexts('risk');
  const riskText = useRiskText();
  const [currency, setCurrency] = useState('BTC');
  const [address, setAddress] = useState('');
  const [risk, setRisk] = useState<OperatorApi['risk.score']['output']>();
  const work = useAction({
    run: () => operator('risk.score', { currency: currency.trim(), address: address.trim() }),
    onDone: setRisk,
    onFailed: () => setRisk(undefined),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    work.start(undefined);
  };
  return (
    <Card withBorder>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Title order={2}>{t.score}</Title>
          <Group align="flex-end" gap="sm">
            <TextInput
              label={t.coin}
              value={currency}
              onChange={(event) => setCurrency(event.currentTarget.value)}
              w={90}
              required
            />
            <TextInput
              label={t.anAddress}
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              style={{ flex: '1 1 14rem' }}
              spellCheck={false}
              required
            />
            <Button type="submit" variant="default" loading={work.isPending}>
              {t.scoreAction}
            </Button>
          </Group>
          {work.isError && <Failed error={work.error} />}
          {risk !== undefined && (
            <Text role="status" fw={600}>
              {riskText(risk)}
            </Text>
          )}
        </Stack>
      </form>
    </Card>
  );
}

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
          rowLink={({ id, project_id }) => toInvoice(project_id, id)}
          empty={t.nothingHeld}
        />
      </Stack>
      <Stack gap="md">
        <Title order={2}>{t.heldPayments}</Title>
        <ListTable
          label={t.heldPayments}
          list={heldPayments()}
          columns={usePayments()}
          rowLink={({ id, project_id }) => toTrace(project_id, id)}
          empty={t.noPaymentHeld}
        />
        <Text>
          <Link to="/held-payments">{t.decidePayments}</Link> · <Link to="/inbox">{t.inbox}</Link>
        </Text>
      </Stack>
    </>
  );
}

function useWhyText() {
  const { ofSource } = useRiskMessages();
  return (why: string, source: string | null) =>
    source === null ? why : `${why} · ${ofSource(source)}`;
}

function useInvoices(): Columns<Illicit> {
  const t = useTexts('risk');
  const whyText = useWhyText();
  return [
    { head: t.invoice, cell: ({ requested }) => <Money {...requested} /> },
    { head: t.customer, cell: ({ customer_id: id }) => id ?? '–' },
    { head: t.why, cell: ({ source }) => whyText(t.highRisk, source) },
    { head: t.createdAt, time: ({ created_at: at }) => at },
  ];
}

function usePayments(): Columns<HeldPayment> {
  const t = useTexts('risk');
  const whyText = useWhyText();
  const nameOf = useProjectName();
  return [
    { head: t.paid, cell: ({ amount }) => <Money {...amount} /> },
    { head: t.project, cell: ({ project_id: id }) => nameOf(id) },
    {
      head: t.why,
      cell: ({ context, source }) =>
        whyText(context === 'channel_disabled' ? t.channelIsDisabled : t.highRisk, source),
    },
    { head: t.createdAt, time: ({ created_at: at }) => at },
  ];
}

interface AddProps {
  readonly list: 'block' | 'allow';
  readonly onClose: () => void;
}

export function AddDialog({ list, onClose }: AddProps) {
  const t = useTexts('risk');
  const isBlock = list === 'block';
  const { form, field, dialog } = useFormAction({
    initialValues: { currency: 'BTC', address: '', note: '', despite_sanctions: false },
    run: async ({ despite_sanctions, address: typed, ...values }) => {
      const address = typed.trim();
      const input = { ...values, address };
      if (isBlock) await operator('risk.block', input, { confirms: t.blockConfirms({ address }) });
      else
        await operator(
          'risk.allow',
          { ...input, despite_sanctions },
          { confirms: t.allowConfirms({ address }) },
        );
    },
    refreshes: [['risk']],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={isBlock ? t.blockTitle : t.allowTitle}
      action={isBlock ? t.blockAction : t.allowAction}
      isDangerous={isBlock}
      onClose={onClose}
      {...dialog}
    >
      <Text>{isBlock ? t.blockWhat : t.allowWhat}</Text>
      <TextInput label={t.coin} required {...field('currency')} />
      <TextInput
        label={t.address}
        required
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...field('address')}
      />
      <TextInput label={t.note} {...field('note')} />
      {!isBlock && (
        <Checkbox
          label={t.despiteHint}
          {...form.getInputProps('despite_sanctions', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  );
}
