/** Whether this person likes to see the risk; remembered on this device where that is possible. */
const KEY = 'quatuor.air_sorciere.risk';

class Preferences {
  #risk = $state(recall());

  get risk(): boolean {
    return this.#risk;
  }
  set risk(shown: boolean) {
    this.#risk = shown;
    try {
      localStorage.setItem(KEY, shown ? 'shown' : 'hidden');
    } catch {
      // A browser that keeps nothing: the choice lasts as long as the page.
    }
  }
}

function recall(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'hidden';
  } catch {
    return true;
  }
}

export const preferences = new Preferences();
