// Adds an address to a list: blocked, or allowed even if a sanctions list contains it.
import { Checkbox, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { operator } from '../../shared/api.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';

interface Props {
  readonly list: 'block' | 'allow';
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function AddDialog({ list, onDone, onClose }: Props) {
  const t = useTexts('risk');
  const form = useForm({
    initialValues: { currency: 'BTC', address: '', note: '', despite_sanctions: false },
  });
  const isBlock = list === 'block';
  const work = useAction<typeof form.values, unknown>({
    run: ({ despite_sanctions, ...values }) => {
      const address = values.address.trim();
      return isBlock
        ? operator('risk.block', { ...values, address }, { confirms: t.blockConfirms({ address }) })
        : operator(
            'risk.allow',
            { ...values, address, despite_sanctions },
            { confirms: t.allowConfirms({ address }) },
          );
    },
    onDone,
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <FormDialog
      title={isBlock ? t.blockTitle : t.allowTitle}
      action={isBlock ? t.blockAction : t.allowAction}
      isDangerous={isBlock}
      work={work}
      onSubmit={form.onSubmit((values) => work.start(values))}
      onClose={onClose}
    >
      <Text>{isBlock ? t.blockWhat : t.allowWhat}</Text>
      <TextInput label={t.coin} required {...form.getInputProps('currency')} />
      <TextInput
        label={t.address}
        required
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('address')}
      />
      <TextInput label={t.note} {...form.getInputProps('note')} />
      {!isBlock && (
        <Checkbox
          label={t.despiteHint}
          {...form.getInputProps('despite_sanctions', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  );
}
