// One setting with a single value.
import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import { AmountInput } from '../../shared/ui/amount-input.tsx';
import { appearances, kinds, languages, type SettingName, useValueText } from './fields.ts';
import classes from './projects.module.css';

interface Props {
  readonly name: SettingName;
  readonly value: string;
  /** Null: no default. */
  readonly inForce: string | null;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (value: string) => void;
}

/** The input of a setting, where its value comes from, and a button back to the default. */
export function SettingField(props: Props) {
  const t = useTexts('projects');
  const label = useTexts('settings').settingLabels[props.name];
  const textOf = useValueText();
  const isOwn = props.value !== '';
  const unless = props.inForce === null ? t.none : textOf(props.name, props.inForce);
  return (
    <div className={classes.field}>
      <FieldInput {...props} />
      {isOwn && (
        <Group gap="xs" className={classes.source ?? ''}>
          <span>{t.ownValue({ value: unless })}</span>
          {!props.isReadOnly && (
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={t.resetSetting({ setting: label })}
              onClick={() => props.onChange('')}
            >
              {t.reset}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}

/** By its kind. When empty, it shows the default in force. */
function FieldInput({ name, value, inForce, error, isReadOnly, onChange }: Props) {
  const t = useTexts('projects');
  const textOf = useValueText();
  const { kind, choices } = kinds[name];
  const unless = inForce === null ? t.unlessNothing : t.unless({ value: textOf(name, inForce) });
  const shared = {
    label: useTexts('settings').settingLabels[name],
    description: useTexts('settings').settingHints[name],
    error,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
  };
  if (kind === 'decimal')
    return (
      <AmountInput
        {...{ ...shared, value, onChange }}
        unit={kinds[name].unit ?? ''}
        placeholder={unless}
        readOnly={isReadOnly}
        rightSection={<Unit name={name} />}
        rightSectionWidth={72}
      />
    );
  if (kind === 'text' || kind === 'integer')
    return (
      <TextInput
        {...shared}
        value={value}
        placeholder={unless}
        readOnly={isReadOnly}
        inputMode={kind === 'text' ? 'text' : 'numeric'}
        rightSection={<Unit name={name} />}
        rightSectionWidth={kind === 'text' ? 0 : 72}
      />
    );
  if (kind === 'lines')
    return (
      <Textarea
        {...shared}
        value={value}
        placeholder={unless}
        readOnly={isReadOnly}
        autosize
        minRows={2}
        maxRows={6}
      />
    );
  const lists = {
    switch: ['true', 'false'],
    language: languages,
    appearance: appearances,
  } as const;
  const options = kind === 'choice' ? choices : lists[kind];
  return (
    <NativeSelect
      {...shared}
      value={value}
      disabled={isReadOnly}
      data={[
        { value: '', label: unless },
        ...(options ?? []).map((each) => ({ value: each, label: textOf(name, each) })),
      ]}
    />
  );
}

function Unit({ name }: { readonly name: SettingName }) {
  const t = useTexts('projects');
  const { unit } = kinds[name];
  if (unit === undefined) return null;
  return <span>{unit === 'hours' ? t.hours : unit === 'minutes' ? t.minutes : unit}</span>;
}
