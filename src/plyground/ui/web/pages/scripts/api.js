/** Questions to the server; an answer is JSON, a mistake is one line. */

import { CONNECTION, settle } from "./toast.js";

export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} status 0 where the server could not be reached
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * Ask for something; parameters that are null are left out.
 * @param {string} path
 * @param {Record<string, string | number | boolean | null | undefined>} [parameters]
 * @param {AbortSignal} [signal] tells that nobody waits for the answer any more
 * @returns {Promise<any>}
 */
export function ask(path, parameters = {}, signal) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) query.set(name, String(value));
  }
  return request(query.size > 0 ? `${path}?${query}` : path, { method: "GET", signal: signal ?? null });
}

/**
 * Send something as JSON, or a text as it is.
 * @param {string} path
 * @param {object | string} body
 * @param {AbortSignal} [signal] tells that nobody waits for the answer any more
 * @returns {Promise<any>}
 */
export function send(path, body, signal) {
  const isText = typeof body === "string";
  return request(path, {
    method: "POST",
    headers: { "Content-Type": isText ? "text/plain; charset=utf-8" : "application/json" },
    body: isText ? body : JSON.stringify(body),
    signal: signal ?? null,
  });
}

/**
 * @param {string} path
 * @param {RequestInit} given
 */
async function request(path, given) {
  const response = await fetch(path, given).catch(() => {
    throw new ApiError("the server cannot be reached", 0);
  });
  settle(CONNECTION);
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const answer = isJson ? await response.json() : await response.text();
  if (!response.ok) throw new ApiError(answer.error ?? `the server answered with ${response.status}`, response.status);
  return answer;
}
