/** A list that grows at its foot stays at its newest line, unless the person has scrolled up to read. */
import type { Attachment } from 'svelte/attachments';

/** So near to the foot, the person is still reading the newest line. */
const NEAR_PX = 40;

export const autoscroll: Attachment<HTMLElement> = (list) => {
  let follows = true;
  const follow = (): void => {
    if (follows) list.scrollTop = list.scrollHeight;
  };
  const note = (): void => {
    follows = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
  };
  // A list in a sheet has no height until the sheet is opened, and one in a column shrinks for what comes beside it.
  const sizes = new ResizeObserver(follow);
  sizes.observe(list);
  const lines = new MutationObserver(follow);
  lines.observe(list, { childList: true, subtree: true, characterData: true });
  list.addEventListener('scroll', note);
  return () => {
    sizes.disconnect();
    lines.disconnect();
    list.removeEventListener('scroll', note);
  };
};
