// Adds an item to a terminal, or changes one.
import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { operator } from '../../shared/api.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { Fold } from '../../shared/ui/fold.tsx';
import { ImageField, PIXEL_TYPES } from '../../shared/ui/image-field.tsx';
import { formOf, type ItemForm, PRICINGS, requestOf } from './new-item.ts';
import { changedBy, type Item, type Terminal } from './queries.ts';

interface Props {
  readonly terminal: Terminal;
  /** Null: a new one. */
  readonly item: Item | null;
  readonly onClose: () => void;
}

export function ItemDialog({ terminal, item, onClose }: Props) {
  const t = useTexts('terminals');
  const { project_id: project, id: terminal_id } = terminal;
  const { form, field, dialog } = useFormAction({
    initialValues: formOf(item),
    run: (values, attempt) =>
      operator(
        'terminals.save-item',
        { ...requestOf(values, item), project, terminal_id },
        { attempt },
      ),
    refreshes: changedBy(project),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={item === null ? t.addItem : t.changeItem}
      action={item === null ? t.addItem : t.save}
      onClose={onClose}
      {...dialog}
    >
      <TextInput label={t.name} required maxLength={100} data-autofocus {...field('name')} />
      <NativeSelect
        label={t.pricing}
        data={PRICINGS.map((value) => ({ value, label: t.pricings[value] }))}
        {...field('pricing')}
      />
      {form.values.pricing !== 'free' && (
        <AmountInput
          label={t.price}
          description={t.priceHint}
          unit={terminal.price_currency}
          required
          {...field('price_amount')}
        />
      )}
      <AmountInput label={t.tax} description={t.itemTaxHint} unit="%" {...field('tax_percent')} />
      <ImageField
        texts={pictureTexts(t)}
        value={form.values.picture}
        error={errorIn(form.errors['picture'])}
        accept={PIXEL_TYPES}
        onChange={(picture) => form.setValues({ picture })}
        onError={(error) => form.setFieldError('picture', error)}
      />
      <More form={form} />
    </FormDialog>
  );
}

const errorIn = (error: unknown) => (typeof error === 'string' ? error : undefined);

const pictureTexts = (t: ReturnType<typeof useTexts<'terminals'>>) => ({
  label: t.itemPicture,
  hint: t.itemPictureHint,
  choose: t.choosePicture,
  replace: t.replacePicture,
  remove: t.removePicture,
  tooLarge: t.pictureTooLarge,
  chosen: t.newPicture,
  stored: t.oldPicture,
});

function More({ form }: { readonly form: UseFormReturnType<ItemForm> }) {
  const t = useTexts('terminals');
  const { errors, getInputProps: field } = form;
  const hasError = ['category', 'stock', 'position'].some((name) => errors[name] !== undefined);
  return (
    <Fold label={t.more} hasError={hasError}>
      <TextInput
        label={t.category}
        description={t.categoryHint}
        maxLength={100}
        {...field('category')}
      />
      <TextInput
        label={t.stock}
        description={t.stockHint}
        inputMode="numeric"
        pattern="[0-9]{1,8}"
        {...field('stock')}
      />
      <TextInput
        label={t.position}
        description={t.positionHint}
        inputMode="numeric"
        pattern="[0-9]{1,6}"
        {...field('position')}
      />
    </Fold>
  );
}
