import { drawBadgeSeal, type SealName } from './badge-seal.ts'

interface BadgeSealProps {
  type: SealName
  /** Pixels of its width and height. */
  size: number
  /** What it shows, where no text beside it says so. */
  label?: string
  className?: string | undefined
}

/** The seal of a badge as a picture: as such, the ids inside are its own however often it is shown. */
export function BadgeSeal({ type, size, label = '', className }: BadgeSealProps) {
  const source = `data:image/svg+xml,${encodeURIComponent(drawBadgeSeal(type))}`
  return <img src={source} width={size} height={size} alt={label} className={className} />
}
