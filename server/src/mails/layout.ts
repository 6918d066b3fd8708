// The layout of every email: one structure, rendered as plain text and as HTML with the same content. Mail programs
// support little: tables and inline styles, and a style element only for the dark colors. Texts are escaped here.
import { escapeText } from '../core/escape-text.ts';

export interface MailLink {
  readonly text: string;
  readonly link: string;
}

export interface MailList {
  readonly title: string;
  readonly items: readonly MailLink[];
}

interface MailColors {
  readonly link: string;
  readonly button: string;
  readonly onButton: string;
}

export interface MailLook {
  /** Null: the colors of the payment pages. */
  readonly colors: { readonly light: MailColors; readonly dark: MailColors } | null;
  readonly isAlwaysLight: boolean;
  /** Where the image is. Null: no logo. */
  readonly logo: {
    readonly source: string;
    readonly width: number;
    readonly height: number;
  } | null;
  /** Lines below everything: who sells. */
  readonly seller: readonly string[];
}

export interface MailLayout {
  /** BCP 47 tag of the language. */
  readonly tag: string;
  readonly title: string;
  /** Who writes: the merchant, or the product. */
  readonly brand: string;
  /** The merchant's own look. Left out: the product's. */
  readonly look?: MailLook;
  /** Paragraphs and lists above the button. Line breaks in paragraphs are kept. */
  readonly parts: readonly (string | MailList)[];
  /** The one action. Null: the email only reports. */
  readonly button: MailLink | null;
  /** Paragraphs below the button. */
  readonly notes: readonly string[];
  /** Why the person gets the email, and how to change that. */
  readonly footer: readonly MailLink[];
}

export interface MailBodies {
  readonly text: string;
  readonly html: string;
}

export function mailBodies(layout: MailLayout): MailBodies {
  return { text: plainText(layout), html: htmlText(layout) };
}

function plainText({ brand, look, parts, button, notes, footer }: MailLayout): string {
  const paragraphs = [
    brand,
    ...parts.map((part) => (typeof part === 'string' ? part : plainList(part))),
    ...(button === null ? [] : [plainLink(button)]),
    ...notes,
    ...footer.map(plainLink),
    ...(look === undefined || look.seller.length === 0 ? [] : [look.seller.join('\n')]),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function plainLink({ text, link }: MailLink): string {
  return `${text}\n${link}`;
}

function plainList({ title, items }: MailList): string {
  return [title, ...items.map(({ text, link }) => `- ${text}\n  ${link}`)].join('\n');
}

/** The colors of the payment pages (server/assets/payment-page.css), which have enough contrast. */
const OWN_COLORS: NonNullable<MailLook['colors']> = {
  light: { link: '#1d4ed8', button: '#1d4ed8', onButton: '#ffffff' },
  dark: { link: '#8fb1ff', button: '#8fb1ff', onButton: '#0b1530' },
};

function darkStyle({ link, button, onButton }: MailColors): string {
  return [
    ':root{color-scheme:light dark}',
    '@media (prefers-color-scheme:dark){',
    '.page{background:#0c1016!important;color:#eef2f7!important}',
    '.card{background:#151b24!important;border-color:#29323f!important}',
    '.quiet{color:#a5b0c0!important}',
    '.plate{background:#fff!important}',
    `a{color:${link}!important}`,
    `.button{background:${button}!important;color:${onButton}!important}`,
    '}',
  ].join('');
}

const FONT = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const QUIET = 'color:#525e70;font-size:14px;overflow-wrap:anywhere';

function htmlText(layout: MailLayout): string {
  const { tag, title, brand, look, parts, button, notes, footer } = layout;
  const { light, dark } = look?.colors ?? OWN_COLORS;
  const schemes = look?.isAlwaysLight === true ? 'light' : 'light dark';
  const style = schemes === 'light' ? ':root{color-scheme:light}' : darkStyle(dark);
  return [
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="color-scheme" content="${schemes}"><meta name="supported-color-schemes" content="${schemes}">`,
    `<title>${escapeText(title)}</title><style>${style}</style></head>`,
    `<body class="page" style="margin:0;background:#f3f5f8;color:#131a26;${FONT}">`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>',
    '<td align="center" style="padding:24px 12px">',
    '<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0"',
    ' style="max-width:560px;background:#ffffff;border:1px solid #e3e7ee;border-radius:12px"><tr>',
    `<td align="start" style="padding:24px;text-align:start;${FONT};overflow-wrap:anywhere">`,
    look?.logo ? logoImage(look.logo) : '',
    `<p class="quiet" style="margin:0 0 16px;font-weight:600;${QUIET}">${escapeText(brand)}</p>`,
    ...parts.map((part) => (typeof part === 'string' ? paragraph(part) : htmlList(part, light))),
    button === null ? '' : htmlButton(button, light),
    ...notes.map(quietParagraph),
    '</td></tr></table>',
    ...footer.map(
      (link) => `<p class="quiet" style="margin:16px 0 0;${QUIET}">${anchor(link, light)}</p>`,
    ),
    look && look.seller.length > 0 ? quietParagraph(look.seller.join('\n')) : '',
    '</td></tr></table></body></html>\n',
  ].join('');
}

function broken(text: string): string {
  return escapeText(text).replaceAll(/\r?\n/g, '<br>');
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${broken(text)}</p>`;
}

function quietParagraph(text: string): string {
  return `<p class="quiet" style="margin:16px 0 0;${QUIET}">${broken(text)}</p>`;
}

const LOGO_HEIGHT = 48;
const LOGO_WIDTH = 224;

/** With its size as attributes, because some programs ignore styles. On white, for which most logos are drawn. */
function logoImage({ source, width, height }: NonNullable<MailLook['logo']>): string {
  const scale = Math.min(LOGO_HEIGHT / height, LOGO_WIDTH / width, 1);
  const [wide, high] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return `<p style="margin:0 0 12px"><img class="plate" src="${escapeText(source)}" alt="" width="${wide}" height="${high}" style="padding:4px;border-radius:6px"></p>`;
}

function anchor({ text, link }: MailLink, colors: MailColors): string {
  return `<a href="${escapeText(link)}" style="color:${colors.link}">${escapeText(text)}</a>`;
}

function htmlList({ title, items }: MailList, colors: MailColors): string {
  const rows = items
    .map((item) => `<li style="margin:0 0 8px">${anchor(item, colors)}</li>`)
    .join('');
  return `<h2 style="margin:0 0 8px;font-size:16px">${escapeText(title)}</h2><ul style="margin:0 0 16px;padding-inline-start:20px">${rows}</ul>`;
}

/** The address below is for programs that show no links, and to see where the button leads. */
function htmlButton({ text, link }: MailLink, colors: MailColors): string {
  const href = escapeText(link);
  const style = `display:inline-block;padding:12px 20px;border-radius:8px;background:${colors.button};color:${colors.onButton};font-weight:600;text-decoration:none`;
  return [
    `<p style="margin:24px 0 12px"><a class="button" href="${href}" style="${style}">${escapeText(text)}</a></p>`,
    `<p class="quiet" style="margin:0 0 16px;${QUIET}"><a href="${href}" style="color:${colors.link}">${href}</a></p>`,
  ].join('');
}
