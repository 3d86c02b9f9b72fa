import assert from 'node:assert/strict'
import type { Reply, Send } from './http-client.ts'

/** Stands for what differs from one answer to the next. */
const anything = '…'

/** The words of a command line, in the way of a shell: quotes hold words together, and a `\` at its end continues a line. */
function splitWords(line: string): string[] {
  const words = line.replace(/\\\n/g, ' ').match(/(?:[^\s']|'[^']*')+/g) ?? []
  return words.map((word) => word.replaceAll("'", ''))
}

/** Sends the call of a `curl` command. Options that it does not know fail the test. */
export async function runCurl(
  command: string,
  { send, origin }: { send: Send; origin: string },
): Promise<Reply> {
  const [program, ...words] = splitWords(command)
  assert.equal(program, 'curl')
  const headers: Record<string, string> = {}
  let address = ''
  let body: string | undefined
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (/^-[si]+$/.test(word)) continue
    if (word === '-H') {
      const [name = '', value = ''] = (words.shift() ?? '').split(': ')
      headers[name.toLowerCase()] = value
    } else if (word === '-d') body = words.shift()
    else if (word.startsWith(origin) && address === '') address = word.slice(origin.length)
    else assert.fail(`unknown option ${word}`)
  }
  return send(address, { headers, ...(body !== undefined && { body }) })
}

/**
 * Fails unless a reply is what is shown as its answer: with `curl -i` the status, headers and body, otherwise the body.
 * Numbers count by their type, texts and names of fields as they are. A `…` in a text is any text, as a field or a line it is
 * any others.
 */
export function assertShown(shown: string, { status, headers, text }: Reply): void {
  const [head, body = ''] = shown.startsWith('HTTP/') ? shown.split('\n\n') : ['', shown]
  if (head) {
    const [line = '', ...lines] = head.split('\n')
    assert.equal(Number(line.split(' ')[1]), status, text)
    for (const [name = '', value = ''] of lines
      .filter((one) => one !== anything)
      .map((one) => one.split(': '))) {
      assertSame(value, headers[name], name)
    }
  } else assert.ok(status < 300, `the answer is ${status}: ${text}`)
  const parsed: unknown = JSON.parse(body)
  assertSame(parsed, JSON.parse(text), 'the body')
  if (head) assert.equal(isRecord(parsed) && parsed.status, status)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Fails unless a text is what is shown of it, in which a `…` is any text. */
export function assertPrinted(shown: string, real: string, place?: string): void {
  const pattern = shown.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(anything, '[^]*')
  assert.match(real, new RegExp(`^${pattern}$`), place)
}

function assertSame(shown: unknown, real: unknown, place: string): void {
  if (typeof shown === 'string' && typeof real === 'string') assertPrinted(shown, real, place)
  else if (Array.isArray(shown) && Array.isArray(real)) {
    assert.equal(real.length, shown.length, place)
    for (const [index, item] of shown.entries()) assertSame(item, real[index], `${place}[${index}]`)
  } else if (isRecord(shown) && isRecord(real)) {
    const { [anything]: others, ...fields } = shown
    if (others === undefined) assert.deepEqual(Object.keys(real), Object.keys(fields), place)
    for (const [name, value] of Object.entries(fields)) assertSame(value, real[name], `${place}.${name}`)
  } else if (typeof shown === 'number') assert.equal(typeof real, 'number', place)
  else assert.equal(real, shown, place)
}
