export type Encoding = 'br' | 'gzip' | 'identity'

// Browsers send only a few different headers, and parsing one costs more than a look-up.
const known = new Map<string, Encoding>()

/** The best encoding that an `Accept-Encoding` header allows (RFC 9110 §12.5.3): brotli, gzip, or none. */
export function preferredEncoding(header: string | string[] | undefined): Encoding {
  if (!header) return 'identity'
  const text = String(header)
  const remembered = known.get(text)
  if (remembered) return remembered
  const encoding = readEncoding(text)
  if (known.size < 200 && text.length < 200) known.set(text, encoding)
  return encoding
}

function readEncoding(header: string): Encoding {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, quality ? Number(quality.slice(2)) : 1)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br'
  return weightOf('gzip') > 0 ? 'gzip' : 'identity'
}
