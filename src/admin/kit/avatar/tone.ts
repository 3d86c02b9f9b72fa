/** How many colours there are for people without a picture. */
const tones = 5

/** The number of the colour of a user, from 0: always the same for an id. */
export function toneOf(id: string): number {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % tones
}
