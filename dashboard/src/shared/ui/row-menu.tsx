// The actions of a row in one menu, so that they fit at every width. Loaded rows only have its button.
import { type KeyboardEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { useTexts } from '../i18n.tsx';
import { ConfirmDialog, type ConfirmProps } from './dialogs.tsx';
import classes from './row-menu.module.css';

export interface RowAction {
  /** Ends with an ellipsis if a dialog follows. */
  readonly label: string;
  readonly isDangerous?: boolean;
  /** A confirmation, another dialog, or what happens at once. */
  readonly confirm?: Omit<ConfirmProps, 'onClose'>;
  readonly dialog?: (onClose: () => void) => ReactNode;
  readonly onChoose?: () => void;
}

interface Props {
  /** What the row is called in the name of the button. */
  readonly of: string;
  /** Without those that the person has no permission for. */
  readonly actions: readonly (RowAction | false)[];
}

export function RowMenu({ of, actions }: Props) {
  const t = useTexts('common');
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<RowAction>();
  const offered = actions.filter((action) => action !== false);
  if (offered.length === 0) return null;
  const choose = (action: RowAction) => {
    menu.current?.hidePopover();
    // The focus returns here when the dialog closes.
    opener.current?.focus();
    action.onChoose?.();
    setChosen(action);
  };
  const close = () => setChosen(undefined);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={classes.opener}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={t.actionsFor({ name: of })}
        // The browser closes an open menu between these two.
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={() => {
          if (!wasOpen.current) openBelow(menu.current, opener.current);
          wasOpen.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          openBelow(menu.current, opener.current);
        }}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      {/* In the top layer: no frame of a table cuts it off. */}
      <div
        ref={menu}
        id={id}
        role="menu"
        popover="auto"
        className={classes.menu}
        aria-label={t.actionsFor({ name: of })}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={moveFocus}
      >
        {offered.map((action) => (
          <button
            key={action.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={classes.item}
            data-dangerous={action.isDangerous}
            onClick={() => choose(action)}
          >
            {action.label}
          </button>
        ))}
      </div>
      {chosen?.confirm !== undefined && <ConfirmDialog {...chosen.confirm} onClose={close} />}
      {chosen?.dialog !== undefined && <Suspense>{chosen.dialog(close)}</Suspense>}
    </>
  );
}

const GAP = 4;

/** Below the button and aligned with its end, or above it where there is no room below. */
function openBelow(menu: HTMLElement | null, opener: HTMLElement | null): void {
  if (menu === null || opener === null) return;
  menu.showPopover();
  const at = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const isBelow = at.bottom + GAP + height <= window.innerHeight;
  menu.style.top = `${isBelow ? at.bottom + GAP : Math.max(GAP, at.top - GAP - height)}px`;
  menu.style.left = `${Math.max(GAP, at.right - width)}px`;
  itemsOf(menu)[0]?.focus();
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];

/** As in every menu: arrows, Home and End move, Tab leaves. Escape is the browser's. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget;
  const items = itemsOf(menu);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const last = items.length - 1;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const target = targets[event.key];
  if (event.key === 'Tab') menu.hidePopover();
  if (target === undefined) return;
  event.preventDefault();
  items[target]?.focus();
}
