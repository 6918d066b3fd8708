// Language and colours, taken at once.
import { NativeSelect } from '@mantine/core';
import { defineMessages, type Language, languages, useMessages } from '../i18n.tsx';
import { type Looks, themeOf, themes } from '../looks.ts';

interface Props {
  readonly looks: Looks;
  readonly change: (changed: Partial<Looks>) => void;
}

export function LooksChoice({ looks, change }: Props) {
  const t = useMessages(messages);
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

const messages = defineMessages(
  {
    language: 'Language',
    theme: 'Colours',
    light: 'Light',
    dark: 'Dark',
    auto: 'As the device',
  },
  {
    de: {
      language: 'Sprache',
      theme: 'Farben',
      light: 'Hell',
      dark: 'Dunkel',
      auto: 'Wie das Gerät',
    },
    fr: {
      language: 'Langue',
      theme: 'Couleurs',
      light: 'Clair',
      dark: 'Sombre',
      auto: 'Comme l’appareil',
    },
    es: {
      language: 'Idioma',
      theme: 'Colores',
      light: 'Claro',
      dark: 'Oscuro',
      auto: 'Como el dispositivo',
    },
  },
);
