import { findOrigin, isOriginAllowed } from '#shared/origins.ts'

export type OriginVerdict = 'nothing' | 'invalid' | 'own' | 'allowed' | 'refused'

interface OriginQuestion {
  typed: string
  /** The rows of the list as they are typed. */
  rows: readonly string[]
  /** The origin of this site. */
  own: string
}

/** Whether pages of an origin could call the API with the list as it is typed. Rows that are no origin do not count. */
export function checkOrigin({ typed, rows, own }: OriginQuestion): {
  verdict: OriginVerdict
  origin: string
} {
  if (typed.trim() === '') return { verdict: 'nothing', origin: '' }
  const origin = originOf(typed)
  if (origin === undefined) return { verdict: 'invalid', origin: '' }
  if (origin === own) return { verdict: 'own', origin }
  const allowed = rows.flatMap((row) => (row.trim() === '*' ? '*' : (findOrigin(row) ?? [])))
  return { verdict: isOriginAllowed(origin, allowed) ? 'allowed' : 'refused', origin }
}

/** The origin of what people paste: an origin, or the address of a page. */
function originOf(typed: string): string | undefined {
  const address = URL.parse(typed.trim())
  return address && /^https?:$/.test(address.protocol) ? findOrigin(address.origin) : undefined
}
