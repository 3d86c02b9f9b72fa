/** A form as browsers send it, with fields and perhaps a file. */
export function formWith(fields: Record<string, string>, file?: { name: string; bytes: Buffer }) {
  const boundary = 'a-boundary-of-the-test'
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const filePart = file
    ? [
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
        ),
        file.bytes,
        Buffer.from('\r\n'),
      ]
    : []
  return {
    method: 'POST',
    body: Buffer.concat([...parts, ...filePart, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
