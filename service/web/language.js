/** The language of the page, its messages, and the texts of the document in it. */

import { LANGUAGES } from "./languages.js";
import { stored } from "./storage.js";

const ENGLISH = "en";
const STORED = "language";
/** The attributes that are read by people. */
const ATTRIBUTES = ["alt", "aria-label", "data-does", "placeholder", "title"];

const known = (name) => (LANGUAGES.includes(name) ? name : null);

/** The language that a link asks for; null if it asks for none. */
export const languageOf = (link) => known(new URLSearchParams(link.slice(1)).get("lang"));

let choice = languageOf(location.hash) ?? known(stored((storage) => storage.getItem(STORED)));

/** The language that was chosen, by a link or on the page; null if none was. */
export const chosen = () => choice;

/** The Chinese that is written otherwise than the catalogue, which who reads it may not like. */
const TRADITIONAL = /^zh(?!.*-hans)-(.*-)?(hant|tw|hk|mo)(-|$)/i;

/** The first known one of the browser's languages, of which de-AT is de. */
function preferred() {
  const names = navigator.languages;
  const first = names.filter((name) => !TRADITIONAL.test(name));
  return [...first, ...names].map((name) => known(name.split("-")[0])).find(Boolean);
}

export const language = choice ?? preferred() ?? ENGLISH;

/** Choose the language of the next time that the page is loaded. */
export function choose(name) {
  choice = name;
  stored((storage) => storage.setItem(STORED, name));
}

/** The translations by the English texts; those of a plural by the categories of numbers. */
const catalogue = language === ENGLISH ? {} : await read(`languages/${language}.json`);
const plurals = new Intl.PluralRules(language);
/** British English, as the texts are, has no comma before the last name. */
const region = language === ENGLISH ? "en-GB" : language;

async function read(path) {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) {
    throw new Error(`${path}: ${response.status}`);
  }
  return response.json();
}

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** A text in the language, with values for its placeholders, such as `{move}`. */
export const say = (text, values = {}) => filled(translated(text), values);

/** A text of the catalogue that is no literal here. */
export const translated = (text) => catalogue[text] ?? text;

/** A text about a number, `{count}`, with another text for more than one. */
export function counted(one, many, count, values = {}) {
  const forms = catalogue[one] ?? { one, other: many };
  const text = forms[plurals.select(count)] ?? forms.other;
  return filled(text, { count: number(count), ...values });
}

/** A number in figures, with so many of them after the point. */
export const number = (value, digits = 0) =>
  value.toLocaleString(region, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Names in a list, such as "a1, b2 or c3"; `type` is "conjunction" or "disjunction". */
export const listed = (names, type) => new Intl.ListFormat(region, { type }).format(names);

/** A function that links texts by twos; those that are empty are left out. */
const linking = (link) => (...texts) => {
  const [first = "", ...others] = texts.filter(Boolean);
  return others.reduce(link, first);
};

/** Parts of a label, such as "wins" and "the best move". */
export const joined = linking((first, second) => say("{first}, {second}", { first, second }));

/** Whole clauses, such as "stones fall", in one sentence. */
export const clauses = linking((first, second) => say("{first}; {second}", { first, second }));

/** Sentences, one after the other. */
export const sentences = linking((first, second) => say("{first} {second}", { first, second }));

/** The name of a language in itself. */
export function nameOf(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code);
  return name[0].toLocaleUpperCase(code) + name.slice(1);
}

/** Say the texts of the document in the language. */
function translate() {
  document.documentElement.lang = language;
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const text = node.data.trim().replace(/\s+/g, " ");
    if (text in catalogue && !node.parentNode.closest("[translate=no]")) {
      node.data = node.data.replace(/\S[^]*\S/, () => translated(text));
    }
  }
  for (const name of ATTRIBUTES) {
    for (const element of document.querySelectorAll(`[${name}]:not([translate=no] *)`)) {
      element.setAttribute(name, translated(element.getAttribute(name)));
    }
  }
  document.documentElement.classList.remove("untranslated");
}

translate();
