// The few marks of the texts in the OpenAPI document as markup: paragraphs, code in backticks, fenced
// blocks and lists. Not markdown at large: the texts are our own.
import { type Html, html } from './html.ts';

/** Blocks are separated by empty lines. */
export function docsText(text: string): Html {
  return html`${text.split('\n\n').map(block)}`;
}

/** One line of text with code in backticks. */
export function docsLine(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

function block(text: string): Html {
  if (text.startsWith('```'))
    return html`<pre><code>${text.replace(/^```\n|\n```$/g, '')}</code></pre>`;
  const lines = text.split('\n');
  if (lines.every((line) => /^\d+\. /.test(line))) return html`<ol>${lines.map(item)}</ol>`;
  if (lines.every((line) => line.startsWith('- '))) return html`<ul>${lines.map(item)}</ul>`;
  return html`<p>${docsLine(text)}</p>`;
}

function item(line: string): Html {
  return html`<li>${docsLine(line.replace(/^(\d+\.|-) /, ''))}</li>`;
}
