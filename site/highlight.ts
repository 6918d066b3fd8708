// Colors code while the site is built. The result has elements with classes, which style.css colors for light and dark
// mode. The browser gets no script for it.
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import nginx from 'highlight.js/lib/languages/nginx';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const GRAMMARS = {
  command: bash,
  sh: bash,
  console: shell,
  js: javascript,
  html: xml,
  json,
  nginx,
  php,
  python,
  sql,
  ts: typescript,
  yaml,
  bash, // `console` colors its commands with it.
};

/** Languages without a grammar: output of programs, and code that names no language. */
const PLAIN = new Set(['', 'text']);

for (const [language, grammar] of Object.entries(GRAMMARS))
  highlighter.registerLanguage(language, grammar);

/** HTML of the code, with special characters escaped. Its text is exactly the code. */
export function highlight(code: string, language: string): string {
  if (PLAIN.has(language)) return escapeHtml(code);
  if (!Object.hasOwn(GRAMMARS, language))
    throw new Error(`No grammar for "${language}". Add it to site/highlight.ts.`);
  return highlighter.highlight(code, { language }).value;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');
}
