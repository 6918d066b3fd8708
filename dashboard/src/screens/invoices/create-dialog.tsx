// Creates an invoice. What most sales need comes first; the rest is folded. Beside it: what the payer will see.
import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { merchant } from '../../shared/api.ts';
import { durationText } from '../../shared/duration.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { toInvoice } from '../../shared/links.ts';
import { useOpenCreated } from '../../shared/open-created.ts';
import { coinsOf } from '../../shared/queries.ts';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import classes from '../../shared/ui/create.module.css';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { MoreOptions } from './more-options.tsx';
import {
  chosenCoin,
  chosenExpiry,
  expiriesOf,
  type InvoiceForm,
  metadataProblem,
  newInvoice,
  requestOf,
} from './new-invoice.ts';
import { PayerPreview } from './payer-preview.tsx';

interface Props {
  readonly project: string;
  readonly onClose: () => void;
}

export function CreateDialog({ project, onClose }: Props) {
  const t = useTexts('invoices');
  const { locale } = useLanguage();
  const open = useOpenCreated();
  const { data: coins = [] } = useQuery(coinsOf(project));
  const { form, field, dialog } = useFormAction({
    initialValues: newInvoice,
    validate: (values: InvoiceForm) => {
      const problem = metadataProblem(values);
      return problem === null ? {} : { metadata: t[problem] };
    },
    run: (values, attempt) =>
      merchant(project)('createInvoice', requestOf(values, coins), { attempt }),
    refreshes: [['invoice', project]],
    errorsOf: ({ pay_currency, network, ...errors }) => {
      const coin = pay_currency ?? network;
      return { ...errors, ...(coin !== undefined && { coin }) };
    },
    onDone: async ({ id }) => {
      onClose();
      await open(toInvoice(project, id));
    },
  });
  const { values } = form;
  const { currency, network } = chosenCoin(values, coins);
  const { isConverted, usual } = expiriesOf(values, currency);
  const duration = durationText(locale, (chosenExpiry(values) ?? usual) * 1000);
  return (
    <FormDialog title={t.create} isWide onClose={onClose} {...dialog}>
      <div className={classes.beside}>
        <Stack gap="md">
          <Group grow align="flex-start">
            <AmountInput
              label={t.amount}
              unit={values.price_currency}
              required
              data-autofocus
              {...field('price_amount')}
            />
            <TextInput label={t.currency} required {...field('price_currency')} />
          </Group>
          <NativeSelect
            label={t.coin}
            data={coins.flatMap(({ currency: code, name, networks }) =>
              networks
                .filter(({ invoices }) => invoices.enabled)
                .map(({ network: on, name: networkName }) => ({
                  value: `${code} ${on}`,
                  label: networks.length > 1 ? `${name}, ${networkName}` : `${name} (${code})`,
                })),
            )}
            {...field('coin')}
            value={`${currency} ${network}`}
          />
          <TextInput label={t.invoiceTitle} description={t.invoiceTitleHint} {...field('name')} />
          <TextInput label={t.reference} description={t.optional} {...field('custom_id')} />
          <MoreOptions project={project} form={form} coin={currency} />
        </Stack>
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            {t.preview}
          </Text>
          <PayerPreview values={values} coin={currency} />
          <Text size="sm" c="dimmed">
            {isConverted ? t.ask({ duration }) : t.askSame({ duration })}
          </Text>
        </Stack>
      </div>
    </FormDialog>
  );
}
