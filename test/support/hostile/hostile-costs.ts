const size = 50_000

/** A text repeated to the size of a large field, with an end that makes a pattern fail late. */
const fill = (piece: string, end = '') =>
  piece.repeat(Math.floor((size - end.length) / piece.length)).concat(end)

/** Texts for which a careless regular expression or parser takes more than linear time. None contains NUL. */
export const costlyTexts: Readonly<Record<string, string>> = {
  'spaces after braces': `{{${fill(' ')}`,
  'many braces': fill('{{ '),
  'spaces before a letter': fill(' ', 'x'),
  'line breaks before a letter': fill('\r\n ', 'x'),
  'open elements': fill('<b>'),
  'open lists': fill('<ul><li>'),
  'closed elements': fill('<h2>x</h2><p> </p>'),
  links: fill('<a href="https://x.example/?a=1">a</a>'),
  pictures: fill('<figure><img src="/media/x.webp" alt="x" width="1" height="1">'),
  'unfinished tags': fill('<a<a<a'),
  'one tag of attributes': `<p ${fill('a=1 ', '>')}`,
  comments: fill('<!--'),
  brackets: fill('(', 'x'),
  'square brackets': fill('[', 'x'),
  'nested quotes': fill(`"'`, 'x'),
  'at signs': fill('@', '.'),
  'letters without an end': fill('a'),
  addresses: fill('a@b.cd,'),
  dots: fill('.', '@'),
  'dotted names': fill('a.', '-'),
  'percent signs': fill('%', 'x'),
  'percent codes': fill('%41'),
  'combining marks': `a${fill('\u0301')}`,
  'zero-width joiners': fill('a\u200d'),
  'control characters': fill('\u0001\u007f'),
  ampersands: fill('&', ';'),
  entities: fill('&amp;lt;'),
  hyphens: fill('-', 'x'),
  digits: fill('9', 'x'),
  slashes: fill('/', 'x'),
  backslashes: fill('\\', 'x'),
  semicolons: fill(';a=', 'x'),
  separators: fill(',;\t|', '"'),
  words: fill('la casa '),
}
