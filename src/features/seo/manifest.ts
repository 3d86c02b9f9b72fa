import { directionOf, type Language } from '#shared/languages.ts'
import { paper } from './model.ts'

/** The web app manifest of a language (W3C Web Application Manifest). */
export function writeManifest(language: Language, texts: { name: string; description: string }): string {
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return JSON.stringify({
    id: '/',
    name: texts.name,
    short_name: texts.name,
    description: texts.description,
    lang: language,
    dir: directionOf(language),
    start_url: `/${language}/`,
    scope: '/',
    display: 'minimal-ui',
    background_color: paper,
    theme_color: paper,
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
  })
}
