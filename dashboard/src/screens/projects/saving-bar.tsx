// How many values of a form were changed, with the buttons to discard and to review them.
import { Button, Group } from '@mantine/core';
import { useTexts } from '../../shared/i18n.tsx';
import classes from './projects.module.css';

/** Inside the form. Nothing is shown while nothing was changed. */
export function SavingBar({ count, onDiscard }: { count: number; onDiscard: () => void }) {
  const t = useTexts('projects');
  if (count === 0) return null;
  return (
    <div className={classes.saving}>
      <span role="status">{t.changed({ count })}</span>
      <Group gap="sm">
        <Button variant="default" onClick={onDiscard}>
          {t.discard}
        </Button>
        <Button type="submit">{t.review}</Button>
      </Group>
    </div>
  );
}
