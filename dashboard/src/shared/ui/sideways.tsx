// A container that scrolls horizontally when its content is too wide. It is focusable then, for keyboard users:
// https://www.w3.org/WAI/WCAG21/Understanding/keyboard
import { Paper } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  /** Its accessible name when it is focusable. */
  readonly label: string;
  readonly className: string;
  /** The content shown is about to be replaced. */
  readonly isOld?: boolean;
  readonly children: ReactNode;
}

export function Sideways({ label, className, isOld = false, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => offerFocus(element, label));
    watcher.observe(element);
    for (const child of element.children) watcher.observe(child);
    return () => watcher.disconnect();
  }, [label]);
  return (
    <Paper ref={frame} withBorder className={className} data-old={isOld}>
      {children}
    </Paper>
  );
}

function offerFocus(element: HTMLElement, label: string): void {
  const values = { tabindex: '0', role: 'region', 'aria-label': label };
  const isWide = element.scrollWidth > element.clientWidth;
  for (const [name, value] of Object.entries(values))
    if (isWide) element.setAttribute(name, value);
    else element.removeAttribute(name);
}
