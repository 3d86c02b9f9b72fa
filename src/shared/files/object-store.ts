/** Where an object store with the interface of S3 is, and how it is entered. */
export interface ObjectStorePlace {
  /** Its origin. */
  endpoint: string
  bucket: string
  /** How all keys begin: empty, or ends in a slash. */
  folder: string
  region: string
  accessKey: string
  secretKey: string
  /** Whether the bucket is part of the host's name, instead of the path. */
  isBucketInHost: boolean
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const folderName = /^[\w.-]{1,100}$/

/** Reads `https://KEY:SECRET@host/bucket/folder?region=…`; undefined for anything else. */
export function readObjectStoreUrl(text: string): ObjectStorePlace | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.hash) return undefined
  const accessKey = decode(url.username)
  const secretKey = decode(url.password)
  const [bucket = '', ...folders] = url.pathname.replace(/^\/|\/$/g, '').split('/')
  const { region = 'us-east-1', style = 'path', ...others } = Object.fromEntries(url.searchParams)
  const isKnown =
    Object.keys(others).length === 0 && /^[\w-]{1,50}$/.test(region) && /^(path|host)$/.test(style)
  if (!accessKey || !secretKey || !isKnown || !bucketName.test(bucket)) return undefined
  if (!folders.every((name) => folderName.test(name) && !/^\.+$/.test(name))) return undefined
  return {
    endpoint: url.origin,
    ...{ bucket, region, accessKey, secretKey },
    folder: folders.map((name) => `${name}/`).join(''),
    isBucketInHost: style === 'host',
  }
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
