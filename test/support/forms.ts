const type = 'multipart/form-data; boundary=b'
const partOf = (disposition: string, content: string) =>
  `--b\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: text/csv\r\n\r\n${content}\r\n`

interface Form {
  /** The expected status. */
  status: number
  body: string
  headers: { 'content-type': string }
}

/** Malformed forms with `content` as their file, each with one fault. */
export function brokenForms(content: string, ending = 'csv'): Form[] {
  const file = partOf(`name="file"; filename="a.${ending}"`, content)
  const end = '--b--\r\n'
  const forms: [status: number, body: string, type?: string][] = [
    // No boundary, an empty one, one that differs from the header, and one longer than any may be.
    [400, file + end, 'multipart/form-data'],
    [400, file + end, 'multipart/form-data; boundary='],
    [400, file + end, 'multipart/form-data; boundary=another'],
    [400, file + end, `multipart/form-data; boundary=${'b'.repeat(300)}`],
    // Cut off: in the file, before its end, in the head of a part, in the boundary.
    [400, file.slice(0, -4)],
    [400, file],
    [400, file.slice(0, 30)],
    [400, `${file}--b`],
    [400, 'nothing of the kind'],
    // Two files, in one field and in two.
    [400, file + file + end],
    [400, file + partOf(`name="other"; filename="b.${ending}"`, content) + end],
    // More fields and parts than our forms have; names of built-in JavaScript properties.
    [400, partOf('name="a"', 'x').repeat(20) + file + end],
    [400, partOf('name="__proto__"', 'x') + file + end],
    [400, partOf(`name="toString"; filename="a.${ending}"`, 'x') + end],
    // A field in place of the file, a part without a name or a head, and nothing.
    [422, partOf('name="file"', content) + end],
    [422, `--b\r\n\r\n${content}\r\n${end}`],
    [422, end],
    [415, file + end, 'multipart/mixed; boundary=b'],
    [415, file + end, 'multipart/; boundary=b'],
  ]
  return forms.map(([status, body, given = type]) => ({ status, body, headers: { 'content-type': given } }))
}
