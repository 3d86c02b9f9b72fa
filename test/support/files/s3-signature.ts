import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

interface Keys {
  accessKey: string
  secretKey: string
  region: string
}

const algorithm = 'AWS4-HMAC-SHA256'
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * What is wrong with the signature of a request (Signature Version 4, in its headers or its address), as the code of an error
 * of S3; undefined when it is right, and its body is what was signed.
 */
export function findSignatureFault(
  request: IncomingMessage,
  body: Buffer,
  keys: Keys,
  now: number,
): string | undefined {
  const url = new URL(request.url ?? '', 'http://store')
  const signed = readSignature(request, url)
  if (!signed) return 'AccessDenied'
  const [accessKey, day, region, service, ending] = signed.scope
  if (accessKey !== keys.accessKey) return 'InvalidAccessKeyId'
  if (region !== keys.region || service !== 's3' || ending !== 'aws4_request')
    return 'AuthorizationHeaderMalformed'
  const at = Date.parse(signed.at.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Number.isNaN(at) || Math.abs(now - at) > 900_000) return 'RequestTimeTooSkewed'
  if (now > at + signed.seconds * 1000) return 'AccessDenied'
  if (signed.digest !== 'UNSIGNED-PAYLOAD' && signed.digest !== sha256(body))
    return 'XAmzContentSHA256Mismatch'
  // Headers that say what to store must not be changed on the way.
  for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256'])
    if (request.headers[name] !== undefined && !signed.isInAddress && !signed.headers.includes(name))
      return 'AccessDenied'
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = signed.headers.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/')
  const canonical = [
    ...[request.method, path, query, headers.join(''), signed.headers.join(';'), signed.digest],
  ].join('\n')
  const toSign = [algorithm, signed.at, signed.scope.slice(1).join('/'), sha256(canonical)].join('\n')
  const key = [day ?? '', keys.region, 's3', 'aws4_request'].reduce<Buffer | string>(
    hmac,
    `AWS4${keys.secretKey}`,
  )
  return hmac(key, toSign).toString('hex') === signed.signature ? undefined : 'SignatureDoesNotMatch'
}

interface Signature {
  scope: string[]
  at: string
  headers: string[]
  signature: string
  digest: string
  seconds: number
  isInAddress: boolean
}

function readSignature({ headers }: IncomingMessage, { searchParams: query }: URL): Signature | undefined {
  if (query.get('X-Amz-Algorithm') === algorithm)
    return {
      scope: (query.get('X-Amz-Credential') ?? '').split('/'),
      at: query.get('X-Amz-Date') ?? '',
      headers: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
      signature: query.get('X-Amz-Signature') ?? '',
      digest: 'UNSIGNED-PAYLOAD',
      seconds: Number(query.get('X-Amz-Expires')),
      isInAddress: true,
    }
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!signature) return undefined
  return {
    ...{ scope: credential.split('/'), headers: names.split(';'), signature },
    at: String(headers['x-amz-date']),
    digest: String(headers['x-amz-content-sha256']),
    seconds: 900,
    isInAddress: false,
  }
}
