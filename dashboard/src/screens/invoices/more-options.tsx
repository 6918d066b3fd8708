// The fields of a new invoice that few sales need: description, customer, email, links back to the shop, and metadata.
import { Button, Input, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { languageName, locales } from '../../../../server/src/core/languages.ts';
import { durationText } from '../../shared/duration.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { listOptions, merchantPages } from '../../shared/queries.ts';
import classes from '../../shared/ui/create.module.css';
import { Fold } from '../../shared/ui/fold.tsx';
import { expiriesOf, FOLDED, type InvoiceForm, type MetadataRow } from './new-invoice.ts';

interface Props {
  readonly project: string;
  readonly form: UseFormReturnType<InvoiceForm>;
  /** Code of the coin to pay in. */
  readonly coin: string;
}

export function MoreOptions({ project, form, coin }: Props) {
  const t = useTexts('invoices');
  const field = form.getInputProps;
  return (
    <Fold label={t.moreOptions} hasError={FOLDED.some((name) => form.errors[name] !== undefined)}>
      <Textarea
        label={t.description}
        description={t.descriptionHint}
        autosize={false}
        rows={2}
        maxLength={1000}
        {...field('description')}
      />
      <CustomerInput project={project} {...field('customer_id')} />
      <TextInput
        label={t.payerEmail}
        description={t.payerEmailHint}
        type="email"
        {...field('payer_email')}
      />
      <ExpiryInput form={form} coin={coin} />
      <NativeSelect
        label={t.language}
        description={t.languageHint}
        data={[
          { value: '', label: t.payersLanguage },
          ...locales.map((locale) => ({ value: locale, label: languageName(locale) })),
        ]}
        {...field('language')}
      />
      <TextInput
        label={t.successLink}
        description={t.successLinkHint}
        type="url"
        placeholder="https://"
        {...field('success_redirect_url')}
      />
      <TextInput
        label={t.otherLink}
        description={t.otherLinkHint}
        type="url"
        placeholder="https://"
        {...field('unsuccess_redirect_url')}
      />
      <MetadataRows {...field('metadata')} />
    </Fold>
  );
}

function ExpiryInput({ form, coin }: Pick<Props, 'form' | 'coin'>) {
  const t = useTexts('invoices');
  const { locale } = useLanguage();
  const { usual, others, isConverted } = expiriesOf(form.values, coin);
  const duration = (seconds: number) => durationText(locale, seconds * 1000);
  return (
    <NativeSelect
      label={t.expiry}
      description={isConverted ? t.expiryConvertedHint : t.expiryHint}
      data={[
        { value: '', label: t.usualExpiry({ duration: duration(usual) }) },
        ...others.map((seconds) => ({ value: String(seconds), label: duration(seconds) })),
      ]}
      {...form.getInputProps('expires_in')}
    />
  );
}

/** Suggests the first customers of the project. Any other ID is accepted. */
function CustomerInput({
  project,
  ...input
}: { readonly project: string } & ReturnType<Props['form']['getInputProps']>) {
  const t = useTexts('invoices');
  const id = useId();
  const known = useInfiniteQuery(
    listOptions(['customer', project, 'list', {}], merchantPages(project, 'listCustomers', {})),
  );
  const rows = known.data?.pages.flatMap(({ rows: found }) => found) ?? [];
  return (
    <>
      <TextInput label={t.customer} description={t.customerHint} list={id} {...input} />
      <datalist id={id}>
        {rows.map((customer) => (
          <option key={customer.id} value={customer.id} />
        ))}
      </datalist>
    </>
  );
}

interface RowsProps {
  readonly value?: readonly MetadataRow[];
  readonly error?: unknown;
  readonly onChange: (rows: readonly MetadataRow[]) => void;
}

function MetadataRows({ value: rows = [], error, onChange }: RowsProps) {
  const t = useTexts('invoices');
  const set = (n: number, part: Partial<MetadataRow>) => {
    const row = rows[n];
    if (row !== undefined) onChange(rows.with(n, { ...row, ...part }));
  };
  return (
    <Input.Wrapper
      labelElement="div"
      label={t.metadata}
      description={t.metadataHint}
      error={typeof error === 'string' ? error : undefined}
    >
      <Stack gap="xs" mt="xs">
        {rows.map(({ key, value }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ID, and the fields have no state.
          <div key={n} className={classes.pair}>
            <TextInput
              label={t.metadataKey}
              value={key}
              onChange={(event) => set(n, { key: event.currentTarget.value })}
            />
            <TextInput
              label={t.metadataValue}
              value={value}
              onChange={(event) => set(n, { value: event.currentTarget.value })}
            />
            <Button
              variant="default"
              aria-label={t.removeMetadata({ n: n + 1 })}
              onClick={() => onChange(rows.toSpliced(n, 1))}
            >
              {t.removeRow}
            </Button>
          </div>
        ))}
        <div>
          <Button
            variant="default"
            size="xs"
            onClick={() => onChange([...rows, { key: '', value: '' }])}
          >
            {t.addMetadata}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
}
