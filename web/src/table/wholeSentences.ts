/** A list that is seen at its foot is as high as the whole sentences that fit: none is cut at the top. */
import type { Attachment } from 'svelte/attachments';

export const wholeSentences: Attachment<HTMLElement> = (list) => {
  const fit = (): void => {
    list.style.maxHeight = '';
    const hidden = list.scrollHeight - list.clientHeight;
    const top = list.getBoundingClientRect().top - list.scrollTop;
    const starts = [...list.querySelectorAll('li')].map((line) => line.getBoundingClientRect().top - top);
    const first = hidden > 0 ? starts.find((start) => start >= hidden - 1) : undefined;
    if (first !== undefined) list.style.maxHeight = `${list.scrollHeight - first}px`;
  };
  const sizes = new ResizeObserver(fit);
  sizes.observe(list);
  const changes = new MutationObserver(fit);
  changes.observe(list, { childList: true, subtree: true, characterData: true });
  return () => {
    sizes.disconnect();
    changes.disconnect();
  };
};
