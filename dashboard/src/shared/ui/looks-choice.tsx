// Language and colors, applied at once.
import { NativeSelect } from '@mantine/core';
import { type Language, languages } from '../i18n.tsx';
import { type Looks, themeOf, themes } from '../looks.ts';
import { useTexts } from '../texts.ts';

interface Props {
  readonly looks: Looks;
  readonly change: (changed: Partial<Looks>) => void;
}

export function LooksChoice({ looks, change }: Props) {
  const t = useTexts('common').looksChoice;
  return (
    <>
      <NativeSelect
        label={t.language}
        value={looks.language}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        onChange={(event) => change({ language: event.currentTarget.value as Language })}
      />
      <NativeSelect
        label={t.theme}
        value={looks.theme}
        data={themes.map((value) => ({ value, label: t[value] }))}
        onChange={(event) => change({ theme: themeOf(event.currentTarget.value) })}
      />
    </>
  );
}
