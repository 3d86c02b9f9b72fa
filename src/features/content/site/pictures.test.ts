import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completePictures } from './pictures.ts'

test('a picture is offered at its widths, as AVIF and else as WebP, and keeps its room', () => {
  const address = `/media/${'0f'.repeat(32)}`
  assert.equal(
    completePictures(
      `<p>a</p><figure><img src="${address}-640.webp" alt="5 &gt; 4" width="700" height="350" /><figcaption>b</figcaption></figure>`,
    ),
    `<p>a</p><figure><picture><source type="image/avif" srcset="${address}-320.avif 320w, ${address}-700.avif 700w" sizes="(min-width: 54rem) 46rem, 90vw"/><img src="${address}-640.webp" alt="5 &gt; 4" width="700" height="350" loading="lazy" decoding="async"/></picture><figcaption>b</figcaption></figure>`,
  )
})

test('nothing else is touched', () => {
  const html =
    '<p>a <strong>b</strong></p><img src="https://example.org/a.png" alt="" width="1" height="1" />'
  assert.equal(completePictures(html), html)
})
