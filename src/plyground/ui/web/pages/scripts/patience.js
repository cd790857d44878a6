/** Saying what takes so long, where it does. */

/** As long as nobody wonders, in milliseconds. */
export const PATIENCE = 400;

/**
 * Wait for something, and tell about it if it takes long.
 * @template Answer
 * @param {Promise<Answer>} answer
 * @param {() => void} tell
 */
export async function patiently(answer, tell) {
  const timer = setTimeout(tell, PATIENCE);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}
