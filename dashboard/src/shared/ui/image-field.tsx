// An image to upload: shown, chosen, replaced and removed. The service checks its content.
import { Button, FileButton, Group, Input } from '@mantine/core';
import classes from './text.module.css';

interface Texts {
  readonly label: string;
  readonly hint: string;
  readonly choose: string;
  readonly replace: string;
  readonly remove: string;
  readonly tooLarge: string;
  /** What the image is, before it is saved, and after. */
  readonly chosen: string;
  readonly stored: string;
}

interface Props {
  readonly texts: Texts;
  /** A data URL, or the address of the stored image. Empty: none. */
  readonly value: string;
  readonly error: string | undefined;
  readonly accept: string;
  readonly isReadOnly?: boolean;
  readonly onChange: (value: string) => void;
  readonly onError: (error: string) => void;
}

const BYTES_MAX = 262_144;
export const PIXEL_TYPES = 'image/png,image/jpeg,image/webp';

export const isChosen = (value: string) => value.startsWith('data:');

/** In base64, as the API takes it. */
export const contentOf = (value: string) => value.replace(/^[^,]*,/, '');

export function ImageField(props: Props) {
  const { texts: t, value, error, accept, isReadOnly = false, onChange, onError } = props;
  const choose = async (file: File | null) => {
    if (file === null) return;
    if (file.size > BYTES_MAX) onError(t.tooLarge);
    else onChange(await dataUrlOf(file));
  };
  return (
    <Input.Wrapper label={t.label} labelElement="div" description={t.hint} error={error}>
      <Group gap="sm" mt={6}>
        {value !== '' && (
          <img className={classes.image} src={value} alt={isChosen(value) ? t.chosen : t.stored} />
        )}
        {!isReadOnly && (
          <FileButton onChange={(file) => void choose(file)} accept={accept}>
            {(button) => (
              <Button variant="default" {...button}>
                {value === '' ? t.choose : t.replace}
              </Button>
            )}
          </FileButton>
        )}
        {!isReadOnly && value !== '' && (
          <Button variant="subtle" onClick={() => onChange('')}>
            {t.remove}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}
