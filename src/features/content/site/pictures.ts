import { pictureSourceSet } from '#features/media/contract.ts'

// As the sanitiser writes them.
const picture = /<img src="([^"]*)"([^>]*? width="(\d+)"[^>]*?)\s*\/?>/g
// How wide a figure is: `.prose figure` in prose.css, or the page less its margins.
const sizes = '(min-width: 54rem) 46rem, 90vw'

/**
 * Lets browsers choose among the widths of a picture and load it lazily. Its `width` and `height` reserve its space, so
 * that nothing moves when it is loaded.
 */
export function completePictures(html: string): string {
  return html.replace(picture, (whole, source: string, attributes: string, width: string) => {
    const set = pictureSourceSet(source, Number(width))
    if (!set) return whole
    const image = `<img src="${source}"${attributes} loading="lazy" decoding="async"/>`
    return `<picture><source type="image/avif" srcset="${set}" sizes="${sizes}"/>${image}</picture>`
  })
}
