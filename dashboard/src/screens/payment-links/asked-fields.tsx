// What the page of a payment link asks for: email, shipping address, and up to five fields of the merchant.
import { Button, Card, Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import { Fold } from '../../shared/ui/fold.tsx';
import type { FormProps } from './link-dialog.tsx';
import { EMAIL_ASKED, FIELD_KINDS, FIELDS_MAX, newField } from './new-link.ts';

export function AskedFields({ form }: FormProps) {
  const t = useTexts('payment-links');
  const { fields } = form.values;
  const hasError = ['email', 'fields'].some((name) => form.errors[name] !== undefined);
  return (
    <Fold label={t.asks} hasError={hasError}>
      <NativeSelect
        label={t.email}
        data={EMAIL_ASKED.map((value) => ({ value, label: t.emails[value] }))}
        {...form.getInputProps('email')}
      />
      <Checkbox
        label={t.shipping}
        {...form.getInputProps('shipping_address', { type: 'checkbox' })}
      />
      {fields.map((_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no identity before they are saved
        <OwnField key={n} form={form} n={n} />
      ))}
      {fields.length < FIELDS_MAX && (
        <Button variant="default" onClick={() => form.insertListItem('fields', newField)}>
          {t.addField}
        </Button>
      )}
    </Fold>
  );
}

function OwnField({ form, n }: FormProps & { readonly n: number }) {
  const t = useTexts('payment-links');
  const at = `fields.${n}`;
  const title = t.field({ n: `${n + 1}` });
  return (
    <Card withBorder component="fieldset" aria-label={title}>
      <Stack gap="sm">
        <TextInput
          label={t.label}
          description={t.labelHint}
          required
          maxLength={100}
          {...form.getInputProps(`${at}.label`)}
        />
        <NativeSelect
          label={t.kind}
          data={FIELD_KINDS.map((value) => ({ value, label: t.kinds[value] }))}
          {...form.getInputProps(`${at}.kind`)}
        />
        {form.values.fields[n]?.kind === 'list' && (
          <Textarea
            label={t.options}
            description={t.optionsHint}
            rows={3}
            required
            {...form.getInputProps(`${at}.options`)}
          />
        )}
        <Checkbox
          label={t.required}
          {...form.getInputProps(`${at}.required`, { type: 'checkbox' })}
        />
        <Button variant="default" onClick={() => form.removeListItem('fields', n)}>
          {t.removeField({ n: `${n + 1}` })}
        </Button>
      </Stack>
    </Card>
  );
}
