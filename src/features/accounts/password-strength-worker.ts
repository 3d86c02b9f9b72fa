import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** A password to be judged, and words that its owner is likely to use. */
export interface JudgedPassword {
  password: string
  words: string[]
}

/** Whether a short password withstands ten thousand million guesses, as zxcvbn estimates: its best score. */
export function run({ password, words }: JudgedPassword): boolean {
  const estimate = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return estimate.check(password, words).score === 4
}
