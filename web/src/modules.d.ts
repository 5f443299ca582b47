/** What the build makes: see web/tools. */
declare module 'art:*' {
  const url: string;
  export default url;
}

declare module 'api:limits' {
  export const NAME_LENGTH: number;
  export const DEFAULT_LEVEL: string;
  export const DEFAULT_PACE_MS: number;
  /** A pattern that a whole table's id matches. */
  export const TABLE_ID: string;
}

declare module 'games:titles' {
  /** `credits` says who made a game; null where its catalogue does not. */
  type Words = { title: string; pitch: string; summary: string; credits: string | null };
  const titles: Record<string, Record<'en' | 'fr', Words>>;
  export default titles;
  export const levels: Record<string, Record<'en' | 'fr', { title: string; meaning: string }>>;
}
