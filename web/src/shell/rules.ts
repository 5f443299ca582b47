/** The format of a game's `rules.json`: sections of blocks, every sentence in both languages. */
import type { Lang } from '../table/board';

export type Said = Record<Lang, string>;

/** A drawn example: its name, what the drawing of that name needs, and what is said under it. */
export interface RulesFigure {
  name: string;
  caption?: Said;
  [data: string]: unknown;
}

/** A paragraph, with the articles of the rulebook that it tells. */
interface Paragraph {
  text: Said;
  articles: string[];
}

/** One of these: a paragraph, a heading, a figure, small figures side by side, or a list of things explained. */
export interface RulesBlock extends Partial<Paragraph> {
  heading?: Said;
  figure?: RulesFigure;
  figures?: RulesFigure[];
  /** What is explained is drawn and named by its figure. */
  terms?: (Paragraph & { figure: RulesFigure })[];
}

/** A chapter; what has no title goes on with the one before. */
export interface RulesSection {
  title: Said | null;
  blocks: RulesBlock[];
}
