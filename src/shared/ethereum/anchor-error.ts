/**
 * The part of an anchor that is wrong. `transaction`: the signed transaction is none, or not the one of its hash. `sender`:
 * another account has signed it. `chain`: it is for another chain. `text`: its data is another text, or no checkpoint. `root`:
 * the checkpoint has another size or root. `block`: the header is none, or not the one of the block. `proof`: the trie does not
 * lead to the transaction.
 */
export type AnchorPart = 'transaction' | 'sender' | 'chain' | 'text' | 'root' | 'block' | 'proof'

/** An anchor is not as it has to be. `part` says what. */
export class AnchorError extends Error {
  readonly part: AnchorPart

  constructor(part: AnchorPart, message: string) {
    super(message)
    this.name = 'AnchorError'
    this.part = part
  }
}
