// Configures callback endpoints: the first one is edited, and further ones are added with their own secrets.
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { operator } from '../../shared/api.ts';
import type { OperatorApi } from '../../shared/api-types.ts';
import { fieldErrors, useAction } from '../../shared/errors.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';

export type Secret = NonNullable<OperatorApi['callbacks.set']['output']['secret']>;

interface Props {
  readonly project: string;
  readonly isFurther: boolean;
  /** Called with the secret of a new endpoint. */
  readonly onDone: (secret: Secret | null) => void;
  readonly onClose: () => void;
}

export function EndpointDialog({ project, isFurther, onDone, onClose }: Props) {
  const t = useTexts('callbacks');
  const form = useForm({ initialValues: { url: '' } });
  const work = useAction({
    run: ({ url }: typeof form.values) => {
      const confirms = t.setConfirms({ url });
      return operator('callbacks.set', { project, url, add: isFurther }, { confirms });
    },
    onDone: ({ secret }) => onDone(secret),
    onFailed: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <FormDialog
      title={isFurther ? t.add : t.change}
      action={isFurther ? t.addAction : t.changeAction}
      work={work}
      onSubmit={form.onSubmit((values) => work.start(values))}
      onClose={onClose}
    >
      <Text>{isFurther ? t.addWhat : t.changeWhat}</Text>
      <TextInput
        label={t.address}
        placeholder="https://shop.example/callbacks"
        type="url"
        required
        data-autofocus
        {...form.getInputProps('url')}
      />
    </FormDialog>
  );
}
