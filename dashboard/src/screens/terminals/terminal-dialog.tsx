// Creates a terminal or changes its settings: what staff may do on its page, tips, tax and coins.
import { Checkbox, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { operator } from '../../shared/api.ts';
import { useFormAction } from '../../shared/form-action.ts';
import { useTexts } from '../../shared/i18n.tsx';
import { toTerminal } from '../../shared/links.ts';
import { useOpenCreated } from '../../shared/open-created.ts';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { CoinChoice } from '../../shared/ui/coin-choice.tsx';
import { FormDialog } from '../../shared/ui/dialogs.tsx';
import { formOf, newTerminal, settingsOf, type TerminalForm } from './new-terminal.ts';
import { changedBy, type TerminalRow } from './queries.ts';

interface Props {
  readonly project: string;
  /** Null: a new one. */
  readonly terminal: TerminalRow | null;
  readonly onClose: () => void;
}

export function TerminalDialog({ project, terminal, onClose }: Props) {
  const t = useTexts('terminals');
  const open = useOpenCreated();
  const isNew = terminal === null;
  const { form, field, dialog } = useFormAction({
    initialValues: isNew ? newTerminal : formOf(terminal),
    run: (values, attempt) => save(project, { values, terminal, attempt }),
    refreshes: changedBy(project),
    onDone: async ({ id }) => {
      onClose();
      if (isNew) await open(toTerminal(project, id));
    },
  });
  const tick = (name: string) => field(name, { type: 'checkbox' });
  return (
    <FormDialog
      title={isNew ? t.create : t.change}
      action={isNew ? t.create : t.save}
      onClose={onClose}
      {...dialog}
    >
      <Text c="dimmed">{isNew ? t.ask : t.changeHint}</Text>
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        maxLength={100}
        data-autofocus
        {...field('name')}
      />
      {isNew && (
        <TextInput
          label={t.currency}
          description={t.currencyHint}
          required
          {...field('price_currency')}
        />
      )}
      <Input.Wrapper labelElement="div" label={t.staffMay} role="group" aria-label={t.staffMay}>
        <Stack gap="xs" mt="xs">
          <Checkbox label={t.keypad} {...tick('keypad')} />
          <Checkbox label={t.discounts} {...tick('discounts')} />
          <Checkbox label={t.note} {...tick('note')} />
        </Stack>
      </Input.Wrapper>
      <Tips form={form} />
      <AmountInput label={t.tax} description={t.taxHint} unit="%" {...field('tax_percent')} />
      <CoinChoice
        project={project}
        chosen={form.values.coins}
        error={form.errors['pay_currencies'] ?? form.errors['coins']}
        onChange={(coins) => form.setFieldValue('coins', coins)}
      />
    </FormDialog>
  );
}

function Tips({ form }: { readonly form: UseFormReturnType<TerminalForm> }) {
  const t = useTexts('terminals');
  return (
    <Input.Wrapper
      labelElement="div"
      label={t.tips}
      description={t.tipsHint}
      role="group"
      aria-label={t.tips}
    >
      <Group grow align="flex-start" mt="xs">
        {form.values.tip_percents.map((_, n) => (
          <AmountInput
            // biome-ignore lint/suspicious/noArrayIndexKey: the tips are places, not objects
            key={n}
            label={t.tip({ n: `${n + 1}` })}
            unit="%"
            {...form.getInputProps(`tip_percents.${n}`)}
          />
        ))}
      </Group>
    </Input.Wrapper>
  );
}

interface Saving {
  readonly values: TerminalForm;
  readonly terminal: TerminalRow | null;
  readonly attempt: string;
}

function save(project: string, { values, terminal, attempt }: Saving): Promise<TerminalRow> {
  const settings = settingsOf(values);
  if (terminal !== null)
    return operator(
      'terminals.change',
      { ...settings, project, terminal_id: terminal.id },
      { attempt },
    );
  const price_currency = values.price_currency.trim();
  return operator('terminals.create', { ...settings, project, price_currency }, { attempt });
}
