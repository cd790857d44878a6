/** A board as a file of its own: nothing in it refers to the page that it was drawn on. */

import { drawn } from "../dom.js";

/** What the style sheet gives to the elements of the picture. */
const PROPERTIES = [
  "display", "fill", "fill-opacity", "font-family", "font-size", "font-weight", "opacity", "stroke", "stroke-linecap",
  "stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor",
];

/**
 * Write the picture of a board as SVG.
 * @param {SVGSVGElement} picture
 */
export function pictureAsSvg(picture) {
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  const originals = [...picture.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((each, index) => dress(each, originals[index]));
  const { width, height } = picture.viewBox.baseVal;
  const paper = getComputedStyle(document.body).backgroundColor;
  copy.prepend(drawn("rect", { width, height, fill: paper }));
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.removeAttribute("aria-hidden");
  copy.removeAttribute("class");
  return new XMLSerializer().serializeToString(copy);
}

/**
 * Paint the picture of a board as PNG.
 * @param {SVGSVGElement} picture
 * @param {number} [width] in pixels
 * @returns {Promise<Blob>}
 */
export async function pictureAsPng(picture, width = 1200) {
  const { width: units, height: unitsDown } = picture.viewBox.baseVal;
  const address = URL.createObjectURL(new Blob([pictureAsSvg(picture)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(width, Math.round((width * unitsDown) / units));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/png" });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * @param {Element} copy
 * @param {Element | undefined} original
 */
function dress(copy, original) {
  if (!original) return;
  const style = getComputedStyle(original);
  for (const name of PROPERTIES) copy.setAttribute(name, style.getPropertyValue(name));
  copy.removeAttribute("class");
}
