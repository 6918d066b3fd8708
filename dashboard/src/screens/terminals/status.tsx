// Whether a terminal, an item or a person is switched on, in words.
import { useTexts } from '../../shared/i18n.tsx';
import classes from '../../shared/ui/text.module.css';

type State = 'on' | 'off' | 'sold_out';

const TONES: Readonly<Record<State, string>> = { on: 'good', off: 'quiet', sold_out: 'careful' };

interface Props {
  readonly isOn: boolean;
  /** Of an item that is switched on. */
  readonly isSoldOut?: boolean;
}

export function OnOff({ isOn, isSoldOut = false }: Props) {
  const t = useTexts('terminals').states;
  const whenOn: State = isSoldOut ? 'sold_out' : 'on';
  const state = isOn ? whenOn : 'off';
  return (
    <span className={classes.status} data-tone={TONES[state]}>
      {t[state]}
    </span>
  );
}
