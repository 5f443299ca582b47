/** What the build makes: see web/tools. */
declare module 'art:*' {
  const url: string;
  export default url;
}

declare module 'games:titles' {
  const titles: Record<string, Record<'en' | 'fr', { title: string; pitch: string; summary: string }>>;
  export default titles;
  export const levels: Record<string, Record<'en' | 'fr', { title: string; meaning: string }>>;
}
