/** What a key does in the reader. */
export type Command =
  | 'next'
  | 'previous'
  | 'in'
  | 'out'
  | 'fit'
  | 'search'
  | 'down'
  | 'up'
  | 'further'
  | 'back'

interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

interface Place {
  isRightToLeft: boolean
  /** Whether the key goes into a field. */
  isTyping: boolean
}

const plain: Readonly<Record<string, Command>> = {
  ...{ '+': 'in', '=': 'in', '-': 'out', '0': 'fit' },
  ...{ ArrowDown: 'further', ArrowUp: 'back', PageDown: 'down', PageUp: 'up' },
}

/** The command of a key; undefined for a key that is left to the browser. */
export function readCommand(
  { key, ctrlKey, metaKey, altKey }: Press,
  { isRightToLeft, isTyping }: Place,
): Command | undefined {
  if (altKey) return
  if (ctrlKey || metaKey) return key.toLowerCase() === 'f' ? 'search' : undefined
  if (isTyping) return
  if (key === 'ArrowRight') return isRightToLeft ? 'previous' : 'next'
  if (key === 'ArrowLeft') return isRightToLeft ? 'next' : 'previous'
  return plain[key]
}
