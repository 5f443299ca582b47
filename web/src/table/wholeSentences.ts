/** A list at its foot begins with a whole sentence: what would be cut at the top is scrolled away, with room below. */
import type { Attachment } from 'svelte/attachments';

export const wholeSentences: Attachment<HTMLElement> = (list) => {
  const make = (): void => {
    const lines = list.firstElementChild as HTMLElement;
    lines.style.paddingBottom = '0';
    const hidden = list.scrollHeight - list.clientHeight;
    const top = list.getBoundingClientRect().top - list.scrollTop;
    const starts = [...lines.children].map((line) => line.getBoundingClientRect().top - top);
    const first = hidden > 0 ? starts.find((start) => start >= hidden) : undefined;
    lines.style.paddingBottom = `${(first ?? hidden) - hidden}px`;
  };
  const sizes = new ResizeObserver(make);
  sizes.observe(list);
  const changes = new MutationObserver(make);
  changes.observe(list, { childList: true, subtree: true, characterData: true });
  return () => {
    sizes.disconnect();
    changes.disconnect();
  };
};
