// Language and colours: taken at once here, and kept with the account.
import { NativeSelect, SimpleGrid, useMantineColorScheme } from '@mantine/core';
import { useAction } from '../../shared/action.ts';
import { people } from '../../shared/api.ts';
import { type Language, languages, useLanguage, useMessages } from '../../shared/i18n.tsx';
import { useMe } from '../../shared/session.ts';
import { Failed } from '../../shared/ui/failed.tsx';
import { accountWords } from './messages.ts';
import { Section, useAccountChanged } from './section.tsx';

const schemes = ['light', 'dark', 'auto'] as const;

export function Looks() {
  const t = useMessages(accountWords);
  const { user } = useMe();
  const { language, choose } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const changed = useAccountChanged();
  const keep = useAction({
    run: (looks: { readonly language: Language; readonly theme: (typeof schemes)[number] }) =>
      people('me.set', {
        ...(user.number_format === null ? {} : { number_format: user.number_format }),
        ...(user.time_zone === null ? {} : { time_zone: user.time_zone }),
        ...looks,
      }),
    onDone: changed,
  });
  return (
    <Section title={t.looks} about={t.looksAbout}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t.language}
          value={language}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          onChange={(event) => {
            const chosen = event.currentTarget.value as Language;
            choose(chosen);
            keep.start({ language: chosen, theme: colorScheme });
          }}
        />
        <NativeSelect
          label={t.theme}
          value={colorScheme}
          data={schemes.map((value) => ({ value, label: t[value] }))}
          onChange={(event) => {
            const { value } = event.currentTarget;
            const theme = schemes.find((each) => each === value) ?? 'auto';
            setColorScheme(theme);
            keep.start({ language, theme });
          }}
        />
      </SimpleGrid>
      {keep.isError && <Failed error={keep.error} />}
    </Section>
  );
}
