/**
 * The policies through which the admin hands HTML to the browser; its Content Security Policy allows these and that of
 * the editor's library. Browsers without Trusted Types take the strings themselves.
 */
type PolicyName = 'inert-html' | 'mail-frame'

interface PolicyFactory {
  // What comes out is TrustedHTML; the types of the DOM still ask for strings.
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string },
  ): {
    createHTML: (html: string) => string
  }
}

declare global {
  var trustedTypes: PolicyFactory | undefined
}

/** Makes the one function that lets HTML through under a policy's name. Do not export it from the module that needs it. */
export function createHtmlPolicy(
  name: PolicyName,
  createHTML: (html: string) => string,
): (html: string) => string {
  const policy = globalThis.trustedTypes?.createPolicy(name, { createHTML })
  return policy ? (html) => policy.createHTML(html) : createHTML
}
