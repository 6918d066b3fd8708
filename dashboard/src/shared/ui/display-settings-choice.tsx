// Language and colors, applied immediately.
import { NativeSelect } from '@mantine/core';
import { type DisplaySettings, themeOf, themes } from '../display-settings.ts';
import { type Language, languages, useTexts } from '../i18n.tsx';

interface Props {
  readonly settings: DisplaySettings;
  readonly change: (changed: Partial<DisplaySettings>) => void;
}

export function DisplaySettingsChoice({ settings, change }: Props) {
  const t = useTexts('common').looksChoice;
  return (
    <>
      <NativeSelect
        label={t.language}
        value={settings.language}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        onChange={(event) => change({ language: event.currentTarget.value as Language })}
      />
      <NativeSelect
        label={t.theme}
        value={settings.theme}
        data={themes.map((value) => ({ value, label: t[value] }))}
        onChange={(event) => change({ theme: themeOf(event.currentTarget.value) })}
      />
    </>
  );
}
