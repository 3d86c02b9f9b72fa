/**
 * The part of what was checked that is wrong. `form`: what should be a checkpoint is none. `entry`: what is recorded is
 * not what its hash says. `commitment`: what was opened is not what was committed to.
 */
export const ledgerParts = [
  'form',
  'origin',
  'size',
  'root',
  'signature',
  'cosignature',
  'key',
  'proof',
  'entry',
  'tiles',
  'commitment',
] as const
export type LedgerPart = (typeof ledgerParts)[number]

/** Something of a ledger is not as it has to be. `part` says what. */
export class LedgerError extends Error {
  readonly part: LedgerPart

  constructor(part: LedgerPart, message: string) {
    super(message)
    this.name = 'LedgerError'
    this.part = part
  }
}
