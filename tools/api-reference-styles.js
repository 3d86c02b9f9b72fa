// Runs before the API reference, whose scripts write style elements and style attributes that a Content Security Policy
// without 'unsafe-inline' refuses. The elements made by scripts get the document's nonce, and the attributes are set
// through the CSSOM, which the policy allows. Other styles in HTML that is parsed stay refused.
{
  const nonce = document.querySelector('meta[property=csp-nonce]').content
  const { createElement } = Document.prototype
  Document.prototype.createElement = function (name, options) {
    const element = createElement.call(this, name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
  const { setAttribute } = Element.prototype
  Element.prototype.setAttribute = function (name, value) {
    if (name === 'style' && 'style' in this) this.style.cssText = value
    else setAttribute.call(this, name, value)
  }
  const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')
  Object.defineProperty(Element.prototype, 'innerHTML', {
    configurable: true,
    enumerable: true,
    get,
    // Samples of code come as HTML whose first element has a style.
    set(html) {
      set.call(this, String(html).replace(/(<code class="[^"<>]*") style=/g, '$1 data-style='))
      for (const code of this.querySelectorAll('code[data-style]')) code.style.cssText = code.dataset.style
    },
  })
  // zod looks whether it may compile code, which the policy refuses and reports.
  globalThis.__zod_globalConfig = { jitless: true }
}
