/** Answers may overtake each other: of those about one thing, one that is older than the last taken is left out. */
export class Newest {
  #asked = 0;
  #taken = 0;

  /** Ask: the function says, once the answer is there, whether to take it. */
  ask(): () => boolean {
    const question = ++this.#asked;
    return () => {
      if (question < this.#taken) return false;
      this.#taken = question;
      return true;
    };
  }

  /** What is known now is newer than whatever was asked before. */
  know(): void {
    this.#taken = ++this.#asked;
  }
}
