/** Parts of a picture by number: what looks as it did before is not drawn again. */

/** @typedef {{ look: string, part: SVGElement }} Known */

export class KeptParts {
  /** @type {Map<number, Known>} */ #known = new Map();

  /** @param {SVGElement} group what the parts stand in */
  constructor(group) {
    this.group = group;
  }

  clear() {
    this.#known.clear();
    this.group.replaceChildren();
  }

  /**
   * Have these parts there, in this order, and no others.
   * @param {number[]} numbers
   * @param {(number: number) => string} lookOf says all that a part is drawn from
   * @param {(number: number) => SVGElement} draw
   * @param {(number: number) => string | null} [placeOf] where it stands, as a transform: it may move without being drawn again
   */
  show(numbers, lookOf, draw, placeOf = () => null) {
    const before = this.#known;
    this.#known = new Map(numbers.map((number) => [number, this.#part(before.get(number), lookOf(number), () => draw(number))]));
    for (const [number, { part }] of before) if (this.#known.get(number)?.part !== part) part.remove();
    /** @type {ChildNode | null} */
    let place = this.group.firstChild;
    for (const [number, { part }] of this.#known) {
      const moved = placeOf(number);
      if (moved !== null && part.getAttribute("transform") !== moved) part.setAttribute("transform", moved);
      if (part === place) place = place.nextSibling;
      else this.group.insertBefore(part, place);
    }
  }

  /**
   * @param {Known | undefined} known
   * @param {string} look
   * @param {() => SVGElement} draw
   * @returns {Known}
   */
  #part(known, look, draw) {
    return known?.look === look ? known : { look, part: draw() };
  }
}
