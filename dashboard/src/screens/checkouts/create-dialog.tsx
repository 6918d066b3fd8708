// Creates a checkout: a price, and the coins to choose from. Its page then shows the link and the code for the payer.
import { Checkbox, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { languageName, locales } from '../../../../server/src/core/languages.ts';
import { merchant } from '../../shared/api.ts';
import { durationText } from '../../shared/duration.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { toCheckout } from '../../shared/links.ts';
import { useOpenCreated } from '../../shared/open-created.ts';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { CoinChoice } from '../../shared/ui/coin-choice.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { Fold } from '../../shared/ui/fold.tsx';
import { type CheckoutForm, EXPIRIES, FOLDED, newCheckout, requestOf } from './new-checkout.ts';

interface Props {
  readonly project: string;
  readonly onClose: () => void;
}

export function CreateDialog({ project, onClose }: Props) {
  const t = useTexts('checkouts');
  const { locale } = useLanguage();
  const open = useOpenCreated();
  const { form, field, dialog } = useFormAction({
    initialValues: newCheckout,
    run: (values, attempt) => merchant(project)('createCheckout', requestOf(values), { attempt }),
    refreshes: [['checkout', project]],
    onDone: async ({ id }) => {
      onClose();
      await open(toCheckout(project, id));
    },
  });
  const { values } = form;
  return (
    <FormDialog title={t.create} onClose={onClose} {...dialog}>
      <Text c="dimmed">{t.ask}</Text>
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
      <CoinChoice
        project={project}
        chosen={values.coins}
        error={form.errors['pay_currencies']}
        onChange={(coins) => form.setFieldValue('coins', coins)}
      />
      <TextInput label={t.name} description={t.nameHint} {...field('name')} />
      <TextInput label={t.reference} description={t.optional} {...field('custom_id')} />
      <NativeSelect
        label={t.expiry}
        data={EXPIRIES.map((seconds) => ({
          value: String(seconds),
          label: durationText(locale, seconds * 1000),
        }))}
        {...field('expires_in')}
      />
      <MoreOptions form={form} />
    </FormDialog>
  );
}

interface FormProps {
  readonly form: UseFormReturnType<CheckoutForm>;
}

function MoreOptions({ form }: FormProps) {
  const t = useTexts('checkouts');
  const field = form.getInputProps;
  return (
    <Fold label={t.moreOptions} hasError={FOLDED.some((name) => form.errors[name] !== undefined)}>
      <Textarea
        label={t.description}
        description={t.nameHint}
        autosize={false}
        rows={2}
        maxLength={1000}
        {...field('description')}
      />
      <TextInput label={t.customer} description={t.customerHint} {...field('customer_id')} />
      <TextInput label={t.payerEmail} type="email" {...field('payer_email')} />
      <Checkbox
        label={t.emailRequired}
        {...form.getInputProps('payer_email_required', { type: 'checkbox' })}
      />
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
    </Fold>
  );
}
