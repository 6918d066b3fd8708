// A QR code to scan from the screen. The code that draws it is loaded only when one is shown.
import { useQuery } from '@tanstack/react-query';
import classes from './text.module.css';

interface Props {
  /** What a scan reads. */
  readonly text: string;
  readonly alt: string;
}

export function QrCode({ text, alt }: Props) {
  const picture = useQuery({
    queryKey: ['picture', text],
    queryFn: async () => (await import('uqr')).renderSVG(text),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const source = `data:image/svg+xml,${encodeURIComponent(picture.data ?? '')}`;
  return <img className={classes.code} src={source} alt={alt} />;
}
