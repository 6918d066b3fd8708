// A small picture of the payment page that a new invoice will have. The amount in coins is fixed when it is created.
import { Stack, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import classes from '../../shared/ui/create.module.css';
import { Money } from '../../shared/ui/values.tsx';
import type { InvoiceForm } from './new-invoice.ts';

interface Props {
  readonly values: InvoiceForm;
  readonly coin: string;
}

export function PayerPreview({ values, coin }: Props) {
  const t = useTexts('invoices');
  const { description, price_amount: amount, success_redirect_url: link } = values;
  const title = values.name.trim();
  const currency = values.price_currency.trim().toUpperCase();
  return (
    <section className={classes.preview} aria-label={t.preview}>
      <Stack gap="xs">
        <Text className={classes.previewed ?? ''}>{title === '' ? t.previewTitle : title}</Text>
        {description.trim() !== '' && <Text size="sm">{description.trim()}</Text>}
        <Text>
          {amount === '' ? `– ${currency}` : <Money amount={amount} currency={currency} />}
        </Text>
        <Text size="sm">{t.previewCoin({ coin })}</Text>
        <div className={classes.code} aria-hidden="true" />
        {hostOf(link) !== null && (
          <Text size="sm">{t.previewBack({ host: hostOf(link) ?? '' })}</Text>
        )}
      </Stack>
    </section>
  );
}

function hostOf(link: string): string | null {
  return URL.canParse(link) ? new URL(link).host : null;
}
