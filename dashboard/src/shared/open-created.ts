// Opens the page of an object that was just created, with the keyboard focus on its heading.
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { focusNextHeading } from './ui/page.tsx';

export function useOpenCreated(): (link: LinkProps) => Promise<void> {
  const navigate = useNavigate();
  return async (link) => {
    focusNextHeading();
    await navigate(link);
  };
}
