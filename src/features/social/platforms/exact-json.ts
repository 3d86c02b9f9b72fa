import { readJson } from './platform-calls.ts'

/**
 * The JSON of a body, with long whole numbers as strings: ids of platforms have more digits than a number of JavaScript keeps.
 * Undefined when it is no JSON.
 */
export function readExactJson(body: string): unknown {
  return readJson(
    body.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (piece) =>
      piece.startsWith('"') ? piece : `"${piece}"`,
    ),
  )
}
