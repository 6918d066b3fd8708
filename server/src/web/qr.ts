// QR codes as SVG, drawn here so that no third party learns who is paid. Dark on white in every colour
// scheme, with the quiet zone of four modules that ISO/IEC 18004 asks for: wallets fail on inverted codes.
import { encode } from 'uqr';
import { type Html, html } from './html.ts';

const QUIET_ZONE = 4;

/** The code of `text`; `label` is read out instead of the picture. */
export function qr(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${pathOf(data)}"/></svg>`;
}

/** One stroke per run of dark modules: a third of the bytes of a square each, and no seams between them. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x + 1] === true) x++;
      const width = x - start + 1;
      path += `M${start} ${y}h${width}v1h-${width}z`;
    }
  }
  return path;
}
