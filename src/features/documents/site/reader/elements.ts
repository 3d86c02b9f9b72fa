type Attributes = Readonly<Record<string, string>>

/** Makes an element with its attributes and contents. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...contents: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...contents)
  return element
}

/** The lines of an icon on a grid of 20 units; one that points somewhere `flips` where the interface is mirrored. */
export function makeIcon(path: string, { flips = false } = {}): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const icon = document.createElementNS(space, 'svg')
  const lines = document.createElementNS(space, 'path')
  lines.setAttribute('d', path)
  icon.setAttribute('viewBox', '0 0 20 20')
  icon.setAttribute('aria-hidden', 'true')
  if (flips) icon.dataset.flips = ''
  icon.append(lines)
  return icon
}

/** A button that shows an icon and is called by its label. */
export function makeIconButton(label: string, icon: SVGSVGElement, onPress: () => void): HTMLButtonElement {
  const button = make('button', { type: 'button', 'aria-label': label, title: label }, icon)
  button.addEventListener('click', onPress)
  return button
}
