const huge = 'x'.repeat(10_000_000)
const nested = { a: [{ b: [{ c: { d: [[[[[['e']]]]]] } }] }] }

/** What no field takes unless `taken` says so. */
export const badValues: Record<string, unknown> = {
  missing: undefined,
  null: null,
  empty: '',
  spaces: '   ',
  number: 7,
  'a huge number': 1e308,
  'a number with many digits': '9'.repeat(400),
  true: true,
  false: false,
  object: {},
  'nested JSON': nested,
  'an array': ['x'],
  'an array of arrays': [[['x']]],
  '10 MB': huge,
  NUL: 'a\0b',
  emoji: 'Ana 🎉',
  'a right-to-left mark': 'Ana\u202eb',
  'half a surrogate pair': 'a\ud800',
  __proto__: '__proto__',
  'a path': '../../etc/passwd',
  markup: '<script>alert(1)</script>',
  SQL: "'; DROP TABLE early_adopters; --",
}

const plainText = ['a path', 'markup', 'SQL', '__proto__', 'a number with many digits']
const anyText = [...plainText, 'empty', 'spaces', 'emoji', 'a right-to-left mark', 'half a surrogate pair']
/** What is no bad input on a field after all. */
export const taken: Record<string, string[]> = {
  'POST /api/early-adopters name': plainText.filter((kind) => !kind.startsWith('a number')),
  'POST /api/early-adopters company': [
    'missing',
    'null',
    'empty',
    'spaces',
    ...plainText.filter((kind) => !kind.startsWith('a number')),
  ],
  'POST /api/early-adopters interests': ['missing'],
  'POST /api/early-adopters consent': ['true'],
  'POST /api/content content': anyText,
  'POST /api/content version': [],
  'POST /api/content published': ['missing', 'true', 'false'],
  'POST /api/content seo_title': ['missing', ...anyText.filter((kind) => !/digits|surrogate/.test(kind))],
  'POST /api/content seo_description': [
    'missing',
    ...anyText.filter((kind) => !/digits|surrogate/.test(kind)),
  ],
  'POST /api/content seo_keywords': ['missing', ...anyText.filter((kind) => !/surrogate/.test(kind))],
  // Any word may be searched for: nothing is found, which is right.
  'GET /api/early-adopters search': [
    ...anyText.filter((kind) => !/digits|surrogate/.test(kind)),
    'number',
    'true',
    'false',
    'a huge number',
  ],
  'GET /api/early-adopters has_badge': ['true', 'false'],
  'GET /api/early-adopters limit': ['number'],
  'GET /api/early-adopters offset': ['number'],
  'GET /api/content/{key} version': [],
  'GET /api/content/{key}/all limit': ['number'],
  'GET /api/content/{key}/all offset': ['number'],
}
/** What is sent in place of a whole body. */
export const badBodies: Record<string, string | Buffer> = {
  nothing: '',
  null: 'null',
  number: '5',
  text: '"x"',
  array: '[]',
  'array of bodies': '[{}]',
  'half a body': '{"email":',
  'deep arrays': '['.repeat(30_000),
  'deep objects': '{"a":'.repeat(10_000),
  'closed deep arrays': `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  __proto__: '{"__proto__":{"consent":true,"isAdmin":true}}',
  constructor: '{"constructor":{"prototype":{"isAdmin":true}}}',
  'bytes that are no text': Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc0]),
  '10 MB': `{"name":"${huge}"}`,
  '10 MB of spaces': ' '.repeat(10_000_000),
  'a form': 'email=a&name=b',
}

/** What is no id, key or code, as it stands in an address. */
export const badPathParts = [
  '',
  '%00',
  'a%00b',
  '%F0%9F%8E%89',
  '%E2%80%AEx',
  '__proto__',
  'constructor',
  '..%2f..%2fetc',
  '7',
  '-1',
  '1e308',
  '9'.repeat(150),
  'x'.repeat(8_000),
  '%7B%22a%22%3A1%7D',
  "'%20OR%201=1--",
  '%ff',
  '%',
  'null',
  'undefined',
  '[object%20Object]',
  ';',
  '%0d%0aX:%20y',
  '<script>',
]
