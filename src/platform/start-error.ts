/** Why the product cannot start, where the operator can mend it: the message is a sentence that says how. */
export class StartError extends Error {
  override name = 'StartError'
}
