const marks = ['bold', 'italic', 'underline', 'strike', 'sub', 'sup'] as const
type Mark = (typeof marks)[number]
type Marks = Readonly<Partial<Record<Mark, boolean>>>

const tagOf: Readonly<Record<Mark, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  sub: 'sub',
  sup: 'sup',
}

const marksOfTags: Readonly<Record<string, Marks>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  u: { underline: true },
  s: { strike: true },
  del: { strike: true },
  strike: { strike: true },
  // Links are underlined by the page.
  a: { underline: false },
}

/** Turns inline styles for bold, italics and the like into elements, and drops all styles. */
export function writeMarksAsElements(body: HTMLElement): void {
  for (const child of [...body.childNodes]) writeMarks(child, {}, false)
}

function writeMarks(node: ChildNode, outer: Marks, isInLink: boolean): void {
  if (node instanceof Text) {
    wrap(node, outer)
    return
  }
  if (!(node instanceof HTMLElement)) return
  const isLink = isInLink || node.localName === 'a'
  const inner = {
    ...outer,
    ...marksOfTags[node.localName],
    ...readStyle(node),
    ...(isLink && { underline: false }),
  }
  for (const child of [...node.childNodes]) writeMarks(child, inner, isLink)
  const isMark = node.localName !== 'a' && node.localName in marksOfTags
  // The editor's own attribute about a copied slice.
  if (isMark && !node.hasAttribute('data-pm-slice')) node.replaceWith(...node.childNodes)
}

function readStyle(element: HTMLElement): Marks {
  const written = element.dataset.style
  if (written === undefined) return {}
  delete element.dataset.style
  const { style } = document.createElement('span')
  style.cssText = written
  const { fontWeight, fontStyle, textDecoration, verticalAlign } = style
  return {
    ...(fontWeight !== '' && { bold: /^(bold(er)?|[5-9]\d\d+)$/.test(fontWeight) }),
    ...(fontStyle !== '' && { italic: fontStyle === 'italic' }),
    ...(textDecoration.includes('underline') && { underline: true }),
    ...(textDecoration.includes('line-through') && { strike: true }),
    ...(verticalAlign === 'sub' && { sub: true }),
    ...(verticalAlign === 'super' && { sup: true }),
  }
}

function wrap(text: Text, { ...wanted }: Marks): void {
  // The line breaks between blocks.
  if (text.data.trim() === '' && text.data.includes('\n')) return
  let outermost: Node = text
  for (const mark of marks) {
    if (!wanted[mark]) continue
    const element = text.ownerDocument.createElement(tagOf[mark])
    outermost.parentNode?.replaceChild(element, outermost)
    element.append(outermost)
    outermost = element
  }
}
