import { drawBadgeSeal, type SealName } from './badge-seal.ts'

interface BadgeSealProps {
  type: SealName
  /** Pixels of its width and height. */
  size: number
  /** The alternative text; omitted when the text beside it says the same. */
  label?: string
  className?: string | undefined
}

/** The seal of a badge as an image, so that the ids inside the SVG cannot collide. */
export function BadgeSeal({ type, size, label = '', className }: BadgeSealProps) {
  const source = `data:image/svg+xml,${encodeURIComponent(drawBadgeSeal(type))}`
  return <img src={source} width={size} height={size} alt={label} className={className} />
}
