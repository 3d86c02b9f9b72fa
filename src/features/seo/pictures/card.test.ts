import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { ShareCard } from '#features/seo/contract.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { type Language, languages } from '#shared/languages.ts'
import { drawShareCard } from './card.ts'
import { familiesOf, loadFaces } from './faces.ts'
import { palette } from './palette.ts'

before(loadFaces)

const cardOf = (language: Language, title: string): ShareCard => ({
  ...{ page: 'landing', language, name: 'Firmeza', title, lead: title },
})

async function readPixels(png: Buffer) {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  /** The colour of a pixel, as red, green and blue. */
  const at = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)]
  return { width: image.width, height: image.height, at }
}

const isRed = ([red = 0, green = 255, blue = 255]: number[]) => red > 150 && green < 90 && blue < 60

describe('a share picture', () => {
  test('is 1200 by 630 pixels and small enough for every service', async () => {
    const png = await drawShareCard(cardOf('es', 'Pruebas, no monedas'))
    const { width, height } = await readPixels(png)
    assert.deepEqual([width, height], [1200, 630])
    assert.ok(png.length < 300_000, `${png.length} bytes`)
  })

  test('is mirrored in Arabic: the seal is on the left', async () => {
    const [spanish, arabic] = await Promise.all([
      drawShareCard(cardOf('es', 'Pruebas')).then(readPixels),
      drawShareCard(cardOf('ar', 'براهين')).then(readPixels),
    ])
    // Beside the F, which is white.
    assert.ok(isRed(spanish.at(1000 + 34, 268)))
    assert.ok(!isRed(spanish.at(200 + 34, 268)))
    assert.ok(isRed(arabic.at(200 + 34, 268)))
    assert.ok(!isRed(arabic.at(1000 + 34, 268)))
  })

  test('is drawn whatever the team writes', async () => {
    for (const title of ['', 'W'.repeat(60), 'العربية mixed with Latin (2025)', '👩‍👩‍👧 ő Ж 龘', '\u202e']) {
      const { width } = await readPixels(await drawShareCard(cardOf('hi', title)))
      assert.equal(width, 1200)
    }
  })

  test('has a glyph for every character of all texts', async () => {
    const { texts } = await loadCatalogues()
    const size = 24
    const canvas = createCanvas(size * 2, size * 2)
    const context = canvas.getContext('2d')
    const missing: string[] = []
    for (const language of languages) {
      context.font = `${size}px ${familiesOf(language)}`
      const draw = (letter: string) => {
        context.clearRect(0, 0, size * 2, size * 2)
        context.fillText(letter, 4, size * 1.4)
        return Buffer.from(context.getImageData(0, 0, size * 2, size * 2).data)
      }
      // No face has Ethiopic: it is drawn with the glyph for missing characters.
      const none = draw('አ')
      assert.ok(!draw('a').equals(none))
      const letters = new Set(JSON.stringify(texts(language)).match(/[\p{L}\p{N}\p{P}]/gu))
      for (const letter of letters) if (draw(letter).equals(none)) missing.push(`${language} ${letter}`)
    }
    assert.deepEqual(missing, [])
  })
})

test('pictures have the colours of the light theme', () => {
  const tokens = readFileSync(new URL('../../../ui/tokens.css', import.meta.url), 'utf8')
  for (const [name, colour] of Object.entries(palette))
    assert.match(tokens, new RegExp(`--${name}: (light-dark\\()?${colour}[,;]`), name)
})
