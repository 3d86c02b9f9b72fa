import { inThirds } from './thirds.ts'

/** Ways of writing an address, each of which some server or proxy takes for the plain one. */
export const spellings: Record<string, (path: string) => string> = {
  'one letter encoded': (path) => path.replace(/[a-z]/, encode),
  'every letter encoded': (path) => path.replace(/[a-z]/gi, encode),
  'a letter encoded twice': (path) => path.replace(/[a-z]/, (letter) => encode(letter).replace('%', '%25')),
  'a slash encoded': (path) => path.replace(/(?!^)\//, '%2F'),
  'every slash but the first encoded': (path) => path.replace(/(?!^)\//g, '%2f'),
  'capital letters': (path) => path.toUpperCase(),
  'a double slash': (path) => `/${path}`,
  'a double slash within': (path) => path.replace(/(?!^)\//, '//'),
  'a slash at the end': (path) => `${path}/`,
  'dot segments': (path) => `/x/..${path}`,
  'encoded dot segments': (path) => `/%2e${path}`,
  'a path parameter': (path) => `${path};x=1`,
  'an encoded end': (path) => `${path}%00`,
  'absolute form, one letter encoded': (path) => `http://other.example${path.replace(/[a-z]/, encode)}`,
  'absolute form with a slash more': (path) => `http://other.example/${path}`,
}

/** A third of the spellings: what the router does with one does not depend on the route. */
export const nextSpellings = inThirds(Object.entries(spellings))

function encode(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`
}
