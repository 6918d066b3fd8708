// Creates a payment link or changes its terms: the price, how many, what the page asks for and what it says afterwards.
import type { PaymentLink } from '@chaintill/client';
import { Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { languageName, locales } from '../../../../server/src/core/languages.ts';
import { merchant } from '../../shared/api.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toPaymentLink } from '../../shared/links.ts';
import { useOpenCreated } from '../../shared/open-created.ts';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { CoinChoice } from '../../shared/ui/coin-choice.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { Fold } from '../../shared/ui/fold.tsx';
import { AskedFields } from './asked-fields.tsx';
import { DonationFields } from './donation-fields.tsx';
import { formOf, type LinkForm, newLink, payTimes, requestOf } from './new-link.ts';
import { changedBy } from './queries.ts';

interface Props {
  readonly project: string;
  /** Null: a new one. */
  readonly link: PaymentLink | null;
  readonly onClose: () => void;
}

export function LinkDialog({ project, link, onClose }: Props) {
  const t = useTexts('payment-links');
  const open = useOpenCreated();
  const { form, field, dialog } = useFormAction({
    initialValues: link === null ? newLink : formOf(link),
    run: (values, attempt) => {
      const terms = requestOf(values, link);
      return link === null
        ? merchant(project)('createPaymentLink', terms, { attempt })
        : merchant(project)('replacePaymentLink', { ...terms, id: link.id }, { attempt });
    },
    refreshes: changedBy(project),
    onDone: async ({ id }) => {
      onClose();
      if (link === null) await open(toPaymentLink(project, id));
    },
  });
  const { values } = form;
  return (
    <FormDialog
      title={link === null ? t.create : t.change}
      action={link === null ? t.create : t.save}
      onClose={onClose}
      {...dialog}
    >
      <Text c="dimmed">{link === null ? t.ask : t.changeHint}</Text>
      <TextInput
        label={t.name}
        description={t.shown}
        required
        maxLength={255}
        data-autofocus
        {...field('name')}
      />
      <Group grow align="flex-start">
        <NativeSelect
          label={t.pricing}
          data={[
            { value: 'fixed', label: t.fixed },
            { value: 'open', label: t.open },
            { value: 'donation', label: t.donation.kind },
          ]}
          {...field('pricing')}
        />
        <TextInput label={t.currency} required {...field('price_currency')} />
      </Group>
      {values.pricing === 'fixed' ? (
        <AmountInput
          label={t.price}
          unit={values.price_currency}
          required
          {...field('price_amount')}
        />
      ) : (
        <OpenAmount form={form} />
      )}
      {values.pricing === 'donation' && <DonationFields form={form} />}
      <HowMany form={form} kept={link?.expires_in ?? null} />
      <CoinChoice
        project={project}
        chosen={values.coins}
        error={form.errors['pay_currencies']}
        onChange={(coins) => form.setFieldValue('coins', coins)}
      />
      <AskedFields form={form} />
      <Afterwards form={form} />
    </FormDialog>
  );
}

export interface FormProps {
  readonly form: UseFormReturnType<LinkForm>;
}

function OpenAmount({ form }: FormProps) {
  const t = useTexts('payment-links');
  const { values, getInputProps: field } = form;
  const unit = values.price_currency;
  return (
    <>
      <Group grow align="flex-start">
        <AmountInput label={t.least} unit={unit} {...field('amount_min')} />
        <AmountInput label={t.most} unit={unit} {...field('amount_max')} />
      </Group>
      <Group grow align="flex-start">
        {values.suggested_amounts.map((_, n) => (
          <AmountInput
            // biome-ignore lint/suspicious/noArrayIndexKey: the suggestions are places, not objects
            key={n}
            label={t.suggestion({ n: `${n + 1}` })}
            unit={unit}
            {...field(`suggested_amounts.${n}`)}
          />
        ))}
      </Group>
    </>
  );
}

function HowMany({ form, kept }: FormProps & { readonly kept: number | null }) {
  const t = useTexts('payment-links');
  const { values, errors, getInputProps: field } = form;
  const hasError = ['quantity_max', 'stock', 'expires_in', 'expires_at', 'description'].some(
    (name) => errors[name] !== undefined,
  );
  return (
    <Fold label={t.limits} hasError={hasError}>
      <Textarea
        label={t.description}
        description={t.shown}
        rows={2}
        maxLength={1000}
        {...field('description')}
      />
      {values.pricing === 'fixed' && (
        <TextInput
          label={t.quantityMax}
          description={t.quantityHint}
          inputMode="numeric"
          pattern="[1-9][0-9]{0,3}"
          required
          {...field('quantity_max')}
        />
      )}
      {values.pricing !== 'donation' && (
        <TextInput
          label={t.stock}
          description={t.stockHint}
          inputMode="numeric"
          pattern="[0-9]{1,7}"
          {...field('stock')}
        />
      )}
      <NativeSelect
        label={t.minutes}
        description={t.minutesHint}
        data={[
          { value: '', label: t.usualMinutes },
          ...payTimes(kept).map((seconds) => ({
            value: String(seconds),
            label: t.minutesOf({ count: Math.ceil(seconds / 60) }),
          })),
        ]}
        {...field('expires_in')}
      />
      <TextInput
        label={t.expires}
        description={t.expiresHint}
        type="datetime-local"
        {...field('expires_at')}
      />
    </Fold>
  );
}

function Afterwards({ form }: FormProps) {
  const t = useTexts('payment-links');
  const { errors, getInputProps: field } = form;
  const hasError = ['success_text', 'success_redirect_url', 'language'].some(
    (name) => errors[name] !== undefined,
  );
  return (
    <Fold label={t.afterwards} hasError={hasError}>
      <Textarea label={t.thanks} rows={2} maxLength={1000} {...field('success_text')} />
      <TextInput
        label={t.redirect}
        description={t.redirectHint}
        type="url"
        placeholder="https://"
        {...field('success_redirect_url')}
      />
      <NativeSelect
        label={t.language}
        data={[
          { value: '', label: t.customersLanguage },
          ...locales.map((locale) => ({ value: locale, label: languageName(locale) })),
        ]}
        {...field('language')}
      />
    </Fold>
  );
}
