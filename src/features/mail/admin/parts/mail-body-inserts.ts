import { Node } from '@tiptap/react'
import type { PictureAttributes } from '#features/content/admin/parts/picture-dialog.tsx'
import { isButtonTarget } from '#features/mail/contract.ts'
import { pictureSourcePattern } from '#features/media/contract.ts'
import { linkAddress } from './mail-body-addresses.ts'

/** The attributes of a button in the text of a mail. */
export interface ButtonAttributes {
  label: string
  href: string
}

// Before the rules for links.
const priority = 60

function readPicture(element: Element | null): PictureAttributes | false {
  const attribute = (name: string) => element?.getAttribute(name) ?? ''
  const [src, alt] = [attribute('src'), attribute('alt').trim()]
  const [width, height] = [Number(attribute('width')), Number(attribute('height'))]
  // The same rule as the server's, which would refuse anything else.
  if (!pictureSourcePattern.test(src) || alt === '' || !(width > 0 && height > 0)) return false
  return { src, alt, width, height }
}

/** A picture between the paragraphs; it may be a link. */
const picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: '' },
    alt: { default: '' },
    width: { default: 0 },
    height: { default: 0 },
    href: { default: null },
  }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      priority,
      getAttrs(element) {
        const [image] = element.children
        const href = element.getAttribute('href') ?? ''
        if (image?.tagName !== 'IMG' || element.textContent?.trim() !== '') return false
        const attributes = linkAddress.test(href) && readPicture(image)
        return attributes && { ...attributes, href }
      },
    },
    { tag: 'img', getAttrs: (element) => readPicture(element) && { ...readPicture(element), href: null } },
  ],
  renderHTML({ node }) {
    const { src, alt, width, height, href } = node.attrs
    const image = ['img', { src, alt, width, height }] as const
    return typeof href === 'string' ? ['a', { href }, image] : image
  },
  // In the editor it is no link, which would lead away from the text.
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('img')
      for (const name of ['src', 'alt', 'width', 'height']) dom.setAttribute(name, String(node.attrs[name]))
      return { dom }
    },
})

/** The label of a button, whose variables are elements as everywhere in the editor's HTML. */
const readLabel = (element: HTMLElement) =>
  [...element.childNodes]
    .map((node) =>
      node instanceof HTMLElement && node.dataset.variable
        ? `{{${node.dataset.variable}}}`
        : (node.textContent ?? ''),
    )
    .join('')
    .trim()

/** A link that is drawn as a button between the paragraphs. */
const button = Node.create({
  name: 'button',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ label: { default: '' }, href: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'a.button',
      priority: priority + 1,
      getAttrs(element) {
        const [label, href] = [readLabel(element), element.getAttribute('href') ?? '']
        return label !== '' && isButtonTarget(href) && { label, href }
      },
    },
  ],
  renderHTML: ({ node }) => ['a', { class: 'button', href: node.attrs.href }, String(node.attrs.label)],
  renderText: ({ node }) => String(node.attrs.label),
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('span')
      dom.className = 'button'
      dom.textContent = String(node.attrs.label)
      return { dom }
    },
})

/** What stands between the paragraphs of a campaign's text. */
export const mailBodyInserts = [picture, button]
