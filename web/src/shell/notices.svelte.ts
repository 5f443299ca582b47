/** Short calm messages at the edge of the page: something worth knowing, nothing to decide. */

interface Notice {
  id: number;
  text: string;
  tone: 'calm' | 'trouble';
}

const READING_MS = 6_000;

class Notices {
  list = $state.raw<Notice[]>([]);
  #next = 0;

  say(text: string, tone: Notice['tone'] = 'calm'): void {
    if (this.list.some((notice) => notice.text === text)) return;
    const notice = { id: this.#next++, text, tone };
    this.list = [...this.list, notice].slice(-3);
    setTimeout(() => this.dismiss(notice.id), READING_MS);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}

export const notices = new Notices();
