// The logo and the accent color of a brand, as fields.
import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTexts } from '../../shared/i18n.tsx';
import { sitePath } from '../../shared/site-path.ts';
import { ImageField, isChosen, PIXEL_TYPES } from '../../shared/ui/image-field.tsx';
import { contrastsOf } from './brand-queries.ts';
import classes from './projects.module.css';

interface Props {
  readonly value: string;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (value: string) => void;
}

const TYPES = `${PIXEL_TYPES},image/svg+xml`;

export function LogoField(props: Props & { readonly onError: (error: string) => void }) {
  const t = useTexts('projects');
  const { settingLabels, settingHints } = useTexts('settings');
  const { value } = props;
  const texts = {
    label: settingLabels.logo,
    hint: settingHints.logo,
    choose: t.chooseLogo,
    replace: t.replaceLogo,
    remove: t.removeLogo,
    tooLarge: t.logoTooLarge,
    chosen: t.newLogo,
    stored: t.oldLogo,
  };
  const isStored = value !== '' && !isChosen(value);
  const shown = isStored ? `${sitePath}/brand/logos/${value}` : value;
  return <ImageField {...props} {...{ texts }} accept={TYPES} value={shown} />;
}

const COLOR = /^#[0-9a-f]{6}$/;
const UNSET = '#1d4ed8';

/** A text, because a color of a style guide is pasted; and the browser's picker. */
export function ColorField(props: Props & { readonly project: string }) {
  const t = useTexts('projects');
  const { settingLabels, settingHints } = useTexts('settings');
  const { value, error, isReadOnly, onChange, project } = props;
  const put = (text: string) => onChange(text.trim().toLowerCase());
  return (
    <div>
      <TextInput
        label={settingLabels.accent_color}
        description={settingHints.accent_color}
        placeholder={UNSET}
        value={value}
        error={error}
        readOnly={isReadOnly}
        onChange={(event) => put(event.currentTarget.value)}
        rightSection={
          <input
            type="color"
            className={classes.picker}
            aria-label={t.pickColor}
            disabled={isReadOnly}
            value={COLOR.test(value) ? value : UNSET}
            onChange={(event) => put(event.currentTarget.value)}
          />
        }
        rightSectionWidth={48}
      />
      {COLOR.test(value) && <Contrasts project={project} color={value} />}
    </div>
  );
}

/** What the service makes of the color, in numbers. */
function Contrasts({ project, color }: { readonly project: string; readonly color: string }) {
  const t = useTexts('projects');
  const [settled] = useDebouncedValue(color, 300);
  const query = useQuery({ ...contrastsOf(project, settled), placeholderData: keepPreviousData });
  const contrasts = query.data?.contrasts ?? null;
  if (contrasts === null) return null;
  const { light, dark } = contrasts;
  const text = light.text_color === '#000000' ? t.blackText : t.whiteText;
  return (
    <Text size="sm" c="dimmed" mt={4} role="status">
      {text({ ratio: light.text_contrast })}{' '}
      {light.needs_edge && t.edgeOnLight({ ratio: light.edge_contrast, link: light.link_color })}{' '}
      {dark.needs_edge && t.edgeOnDark({ ratio: dark.edge_contrast, link: dark.link_color })}
    </Text>
  );
}
