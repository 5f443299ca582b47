/** What the rules are made of: paragraphs that name the articles of the rulebook they tell, and drawn examples. */
import type { Lang } from '../../../table/board';
import { english } from './english';
import { french } from './french';

/** The drawn examples; each is a component of its own kind in `Figure.svelte`. */
export type FigureName = 'colours' | 'fits' | 'fall' | 'landing' | 'diploma' | 'refused' | 'cat' | 'score';

export interface Section {
  title: string;
  rules: { text: string; articles: string[] }[];
  figure?: { name: FigureName; caption: string };
}

export function rule(text: string, ...articles: string[]): Section['rules'][number] {
  return { text, articles };
}

export const RULES: Record<Lang, () => Section[]> = { en: english, fr: french };
